"""Literature-review study (SciNetBench, section 6): what relations are worth to whoever writes a review."""
