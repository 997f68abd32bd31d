"""What a benchmark declares about itself, and where benchmarks are found."""
