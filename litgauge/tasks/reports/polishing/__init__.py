"""Sections with reference lists of their own, joined to one report with one list and one numbering."""

from litgauge.tasks.reports.polishing.polisher import PolishedReport, UnresolvedMark, polish

__all__ = ["PolishedReport", "UnresolvedMark", "polish"]
