"""What the judge grades in a report with figures, and the rows that its answers make (arXiv 2606.02320, appendix B)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from tasks.benchmarks.tvir import rows as tables
from tasks.benchmarks.tvir import settings
from tasks.benchmarks.tvir.questions import (
    ALIGNMENT,
    CAPTION,
    CHART_QUALITY,
    CHART_SOURCES,
    COMPOSITION,
    CONTEXT,
    CONTRADICTIONS,
    DEPTH,
    SUPPORT,
    WRITING,
    CaptionQuality,
    ChartQuality,
    ChartSources,
    CitationSupport,
    Contradictions,
    DimensionGrade,
    InstructionAlignment,
    MultimodalComposition,
    allowed_variety,
    distinct_kinds,
)
from tasks.benchmarks.tvir.rows import (
    COMPOSITIONS,
    ISSUES,
    ITEMS,
    REPORT_GRADES,
    REVISIONS,
    CaptionRevision,
    ChartCheck,
    Composition,
    FigureGrade,
    Issue,
    IssueCount,
    ItemVerdict,
    ReportGrade,
    SupportOutcome,
    SupportVerdict,
)
from tasks.judge.asking import NOTHING
from tasks.judge.grading import Grading, Judgement
from tasks.judge.quotes import find_quote
from tasks.llm.pictures import PictureInput
from tasks.offline.illustrated_reports import CHART_CHECKS
from tasks.records.unscored import PAGE

MOST_SHOWN: Final = 200_000
"""Characters of a report that a judge is shown."""

REPORT: Final = -1
"""Number of the figure of a row that is about the whole report."""

WEAK: Final = 6
"""Greatest grade of a caption in any dimension at which the judge's replaces it (appendix C)."""

SourceStatus = Literal["compared", "no-source", "unreachable", "failed"]


@dataclass(frozen=True, slots=True)
class CitedFact:
    """A cited statement and the passages of its pages that come nearest to it."""

    report_id: str
    repeat: int  # number of the judging, from 1
    statement: int
    text: str
    context: str
    pages: tuple[str, ...]
    passages: str  # "" where no page has text
    status: SourceStatus  # of its pages together
    failed_pages: int  # that we could not get: any of them may hold what the others lack
    reason: str  # why there are no passages


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report as the judge reads it, with its task."""

    report_id: str
    repeat: int  # number of the judging, from 1
    task: str
    text: str
    items: tuple[str, ...] = ()  # of its checklist
    image_kinds: tuple[str, ...] = ()  # what file names say of its figures, for the rules that stand in for a judge
    chart_kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PixelMeasures:
    """What pixels tell without understanding them."""

    ink: float  # share of the area that differs from the background, [0, 1]
    blank: bool
    tofu: bool  # boxes in place of characters
    short_side: int  # pixels


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A figure with its pictures as the judge is shown them."""

    report_id: str
    repeat: int  # number of the judging, from 1
    figure: int
    pictures: tuple[PictureInput, ...]
    measures: PixelMeasures
    label: str
    caption: str
    context: str  # paragraphs that name it, else those next to it
    source_status: SourceStatus = "no-source"  # of a chart's cited pages
    source_reason: str = ""
    passages: str = ""  # of a chart's cited pages


def _shown(text: str) -> str:
    return text[:MOST_SHOWN]


def _source(judgement: Judgement[Any]) -> dict[str, str]:
    question, model, reply = judgement.source
    return {"question": question, "model": model, "reply": reply}


def _repeated(row: Any) -> tuple[str, int, int]:
    return row.report_id, row.repeat, getattr(row, "figure", getattr(row, "statement", REPORT))


def _sample(thing: CitedFact | ShownReport | ShownFigure) -> int:
    return thing.repeat - 1


# Citation Support (B.1)


def _ask_support(fact: CitedFact) -> Any:
    inputs = {"statement": fact.text, "context": fact.context or NOTHING, "passages": fact.passages}
    return (SUPPORT, inputs) if fact.passages else None


def _support_rows(fact: CitedFact, judgement: Judgement[CitationSupport]) -> list[SupportVerdict]:
    answer = judgement.answer
    outcome: SupportOutcome = "failed"
    if answer is not None:
        outcome = "unreachable" if answer.verdict == "no-content" else answer.verdict
    reason = answer.reason if answer else judgement.failure
    if fact.failed_pages and outcome != "supported":
        outcome, reason = "failed", f"{PAGE}{fact.reason}; from the others: {reason}"
    return [_support(fact, outcome, reason, _source(judgement))]


def unasked_support(fact: CitedFact) -> SupportVerdict:
    """Return the verdict on a fact whose pages give nothing to ask about."""
    outcome: SupportOutcome = "failed" if fact.status == "failed" else "unreachable"
    reason = f"{PAGE}{fact.reason}" if outcome == "failed" else fact.reason
    return _support(fact, outcome, reason, _NOBODY)


_NOBODY = {"question": "", "model": "", "reply": ""}


def _support(fact: CitedFact, outcome: SupportOutcome, reason: str, source: Mapping[str, str]) -> SupportVerdict:
    return SupportVerdict(
        fact.report_id, fact.statement, fact.repeat, outcome, fact.pages, fact.passages, reason, **source
    )


SUPPORT_GRADING: Grading[CitedFact, CitationSupport] = Grading(
    name="tvir-citation-support",
    role="facts",
    things="cited-facts",
    thing=CitedFact,
    table=tables.SUPPORT.name,
    row=SupportVerdict,
    questions=(SUPPORT,),
    ask=_ask_support,
    rows=_support_rows,
    failed=lambda row: row.outcome == "failed",
    subject=_repeated,
    sample=_sample,
    batch=40,
)

# Instruction Alignment (B.1)


def _ask_alignment(report: ShownReport) -> Any:
    numbered = "\n".join(f"{number}. {' '.join(item.split())}" for number, item in enumerate(report.items, start=1))
    return ALIGNMENT, {"task": report.task, "items": numbered, "report": _shown(report.text)}


def alignment_fault(report: ShownReport, answer: InstructionAlignment) -> str:
    """Return what is wrong with an answer that does not have every item once; "" if nothing is."""
    numbers, wanted = [item.number for item in answer.items], range(1, len(report.items) + 1)
    missing = [str(number) for number in wanted if number not in numbers]
    extra = sorted({str(number) for number in numbers if number not in wanted or numbers.count(number) > 1})
    faults = [f"items without answer: {', '.join(missing)}"] * bool(missing)
    faults += [f"items that were not given, or are answered twice: {', '.join(extra)}"] * bool(extra)
    return "; ".join(faults)


_EXTENTS = {"full": 1.0, "partial": 0.5, "none": 0.0}


def _item_rows(report: ShownReport, judgement: Judgement[InstructionAlignment]) -> list[ItemVerdict]:
    """One row an item; items are numbered from 0 in rows and from 1 for the judge."""
    answers = {item.number: item for item in judgement.answer.items} if judgement.answer else {}
    source = _source(judgement)
    rows = []
    for number in range(1, len(report.items) + 1):
        answer = answers.get(number)
        score, reason = (_EXTENTS[answer.extent], answer.reason) if answer else (None, judgement.failure)
        rows.append(ItemVerdict(report.report_id, number - 1, report.repeat, score, reason, **source))
    return rows


ALIGNMENT_GRADING: Grading[ShownReport, InstructionAlignment] = Grading(
    name="tvir-instruction-alignment",
    role="items",
    things="checked-reports",
    thing=ShownReport,
    table=ITEMS.name,
    row=ItemVerdict,
    questions=(ALIGNMENT,),
    ask=_ask_alignment,
    rows=_item_rows,
    fault=alignment_fault,
    subject=_repeated,
    sample=_sample,
)

# Writing Quality, Analytical Depth & Breadth (B.1), Multimodal Composition (B.2)

ReportMetric = Literal["wq", "adb", "mc"]


def _report_grades(
    metric: ReportMetric, names: Sequence[str], report: ShownReport, judgement: Judgement[Any]
) -> list[ReportGrade]:
    """One row a dimension; a grade of variety outside the range of its kinds is moved to the nearest end."""
    shown, source = min(len(report.text), MOST_SHOWN), _source(judgement)
    rows = []
    for name in names:
        grade = getattr(judgement.answer, name) if judgement.answer else None
        raw = score = grade.score if grade else None
        reason = grade.reason if grade else judgement.failure
        if metric == "mc" and name == "variety" and grade:
            low, high = allowed_variety(grade)
            score = min(high, max(low, grade.score))
        rows.append(ReportGrade(report.report_id, metric, name, report.repeat, score, raw, reason, shown, **source))
    return rows


def _report_grading(
    name: str, metric: ReportMetric, role: str, names: Sequence[str], question: Any, ask: Any
) -> Grading[ShownReport, Any]:
    return Grading(
        name=name,
        role=role,
        things=f"{name}-reports",
        thing=ShownReport,
        table=REPORT_GRADES.name,
        row=ReportGrade,
        questions=(question,),
        ask=ask,
        rows=lambda report, judgement: _report_grades(metric, names, report, judgement),
        owns=lambda row: row.metric == metric,
        subject=_repeated,
        sample=_sample,
    )


WRITING_GRADING = _report_grading(
    "tvir-writing-quality", "wq", "grades", settings.WRITING, WRITING,
    lambda report: (WRITING, {"report": _shown(report.text)}),
)  # fmt: skip
DEPTH_GRADING = _report_grading(
    "tvir-analytical-depth", "adb", "grades", settings.ANALYSIS, DEPTH,
    lambda report: (DEPTH, {"task": report.task, "report": _shown(report.text)}),
)  # fmt: skip


def composition_fault(_report: ShownReport, answer: MultimodalComposition) -> str:
    """Return what is wrong with a grade of variety outside the range of its kinds; "" if nothing is."""
    lowest, highest = allowed_variety(answer.variety)
    if lowest <= answer.variety.score <= highest:
        return ""
    return f"the kinds that it names allow a grade of variety from {lowest} to {highest}, not {answer.variety.score}"


def _composition_rows(report: ShownReport, judgement: Judgement[MultimodalComposition]) -> list[Any]:
    grades: list[Any] = [*_report_grades("mc", settings.COMPOSITION, report, judgement)]
    if judgement.answer is None:
        return grades
    variety = judgement.answer.variety
    kinds = (distinct_kinds(variety.image_kinds), distinct_kinds(variety.chart_kinds))
    bounds = allowed_variety(variety)
    return [*grades, Composition(report.report_id, report.repeat, variety.topic, *kinds, *bounds)]


COMPOSITION_GRADING: Grading[ShownReport, MultimodalComposition] = Grading(
    name="tvir-multimodal-composition",
    role="grades",
    things="illustrated-reports",
    thing=ShownReport,
    table=REPORT_GRADES.name,
    row=ReportGrade,
    also=(COMPOSITIONS,),
    questions=(COMPOSITION,),
    ask=lambda report: (
        COMPOSITION,
        {
            "report": _shown(report.text),
            "image_kinds": list(report.image_kinds),
            "chart_kinds": list(report.chart_kinds),
        },
    ),
    rows=_composition_rows,
    owns=lambda row: row.metric == "mc",
    fault=composition_fault,
    keeps_unsound=True,
    subject=_repeated,
    sample=_sample,
)

# Factual & Logical Consistency (B.1, Table 10), Chart-Source Consistency (B.2, Table 11)


def contradiction_issues(report: ShownReport, answer: Contradictions) -> list[Issue]:
    """Return the contradictions of an answer; one counts if both quotes stand in the report and no other has them."""
    seen: set[frozenset[str]] = set()
    issues = []
    for number, entry in enumerate(answer.contradictions):
        quotes = (entry.first, entry.second)
        places = [find_quote(quote, report.text) for quote in quotes]
        key = frozenset(place for place in places if place)
        lost = [quote for quote, place in zip(quotes, places, strict=True) if place is None]
        reason = f"not in the report: {lost[0][:200]}" if lost else "listed before" if key in seen else ""
        seen.add(key)
        issues.append(
            Issue(report.report_id, REPORT, report.repeat, number, entry.description, *quotes, "", not reason, reason)
        )
    return issues


def _count(
    thing: ShownReport | ShownFigure, judgement: Judgement[Any], issues: Iterable[Issue], stated: int | None
) -> IssueCount:
    figure = thing.figure if isinstance(thing, ShownFigure) else REPORT
    judged = judgement.answer is not None
    return IssueCount(
        thing.report_id, figure, thing.repeat, "judged" if judged else "failed",
        sum(issue.counted for issue in issues) if judged else None, stated, judgement.failure, **_source(judgement),
    )  # fmt: skip


def _contradiction_rows(report: ShownReport, judgement: Judgement[Contradictions]) -> list[Any]:
    answer = judgement.answer
    issues = contradiction_issues(report, answer) if answer else []
    return [_count(report, judgement, issues, answer.total if answer else None), *issues]


CONTRADICTIONS_GRADING: Grading[ShownReport, Contradictions] = Grading(
    name="tvir-contradictions",
    role="consistency",
    things="tvir-contradiction-reports",
    thing=ShownReport,
    table=tables.CONSISTENCY.name,
    row=IssueCount,
    also=(ISSUES,),
    questions=(CONTRADICTIONS,),
    ask=lambda report: (CONTRADICTIONS, {"report": _shown(report.text)}),
    rows=_contradiction_rows,
    failed=lambda row: row.outcome == "failed",
    subject=_repeated,
    sample=_sample,
)


def source_issues(chart: ShownFigure, answer: ChartSources) -> list[Issue]:
    """Return the contradictions of an answer; one counts if its quote stands in the passages and no other has it."""
    seen: set[tuple[str, str | None]] = set()
    issues = []
    for number, entry in enumerate(answer.contradictions):
        place = find_quote(entry.quote, chart.passages)
        key = (entry.shown.casefold(), place)
        reason = "not in the passages" if place is None else "listed before" if key in seen else ""
        seen.add(key)
        issues.append(
            Issue(
                chart.report_id, chart.figure, chart.repeat, number, entry.description, entry.shown, entry.quote,
                "", not reason, reason,
            )
        )  # fmt: skip
    return issues


def uncompared_chart(chart: ShownFigure) -> IssueCount:
    """Return the row of a chart whose sources give nothing to compare with."""
    outcome: Literal["no-source", "unreachable", "failed"] = (
        "no-source" if chart.source_status == "compared" else chart.source_status
    )
    reason = f"{PAGE}{chart.source_reason}" if outcome == "failed" else chart.source_reason
    return IssueCount(chart.report_id, chart.figure, chart.repeat, outcome, None, None, reason, **_NOBODY)


def _chart_source_rows(chart: ShownFigure, judgement: Judgement[ChartSources]) -> list[Any]:
    issues = source_issues(chart, judgement.answer) if judgement.answer else []
    return [_count(chart, judgement, issues, None), *issues]


CHART_SOURCES_GRADING: Grading[ShownFigure, ChartSources] = Grading(
    name="tvir-chart-sources",
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
    fault=lambda chart, answer: _unseen(chart, answer),
    failed=lambda row: row.outcome == "failed",
    subject=_repeated,
    sample=_sample,
)

# Chart Quality, Figure Caption Quality, Figure-Context Integration (B.2)

_UNSEEN = "the judge says that no picture was shown to it"


def _figure_inputs(figure: ShownFigure, **more: Any) -> dict[str, Any]:
    measures = figure.measures
    pixels = {name: getattr(measures, name) for name in ("ink", "blank", "tofu", "short_side")}
    return {"picture": figure.pictures, "measures": pixels, **more}


def _unseen(_figure: ShownFigure, answer: Any) -> str:
    return "" if answer.picture_seen else _UNSEEN


def _check_rows(chart: ShownFigure, judgement: Judgement[ChartQuality]) -> list[ChartCheck]:
    answer, source = judgement.answer, _source(judgement)
    reason = answer.reason if answer else judgement.failure
    return [
        ChartCheck(
            chart.report_id, chart.figure, check, chart.repeat, int(getattr(answer, field)) if answer else None,
            reason, **source,
        )
        for check, field in zip(settings.CHART_CHECKS, CHART_CHECKS, strict=True)
    ]  # fmt: skip


CHART_QUALITY_GRADING: Grading[ShownFigure, ChartQuality] = Grading(
    name="tvir-chart-quality",
    role="chart_checks",
    things="judged-charts",
    thing=ShownFigure,
    table=tables.CHART_CHECKS.name,
    row=ChartCheck,
    questions=(CHART_QUALITY,),
    ask=lambda chart: (CHART_QUALITY, _figure_inputs(chart)),
    rows=_check_rows,
    fault=_unseen,
    subject=_repeated,
    sample=_sample,
)

FigureMetric = Literal["fcq", "fci"]


def _figure_grades(
    metric: FigureMetric, names: Sequence[str], figure: ShownFigure, judgement: Judgement[Any]
) -> list[FigureGrade]:
    source = _source(judgement)
    rows = []
    for name in names:
        grade: DimensionGrade | None = getattr(judgement.answer, name) if judgement.answer else None
        score, reason = (grade.score, grade.reason) if grade else (None, judgement.failure)
        rows.append(FigureGrade(figure.report_id, figure.figure, metric, name, figure.repeat, score, reason, **source))
    return rows


def better_caption(answer: CaptionQuality, caption: str) -> str:
    """Return the judge's caption where a grade is 6 or lower or there is none; "" where the report's own stays."""
    grades = [answer.accuracy, answer.sufficiency, answer.clarity]
    weak = not caption or min(grade.score for grade in grades) <= WEAK
    return " ".join(answer.better_caption.split()) if weak else ""


def _caption_rows(figure: ShownFigure, judgement: Judgement[CaptionQuality]) -> list[Any]:
    """Three grades, 0 where there is no caption, and the judge's caption if it is needed."""
    grades: list[Any] = [*_figure_grades("fcq", settings.CAPTION, figure, judgement)]
    if judgement.answer is None:
        return grades
    if not figure.caption:
        grades = absent_grades("fcq", figure, "there is no caption")
    better = better_caption(judgement.answer, figure.caption)
    revision = [CaptionRevision(figure.report_id, figure.figure, figure.repeat, better)] if better else []
    return [*grades, *revision]


def absent_grades(metric: FigureMetric, figure: ShownFigure, reason: str) -> list[FigureGrade]:
    """Return grades of 0 for a figure without caption or without context (B.2)."""
    names = settings.CAPTION if metric == "fcq" else settings.INTEGRATION
    return [
        FigureGrade(figure.report_id, figure.figure, metric, name, figure.repeat, 0, reason, **_NOBODY)
        for name in names
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
        subject=_repeated,
        sample=_sample,
    )


CAPTION_GRADING = _figure_grading(
    "tvir-caption-quality", "fcq", "figure_grades", CAPTION,
    lambda figure: (CAPTION, _figure_inputs(figure, caption=figure.caption or NOTHING, context=figure.context)),
    _caption_rows,
    (REVISIONS,),
)  # fmt: skip
CONTEXT_GRADING = _figure_grading(
    "tvir-context-integration", "fci", "figure_grades", CONTEXT,
    lambda figure: (
        (CONTEXT, _figure_inputs(figure, context=figure.context, label=figure.label, caption=figure.caption))
        if figure.context
        else None
    ),
    lambda figure, judgement: _figure_grades("fci", settings.INTEGRATION, figure, judgement),
)  # fmt: skip
