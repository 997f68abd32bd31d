"""The benchmarks, each in a room of its own."""
