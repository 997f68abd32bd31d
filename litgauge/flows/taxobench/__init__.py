"""TaxoBench's pipelines."""
