"""How the metrics are called where people read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tasks.benchmarks.reportbench.metrics.columns import COLUMNS
from tasks.metrics import Interval, Summary

NONE = "–"


@dataclass(frozen=True, slots=True)
class MetricName:
    """A metric in print."""

    short: str
    long: str
    rate: bool = True  # [0, 1]; else a number of things per report
    lower_is_better: bool = False


NAMES: Mapping[str, MetricName] = MappingProxyType(
    {
        "precision": MetricName("Precision", "share of the cited works that the survey lists"),
        "recall": MetricName("Recall", "share of the survey's list that is cited"),
        "f1": MetricName("F1", "harmonic mean of precision and recall"),
        "references": MetricName("Ref num", "distinct scholarly works cited per report", rate=False),
        "match_rate": MetricName("Match rate", "cited pairs that the page supports; an unreachable page is a mismatch"),
        "match_rate_reachable": MetricName("Match, reachable", "the same without unreachable pages"),
        "statement_match_rate": MetricName("Statements matched", "distinct statements that a page supports"),
        "statement_match_rate_reachable": MetricName("Statements, reachable", "the same without unreachable pages"),
        "cited_pairs": MetricName("Pairs", "pairs of statement and page per report", rate=False),
        "cited_statements": MetricName("Cited statements", "statements with a citation per report", rate=False),
        "factual_accuracy": MetricName("Factual acc", "true statements of those without citation that were decided"),
        "undecided_share": MetricName(
            "Undecided", "statements without citation that could not be decided", lower_is_better=True
        ),
        "uncited_statements": MetricName("Uncited", "factual statements without citation per report", rate=False),
        "citation_hallucination": MetricName(
            "Citation halluc.", "pairs whose page does not exist or is another", lower_is_better=True
        ),
        "statement_hallucination": MetricName(
            "Statement halluc.", "pairs whose page exists and does not say it", lower_is_better=True
        ),
        "late_share": MetricName("Late works", "cited works from after the cut-off", lower_is_better=True),
        "survey_cited": MetricName("Survey cited", "reports that cite the survey itself", lower_is_better=True),
    }
)

TABLE_ONE = tuple(metric for _, _, metric in COLUMNS)
"""The columns of the paper's Table 1 (papers/001, section 3.2)."""

OURS = (
    "f1",
    "match_rate_reachable",
    "statement_match_rate",
    "citation_hallucination",
    "statement_hallucination",
    "late_share",
    "survey_cited",
)
"""The columns beside them."""

CHARTED = ("precision", "recall", "f1", "match_rate", "factual_accuracy")


def name_of(metric: str) -> MetricName:
    """The metric in print; one that was added since is called by its own name."""
    return NAMES.get(metric) or MetricName(metric.replace("_", " ").capitalize(), "")


def shown(metric: str, value: float | None) -> str:
    """A value as it is printed: three digits for rates, one for numbers of things, a dash for none."""
    if value is None:
        return NONE
    return f"{value:.3f}" if name_of(metric).rate else f"{value:.1f}"


def shown_interval(metric: str, interval: Interval | None) -> str:
    """A 95 % interval as it is printed; "to" where a dash would meet a minus."""
    if interval is None:
        return NONE
    between = " to " if interval.low < 0 else "–"
    return f"{shown(metric, interval.low)}{between}{shown(metric, interval.high)}"


def shown_counts(summary: Summary) -> str:
    """Reports scored, unscored and missing; those a metric does not apply to are named where there are any."""
    counts = f"{summary.scored}/{summary.unscored}/{summary.missing}"
    return f"{counts} n/a {summary.inapplicable}" if summary.inapplicable else counts
