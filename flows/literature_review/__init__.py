"""The study of literature reviews as pipelines."""
