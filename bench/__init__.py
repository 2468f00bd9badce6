"""Benchmarks: `make bench` prints its tables; bench/results.md keeps the history."""
