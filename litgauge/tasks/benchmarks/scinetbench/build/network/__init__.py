"""From rows of a snapshot to a citation network, as relations: Ibis expressions, on DuckDB."""
