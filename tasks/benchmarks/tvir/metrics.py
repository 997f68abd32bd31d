"""The metrics of TVIR on a scale of 0 to 100: textual and visual assessment, their means, and counts beside them.

The columns of Table 1 of the paper (arXiv 2606.02320, B.1 and B.2). Where a score run holds several independent
judgings, a metric is its mean over them. "Released" is the paper's published code, where it departs from the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import fsum
from typing import Any

from tasks.benchmark import mean_grade, metric
from tasks.benchmarks.tvir.figures import JudgedFigure, image_quality
from tasks.benchmarks.tvir.rows import (
    ChartCheck,
    ChecklistItem,
    FigureGrade,
    IssueCount,
    ItemVerdict,
    ReportGrade,
    SupportVerdict,
)
from tasks.benchmarks.tvir.scales import chart_grade, consistency_grade
from tasks.benchmarks.tvir.settings import ANALYSIS, CAPTION, CHART_CHECKS, COMPOSITION, INTEGRATION, WRITING
from tasks.pictures.similarity import Mode
from tasks.records import Statement, Unscored
from tasks.records.figures import PictureMeasures, StructuralError
from tasks.records.unscored import BUDGET, left_by_budget, left_by_page
from tasks.statistics import Found, Inapplicable, NotGiven, Ratio

PAPER = "arXiv 2606.02320"
_SUPPORT = {"supported": 1.0, "partial": 0.5, "unsupported": 0.0, "unreachable": 0.0}

points = partial(metric, unit="points", range=(0.0, 100.0), digits=2)
textual = partial(points, source=f"{PAPER}, section 3.4.2 and B.1", shown="paper", under="Textual assessment")
visual = partial(points, source=f"{PAPER}, section 3.4.3 and B.2", shown="paper", under="Visual assessment")
aggregate = partial(points, source=f"{PAPER}, section 3.4", shown="paper", under="Aggregate", charted=True)
other = partial(points, shown="detail")
count = partial(metric, range=(0.0, None), direction=None, worst=0.0, digits=1, source="ours", shown="detail")
errors = partial(metric, source=f"{PAPER}, section 5.3 and figure 7", unit="errors", range=(0.0, None), digits=1)
error = partial(errors, direction="lower", worst=None, shown="detail")


@textual("CS")
def cs(facts: Sequence[SupportVerdict]) -> Found:
    """Mean support of the cited statements by all their pages: 1, 0.5 or 0.

    A page that nobody can have supports nothing. Statements that we failed on are left out; a report without citations
    has 0.
    """
    return _by_judging(facts, lambda rows: _mean(_supports(rows), len(rows), rows, "cites nothing"))


@textual("IA")
def ia(items: Sequence[ItemVerdict], checklist: Sequence[ChecklistItem]) -> Found:
    """Mean over the items of the checklist: 1, 0.5 or 0.

    It has no value where the judge failed on an item.
    """
    if not items and checklist:
        return Unscored("the judge gave no verdict")
    return _by_judging(items, lambda rows: _alignment(rows, checklist))


@textual("WQ")
def wq(grades: Sequence[ReportGrade]) -> Found:
    """Mean of four grades of the writing: coherence, clarity, conciseness, style."""
    return _report_grade(grades, "wq", WRITING)


@textual("ADB")
def adb(grades: Sequence[ReportGrade]) -> Found:
    """Mean of five grades of depth and breadth: causes, depth, criticism, outlook, breadth."""
    return _report_grade(grades, "adb", ANALYSIS)


@textual("FLC")
def flc(consistency: Sequence[IssueCount]) -> Found:
    """Grade for the number of contradictions of the report with itself (Table 10).

    Contradictions are counted from the judge's list: each once, with two quotes that are found in the report.
    """
    return _issue_grade(consistency, lambda row: row.issues)


@visual("FQ")
def fq(
    figures: Sequence[JudgedFigure], measures: Sequence[PictureMeasures], chart_checks: Sequence[ChartCheck]
) -> Found:
    """Quality of images and of charts, weighted by their numbers; image quality as the paper computes it.

    A broken image has the quality 0; a figure of unknown type counts as an image.
    """
    return _figure_quality(figures, measures, chart_checks, "paper")


@visual("MC")
def mc(figures: Sequence[JudgedFigure], grades: Sequence[ReportGrade]) -> Found:
    """Mean of two grades of the composition: layout and quantity, variety and richness.

    The grade for variety is kept within the range that the kinds of figures allow.
    """
    return _absent(figures) or _report_grade(grades, "mc", COMPOSITION)


@visual("FCQ")
def fcq(figures: Sequence[JudgedFigure], figure_grades: Sequence[FigureGrade]) -> Found:
    """Mean over figures of three grades of the caption: accuracy, sufficiency, clarity; 0 without a caption."""
    return _figure_grade(figures, figure_grades, "fcq", CAPTION, lambda figure: figure.captioned)


@visual("FCI")
def fci(figures: Sequence[JudgedFigure], figure_grades: Sequence[FigureGrade]) -> Found:
    """Mean over figures of three grades of its place in the text: relevance, coherence, value; 0 without context."""
    return _figure_grade(figures, figure_grades, "fci", INTEGRATION, lambda figure: figure.in_context)


@visual("CSC")
def csc(figures: Sequence[JudgedFigure], chart_sources: Sequence[IssueCount]) -> Found:
    """Mean over charts of the grade for the number of contradictions with their sources (Table 11).

    0 for a chart that cites nothing, or nothing that anybody can have; charts that we failed on are left out.
    """
    return _chart_consistency(figures, chart_sources, lambda row: row.issues)


@aggregate("TA")
def ta(
    facts: Sequence[SupportVerdict],
    items: Sequence[ItemVerdict],
    checklist: Sequence[ChecklistItem],
    grades: Sequence[ReportGrade],
    consistency: Sequence[IssueCount],
) -> Found:
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
) -> Found:
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
) -> Found:
    """The mean of textual and visual assessment."""
    return _mean_of(
        ta(facts, items, checklist, grades, consistency),
        va(figures, measures, grades, figure_grades, chart_checks, chart_sources),
    )


@metric("AEC", source=f"{PAPER}, D.3 and figure 8", unit="statements", range=(0.0, None), digits=2)
def aec(facts: Sequence[SupportVerdict]) -> Found:
    """Average effective citations: the sum of the support of all cited statements.

    A statement that we failed on counts as much as the others do on average; a task without report counts 0.
    """
    return _by_judging(facts, _effective_citations)


@other("CQ", source=f"{PAPER}, B.2")
def cq(figures: Sequence[JudgedFigure], chart_checks: Sequence[ChartCheck]) -> Found:
    """Chart quality: the share of ten checks that charts pass."""
    return _absent(figures, "chart") or _by_judging(chart_checks, lambda rows: _chart_quality(figures, rows))


@other("IQ", source=f"{PAPER}, B.2")
def iq(figures: Sequence[JudgedFigure], measures: Sequence[PictureMeasures]) -> Found:
    """Image quality as the paper computes it: resolution, aspect, sharpness, contrast, less a penalty for copies."""
    return _absent(figures, "image", broken=True) or image_quality(figures, measures, "paper")


@other("IQ ours", source=f"ours, after {PAPER}, B.2")
def iq_ours(figures: Sequence[JudgedFigure], measures: Sequence[PictureMeasures]) -> Found:
    """Image quality with a sharpness that sees blur, and copies told apart from figures that look alike."""
    return _absent(figures, "image", broken=True) or image_quality(figures, measures, "ours")


@other("FQ ours", source=f"ours, after {PAPER}, B.2")
def fq_ours(
    figures: Sequence[JudgedFigure], measures: Sequence[PictureMeasures], chart_checks: Sequence[ChartCheck]
) -> Found:
    """Figure quality with our image quality in place of the paper's."""
    return _figure_quality(figures, measures, chart_checks, "ours")


@other("CS reach.", source=f"ours, after {PAPER}, B.1")
def cs_reachable(facts: Sequence[SupportVerdict]) -> Found:
    """Mean support of the cited statements whose pages can be had."""
    reached = [row for row in facts if row.outcome != "unreachable"]
    if facts and not reached:
        return NotGiven("no cited page can be had")
    return _by_judging(reached, lambda rows: _mean(_supports(rows), len(rows), rows, "cites nothing"))


@other("FLC rel.", source=f"ours, after {PAPER}, B.1")
def flc_released(consistency: Sequence[IssueCount]) -> Found:
    """FLC as released: from the total that the judge states, whatever it lists."""
    return _issue_grade(consistency, lambda row: row.issues if row.stated is None else row.stated)


@other("MC rel.", source=f"ours, after {PAPER}, B.2")
def mc_released(figures: Sequence[JudgedFigure], grades: Sequence[ReportGrade]) -> Found:
    """MC as released: the grades as the judge gives them, the one for variety outside of its range, too."""
    return _absent(figures) or _report_grade(grades, "mc", COMPOSITION, raw=True)


@other("CSC rel.", source=f"ours, after {PAPER}, B.2")
def csc_released(figures: Sequence[JudgedFigure], chart_sources: Sequence[IssueCount]) -> Found:
    """CSC as released: from the stated totals; a chart whose sources cannot be had contradicts none, and has 10."""
    return _chart_consistency(
        figures,
        chart_sources,
        lambda row: 0 if row.outcome == "unreachable" else row.issues if row.stated is None else row.stated,
    )


@count("Facts", unit="statements")
def cited_facts(statements: Sequence[Statement]) -> Found:
    """Statements with citations per report."""
    return Ratio(sum(statement.cited for statement in statements), 1)


@count("Images", unit="figures")
def images(figures: Sequence[JudgedFigure]) -> Found:
    """Images per report that can be shown."""
    return Ratio(sum(figure.status == "ok" and figure.kind == "image" for figure in figures), 1)


@count("Charts", unit="figures")
def charts(figures: Sequence[JudgedFigure]) -> Found:
    """Charts per report that can be shown."""
    return Ratio(sum(figure.status == "ok" and figure.kind == "chart" for figure in figures), 1)


@error("Invalid figures", source="ours", unit="figures")
def invalid_figures(figures: Sequence[JudgedFigure]) -> Found:
    """Figures per report without a usable picture: missing, broken, empty, or drawn in text."""
    return Ratio(sum(figure.status == "invalid" for figure in figures), 1)


@error("Traceability")
def traceability_errors(structure: Sequence[StructuralError]) -> Found:
    """Facts and figures per report without an accessible source."""
    return Ratio(sum(one.dimension == "traceability" for one in structure), 1)


@error("Consistency")
def consistency_errors(structure: Sequence[StructuralError]) -> Found:
    """Faults per report in the numbers of citations, references and figures."""
    return Ratio(sum(one.dimension == "consistency" for one in structure), 1)


@error("Completeness")
def completeness_errors(structure: Sequence[StructuralError]) -> Found:
    """Broken, missing or unfinished parts per report."""
    return Ratio(sum(one.dimension == "completeness" for one in structure), 1)


def _by_judging(rows: Sequence[Any], value: Callable[[Sequence[Any]], Found]) -> Found:
    """The mean of a value over the judgings that have one; the failure of the first where none has."""
    found = [value([row for row in rows if row.repeat == repeat]) for repeat in sorted({row.repeat for row in rows})]
    values = [one for one in found if isinstance(one, Ratio)]
    if len(values) > 1:
        return Ratio(fsum(one.value for one in values), len(values))
    return values[0] if values else found[0] if found else value(())


def _mean(values: Sequence[float], asked: int, rows: Iterable[Any], nothing: str) -> Found:
    """The mean on the scale of 0 to 100 of values from 0 to 1; a failure if all that was asked failed."""
    if values:
        return Ratio(100 * fsum(values), len(values))
    return _failure(rows) if asked else NotGiven(nothing)


def _failure(rows: Iterable[Any]) -> Unscored:
    reasons = sorted(row.reason for row in rows)
    if any(map(left_by_budget, reasons)):
        return Unscored(BUDGET)
    if reasons and left_by_page(reasons[0]):
        return Unscored("cited pages could not be read", reasons[0])
    return Unscored(f"the judge failed: {reasons[0]}" if reasons and reasons[0] else "the judge gave no verdict")


def _supports(facts: Sequence[SupportVerdict]) -> list[float]:
    return [_SUPPORT[row.outcome] for row in facts if row.outcome != "failed"]


def _effective_citations(facts: Sequence[SupportVerdict]) -> Found:
    supports = _supports(facts)
    if facts and not supports:
        return _failure(facts)
    return Ratio(fsum(supports) * len(facts), len(supports)) if facts else NotGiven("cites nothing")


def _alignment(rows: Sequence[ItemVerdict], checklist: Sequence[ChecklistItem]) -> Found:
    scores = {row.item: row.score for row in rows}
    answered = [score for item in checklist if (score := scores.get(item.number)) is not None]
    if len(answered) < len(checklist):
        return _failure(row for row in rows if row.score is None)
    return Ratio(100 * fsum(answered), len(answered)) if answered else Inapplicable("there is no checklist")


def _report_grade(grades: Sequence[ReportGrade], name: str, dimensions: Sequence[str], *, raw: bool = False) -> Found:
    def of(rows: Sequence[ReportGrade]) -> Found:
        by_dimension = {row.dimension: _Raw(row.raw, row.reason) if raw else row for row in rows}
        mean = mean_grade(by_dimension, dimensions)
        return Ratio(10 * mean.value, 1) if isinstance(mean, Ratio) else mean

    return _by_judging([row for row in grades if row.metric == name], of)


def _issue_grade(consistency: Sequence[IssueCount], issues: Callable[[IssueCount], int | None]) -> Found:
    def of(rows: Sequence[IssueCount]) -> Found:
        counts = [number for row in rows if row.outcome == "judged" and (number := issues(row)) is not None]
        return Ratio(10 * consistency_grade(counts[0]), 1) if counts else _failure(rows)

    return _by_judging(consistency, of)


def _absent(figures: Sequence[JudgedFigure], kind: str = "", *, broken: bool = False) -> Found | None:
    """Why nothing is measured of figures of a kind: there are none, or we failed on all; None if there are some."""
    of_kind = [figure for figure in figures if kind in ("", figure.kind)]
    if any(figure.status == "ok" or (broken and figure.status == "invalid") for figure in of_kind):
        return None
    if any(figure.status == "failed" for figure in of_kind):
        return Unscored("no figure could be had, by our fault")
    return NotGiven(f"no {kind or 'figure'}")


def _figure_quality(
    figures: Sequence[JudgedFigure],
    measures: Sequence[PictureMeasures],
    chart_checks: Sequence[ChartCheck],
    mode: Mode,
) -> Found:
    if nothing := _absent(figures, broken=True):
        return nothing
    weights = {
        kind: sum(figure.kind == kind and figure.status in statuses for figure in figures)
        for kind, statuses in (("image", ("ok", "invalid")), ("chart", ("ok",)))
    }
    if not any(weights.values()):
        return NotGiven("no figure")
    of_images = image_quality(figures, measures, mode) if weights["image"] else Ratio(0, 1)
    of_charts = cq(figures, chart_checks) if weights["chart"] else Ratio(0, 1)
    if not isinstance(of_images, Ratio):
        return of_images
    if not isinstance(of_charts, Ratio):
        return of_charts
    total = weights["image"] * of_images.value + weights["chart"] * of_charts.value
    return Ratio(total, sum(weights.values()))


def _chart_quality(figures: Sequence[JudgedFigure], rows: Sequence[ChartCheck]) -> Found:
    return _over_figures(figures, "chart", rows, lambda of: _checked({row.check: row.score for row in of}))


def _checked(scores: dict[str, int | None]) -> float | None:
    passed = [score for name in CHART_CHECKS if (score := scores.get(name)) is not None]
    return sum(passed) / len(CHART_CHECKS) if len(passed) == len(CHART_CHECKS) else None


def _figure_grade(
    figures: Sequence[JudgedFigure],
    grades: Sequence[FigureGrade],
    name: str,
    dimensions: Sequence[str],
    has: Callable[[JudgedFigure], bool],
) -> Found:
    missing = {figure.number for figure in figures if not has(figure)}

    def of(rows: Sequence[FigureGrade]) -> Found:
        return _over_figures(figures, "", rows, graded, missing)

    def graded(rows: Sequence[FigureGrade]) -> float | None:
        mean = mean_grade({row.dimension: row for row in rows}, dimensions)
        return mean.value / 10 if isinstance(mean, Ratio) else None

    return _absent(figures) or _by_judging([row for row in grades if row.metric == name], of)


def _chart_consistency(
    figures: Sequence[JudgedFigure], sources: Sequence[IssueCount], issues: Callable[[IssueCount], int | None]
) -> Found:
    def grade(rows: Sequence[IssueCount]) -> float | None:
        row = rows[0]
        if row.outcome == "failed":
            return None
        number = issues(row)
        return 0.0 if number is None else chart_grade(number) / 10

    return _absent(figures, "chart") or _by_judging(sources, lambda rows: _over_figures(figures, "chart", rows, grade))


def _over_figures(
    figures: Sequence[JudgedFigure],
    kind: str,
    rows: Sequence[Any],
    value: Callable[[Sequence[Any]], float | None],
    worst: Iterable[int] = (),
) -> Found:
    """The mean over the figures of a kind that can be shown; those that we failed on are left out."""
    shown = [figure.number for figure in figures if figure.status == "ok" and kind in ("", figure.kind)]
    of = {number: [row for row in rows if row.figure == number] for number in shown}
    values = [0.0 if number in worst else value(of[number]) if of[number] else None for number in shown]
    return _mean([one for one in values if one is not None], len(shown), [row for row in rows if row.figure in of], "")


def _mean_of(*found: Found) -> Found:
    """The mean of metrics of one report: what the agent did not give counts 0, and our failure leaves no value."""
    if failed := next((one for one in found if not isinstance(one, Ratio | NotGiven)), None):
        return failed
    given = [one.value for one in found if isinstance(one, Ratio)]
    return Ratio(fsum(given), len(found)) if given else found[0]


class _Raw:
    """A grade as the judge gave it."""

    def __init__(self, score: int | None, reason: str) -> None:
        self.score, self.reason = score, reason
