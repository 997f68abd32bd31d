"""SciNetBench's pipelines."""
