"""Three experts check a tree before it is anybody's ideal answer (section 2.3): folders, a form each, what they "
"changed."""
