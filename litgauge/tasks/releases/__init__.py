"""Releases: frozen once, never changed."""
