"""New items from surveys' sources (sections 2.2 and 2.3): candidate trees, and which of them is the taxonomy."""
