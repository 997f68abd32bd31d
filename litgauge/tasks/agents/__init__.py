"""Agents that we run: their tools, searches, limits and trajectories."""
