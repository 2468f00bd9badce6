"""Refusals and failures, as pages and as JSON."""
