"""The metrics of ReportBench: one file each, and three that count for them."""
