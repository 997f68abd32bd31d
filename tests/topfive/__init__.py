"""A small benchmark to start from: a survey's title in, its five most cited references out."""
