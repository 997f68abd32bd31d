"""Talking to servers: identity, retries, limits on bodies, and refused addresses."""
