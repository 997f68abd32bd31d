"""Counts for the metrics: references, cited statements, statements without citation.

Source: ReportBench, arXiv 2508.15804, sections 2.2, 3.1, 3.2 and 4.

References: the cited works are the distinct scholarly works of a report; other pages and repeated citations of a work
do not count. Table 1 of the paper is the mean over reports of precision, recall and number of references.

Cited statements: the unit is the (statement, page) pair, as in the paper's extraction; the rates over distinct
statements are given too. Pairs that the judge failed on are in no rate. An unreachable page counts as a mismatch, as
in the paper's text (section 4); the released code leaves it out, and so do the `_reachable` rates. If the judge
failed on every readable page there is no rate: the unreachable pages need no judge, and alone would make the
rate the worst value.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.identity.reference_counts import ReferenceCounts
from litgauge.tasks.records import FactVerdict, JointVerdict, PairVerdict, ReferenceMatch
from litgauge.tasks.records.scoring import PairOutcome
from litgauge.tasks.records.unscored import BUDGET, left_by_budget, left_by_page
from litgauge.tasks.statistics import Inapplicable, MetricValue, NotGiven, Ratio, Unscored

_NO_CITATION = NotGiven("cites nothing")


def reference_counts(matches: Iterable[ReferenceMatch], listed: int) -> ReferenceCounts:
    """Return the counts of a report; repeated citations of a work do not count."""
    from litgauge.tasks.identity.matching import REPEATED  # loads what matches works

    rows = [match for match in matches if match.rule != REPEATED]
    return ReferenceCounts(len(rows), listed, sum(bool(match.key) for match in rows))


def undecided_reason(undecided_pages: int) -> Unscored | None:
    """Return why a report without a cited work is unscored: we could not decide whether some of its pages are works."""
    return Unscored("no cited page could be told") if undecided_pages else None


@dataclass(frozen=True, slots=True)
class OutcomeCounts:
    """Outcomes of pairs or of statements."""

    supported: int
    not_supported: int
    unreachable: int
    judge_failed: int
    left_by_budget: bool = False  # whether the budget was used up before some of these were asked
    unheard: bool = False  # whether the judge failed on some readable page
    left_by_page: bool = False  # whether all failures are due to pages that we could not get

    @property
    def reached(self) -> int:
        """Return the number whose page was read and judged."""
        return self.supported + self.not_supported

    @property
    def judged(self) -> int:
        """Return the number with a verdict, including unreachable pages."""
        return self.reached + self.unreachable

    @property
    def tell(self) -> bool:
        """Return whether these counts make a rate.

        They do not if the judge failed and all verdicts are of pages that need no judge.
        """
        return bool(self.reached or (self.unreachable and not self.unheard))


def pair_counts(pairs: Sequence[PairVerdict]) -> OutcomeCounts:
    """Return the outcomes of the (statement, page) pairs."""
    return _counts([pair.outcome for pair in pairs], pairs)


def statement_counts(pairs: Sequence[PairVerdict]) -> OutcomeCounts:
    """Return the outcomes of the distinct statements.

    One page that supports a statement is enough. Without one, a statement with a pair that the judge failed on is
    failed, because that page might have; then one page that was read makes it not supported.
    """
    outcomes: dict[tuple[str, int], set[PairOutcome]] = defaultdict(set)
    for pair in pairs:
        outcomes[pair.report_id, pair.statement].add(pair.outcome)
    order: tuple[PairOutcome, ...] = ("supported", "judge-failed", "not-supported", "unreachable")
    return _counts([next(name for name in order if name in outcome) for outcome in outcomes.values()], pairs)


def joint_counts(pairs: Sequence[PairVerdict], joint: Sequence[JointVerdict]) -> OutcomeCounts:
    """Return the outcomes of the distinct statements with all their pages together; for one page, that of the pair.

    A statement with several pages without a joint verdict (in an older run) is judge-failed.
    """
    outcomes: dict[tuple[str, int], dict[str, PairOutcome]] = defaultdict(dict)
    for pair in pairs:
        outcomes[pair.report_id, pair.statement][pair.page] = pair.outcome
    together = {(verdict.report_id, verdict.statement): verdict.outcome for verdict in joint}
    return _counts(
        [together.get(key, "judge-failed") if len(of) > 1 else next(iter(of.values())) for key, of in outcomes.items()],
        [*pairs, *joint],
    )


def strict_rate(counts: OutcomeCounts) -> MetricValue:
    """Return the share of supported ones among all judged, [0, 1]; an unreachable page is a mismatch."""
    if counts.tell:
        return Ratio(counts.supported, counts.judged)
    return _failed(counts) if counts.judge_failed else _NO_CITATION


def reachable_rate(counts: OutcomeCounts) -> MetricValue:
    """Return the share of supported ones among those with a readable page, [0, 1]."""
    if counts.reached:
        return Ratio(counts.supported, counts.reached)
    if counts.judge_failed:
        return _failed(counts)
    return NotGiven("no cited page can be reached") if counts.unreachable else _NO_CITATION


def hallucinated_share(pairs: Sequence[PairVerdict], kind: Literal["citation", "statement"]) -> MetricValue:
    """Return the share of judged pairs with a hallucination of this kind, [0, 1]."""
    counts = pair_counts(pairs)
    if not counts.tell:
        return _failed(counts) if pairs else Inapplicable("cites nothing")
    hallucinated = [pair for pair in pairs if pair.outcome != "judge-failed" and pair.hallucination == kind]
    return Ratio(len(hallucinated), counts.judged)


def _failed(counts: OutcomeCounts) -> Unscored:
    """Return why there is no value if nothing was judged."""
    if counts.left_by_budget:
        return Unscored(BUDGET)
    return Unscored("no cited page could be had, by our fault" if counts.left_by_page else "judge failed")


def _counts(outcomes: Sequence[PairOutcome], verdicts: Sequence[PairVerdict | JointVerdict]) -> OutcomeCounts:
    counts = Counter(outcomes)
    failed = [verdict for verdict in verdicts if verdict.outcome == "judge-failed"]
    return OutcomeCounts(
        supported=counts["supported"],
        not_supported=counts["not-supported"],
        unreachable=counts["unreachable"],
        judge_failed=counts["judge-failed"],
        left_by_budget=any(left_by_budget(pair.reason) for pair in failed),
        unheard=any(bool(pair.question) for pair in failed),  # a page that we failed on has no question
        left_by_page=bool(failed) and all(left_by_page(pair.reason) for pair in failed),
    )


@dataclass(frozen=True, slots=True)
class FactCounts:
    """Outcomes of statements; only the first two count for the accuracy."""

    true: int
    false: int
    undecided: int  # the judges disagreed, or too few decided
    unscored: int  # the judges failed
    unsorted: int  # of the unscored: it is unknown whether they are facts
    drawn: int  # number with votes
    not_sampled: int  # number outside the sample
    left_by_budget: bool  # whether the budget was used up before some of the unscored ones had votes

    @property
    def weight(self) -> float:
        """Return how many facts of the report each fact in the sample represents.

        The draw gives all of them the same chance.
        """
        return (self.drawn + self.not_sampled) / self.drawn if self.drawn else 1.0

    def failed(self, why: str = "judge failed") -> Unscored:
        """Return why there is no value if nothing could be counted; `why` unless the budget was used up."""
        return Unscored(BUDGET if self.left_by_budget else why)


def fact_counts(facts: Sequence[FactVerdict]) -> FactCounts:
    """Return the outcomes of the statements without citation."""
    counts = Counter(fact.truth for fact in facts)
    drawn = sum(bool(fact.votes) for fact in facts)
    beyond_budget = any(left_by_budget(reason) for fact in facts if fact.truth == "unscored" for reason in fact.reasons)
    return FactCounts(
        true=counts["true"],
        false=counts["false"],
        undecided=counts["undecided"],
        unscored=counts["unscored"],
        unsorted=sum(fact.truth == "unscored" and not fact.votes for fact in facts),
        drawn=drawn,
        not_sampled=counts["not-sampled"],
        left_by_budget=beyond_budget,
    )
