"""The metrics of figures, on a scale of 0 to 100 (arXiv 2606.02320, B.2), and counts beside them.

Where a score run holds several independent judgings, a metric is its mean over them. "Released" is the paper's
published code, where it departs from the paper.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from litgauge.tasks.benchmark import mean_grade, metric
from litgauge.tasks.figures.means import absent, by_judging, over_figures
from litgauge.tasks.figures.quality import JudgedFigure, image_quality
from litgauge.tasks.figures.rows import (
    CAPTION,
    CHART_CHECKS,
    INTEGRATION,
    ChartCheck,
    FigureFacts,
    FigureGrade,
    IssueCount,
)
from litgauge.tasks.records.figures import PictureMeasures, StructuralError
from litgauge.tasks.statistics import Inapplicable, MetricValue, NotGiven, Ratio

if TYPE_CHECKING:
    from litgauge.tasks.pictures.similarity import Mode

PAPER: Final = "arXiv 2606.02320"
_CHART_STEPS: Final = tuple(range(1, 10))

points = partial(metric, unit="points", range=(0.0, 100.0), digits=2)
visual = partial(points, source=f"{PAPER}, section 3.4.3 and B.2", shown="paper", under="Visual assessment")
other = partial(points, shown="detail")
count = partial(metric, range=(0.0, None), direction=None, worst=0.0, digits=1, source="ours", shown="detail")
errors = partial(metric, source=f"{PAPER}, section 5.3 and figure 7", unit="errors", range=(0.0, None), digits=1)
error = partial(errors, direction="lower", worst=None, shown="detail")


@visual("FQ")
def fq(
    figures: Sequence[JudgedFigure], measures: Sequence[PictureMeasures], chart_checks: Sequence[ChartCheck]
) -> MetricValue:
    """Quality of images and of charts, weighted by their numbers; image quality as the paper computes it.

    A broken image has the quality 0; a figure of unknown type counts as an image.
    """
    return _figure_quality(figures, measures, chart_checks, "paper")


@visual("FCQ")
def fcq(figures: Sequence[JudgedFigure], figure_grades: Sequence[FigureGrade]) -> MetricValue:
    """Mean over figures of three grades of the caption: accuracy, sufficiency, clarity; 0 without a caption."""
    return _figure_grade(figures, figure_grades, "fcq", CAPTION, lambda figure: figure.captioned)


@visual("FCI")
def fci(figures: Sequence[JudgedFigure], figure_grades: Sequence[FigureGrade]) -> MetricValue:
    """Mean over figures of three grades of its place in the text: relevance, coherence, value; 0 without context."""
    return _figure_grade(figures, figure_grades, "fci", INTEGRATION, lambda figure: figure.in_context)


@visual("CSC")
def csc(figures: Sequence[JudgedFigure], chart_sources: Sequence[IssueCount]) -> MetricValue:
    """Mean over charts of the grade for the number of contradictions with their sources (Table 11).

    0 for a chart that cites nothing, or nothing that anybody can have; charts that we failed on are left out.
    """
    return _chart_consistency(figures, chart_sources, lambda row: row.issues)


@other("CQ", source=f"{PAPER}, B.2")
def cq(figures: Sequence[JudgedFigure], chart_checks: Sequence[ChartCheck]) -> MetricValue:
    """Chart quality: the share of ten checks that charts pass."""
    return absent(figures, "chart") or by_judging(chart_checks, lambda rows: _chart_quality(figures, rows))


@other("IQ", source=f"{PAPER}, B.2")
def iq(figures: Sequence[JudgedFigure], measures: Sequence[PictureMeasures]) -> MetricValue:
    """Image quality as the paper computes it: resolution, aspect, sharpness, contrast, less a penalty for copies."""
    return absent(figures, "image", broken=True) or image_quality(figures, measures, "paper")


@other("IQ ours", source=f"ours, after {PAPER}, B.2")
def iq_ours(figures: Sequence[JudgedFigure], measures: Sequence[PictureMeasures]) -> MetricValue:
    """Image quality with a sharpness that sees blur, and copies told apart from figures that look alike."""
    return absent(figures, "image", broken=True) or image_quality(figures, measures, "ours")


@other("FQ ours", source=f"ours, after {PAPER}, B.2")
def fq_ours(
    figures: Sequence[JudgedFigure], measures: Sequence[PictureMeasures], chart_checks: Sequence[ChartCheck]
) -> MetricValue:
    """Figure quality with our image quality in place of the paper's."""
    return _figure_quality(figures, measures, chart_checks, "ours")


@other("CSC rel.", source=f"ours, after {PAPER}, B.2")
def csc_released(figures: Sequence[JudgedFigure], chart_sources: Sequence[IssueCount]) -> MetricValue:
    """CSC as released: from the stated totals; a chart whose sources cannot be had contradicts none, and has 10."""
    return _chart_consistency(
        figures,
        chart_sources,
        lambda row: 0 if row.outcome == "unreachable" else row.issues if row.stated is None else row.stated,
    )


share = partial(metric, source="ours", shown="detail", unit="share")


@share("Data")
def chart_data(figure_facts: Sequence[FigureFacts]) -> MetricValue:
    """Share of the numbers of charts' programs and captions that their data hold: a table, or a specification."""
    compared = sum(row.compared for row in figure_facts)
    return _share(sum(row.agreeing for row in figure_facts), compared, "no number to compare with data")


@share("Sourced")
def sourced_numbers(figure_facts: Sequence[FigureFacts]) -> MetricValue:
    """Share of the numbers of charts' data that the pages that they cite state."""
    rows = [row for row in figure_facts if row.in_pages is not None]
    return _share(
        sum(row.in_pages or 0 for row in rows), sum(row.numbers for row in rows), "no data and page to compare"
    )


@error("Truncated axes", source="ours", unit="charts")
def truncated_axes(figure_facts: Sequence[FigureFacts]) -> MetricValue:
    """Charts per report whose bars or areas do not begin at zero, by the code that draws them."""
    return Ratio(sum(row.axis == "truncated" for row in figure_facts), 1)


@share("Alt text")
def alternative_texts(figure_facts: Sequence[FigureFacts]) -> MetricValue:
    """Share of the figures whose alternative text says what they show: no file name, no “figure 1”."""
    return _share(sum(bool(row.alternative) for row in figure_facts), len(figure_facts), "no figure")


@share("Origin")
def image_origins(figures: Sequence[JudgedFigure], figure_facts: Sequence[FigureFacts]) -> MetricValue:
    """Share of the images whose page of origin is named, in caption, source line or the agent's own record."""
    rows = _of_images(figures, figure_facts)
    return _share(sum(bool(row.page) for row in rows), len(rows), "no image")


@share("Licence")
def image_licences(figures: Sequence[JudgedFigure], figure_facts: Sequence[FigureFacts]) -> MetricValue:
    """Share of the images whose open licence is stated by the report, the agent's own record or the page of origin."""
    rows = _of_images(figures, figure_facts)
    return _share(sum(bool(row.licence) for row in rows), len(rows), "no image")


@count("Images", unit="figures")
def images(figures: Sequence[JudgedFigure]) -> MetricValue:
    """Images per report that can be shown."""
    return Ratio(sum(figure.status == "ok" and figure.kind == "image" for figure in figures), 1)


@count("Charts", unit="figures")
def charts(figures: Sequence[JudgedFigure]) -> MetricValue:
    """Charts per report that can be shown."""
    return Ratio(sum(figure.status == "ok" and figure.kind == "chart" for figure in figures), 1)


@error("Invalid figures", source="ours", unit="figures")
def invalid_figures(figures: Sequence[JudgedFigure]) -> MetricValue:
    """Figures per report without a usable picture: missing, broken, empty, or drawn in text."""
    return Ratio(sum(figure.status == "invalid" for figure in figures), 1)


@error("Traceability")
def traceability_errors(structure: Sequence[StructuralError]) -> MetricValue:
    """Facts and figures per report without an accessible source."""
    return Ratio(sum(error.dimension == "traceability" for error in structure), 1)


@error("Consistency")
def consistency_errors(structure: Sequence[StructuralError]) -> MetricValue:
    """Faults per report in the numbers of citations, references and figures."""
    return Ratio(sum(error.dimension == "consistency" for error in structure), 1)


@error("Completeness")
def completeness_errors(structure: Sequence[StructuralError]) -> MetricValue:
    """Broken, missing or unfinished parts per report."""
    return Ratio(sum(error.dimension == "completeness" for error in structure), 1)


def chart_grade(issues: int) -> int:
    """Return the grade of a chart with so many contradictions to its sources, 1 to 10 (Table 11).

    >>> [chart_grade(count) for count in (0, 1, 8, 9, 30)]
    [10, 9, 2, 1, 1]
    """
    return 10 - bisect_right(_CHART_STEPS, issues)


def _figure_quality(
    figures: Sequence[JudgedFigure],
    measures: Sequence[PictureMeasures],
    chart_checks: Sequence[ChartCheck],
    mode: Mode,
) -> MetricValue:
    if absence := absent(figures, broken=True):
        return absence
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


def _chart_quality(figures: Sequence[JudgedFigure], rows: Sequence[ChartCheck]) -> MetricValue:
    return over_figures(figures, "chart", rows, lambda of: _checked({row.check: row.score for row in of}))


def _checked(scores: dict[str, int | None]) -> float | None:
    passed = [score for name in CHART_CHECKS if (score := scores.get(name)) is not None]
    return sum(passed) / len(CHART_CHECKS) if len(passed) == len(CHART_CHECKS) else None


def _figure_grade(
    figures: Sequence[JudgedFigure],
    grades: Sequence[FigureGrade],
    name: str,
    dimensions: Sequence[str],
    has: Callable[[JudgedFigure], bool],
) -> MetricValue:
    missing = {figure.number for figure in figures if not has(figure)}

    def of(rows: Sequence[FigureGrade]) -> MetricValue:
        return over_figures(figures, "", rows, graded, missing)

    def graded(rows: Sequence[FigureGrade]) -> float | None:
        mean = mean_grade({row.dimension: row for row in rows}, dimensions)
        return mean.value / 10 if isinstance(mean, Ratio) else None

    return absent(figures) or by_judging([row for row in grades if row.metric == name], of)


def _chart_consistency(
    figures: Sequence[JudgedFigure], sources: Sequence[IssueCount], issues: Callable[[IssueCount], int | None]
) -> MetricValue:
    def grade(rows: Sequence[IssueCount]) -> float | None:
        row = rows[0]
        if row.outcome == "failed":
            return None
        number = issues(row)
        return 0.0 if number is None else chart_grade(number) / 10

    return absent(figures, "chart") or by_judging(sources, lambda rows: over_figures(figures, "chart", rows, grade))


def _share(part: int, whole: int, reason: str) -> MetricValue:
    return Ratio(part, whole) if whole else Inapplicable(reason)


def _of_images(figures: Sequence[JudgedFigure], rows: Sequence[FigureFacts]) -> list[FigureFacts]:
    images = {figure.number for figure in figures if figure.kind == "image" and figure.status == "ok"}
    return [row for row in rows if row.figure in images]
