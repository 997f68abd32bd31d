"""Three agents that are rules and need no model: one works well, one is hasty, one cheats. For the demo and tests.

They show what a run, its trajectory and its scores look like. What they are worth says nothing about any model.
"""
