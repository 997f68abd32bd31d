"""Metrics of ReportBench (arXiv 2508.15804): the columns of its Table 1, then ours beside them.

The counts that they are ratios of are in `counts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from litgauge.tasks.benchmark import metric
from litgauge.tasks.benchmarks.reportbench.counts import (
    fact_counts,
    hallucinated_share,
    joint_counts,
    pair_counts,
    reachable_rate,
    reference_counts,
    statement_counts,
    strict_rate,
    undecided_reason,
)
from litgauge.tasks.records import FactVerdict, JointVerdict, PairVerdict, ReferenceMatch
from litgauge.tasks.statistics import Inapplicable, MetricValue, NotGiven, Ratio, Undefined

PAPER = "arXiv 2508.15804"

number = partial(metric, range=(0.0, None), direction=None, worst=0.0, digits=1)  # neither much nor little is good
fault = partial(metric, direction="lower", worst=None)  # a report that was not given has none
uncertainty = partial(fault, source="ours", shown="detail")


@metric("Precision", source=f"{PAPER}, sections 2.2 and 3.2", shown="paper", under="Reference", charted=True)
def precision(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> MetricValue:
    """Share of the cited works that the survey lists.

    A report that cites no scholarly work gets the worst (the released code drops it from the mean); one whose cited
    pages we could not tell is unscored.
    """
    counts = reference_counts(matches, listed)
    if not counts.cited:
        return undecided_reason(undecided_pages) or NotGiven("cites no scholarly work")
    return Ratio(counts.matched, counts.cited)


@metric("Recall", source=f"{PAPER}, sections 2.2 and 3.2", shown="paper", under="Reference", charted=True)
def recall(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> MetricValue:
    """Share of the survey's list that is cited."""
    counts = reference_counts(matches, listed)
    if not counts.cited and (failed := undecided_reason(undecided_pages)):
        return failed
    return Ratio(counts.matched, listed) if listed else Undefined("the survey lists nothing")


@number("Ref num", source=f"{PAPER}, section 3.2, Table 1", unit="works", shown="paper", under="Reference")
def references(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> MetricValue:
    """Distinct scholarly works cited per report.

    "Ref Num" of Table 1.
    """
    counts = reference_counts(matches, listed)
    if not counts.cited and (failed := undecided_reason(undecided_pages)):
        return failed
    return Ratio(counts.cited, 1)


@metric("Match rate", source=f"{PAPER}, sections 3.2 and 4", shown="paper", under="Cited statements", charted=True)
def match_rate(pairs: Sequence[PairVerdict]) -> MetricValue:
    """Cited pairs that the page supports; an unreachable page is a mismatch.

    Of all pairs of statement and page that were judged.
    """
    return strict_rate(pair_counts(pairs))


@number("Pairs", source=f"{PAPER}, section 3.2, Table 1", unit="pairs", shown="paper", under="Cited statements")
def cited_pairs(citations: Sequence[tuple[int, str]]) -> MetricValue:
    """Pairs of statement and page per report.

    "Count" of Table 1.
    """
    return Ratio(len(citations), 1)


@metric(
    "Factual acc",
    source=f"{PAPER}, sections 2.2, 3.1 and 3.2",
    shown="paper",
    under="Non-cited statements",
    charted=True,
)
def factual_accuracy(facts: Sequence[FactVerdict]) -> MetricValue:
    """True statements of those without citation that were decided.

    Undecided and unscored statements are in no denominator (the released code has ties in one of two, and counts
    failed votes as "false"). A report without such a statement is left out: to cite everything is no fault. Where a
    sample of a report's facts was drawn, its share stands for all of them: numerator and denominator count each drawn
    fact for as many as it stands for, so that a pooled share weighs every report by all its facts.
    """
    counts = fact_counts(facts)
    decided = counts.true + counts.false
    if decided:
        return Ratio(counts.true * counts.weight, decided * counts.weight)
    if not facts:
        return Inapplicable("no statement without citation")
    return counts.failed("judge failed" if counts.unscored else "undecided")


@number(
    "Uncited",
    source=f"{PAPER}, section 3.2, Table 1",
    unit="statements",
    shown="paper",
    under="Non-cited statements",
)
def uncited_statements(facts: Sequence[FactVerdict]) -> MetricValue:
    """Factual statements without citation per report.

    "Count" of Table 1. Unscored where the judge failed to tell some of its facts from opinions: to count all of these
    would be a guess.
    """
    counts = fact_counts(facts)
    return counts.failed() if counts.unsorted else Ratio(len(facts), 1)


@metric("F1", source="ours", charted=True)
def f1(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> MetricValue:
    """Harmonic mean of precision and recall.

    Pooled, it is that of the pooled counts.
    """
    counts = reference_counts(matches, listed)
    if not counts.cited and (failed := undecided_reason(undecided_pages)):
        return failed
    total = counts.cited + listed
    return Ratio(2 * counts.matched, total) if total else Inapplicable("the survey lists nothing")


@metric("Match, reachable", source=f"{PAPER}, section 3.2, as the released code counts")
def match_rate_reachable(pairs: Sequence[PairVerdict]) -> MetricValue:
    """The match rate without unreachable pages.

    A report none of whose pages can be reached gets the worst.
    """
    return reachable_rate(pair_counts(pairs))


@metric("Statements matched", source=f"{PAPER}, section 3.2, over distinct statements")
def statement_match_rate(pairs: Sequence[PairVerdict]) -> MetricValue:
    """Distinct statements that a page supports."""
    return strict_rate(statement_counts(pairs))


@metric("Matched together", source="ours")
def joint_match_rate(pairs: Sequence[PairVerdict], joint: Sequence[JointVerdict]) -> MetricValue:
    """Distinct statements that all their pages together support.

    A sentence that takes one half from each of two pages is supported here, and by none of its pairs.
    """
    return strict_rate(joint_counts(pairs, joint))


@fault("Citation halluc.", source=f"ours, after {PAPER}, section 4")
def citation_hallucination(pairs: Sequence[PairVerdict]) -> MetricValue:
    """Pairs whose page does not exist or is another."""
    return hallucinated_share(pairs, "citation")


@fault("Not followable", source="ours")
def unfollowed_citations(citations: Sequence[tuple[int, str]], unfollowed: int) -> MetricValue:
    """Cited statements whose citations lead to no address.

    Every cited statement is one of these, or one of the distinct statements of the pairs. These are judged as
    statements without citation.
    """
    followed = len({statement for statement, _page in citations})
    if followed + unfollowed:
        return Ratio(unfollowed, followed + unfollowed)
    return Inapplicable("cites nothing")


@fault("Statement halluc.", source=f"ours, after {PAPER}, section 4")
def statement_hallucination(pairs: Sequence[PairVerdict]) -> MetricValue:
    """Pairs whose page exists and does not say it."""
    return hallucinated_share(pairs, "statement")


@fault("Late works", source=f"ours, after {PAPER}, section 2.1.2")
def late_share(
    matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int, late_works: int, undated_works: int
) -> MetricValue:
    """Cited works from after the cut-off, of those with a date.

    What nobody can date is in no denominator: `undated_share` says how much that is.
    """
    dated = reference_counts(matches, listed).cited - undated_works
    if dated > 0:
        return Ratio(late_works, dated)
    if undated_works:
        return Inapplicable("no cited work can be dated")
    return undecided_reason(undecided_pages) or Inapplicable("cites no scholarly work")


@fault("Survey cited", source=f"ours, after {PAPER}, section 2.1.2")
def survey_cited(
    matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int, cites_survey: bool
) -> MetricValue:
    """Reports that cite the survey itself.

    The prompt forbids it.
    """
    counts = reference_counts(matches, listed)
    if not counts.cited and (failed := undecided_reason(undecided_pages)):
        return failed
    return Ratio(int(cites_survey), 1)


@metric("Statements, reachable", source="ours", shown="detail")
def statement_match_rate_reachable(pairs: Sequence[PairVerdict]) -> MetricValue:
    """Distinct statements that a page supports, without unreachable pages."""
    return reachable_rate(statement_counts(pairs))


@number(
    "Cited statements",
    source=f"{PAPER}, section 3.2, over distinct statements",
    unit="statements",
    shown="detail",
)
def cited_statements(citations: Sequence[tuple[int, str]]) -> MetricValue:
    """Statements with a citation per report."""
    return Ratio(len({statement for statement, _page in citations}), 1)


@uncertainty("Undecided")
def undecided_share(facts: Sequence[FactVerdict]) -> MetricValue:
    """Statements without citation that could not be decided.

    Of those that were judged: it says how far to trust the factual accuracy.
    """
    counts = fact_counts(facts)
    judged = counts.true + counts.false + counts.undecided
    if judged:
        return Ratio(counts.undecided * counts.weight, judged * counts.weight)
    return counts.failed() if facts else Inapplicable("no statement without citation")


@uncertainty("Undecided works")
def undecided_works(matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int) -> MetricValue:
    """Cited pages of which it could not be told whether they are works.

    Of these and the cited works; they are in no other denominator. Their pages could not be opened, or nobody could
    tell what they are, and no identifier and no title of the survey's list tells, either.
    """
    cited = reference_counts(matches, listed).cited
    if cited + undecided_pages:
        return Ratio(undecided_pages, cited + undecided_pages)
    return Inapplicable("cites no scholarly work")


@uncertainty("Undated")
def undated_share(
    matches: Sequence[ReferenceMatch], listed: int, undecided_pages: int, undated_works: int
) -> MetricValue:
    """Cited works that cannot be dated.

    They are in no denominator of the late ones. Neither an identifier nor the page nor the report says when they
    appeared, and the survey does not list them.
    """
    counts = reference_counts(matches, listed)
    if counts.cited:
        return Ratio(undated_works, counts.cited)
    return undecided_reason(undecided_pages) or Inapplicable("cites no scholarly work")
