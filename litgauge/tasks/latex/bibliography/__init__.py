"""Databases and printed lists of works to entries: fields by key, before they are cleaned."""
