"""How learnt parts of litgauge were made; nothing here runs in a pipeline."""
