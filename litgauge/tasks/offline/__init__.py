"""Rules that answer where no model does: for a first try, for tests, and as a baseline that a model must beat.

They know text and records and return plain values; a question wraps these in the type of its answer
(`Question(..., offline=…)`). Each says what it can and what it cannot do; what is made with them says `offline`.
"""
