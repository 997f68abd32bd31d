"""Tests of the study of literature reviews."""
