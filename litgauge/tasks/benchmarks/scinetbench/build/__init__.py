"""Construction of a release: a snapshot of OpenAlex, the citation network, measures, sub-fields, texts, queries."""
