"""Calls of people to their games: by Web Push, mail and webhook; the page of their choices."""
