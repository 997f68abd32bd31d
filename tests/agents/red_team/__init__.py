"""A red team for the leak filter: the forms in which the web shows a survey, and pages that must be shown."""
