"""Reference lists: their entries, what marks mean by them, and which works they name."""
