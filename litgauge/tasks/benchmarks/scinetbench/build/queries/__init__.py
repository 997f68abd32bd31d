"""Queries of three kinds: about single works, about pairs, about paths."""
