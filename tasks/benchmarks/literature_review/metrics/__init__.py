"""The metrics of the literature-review study: one file each."""
