"""Gradings of single figures (arXiv 2606.02320, B.2): charts, captions, context, charts against their sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from litgauge.tasks.figures import rows as tables
from litgauge.tasks.figures.questions import (
    CAPTION_QUALITY,
    CHART_QUALITY,
    CHART_SOURCES,
    CONTEXT_INTEGRATION,
    CaptionQuality,
    ChartQuality,
    ChartSources,
    DimensionGrade,
)
from litgauge.tasks.figures.rows import (
    ISSUES,
    REVISIONS,
    CaptionRevision,
    ChartCheck,
    FigureGrade,
    Issue,
    IssueCount,
)
from litgauge.tasks.figures.shown import (
    NOBODY,
    WEAK,
    ShownFigure,
    issue_count,
    repeated,
    sample_of,
    source_of,
)
from litgauge.tasks.judge.asking import NOTHING
from litgauge.tasks.judge.grading import Grading, Judgement
from litgauge.tasks.judge.quotes import find_quote
from litgauge.tasks.offline.illustrated_reports import CHART_CHECKS as CHECK_FIELDS
from litgauge.tasks.records.unscored import PAGE

# Chart Quality, Figure Caption Quality, Figure-Context Integration (B.2)

_UNSEEN = "the judge says that no picture was shown to it"


def _figure_inputs(figure: ShownFigure, **more: Any) -> dict[str, Any]:
    measures = figure.measures
    pixels = {name: getattr(measures, name) for name in ("ink", "blank", "tofu", "short_side")}
    return {"picture": figure.pictures, "measures": pixels, **more}


def _unseen(_figure: ShownFigure, answer: Any) -> str:
    return "" if answer.picture_seen else _UNSEEN


def _check_rows(chart: ShownFigure, judgement: Judgement[ChartQuality]) -> list[ChartCheck]:
    answer, source = judgement.answer, source_of(judgement)
    reason = answer.reason if answer else judgement.failure
    return [
        ChartCheck(
            chart.report_id, chart.figure, check, chart.repeat, int(getattr(answer, field)) if answer else None,
            reason, **source,
        )
        for check, field in zip(tables.CHART_CHECKS, CHECK_FIELDS, strict=True)
    ]  # fmt: skip


CHART_QUALITY_GRADING: Grading[ShownFigure, ChartQuality] = Grading(
    name="chart-quality",
    role="chart_checks",
    things="judged-charts",
    thing=ShownFigure,
    table=tables.CHECKS.name,
    row=ChartCheck,
    questions=(CHART_QUALITY,),
    ask=lambda chart: (CHART_QUALITY, _figure_inputs(chart)),
    rows=_check_rows,
    fault=_unseen,
    subject=repeated,
    sample=sample_of,
)

FigureMetric = Literal["fcq", "fci"]


def _figure_grades(
    metric: FigureMetric, names: Sequence[str], figure: ShownFigure, judgement: Judgement[Any]
) -> list[FigureGrade]:
    source = source_of(judgement)
    rows = []
    for name in names:
        grade: DimensionGrade | None = getattr(judgement.answer, name) if judgement.answer else None
        score, reason = (grade.score, grade.reason) if grade else (None, judgement.failure)
        rows.append(FigureGrade(figure.report_id, figure.figure, metric, name, figure.repeat, score, reason, **source))
    return rows


def better_caption(answer: CaptionQuality, caption: str) -> str:
    """Return the judge's caption if a grade is 6 or lower or the figure has none; "" if the report's own is kept."""
    grades = [answer.accuracy, answer.sufficiency, answer.clarity]
    weak = not caption or min(grade.score for grade in grades) <= WEAK
    return " ".join(answer.better_caption.split()) if weak else ""


def _caption_rows(figure: ShownFigure, judgement: Judgement[CaptionQuality]) -> list[Any]:
    """Return three grades, 0 without a caption, and the judge's caption if it is needed."""
    grades: list[Any] = [*_figure_grades("fcq", tables.CAPTION, figure, judgement)]
    if judgement.answer is None:
        return grades
    if not figure.caption:
        grades = absent_grades("fcq", figure, "there is no caption")
    better = better_caption(judgement.answer, figure.caption)
    revision = [CaptionRevision(figure.report_id, figure.figure, figure.repeat, better)] if better else []
    return [*grades, *revision]


def absent_grades(metric: FigureMetric, figure: ShownFigure, reason: str) -> list[FigureGrade]:
    """Return grades of 0 for a figure without caption or without context (B.2)."""
    names = tables.CAPTION if metric == "fcq" else tables.INTEGRATION
    return [
        FigureGrade(figure.report_id, figure.figure, metric, name, figure.repeat, 0, reason, **NOBODY) for name in names
    ]


def _figure_grading(
    name: str, metric: FigureMetric, role: str, question: Any, ask: Any, rows: Any, also: Any = ()
) -> Grading[ShownFigure, Any]:
    return Grading(
        name=name,
        role=role,
        things=f"{name}-figures",
        thing=ShownFigure,
        table=tables.FIGURE_GRADES.name,
        row=FigureGrade,
        also=also,
        questions=(question,),
        ask=ask,
        rows=rows,
        owns=lambda row: row.metric == metric,
        fault=_unseen,
        subject=repeated,
        sample=sample_of,
    )


CAPTION_GRADING = _figure_grading(
    "caption-quality", "fcq", "figure_grades", CAPTION_QUALITY,
    lambda figure: (CAPTION_QUALITY, _figure_inputs(figure, caption=figure.caption or NOTHING, context=figure.context)),
    _caption_rows,
    (REVISIONS,),
)  # fmt: skip
CONTEXT_GRADING = _figure_grading(
    "context-integration", "fci", "figure_grades", CONTEXT_INTEGRATION,
    lambda figure: (
        (
            CONTEXT_INTEGRATION,
            _figure_inputs(figure, context=figure.context, label=figure.label, caption=figure.caption),
        )
        if figure.context
        else None
    ),
    lambda figure, judgement: _figure_grades("fci", tables.INTEGRATION, figure, judgement),
)  # fmt: skip

# Chart-Source Consistency (Table 11)


def source_issues(chart: ShownFigure, answer: ChartSources) -> list[Issue]:
    """Return the contradictions of an answer; one counts if its quote is in the passages and not listed before."""
    earlier_keys: set[tuple[str, str | None]] = set()
    issues = []
    for number, entry in enumerate(answer.contradictions):
        place = find_quote(entry.quote, chart.passages)
        key = (entry.shown.casefold(), place)
        reason = "not in the passages" if place is None else "listed before" if key in earlier_keys else ""
        earlier_keys.add(key)
        issues.append(
            Issue(
                chart.report_id, chart.figure, chart.repeat, number, entry.description, entry.shown, entry.quote,
                "", not reason, reason,
            )
        )  # fmt: skip
    return issues


def uncompared_chart(chart: ShownFigure) -> IssueCount:
    """Return the row of a chart whose sources have nothing to compare with."""
    outcome: Literal["no-source", "unreachable", "failed"] = (
        "no-source" if chart.source_status == "compared" else chart.source_status
    )
    reason = f"{PAGE}{chart.source_reason}" if outcome == "failed" else chart.source_reason
    return IssueCount(chart.report_id, chart.figure, chart.repeat, outcome, None, None, reason, **NOBODY)


def _chart_source_rows(chart: ShownFigure, judgement: Judgement[ChartSources]) -> list[Any]:
    issues = source_issues(chart, judgement.answer) if judgement.answer else []
    return [issue_count(chart, judgement, issues, None), *issues]


CHART_SOURCES_GRADING: Grading[ShownFigure, ChartSources] = Grading(
    name="chart-sources",
    role="chart_sources",
    things="sourced-charts",
    thing=ShownFigure,
    table=tables.CHART_SOURCES.name,
    row=IssueCount,
    also=(ISSUES,),
    questions=(CHART_SOURCES,),
    ask=lambda chart: (
        (CHART_SOURCES, _figure_inputs(chart, caption=chart.caption or NOTHING, passages=chart.passages))
        if chart.passages
        else None
    ),
    rows=_chart_source_rows,
    fault=_unseen,
    failed=lambda row: row.outcome == "failed",
    subject=repeated,
    sample=sample_of,
)

FIGURE_GRADINGS: Final = (CHART_QUALITY_GRADING, CAPTION_GRADING, CONTEXT_GRADING, CHART_SOURCES_GRADING)
"""All that a judge is asked about figures."""
