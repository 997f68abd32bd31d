"""An agent's answers: ranked lists, pairs and paths in JSON, Markdown or CSV, and which works they list."""
