"""The rules as a book: sections in their order, what editions do otherwise, a search, and where a rule matters now."""
