"""The metrics of ReportBench."""
