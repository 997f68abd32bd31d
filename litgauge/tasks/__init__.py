"""Domain code of litgauge, one room per concept (see docs/architecture.md for the floor plan)."""
