"""Runs of trains, for any title: what a route may be, what it earns, and the best run with its proof."""

from .best import Run, best_run

__all__ = ["Run", "best_run"]
