"""Published ReportBench on disk, imported as releases: as it is, and cleaned."""
