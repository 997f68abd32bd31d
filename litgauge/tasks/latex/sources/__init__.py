"""E-prints as trees of files in memory, and which of the files is the document."""
