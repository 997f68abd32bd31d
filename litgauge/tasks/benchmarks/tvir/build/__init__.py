"""From topics to tasks with checklists."""
