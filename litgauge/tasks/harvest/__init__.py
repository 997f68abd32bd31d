"""From arXiv's snapshot, its interfaces or a local corpus to surveys, and from a survey to its source."""
