"""Reports for people: Markdown for Prefect, charts, HTML pages."""
