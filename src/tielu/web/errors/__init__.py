"""Errors as pages and as JSON."""
