"""A printed reference, wherever it stands, to a work."""
