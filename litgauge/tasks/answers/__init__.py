"""Files of an agent to one answer for each task, and readers of what stands in an answer."""
