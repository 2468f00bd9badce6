"""Positions shared by a link: a page with a comment, and a drawing that other sites may show."""
