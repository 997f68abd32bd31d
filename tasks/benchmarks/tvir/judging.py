"""What the judge grades in a report with figures, and the rows that its answers make (arXiv 2606.02320, appendix B)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel

from tasks.benchmarks.tvir.judged_rows import (
    CONSISTENCY,
    GRADES,
    REPORT,
    SUPPORT,
    ConsistencyCheck,
    DimensionScore,
    FactSupport,
    Grade,
    GradedMetric,
    ListedContradiction,
    SourceStatus,
    SupportLabel,
)
from tasks.benchmarks.tvir.questions import (
    ALIGNMENT,
    CAPTION,
    CHART_QUALITY,
    CHART_SOURCES,
    COMPOSITION,
    CONTEXT,
    DEPTH,
    WRITING,
    CaptionQuality,
    ChartSources,
    CitationSupport,
    Contradictions,
    DimensionGrade,
    InstructionAlignment,
    MultimodalComposition,
    variety_range,
)
from tasks.benchmarks.tvir.questions import (
    CONSISTENCY as CONTRADICTIONS,
)
from tasks.benchmarks.tvir.questions import (
    SUPPORT as CITATION_SUPPORT,
)
from tasks.judge.asking import NOTHING
from tasks.judge.grading import Grading, Judgement
from tasks.judge.quotes import find_quote
from tasks.llm.pictures import PictureInput
from tasks.offline.illustrated_reports import CHART_CHECKS

MOST_SHOWN: Final = 200_000
"""Characters of a report that a judge is shown; what is behind them is not judged, and the run says so."""

_UNSEEN = "the judge says that no picture was shown to it"


@dataclass(frozen=True, slots=True)
class CitedFact:
    """A cited statement and the passages of its pages that come nearest to it."""

    report_id: str
    judging: int
    statement: int
    text: str
    context: str
    pages: tuple[str, ...]
    passages: str  # "" where no page has text
    status: SourceStatus  # of its pages together
    failed_pages: int  # that we could not get: any of them may hold what the others lack
    reason: str  # why there are no passages


@dataclass(frozen=True, slots=True)
class JudgedReport:
    """A report as the judge reads it, with its task."""

    report_id: str
    judging: int
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
class JudgedFigure:
    """A figure with its pictures as the judge is shown them."""

    report_id: str
    judging: int
    figure: int
    pictures: tuple[PictureInput, ...]
    measures: PixelMeasures
    label: str
    caption: str
    context: str  # its paragraphs, `<figure>` where it stands
    source_status: SourceStatus = "no-source"  # of a chart's cited pages
    source_reason: str = ""
    passages: str = ""  # of a chart's cited pages


def _shown(text: str) -> str:
    return text[:MOST_SHOWN]


def _dimensions(answer: BaseModel, names: Sequence[str] = ()) -> tuple[DimensionScore, ...]:
    """The grades of an answer by the names of its fields."""
    grades = [(name, getattr(answer, name)) for name in (names or type(answer).model_fields)]
    return tuple(DimensionScore(name, grade.score, grade.reason) for name, grade in grades)


def _grade(
    metric: GradedMetric,
    subject: JudgedReport | JudgedFigure,
    judgement: Judgement[Any],
    scores: Any,
    caption: str = "",
) -> list[Grade]:
    figure = subject.figure if isinstance(subject, JudgedFigure) else REPORT
    return [
        Grade(
            subject.report_id, subject.judging, metric, figure,
            tuple(scores(judgement.answer)) if judgement.answer is not None else (),
            judgement.failure, caption, *judgement.source,
        )
    ]  # fmt: skip


def _same_judging(row: Any) -> tuple[str, int, int]:
    return row.report_id, row.judging, getattr(row, "figure", getattr(row, "statement", REPORT))


# Citation Support (B.1)


def _ask_support(fact: CitedFact) -> Any:
    inputs = {"statement": fact.text, "context": fact.context or NOTHING, "passages": fact.passages}
    return (CITATION_SUPPORT, inputs) if fact.passages else None


def _support_rows(fact: CitedFact, judgement: Judgement[CitationSupport]) -> list[FactSupport]:
    answer = judgement.answer
    label: SupportLabel = "failed"
    if answer is not None:
        label = "unreachable" if answer.verdict == "no-content" else answer.verdict
    reason = answer.reason if answer else judgement.failure
    if fact.failed_pages and label != "supported":
        label, reason = "failed", f"{reason}; not all pages could be read: {fact.reason}"
    return [
        FactSupport(
            fact.report_id, fact.judging, fact.statement, label, fact.pages, fact.passages, reason, *judgement.source
        )
    ]


def unasked_support(fact: CitedFact) -> FactSupport:
    """Return the verdict on a fact whose pages give nothing to ask about."""
    label: SupportLabel = "failed" if fact.status == "failed" else "unreachable"
    return FactSupport(fact.report_id, fact.judging, fact.statement, label, fact.pages, "", fact.reason)


CITATION_SUPPORT_GRADING: Grading[CitedFact, CitationSupport] = Grading(
    name="tvir-citation-support",
    role="cited statements",
    things="cited-facts",
    thing=CitedFact,
    table=SUPPORT.name,
    row=FactSupport,
    questions=(CITATION_SUPPORT,),
    ask=_ask_support,
    rows=_support_rows,
    failed=lambda row: row.label == "failed",
    subject=_same_judging,
    sample=lambda fact: fact.judging,
    batch=40,
)

# Instruction Alignment (B.1)


def _ask_alignment(report: JudgedReport) -> Any:
    numbered = "\n".join(f"{number}. {' '.join(item.split())}" for number, item in enumerate(report.items, start=1))
    return (ALIGNMENT, {"task": report.task, "items": numbered, "report": _shown(report.text)})


def alignment_fault(report: JudgedReport, answer: InstructionAlignment) -> str:
    """Return what is wrong with an answer that does not have every item once; "" if nothing is."""
    numbers, asked = [item.number for item in answer.items], range(1, len(report.items) + 1)
    missing = [str(number) for number in asked if number not in numbers]
    extra = sorted({str(number) for number in numbers if number not in asked or numbers.count(number) > 1})
    faults = [f"items without answer: {', '.join(missing)}"] * bool(missing)
    faults += [f"items that are not asked or answered twice: {', '.join(extra)}"] * bool(extra)
    return "; ".join(faults)


_EXTENTS = {"full": 1.0, "partial": 0.5, "none": 0.0}

ALIGNMENT_GRADING: Grading[JudgedReport, InstructionAlignment] = Grading(
    name="tvir-instruction-alignment",
    role="checklists",
    things="checked-reports",
    thing=JudgedReport,
    table=GRADES.name,
    row=Grade,
    questions=(ALIGNMENT,),
    ask=_ask_alignment,
    rows=lambda report, judgement: _grade(
        "IA",
        report,
        judgement,
        lambda answer: [
            DimensionScore(str(item.number), _EXTENTS[item.extent], item.reason)
            for item in sorted(answer.items, key=lambda item: item.number)
        ],
    ),
    fault=alignment_fault,
    failed=lambda row: bool(row.failure),
    subject=_same_judging,
    sample=lambda report: report.judging,
)

# Writing Quality, Analytical Depth & Breadth (B.1)


def _report_grading(name: str, metric: GradedMetric, role: str, question: Any, ask: Any) -> Grading[JudgedReport, Any]:
    return Grading(
        name=name,
        role=role,
        things="judged-reports",
        thing=JudgedReport,
        table=GRADES.name,
        row=Grade,
        questions=(question,),
        ask=ask,
        rows=lambda report, judgement: _grade(metric, report, judgement, _dimensions),
        failed=lambda row: bool(row.failure),
        subject=_same_judging,
        sample=lambda report: report.judging,
    )


WRITING_GRADING = _report_grading(
    "tvir-writing-quality", "WQ", "writing", WRITING, lambda report: (WRITING, {"report": _shown(report.text)})
)
DEPTH_GRADING = _report_grading(
    "tvir-analytical-depth", "ADB", "analysis", DEPTH,
    lambda report: (DEPTH, {"task": report.task, "report": _shown(report.text)}),
)  # fmt: skip

# Factual & Logical Consistency (B.1, Table 10)


def counted_contradictions(answer: Contradictions, text: str) -> tuple[ListedContradiction, ...]:
    """Return the contradictions of an answer; one counts if both quotes stand in the text and no other has them."""
    seen: set[frozenset[str]] = set()
    listed = []
    for entry in answer.contradictions:
        places = [find_quote(quote, text) for quote in (entry.first, entry.second)]
        key = frozenset(place for place in places if place)
        counted = None not in places and key not in seen
        seen.add(key)
        listed.append(ListedContradiction(entry.description, entry.first, entry.second, counted))
    return tuple(listed)


def _consistency_rows(report: JudgedReport, judgement: Judgement[Contradictions]) -> list[ConsistencyCheck]:
    answer = judgement.answer
    listed = counted_contradictions(answer, report.text) if answer else ()
    return [
        ConsistencyCheck(
            report.report_id, report.judging, REPORT, "compared" if answer else "failed", listed,
            answer.total if answer else None, judgement.failure, *judgement.source,
        )
    ]  # fmt: skip


CONSISTENCY_GRADING: Grading[JudgedReport, Contradictions] = Grading(
    name="tvir-contradictions",
    role="contradictions",
    things="judged-reports",
    thing=JudgedReport,
    table=CONSISTENCY.name,
    row=ConsistencyCheck,
    questions=(CONTRADICTIONS,),
    ask=lambda report: (CONTRADICTIONS, {"report": _shown(report.text)}),
    rows=_consistency_rows,
    failed=lambda row: row.status == "failed",
    subject=_same_judging,
    sample=lambda report: report.judging,
)

# Multimodal Composition (B.2)


def composition_fault(_report: JudgedReport, answer: MultimodalComposition) -> str:
    """Return what is wrong with a grade of variety outside the range of its kinds; "" if nothing is."""
    variety = answer.variety
    lowest, highest = variety_range(variety.topic, variety.image_kinds, variety.chart_kinds)
    if lowest <= variety.score <= highest:
        return ""
    return f"the kinds that it names allow a grade of variety from {lowest} to {highest}, not {variety.score}"


def _composition_scores(answer: MultimodalComposition) -> list[DimensionScore]:
    variety = answer.variety
    lowest, highest = variety_range(variety.topic, variety.image_kinds, variety.chart_kinds)
    score = min(highest, max(lowest, variety.score))
    kinds = f"{variety.topic}; images: {', '.join(variety.image_kinds)}; charts: {', '.join(variety.chart_kinds)}"
    note = f"{variety.score} is outside {lowest} to {highest}" if score != variety.score else ""
    return [
        DimensionScore("layout", answer.layout.score, answer.layout.reason),
        DimensionScore("variety", score, f"{variety.reason} ({kinds})", note),
    ]


COMPOSITION_GRADING: Grading[JudgedReport, MultimodalComposition] = Grading(
    name="tvir-multimodal-composition",
    role="composition",
    things="illustrated-reports",
    thing=JudgedReport,
    table=GRADES.name,
    row=Grade,
    questions=(COMPOSITION,),
    ask=lambda report: (
        COMPOSITION,
        {
            "report": _shown(report.text),
            "image_kinds": list(report.image_kinds),
            "chart_kinds": list(report.chart_kinds),
        },
    ),
    rows=lambda report, judgement: _grade("MC", report, judgement, _composition_scores),
    fault=composition_fault,
    keeps_unsound=True,
    failed=lambda row: bool(row.failure),
    subject=_same_judging,
    sample=lambda report: report.judging,
)

# Figures (B.2)


def _figure_inputs(figure: JudgedFigure, **more: Any) -> dict[str, Any]:
    measures = figure.measures
    return {
        "picture": figure.pictures,
        "measures": {name: getattr(measures, name) for name in ("ink", "blank", "tofu", "short_side")},
        **more,
    }


def _unseen(_figure: JudgedFigure, answer: Any) -> str:
    return "" if answer.picture_seen else _UNSEEN


def _figure_grading(
    name: str, metric: GradedMetric, role: str, question: Any, ask: Any, scores: Any, caption: Any = None
) -> Grading[JudgedFigure, Any]:
    def rows(figure: JudgedFigure, judgement: Judgement[Any]) -> list[Grade]:
        better = caption(judgement.answer) if caption and judgement.answer else ""
        return _grade(metric, figure, judgement, scores, better)

    return Grading(
        name=name,
        role=role,
        things="judged-figures",
        thing=JudgedFigure,
        table=GRADES.name,
        row=Grade,
        questions=(question,),
        ask=ask,
        rows=rows,
        fault=_unseen,
        failed=lambda row: bool(row.failure),
        subject=_same_judging,
        sample=lambda figure: figure.judging,
    )


def better_caption(answer: CaptionQuality) -> str:
    """Return the judge's caption where a grade is 6 or lower (appendix C); "" where the report's own stays."""
    grades: list[DimensionGrade] = [answer.accuracy, answer.sufficiency, answer.clarity]
    return answer.better_caption.strip() if min(grade.score for grade in grades) <= 6 else ""


CHART_QUALITY_GRADING = _figure_grading(
    "tvir-chart-quality", "CQ", "charts", CHART_QUALITY,
    lambda figure: (CHART_QUALITY, _figure_inputs(figure)),
    lambda answer: [
        DimensionScore(name, float(getattr(answer, name)), answer.reason) for name in CHART_CHECKS
    ],
)  # fmt: skip
CAPTION_GRADING = _figure_grading(
    "tvir-caption-quality", "FCQ", "captions", CAPTION,
    lambda figure: (
        CAPTION, _figure_inputs(figure, caption=figure.caption or NOTHING, context=figure.context)
    ),
    lambda answer: _dimensions(answer, ("accuracy", "sufficiency", "clarity")),
    better_caption,
)  # fmt: skip
CONTEXT_GRADING = _figure_grading(
    "tvir-context-integration", "FCI", "figures in their text", CONTEXT,
    lambda figure: (
        CONTEXT,
        _figure_inputs(figure, context=figure.context, label=figure.label, caption=figure.caption),
    ) if figure.context else None,
    lambda answer: _dimensions(answer, ("relevance", "coherence", "contribution")),
)  # fmt: skip

# Chart-Source Consistency (B.2, Table 11)


def _chart_rows(chart: JudgedFigure, judgement: Judgement[ChartSources]) -> list[ConsistencyCheck]:
    answer = judgement.answer
    seen: set[str] = set()
    listed = []
    for entry in answer.contradictions if answer else ():
        place = find_quote(entry.quote, chart.passages)
        key = f"{entry.shown.casefold()}\0{place}"
        listed.append(
            ListedContradiction(entry.description, entry.shown, entry.quote, place is not None and key not in seen)
        )
        seen.add(key)
    return [
        ConsistencyCheck(
            chart.report_id, chart.judging, chart.figure, "compared" if answer else "failed", tuple(listed), None,
            answer.summary if answer else judgement.failure, *judgement.source,
        )
    ]  # fmt: skip


def uncompared_chart(chart: JudgedFigure) -> ConsistencyCheck:
    """Return the row of a chart whose sources give nothing to compare with."""
    return ConsistencyCheck(
        chart.report_id, chart.judging, chart.figure, chart.source_status, (), None, chart.source_reason
    )


CHART_SOURCES_GRADING: Grading[JudgedFigure, ChartSources] = Grading(
    name="tvir-chart-sources",
    role="charts and their sources",
    things="sourced-charts",
    thing=JudgedFigure,
    table=CONSISTENCY.name,
    row=ConsistencyCheck,
    questions=(CHART_SOURCES,),
    ask=lambda chart: (
        CHART_SOURCES, _figure_inputs(chart, caption=chart.caption or NOTHING, passages=chart.passages)
    ),
    rows=_chart_rows,
    fault=_unseen,
    failed=lambda row: row.status == "failed",
    subject=_same_judging,
    sample=lambda chart: chart.judging,
)  # fmt: skip
