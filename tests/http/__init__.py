"""Tests of litgauge/tasks/http."""
