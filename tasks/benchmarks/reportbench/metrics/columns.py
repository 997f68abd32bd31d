"""The columns of the paper's Table 1 (ReportBench, arXiv 2508.15804, section 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tasks.metrics.means import Summary

COLUMNS: tuple[tuple[str, str, str], ...] = (
    ("Reference", "Precision", "precision"),
    ("Reference", "Recall", "recall"),
    ("Reference", "Ref Num", "references"),
    ("Cited statements", "Match Rate", "match_rate"),
    ("Cited statements", "Count", "cited_pairs"),
    ("Non-cited statements", "Factual Acc", "factual_accuracy"),
    ("Non-cited statements", "Count", "uncited_statements"),
)
"""Group and name of each column as printed, and the metric that fills it."""


@dataclass(frozen=True, slots=True)
class TableOne:
    """One agent's line: means over reports, as the printed table has them. None where there is no value."""

    agent: str
    precision: Summary
    recall: Summary
    references: Summary
    match_rate: Summary
    cited_pairs: Summary
    factual_accuracy: Summary
    uncited_statements: Summary


def table_one(agent: str, summaries: Mapping[str, Summary]) -> TableOne:
    """The line of an agent, out of the summaries of all metrics. Raises KeyError if a column's metric is not there.

    Rates are macro means: the printed figures fit no micro mean. The match rate counts unreachable pages as
    mismatches, as the paper's text says; the released code leaves them out, for which see `match_rate_reachable`.
    """
    return TableOne(agent, *(summaries[metric] for _, _, metric in COLUMNS))
