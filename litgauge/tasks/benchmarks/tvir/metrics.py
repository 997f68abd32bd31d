"""The metrics of TVIR on a scale of 0 to 100: textual and visual assessment, their means, and counts beside them.

The columns of Table 1 of the paper (arXiv 2606.02320, B.1 and B.2). Where a score run holds several independent
judgings, a metric is its mean over them. "Released" is the paper's published code, where it departs from the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum

from litgauge.tasks.benchmark import mean_grade, metric
from litgauge.tasks.benchmarks.tvir.distinct_facts import distinct_facts
from litgauge.tasks.benchmarks.tvir.rows import ChecklistItem, ItemVerdict, ReportGrade, SupportVerdict
from litgauge.tasks.benchmarks.tvir.scales import consistency_grade
from litgauge.tasks.benchmarks.tvir.settings import ANALYSIS, COMPOSITION, WRITING
from litgauge.tasks.figures import metrics as of_figures
from litgauge.tasks.figures.means import absent, by_judging, failure, mean
from litgauge.tasks.figures.metrics import PAPER, count, csc, fci, fcq, fq, other, points, visual
from litgauge.tasks.figures.quality import JudgedFigure
from litgauge.tasks.figures.rows import ChartCheck, FigureGrade, IssueCount
from litgauge.tasks.records import Statement, Unscored
from litgauge.tasks.records.figures import PictureMeasures
from litgauge.tasks.statistics import Inapplicable, MetricValue, NotGiven, Ratio

_SUPPORT = {"supported": 1.0, "partial": 0.5, "unsupported": 0.0, "unreachable": 0.0}

textual = partial(points, source=f"{PAPER}, section 3.4.2 and B.1", shown="paper", under="Textual assessment")
aggregate = partial(points, source=f"{PAPER}, section 3.4", shown="paper", under="Aggregate", charted=True)


@textual("CS")
def cs(facts: Sequence[SupportVerdict]) -> MetricValue:
    """Mean support of the cited statements by all their pages: 1, 0.5 or 0.

    A page that nobody can have supports nothing. Statements that we failed on are left out; a report without citations
    has 0.
    """
    return by_judging(facts, lambda rows: mean(_supports(rows), len(rows), rows, "cites nothing"))


@textual("IA")
def ia(items: Sequence[ItemVerdict], checklist: Sequence[ChecklistItem]) -> MetricValue:
    """Mean over the items of the checklist: 1, 0.5 or 0.

    It has no value where the judge failed on an item.
    """
    if not items and checklist:
        return Unscored("the judge gave no verdict")
    return by_judging(items, lambda rows: _alignment(rows, checklist))


@textual("WQ")
def wq(grades: Sequence[ReportGrade]) -> MetricValue:
    """Mean of four grades of the writing: coherence, clarity, conciseness, style."""
    return _report_grade(grades, "wq", WRITING)


@textual("ADB")
def adb(grades: Sequence[ReportGrade]) -> MetricValue:
    """Mean of five grades of depth and breadth: causes, depth, criticism, outlook, breadth."""
    return _report_grade(grades, "adb", ANALYSIS)


@textual("FLC")
def flc(consistency: Sequence[IssueCount]) -> MetricValue:
    """Grade for the number of contradictions of the report with itself (Table 10).

    Contradictions are counted from the judge's list: each once, with two quotes that are found in the report.
    """
    return _issue_grade(consistency, lambda row: row.issues)


@visual("MC")
def mc(figures: Sequence[JudgedFigure], grades: Sequence[ReportGrade]) -> MetricValue:
    """Mean of two grades of the composition: layout and quantity, variety and richness.

    The grade for variety is kept within the range that the kinds of figures allow.
    """
    return absent(figures) or _report_grade(grades, "mc", COMPOSITION)


@aggregate("TA")
def ta(
    facts: Sequence[SupportVerdict],
    items: Sequence[ItemVerdict],
    checklist: Sequence[ChecklistItem],
    grades: Sequence[ReportGrade],
    consistency: Sequence[IssueCount],
) -> MetricValue:
    """Textual assessment: the mean of CS, IA, WQ, ADB and FLC."""
    return _mean_of(cs(facts), ia(items, checklist), wq(grades), adb(grades), flc(consistency))


@aggregate("VA")
def va(
    figures: Sequence[JudgedFigure],
    measures: Sequence[PictureMeasures],
    grades: Sequence[ReportGrade],
    figure_grades: Sequence[FigureGrade],
    chart_checks: Sequence[ChartCheck],
    chart_sources: Sequence[IssueCount],
) -> MetricValue:
    """Visual assessment: the mean of FQ, MC, FCQ, FCI and CSC; 0 for a report without figures."""
    return _mean_of(
        fq(figures, measures, chart_checks),
        mc(figures, grades),
        fcq(figures, figure_grades),
        fci(figures, figure_grades),
        csc(figures, chart_sources),
    )


@aggregate("Overall")
def overall(
    facts: Sequence[SupportVerdict],
    items: Sequence[ItemVerdict],
    checklist: Sequence[ChecklistItem],
    grades: Sequence[ReportGrade],
    consistency: Sequence[IssueCount],
    figures: Sequence[JudgedFigure],
    measures: Sequence[PictureMeasures],
    figure_grades: Sequence[FigureGrade],
    chart_checks: Sequence[ChartCheck],
    chart_sources: Sequence[IssueCount],
) -> MetricValue:
    """The mean of textual and visual assessment."""
    return _mean_of(
        ta(facts, items, checklist, grades, consistency),
        va(figures, measures, grades, figure_grades, chart_checks, chart_sources),
    )


@metric("AEC", source=f"{PAPER}, D.3 and figure 8", unit="statements", range=(0.0, None), digits=2)
def aec(facts: Sequence[SupportVerdict]) -> MetricValue:
    """Average effective citations: the sum of the support of all cited statements.

    A statement that we failed on counts as much as the others do on average; a task without report counts 0.
    """
    return by_judging(facts, _effective_citations)


@other("AEC dist.", source=f"ours, after {PAPER}, D.3", unit="statements", range=(0.0, None))
def aec_distinct(facts: Sequence[SupportVerdict], statements: Sequence[Statement]) -> MetricValue:
    """AEC over distinct statements: one that repeats an earlier one on the same pages adds nothing.

    The released code leaves repetitions out, by asking a model; here a rule does. The paper counts them.
    """
    distinct = distinct_facts(facts, statements)
    return by_judging([row for row in facts if row.statement in distinct], _effective_citations)


@other("CS reach.", source=f"ours, after {PAPER}, B.1")
def cs_reachable(facts: Sequence[SupportVerdict]) -> MetricValue:
    """Mean support of the cited statements whose pages can be had."""
    reached = [row for row in facts if row.outcome != "unreachable"]
    if facts and not reached:
        return NotGiven("no cited page can be had")
    return by_judging(reached, lambda rows: mean(_supports(rows), len(rows), rows, "cites nothing"))


@other("FLC rel.", source=f"ours, after {PAPER}, B.1")
def flc_released(consistency: Sequence[IssueCount]) -> MetricValue:
    """FLC as released: from the total that the judge states, whatever it lists."""
    return _issue_grade(consistency, lambda row: row.issues if row.stated is None else row.stated)


@other("MC rel.", source=f"ours, after {PAPER}, B.2")
def mc_released(figures: Sequence[JudgedFigure], grades: Sequence[ReportGrade]) -> MetricValue:
    """MC as released: the grades as the judge gives them, the one for variety outside of its range, too."""
    return absent(figures) or _report_grade(grades, "mc", COMPOSITION, raw=True)


@count("Facts", unit="statements")
def cited_facts(statements: Sequence[Statement]) -> MetricValue:
    """Statements with citations per report."""
    return Ratio(sum(statement.cited for statement in statements), 1)


@count("Distinct facts", unit="statements")
def distinct_cited_facts(facts: Sequence[SupportVerdict], statements: Sequence[Statement]) -> MetricValue:
    """Judged statements with citations per report that repeat no earlier one on the same pages."""
    if facts and not _supports(facts):
        return failure(facts)
    return Ratio(len(distinct_facts(facts, statements)), 1)


def _supports(facts: Sequence[SupportVerdict]) -> list[float]:
    return [_SUPPORT[row.outcome] for row in facts if row.outcome != "failed"]


def _effective_citations(facts: Sequence[SupportVerdict]) -> MetricValue:
    supports = _supports(facts)
    if facts and not supports:
        return failure(facts)
    return Ratio(fsum(supports) * len(facts), len(supports)) if facts else NotGiven("cites nothing")


def _alignment(rows: Sequence[ItemVerdict], checklist: Sequence[ChecklistItem]) -> MetricValue:
    scores = {row.item: row.score for row in rows}
    answered = [score for item in checklist if (score := scores.get(item.number)) is not None]
    if len(answered) < len(checklist):
        return failure(row for row in rows if row.score is None)
    return Ratio(100 * fsum(answered), len(answered)) if answered else Inapplicable("there is no checklist")


def _report_grade(
    grades: Sequence[ReportGrade], name: str, dimensions: Sequence[str], *, raw: bool = False
) -> MetricValue:
    def of(rows: Sequence[ReportGrade]) -> MetricValue:
        by_dimension = {row.dimension: _Raw(row.raw, row.reason) if raw else row for row in rows}
        mean = mean_grade(by_dimension, dimensions)
        return Ratio(10 * mean.value, 1) if isinstance(mean, Ratio) else mean

    return by_judging([row for row in grades if row.metric == name], of)


def _issue_grade(consistency: Sequence[IssueCount], issues: Callable[[IssueCount], int | None]) -> MetricValue:
    def of(rows: Sequence[IssueCount]) -> MetricValue:
        counts = [number for row in rows if row.outcome == "judged" and (number := issues(row)) is not None]
        return Ratio(10 * consistency_grade(counts[0]), 1) if counts else failure(rows)

    return by_judging(consistency, of)


def _mean_of(*outcomes: MetricValue) -> MetricValue:
    """The mean of metrics of one report: what the agent did not give counts 0, and our failure leaves no value."""
    if failed := next((outcome for outcome in outcomes if not isinstance(outcome, Ratio | NotGiven)), None):
        return failed
    values = [outcome.value for outcome in outcomes if isinstance(outcome, Ratio)]
    return Ratio(fsum(values), len(outcomes)) if values else outcomes[0]


class _Raw:
    """A grade as the judge gave it."""

    def __init__(self, score: int | None, reason: str) -> None:
        self.score, self.reason = score, reason


METRICS = (
    cs, ia, wq, adb, flc, fq, mc, fcq, fci, csc, ta, va, overall, aec,
    of_figures.cq, of_figures.iq, of_figures.iq_ours, of_figures.fq_ours, cs_reachable, flc_released, mc_released,
    of_figures.csc_released, cited_facts, distinct_cited_facts, aec_distinct,
    of_figures.images, of_figures.charts, of_figures.invalid_figures,
    of_figures.traceability_errors, of_figures.consistency_errors, of_figures.completeness_errors,
    of_figures.chart_data, of_figures.sourced_numbers, of_figures.truncated_axes, of_figures.alternative_texts,
    of_figures.image_origins, of_figures.image_licences,
)  # fmt: skip
"""The columns of Table 1 of the paper, and what stands beside them."""
