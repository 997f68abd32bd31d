"""Talking to servers: identity, pace, retries, limits on bodies, and refused addresses."""

USER_AGENT = "litgauge (builds and scores benchmarks out of the scientific literature)"
