"""Agents of ours: their configs, their runs on a release, and replays of those."""
