"""Tests of litgauge/tasks/citations."""
