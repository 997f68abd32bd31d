"""Error tree, interruption, YAML files, and how a crash is reported: below every other room."""
