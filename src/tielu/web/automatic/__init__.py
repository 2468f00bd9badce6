"""Automatic moves at the web table: their turns, their sheet, and the forms with which they are set and taken back."""
