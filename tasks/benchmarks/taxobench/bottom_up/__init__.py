"""Papers that are given, organised from the bottom up by a model (section 4, appendix F)."""
