"""Taxonomies out of LaTeX: what surveys draw, tabulate or write down as the order of their field."""

from litgauge.tasks.benchmarks.taxobench.drawings.candidates import (
    KINDS,
    Candidate,
    CitedAt,
    Kind,
    Spoken,
    Taxonomies,
    Topic,
)
from litgauge.tasks.benchmarks.taxobench.drawings.taxonomies import read_taxonomies

__all__ = ["KINDS", "Candidate", "CitedAt", "Kind", "Spoken", "Taxonomies", "Topic", "read_taxonomies"]
