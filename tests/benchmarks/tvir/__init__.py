"""Tests of TVIR."""
