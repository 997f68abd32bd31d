"""TVIR as pipelines."""
