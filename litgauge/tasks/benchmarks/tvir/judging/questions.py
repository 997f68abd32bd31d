"""Questions about a report with figures, with the types of its answers (arXiv 2606.02320, appendix E.3).

Every count is a list whose entries can be looked up, every grade a named whole number, every item answered once: what
a judge leaves out is its failure and never a zero of the agent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from litgauge.tasks.benchmarks.tvir.scales import variety_range
from litgauge.tasks.figures.questions import DimensionGrade, grades_of
from litgauge.tasks.judge.grades import out_of
from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline import illustrated_reports as rules


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CitationSupport(_Answer):
    """How far the cited pages bear a statement out."""

    reason: str = Field(min_length=1, description="What decided it.")
    verdict: Literal["supported", "partial", "unsupported", "no-content"]


def _extent(value: Any) -> Any:
    """The extent that a number stands for: judges are used to 1, 0.5 and 0."""
    if isinstance(value, bool):
        return value
    written = value.strip() if isinstance(value, str) else value
    extents = {1: "full", 0.5: "partial", 0: "none", "1": "full", "1.0": "full", "0.5": "partial", "0": "none"}
    return extents.get(written, value) if isinstance(written, int | float | str) else value


class ItemAnswer(_Answer):
    """How far the report does what one item asks."""

    number: int = Field(ge=1, description="The item's number.")
    reason: str = Field(min_length=1, description="The place that decided it, or what is missing.")
    extent: Annotated[Literal["full", "partial", "none"], BeforeValidator(_extent)]


class InstructionAlignment(_Answer):
    """Answers to all items of a checklist."""

    items: list[ItemAnswer] = Field(description="Every item exactly once.")


class WritingQuality(_Answer):
    """The four grades of writing."""

    coherence: DimensionGrade
    clarity: DimensionGrade
    conciseness: DimensionGrade
    style: DimensionGrade


class AnalyticalDepth(_Answer):
    """The five grades of analysis."""

    causes: DimensionGrade
    depth: DimensionGrade
    criticism: DimensionGrade
    outlook: DimensionGrade
    breadth: DimensionGrade


class Contradiction(_Answer):
    """Two places of a report that cannot both be true."""

    description: str = Field(min_length=1, description="What does not go together.")
    first: str = Field(description="Words of the one place, as they stand.")
    second: str = Field(description="Words of the other place, as they stand.")


class Contradictions(_Answer):
    """The contradictions of a report."""

    contradictions: list[Contradiction] = Field(description="Each one once.")
    total: int = Field(ge=0, description="How many there are.")


class Variety(_Answer):
    """What the grade of variety rests on, and the grade."""

    topic: Literal["data_heavy", "technical_architectural", "balanced"]
    image_kinds: list[str] = Field(description="Purposes of the retrieved images, each once.")
    chart_kinds: list[str] = Field(description="Types of the charts, each once.")
    reason: str = Field(min_length=1, description="What the grade rests on.")
    score: Annotated[int, out_of(10)] = Field(ge=1, le=10, description="The grade, within the range that follows.")


class MultimodalComposition(_Answer):
    """Layout and variety of a report's figures."""

    layout: DimensionGrade
    variety: Variety


def distinct_kinds(kinds: Sequence[str]) -> int:
    """Return how many kinds of figures are named, each once."""
    return len({kind.strip().casefold() for kind in kinds})


def allowed_variety(variety: Variety) -> tuple[int, int]:
    """Return the lowest and the highest grade that the kinds of an answer allow."""
    return variety_range(variety.topic, distinct_kinds(variety.image_kinds), distinct_kinds(variety.chart_kinds))


def _support(inputs: Mapping[str, Any]) -> CitationSupport:
    verdict, reason = rules.support_of(str(inputs["statement"]), str(inputs["passages"]))
    return CitationSupport.model_validate({"reason": reason, "verdict": verdict})


def _alignment(inputs: Mapping[str, Any]) -> InstructionAlignment:
    answers = []
    for line in str(inputs["items"]).splitlines():
        number, _, item = line.partition(". ")
        extent, reason = rules.item_extent(item, str(inputs["report"]))
        answers.append(ItemAnswer(number=int(number), reason=reason, extent=extent))
    return InstructionAlignment(items=answers)


def _contradictions(inputs: Mapping[str, Any]) -> Contradictions:
    pairs = rules.number_conflicts(str(inputs["report"]))
    listed = [Contradiction(description="another number in the same words", first=a, second=b) for a, b in pairs]
    return Contradictions(contradictions=listed, total=len(listed))


def _composition(inputs: Mapping[str, Any]) -> MultimodalComposition:
    images, charts = list(inputs["image_kinds"]), list(inputs["chart_kinds"])
    lowest, _ = variety_range("balanced", len(images), len(charts))
    variety = Variety(
        topic="balanced",
        image_kinds=images,
        chart_kinds=charts,
        reason="the file names of the figures",
        score=lowest,
    )
    layout = rules.layout_grade(str(inputs["report"]))
    return MultimodalComposition(layout=DimensionGrade(reason=layout.reason, score=layout.score), variety=variety)


_COLD = {"temperature": 0}

SUPPORT = Question("tvir_citation_support", 1, CitationSupport, _support, _COLD, 120)
ALIGNMENT = Question("tvir_instruction_alignment", 1, InstructionAlignment, _alignment, _COLD, 700)
WRITING = Question("tvir_writing_quality", 1, WritingQuality, lambda inputs: WritingQuality(
    **grades_of(rules.writing_grades(str(inputs["report"])))), _COLD, 450)  # fmt: skip
DEPTH = Question("tvir_analytical_depth", 1, AnalyticalDepth, lambda inputs: AnalyticalDepth(
    **grades_of(rules.depth_grades(str(inputs["task"]), str(inputs["report"])))), _COLD, 550)  # fmt: skip
CONTRADICTIONS = Question("tvir_contradictions", 1, Contradictions, _contradictions, _COLD, 400)
COMPOSITION = Question("tvir_multimodal_composition", 1, MultimodalComposition, _composition, _COLD, 300)
