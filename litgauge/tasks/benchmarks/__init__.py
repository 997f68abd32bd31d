"""Benchmarks, each in a room of its own."""
