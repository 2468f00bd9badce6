"""Runs of trains, for any title: the track and stops of a route, what conflicts and what it earns."""
