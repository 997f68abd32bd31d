"""Answers of agents: readers of one answer's text."""
