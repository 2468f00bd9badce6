"""Seats: their links, access by secret, and transfer between people and bots."""
