"""SciNetBench: what agents understand of relations between works (arXiv preprint of Shao et al.; specs: network)."""
