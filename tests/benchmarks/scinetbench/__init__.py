"""Tests of SciNetBench."""
