"""Tests of TVIR-Agent."""
