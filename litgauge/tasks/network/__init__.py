"""A citation network and what can be computed on it: disruption, novelty, paths."""
