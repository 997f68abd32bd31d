"""Questions to a judge who sees a figure (arXiv 2606.02320, appendix E.3), and the types of its answers.

Every check and grade is named, every contradiction can be looked up: what a judge leaves out is its failure and never a
zero of the agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.judge.asking import NOTHING
from litgauge.tasks.judge.grades import out_of
from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline import illustrated_reports as rules

SEES = "Whether a picture was shown to you."


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DimensionGrade(_Answer):
    """The grade of one dimension."""

    reason: str = Field(min_length=1, description="What the grade rests on.")
    score: Annotated[int, out_of(10)] = Field(ge=1, le=10, description="The grade, a whole number from 1 to 10.")


class ChartQuality(_Answer):
    """Ten checks of how a chart is drawn."""

    picture_seen: bool = Field(description=SEES)
    reason: str = Field(min_length=1, description="Each fault and where it is, or that there is none.")
    no_overlap: bool
    aligned: bool
    complete: bool
    balanced: bool
    text_size: bool
    contrast: bool
    rendering: bool
    plain: bool
    uncrowded: bool
    no_redundancy: bool


class CaptionQuality(_Answer):
    """The three grades of a caption, and a better one where it is needed."""

    picture_seen: bool = Field(description=SEES)
    accuracy: DimensionGrade
    sufficiency: DimensionGrade
    clarity: DimensionGrade
    better_caption: str = Field(description="Empty where all grades are 7 or higher.")


class ContextIntegration(_Answer):
    """The three grades of a figure in its text."""

    picture_seen: bool = Field(description=SEES)
    relevance: DimensionGrade
    coherence: DimensionGrade
    value: DimensionGrade


class SourceContradiction(_Answer):
    """What a chart shows otherwise than its source."""

    description: str = Field(min_length=1, description="What differs.")
    shown: str = Field(description="What the chart shows there.")
    quote: str = Field(description="Words of the passage, as they stand.")


class ChartSources(_Answer):
    """The contradictions between a chart and its sources."""

    picture_seen: bool = Field(description=SEES)
    summary: str = Field(min_length=1, description="What was compared.")
    contradictions: list[SourceContradiction] = Field(description="Each one once.")


def grades_of(grades: Mapping[str, rules.RuleGrade]) -> dict[str, DimensionGrade]:
    """Return the grades of the rules that stand in for a judge."""
    return {name: DimensionGrade(reason=grade.reason, score=grade.score) for name, grade in grades.items()}


def _chart(inputs: Mapping[str, Any]) -> ChartQuality:
    reason, checks = rules.chart_checks(inputs["measures"])
    return ChartQuality(picture_seen=True, reason=reason, **checks)


def _caption(inputs: Mapping[str, Any]) -> CaptionQuality:
    caption = "" if inputs["caption"] == NOTHING else str(inputs["caption"])
    grades = grades_of(rules.caption_grades(caption, str(inputs["context"])))
    return CaptionQuality(picture_seen=True, better_caption="", **grades)


def _context(inputs: Mapping[str, Any]) -> ContextIntegration:
    grades = rules.context_grades(str(inputs["label"]), str(inputs["caption"]), str(inputs["context"]))
    return ContextIntegration(picture_seen=True, **grades_of(grades))


def _sources(inputs: Mapping[str, Any]) -> ChartSources:
    conflicts = rules.chart_conflicts(str(inputs["caption"]), str(inputs["passages"]).split("\n\n"))
    return ChartSources(
        picture_seen=True,
        summary="numbers of the caption against numbers of the passages",
        contradictions=[
            SourceContradiction(description="another number in the same words", shown=shown, quote=quote)
            for shown, quote in conflicts
        ],
    )


_COLD = {"temperature": 0}

CHART_QUALITY = Question("chart_quality", 1, ChartQuality, _chart, _COLD, 180)
CAPTION_QUALITY = Question("caption_quality", 1, CaptionQuality, _caption, _COLD, 250)
CONTEXT_INTEGRATION = Question("context_integration", 1, ContextIntegration, _context, _COLD, 220)
CHART_SOURCES = Question("chart_sources", 1, ChartSources, _sources, _COLD, 250)
