"""The documentation site: pages that mkdocs makes at build time out of declarations, and links of the others."""
