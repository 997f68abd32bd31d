"""Figures of any benchmark's reports."""
