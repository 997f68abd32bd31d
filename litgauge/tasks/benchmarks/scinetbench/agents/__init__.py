"""Retrieval baselines (section 2.2 and appendix A.1): agents that rank the works of a release, and ask no model."""
