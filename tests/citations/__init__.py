"""Tests of tasks/citations."""
