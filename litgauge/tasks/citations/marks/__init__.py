"""Citation marks: their notations, where they stand in a text, and what they say."""
