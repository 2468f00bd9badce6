"""Benchmarks: `make bench` prints one table; bench/results.md keeps the history."""
