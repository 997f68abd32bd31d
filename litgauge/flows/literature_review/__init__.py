"""Study of literature reviews as pipelines."""
