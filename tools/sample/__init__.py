"""Builders of data/sample: the e-print archives, the made-up agents' reports and the web they cite."""
