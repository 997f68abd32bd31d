"""Stages of a build, and the tables of a release out of what they made."""
