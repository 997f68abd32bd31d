"""Tests of tasks/http."""
