"""ReportBench's pipelines."""
