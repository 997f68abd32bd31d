"""Orchestration: one file per pipeline, and the command line."""
