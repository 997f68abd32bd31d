"""ReportBench (arXiv 2508.15804): surveys as the ideal answers of research tasks."""
