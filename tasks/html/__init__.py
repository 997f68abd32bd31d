"""What a person reads: markdown for Prefect, pictures, pages."""
