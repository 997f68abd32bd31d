"""Results that stages hand on: the planner's outline, and the results of the image searcher and the chart generator."""

from __future__ import annotations

from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.agents.stage_conversation import InvalidResult
from litgauge.tasks.benchmarks.tvir.agents.settings import TvirAgentSettings
from litgauge.tasks.llm.answers import Invalid, read_answer

_MOST_WORDS, _MOST_NOTES = 3_000, 8
Part = TypeVar("Part", bound=BaseModel)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Note(_Part):
    """What the planner found on one page."""

    citation: str = Field(description="the work as a reference list prints it")
    url: str
    key_findings: str
    relevance: str = ""


class Visual(_Part):
    """A figure that a section is to have."""

    tool: Literal["image", "chart"]
    type: str = Field("", description="photograph, diagram, screenshot; bar, line, pie, …")
    description: str


class PlannedSection(_Part):
    """A section of the outline."""

    id: str
    title: str
    summary: str
    word_count: int = Field(ge=20, le=_MOST_WORDS)
    visual_elements: list[Visual] = []
    research_notes: list[Note] = []


class Outline(_Part):
    """The report as it is planned."""

    title: str
    sections: list[PlannedSection]


class FoundImage(_Part):
    """The image searcher's choice."""

    status: Literal["found", "none"]
    url: str = Field("", description="address of the picture, as a search or a look gave it")
    title: str = ""
    description: str = Field("", description="what is to be seen on it")
    why: str = Field("", description="why there is none")


class Source(_Part):
    """A source of a chart's numbers."""

    citation: str
    url: str


class DrawnChart(_Part):
    """The chart generator's result."""

    status: Literal["drawn", "none"]
    title: str = ""
    description: str = Field("", description="what the chart shows, with its unit and period")
    data_sources: list[Source] = []
    why: str = Field("", description="why there is none")


def read_part(text: str, kind: type[Part]) -> Part:
    """Return what a stage was to give as JSON. Raises InvalidResult."""
    answer = read_answer(text, kind)
    if isinstance(answer, Invalid):
        raise InvalidResult(f"not the requested JSON ({answer.problem})")
    return answer


def read_outline(text: str, settings: TvirAgentSettings) -> Outline:
    """Return the planner's outline as the settings allow it. Raises InvalidResult."""
    outline = read_part(text, Outline)
    ids = [section.id for section in outline.sections]
    problems = []
    if not outline.title.strip() or any(not section.title.strip() for section in outline.sections):
        problems.append("a title is empty")
    if not 1 <= len(ids) <= settings.most_sections:
        problems.append(f"there are {len(ids)} sections; at most {settings.most_sections} are wanted, at least one")
    if len(set(ids)) < len(ids):
        problems.append("two sections have the same id")
    for section in outline.sections:
        if len(section.visual_elements) > settings.most_visuals:
            problems.append(f"section {section.id} has more than {settings.most_visuals} visual elements")
        if len(section.research_notes) > _MOST_NOTES:
            problems.append(f"section {section.id} has more than {_MOST_NOTES} research notes")
    if problems:
        raise InvalidResult("; ".join(problems))
    return Outline(title=outline.title, sections=[_allowed(section, settings) for section in outline.sections])


def _allowed(section: PlannedSection, settings: TvirAgentSettings) -> PlannedSection:
    """A section without what an ablation takes away."""
    visuals = [visual for visual in section.visual_elements if visual.tool in settings.tools]
    notes = section.research_notes if settings.notes else []
    return section.model_copy(update={"visual_elements": visuals, "research_notes": notes})
