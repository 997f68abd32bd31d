"""Places where runs compute: the workers of an engine, and a Prefect server for one command."""
