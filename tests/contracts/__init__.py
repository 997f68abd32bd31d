"""Contracts that every benchmark keeps."""
