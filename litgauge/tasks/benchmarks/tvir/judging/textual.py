"""Gradings of the text: Citation Support, checklist, writing, analysis, contradictions, composition (B.1, B.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from litgauge.tasks.benchmarks.tvir import rows as tables
from litgauge.tasks.benchmarks.tvir import settings
from litgauge.tasks.benchmarks.tvir.judging.questions import (
    ALIGNMENT,
    COMPOSITION,
    CONTRADICTIONS,
    DEPTH,
    SUPPORT,
    WRITING,
    CitationSupport,
    Contradictions,
    InstructionAlignment,
    MultimodalComposition,
    allowed_variety,
    distinct_kinds,
)
from litgauge.tasks.benchmarks.tvir.rows import (
    COMPOSITIONS,
    ITEMS,
    REPORT_GRADES,
    Composition,
    ItemVerdict,
    ReportGrade,
    SupportOutcome,
    SupportVerdict,
)
from litgauge.tasks.figures.rows import ISSUES, Issue, IssueCount
from litgauge.tasks.figures.shown import NOBODY, REPORT, issue_count, repeated, sample_of, source_of
from litgauge.tasks.judge.asking import NOTHING
from litgauge.tasks.judge.cited_passages import PagesStatus
from litgauge.tasks.judge.grading import Grading, Judgement
from litgauge.tasks.judge.quotes import find_quote
from litgauge.tasks.records.unscored import PAGE

MOST_SHOWN: Final = 200_000
"""Characters of a report that a judge is shown."""


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
    status: PagesStatus  # of its pages together
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


def shown_text(text: str) -> str:
    return text[:MOST_SHOWN]


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
    return [_support(fact, outcome, reason, source_of(judgement))]


def unasked_support(fact: CitedFact) -> SupportVerdict:
    """Return the verdict on a fact whose pages give nothing to ask about."""
    outcome: SupportOutcome = "failed" if fact.status == "failed" else "unreachable"
    reason = f"{PAGE}{fact.reason}" if outcome == "failed" else fact.reason
    return _support(fact, outcome, reason, NOBODY)


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
    subject=repeated,
    sample=sample_of,
    batch=40,
)

# Instruction Alignment (B.1)


def _ask_alignment(report: ShownReport) -> Any:
    numbered = "\n".join(f"{number}. {' '.join(item.split())}" for number, item in enumerate(report.items, start=1))
    return ALIGNMENT, {"task": report.task, "items": numbered, "report": shown_text(report.text)}


def alignment_fault(report: ShownReport, answer: InstructionAlignment) -> str:
    """Return what is wrong with an answer that does not have every item once; "" if nothing is."""
    numbers, expected = [item.number for item in answer.items], range(1, len(report.items) + 1)
    missing = [str(number) for number in expected if number not in numbers]
    extra = sorted({str(number) for number in numbers if number not in expected or numbers.count(number) > 1})
    faults = [f"items without answer: {', '.join(missing)}"] * bool(missing)
    faults += [f"items that were not given, or are answered twice: {', '.join(extra)}"] * bool(extra)
    return "; ".join(faults)


_EXTENTS = {"full": 1.0, "partial": 0.5, "none": 0.0}


def _item_rows(report: ShownReport, judgement: Judgement[InstructionAlignment]) -> list[ItemVerdict]:
    """One row an item; items are numbered from 0 in rows and from 1 for the judge."""
    answers = {item.number: item for item in judgement.answer.items} if judgement.answer else {}
    source = source_of(judgement)
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
    subject=repeated,
    sample=sample_of,
)

# Writing Quality, Analytical Depth & Breadth (B.1), Multimodal Composition (B.2)

ReportMetric = Literal["wq", "adb", "mc"]


def _report_grades(
    metric: ReportMetric, names: Sequence[str], report: ShownReport, judgement: Judgement[Any]
) -> list[ReportGrade]:
    """One row a dimension; a grade of variety outside the range of its kinds is moved to the nearest end."""
    shown, source = min(len(report.text), MOST_SHOWN), source_of(judgement)
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
        subject=repeated,
        sample=sample_of,
    )


WRITING_GRADING = _report_grading(
    "tvir-writing-quality", "wq", "grades", settings.WRITING, WRITING,
    lambda report: (WRITING, {"report": shown_text(report.text)}),
)  # fmt: skip
DEPTH_GRADING = _report_grading(
    "tvir-analytical-depth", "adb", "grades", settings.ANALYSIS, DEPTH,
    lambda report: (DEPTH, {"task": report.task, "report": shown_text(report.text)}),
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
            "report": shown_text(report.text),
            "image_kinds": list(report.image_kinds),
            "chart_kinds": list(report.chart_kinds),
        },
    ),
    rows=_composition_rows,
    owns=lambda row: row.metric == "mc",
    fault=composition_fault,
    keeps_unsound=True,
    subject=repeated,
    sample=sample_of,
)

# Factual & Logical Consistency (B.1, Table 10), Chart-Source Consistency (B.2, Table 11)


def contradiction_issues(report: ShownReport, answer: Contradictions) -> list[Issue]:
    """Return the contradictions of an answer; one counts if both quotes stand in the report and no other has them."""
    earlier_pairs: set[frozenset[str]] = set()
    issues = []
    for number, entry in enumerate(answer.contradictions):
        quotes = (entry.first, entry.second)
        places = [find_quote(quote, report.text) for quote in quotes]
        key = frozenset(place for place in places if place)
        absent = [quote for quote, place in zip(quotes, places, strict=True) if place is None]
        reason = f"not in the report: {absent[0][:200]}" if absent else "listed before" if key in earlier_pairs else ""
        earlier_pairs.add(key)
        issues.append(
            Issue(report.report_id, REPORT, report.repeat, number, entry.description, *quotes, "", not reason, reason)
        )
    return issues


def _contradiction_rows(report: ShownReport, judgement: Judgement[Contradictions]) -> list[Any]:
    answer = judgement.answer
    issues = contradiction_issues(report, answer) if answer else []
    return [issue_count(report, judgement, issues, answer.total if answer else None), *issues]


CONTRADICTIONS_GRADING: Grading[ShownReport, Contradictions] = Grading(
    name="tvir-contradictions",
    role="consistency",
    things="tvir-contradiction-reports",
    thing=ShownReport,
    table=tables.CONSISTENCY.name,
    row=IssueCount,
    also=(ISSUES,),
    questions=(CONTRADICTIONS,),
    ask=lambda report: (CONTRADICTIONS, {"report": shown_text(report.text)}),
    rows=_contradiction_rows,
    failed=lambda row: row.outcome == "failed",
    subject=repeated,
    sample=sample_of,
)
