"""The stages that ask a model: planner, image searcher, chart generator, writer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from pydantic import BaseModel

from litgauge.tasks.agents.charts import Drawing, draw_chart
from litgauge.tasks.agents.outcome import AgentAnswer, ToolError
from litgauge.tasks.agents.picture_reader import HeldPicture
from litgauge.tasks.agents.prompting import FOLDER, fenced, instructions
from litgauge.tasks.agents.search.engine import ImageHit
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.stage_conversation import InvalidResult, StageConversation, StageTool
from litgauge.tasks.agents.tools import LONGEST_QUERY, shown_hits, shown_page
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.tvir.agents.figures import MadeFigure, UnmadeFigure, figure_path
from litgauge.tasks.benchmarks.tvir.agents.outline import (
    DrawnChart,
    FoundImage,
    Outline,
    PlannedSection,
    Source,
    Visual,
    read_outline,
    read_part,
)
from litgauge.tasks.benchmarks.tvir.agents.settings import TvirAgentSettings
from litgauge.tasks.benchmarks.tvir.prompts import without_rules
from litgauge.tasks.figures.credits import licence_of
from litgauge.tasks.llm import Question, Unscored
from litgauge.tasks.reports.polishing import polish

Result = TypeVar("Result")
TEMPLATES = ("tvir_planner", "tvir_images", "tvir_charts", "tvir_writer", "tvir_look")
_FENCED = re.compile(r"\s*```(?:markdown|md)?[ \t]*\n(.*)\n```\s*", re.DOTALL)
_OWN_FILE = re.compile(r"(?:images|charts)/[\w.-]{1,120}")
_PLACEHOLDER = re.compile(
    r"\[(?:to be|insert|placeholder|section content|figure here|todo)\b[^\]\n]{0,80}\]", re.IGNORECASE
)


class Seen(BaseModel):
    """What a model sees on a picture."""

    answer: str


LOOK = Question(
    "tvir_look", 1, Seen, offline=lambda _inputs: Seen(answer=""), parameters={"temperature": 0}, folder=FOLDER
)


@dataclass(frozen=True)
class Workplace:
    """Settings, task and session that all stages of a task share."""

    settings: TvirAgentSettings
    task: GivenTask
    session: Session

    @property
    def query(self) -> str:
        """Return the task without its standing rules, which are those of a whole report."""
        return without_rules(self.task.text)

    def system(self, name: str, **values: str) -> str:
        """Return the instructions of a stage."""
        text = instructions(name, self.task, self.session.means.answers)
        for mark, value in values.items():
            text = text.replace(f"{{{{{mark}}}}}", value)
        return text

    def talk(
        self, system: str, material: str, *, tools: Sequence[StageTool], turns: int, read: Callable[[str], Result]
    ) -> StageConversation[Result]:
        """Return the conversation of a stage, which ends with a result that `read` takes."""
        settings = self.settings
        return StageConversation(
            settings,
            self.session,
            (system, material),
            tools=tools,
            turns=turns,
            temperature=settings.temperature,
            read=read,
        )

    def research_tools(self) -> list[StageTool]:
        """Return search and page reader."""

        async def search(arguments: Mapping[str, str]) -> str:
            return shown_hits(await self.session.search(" ".join(arguments["query"].split())[:LONGEST_QUERY]))

        async def read(arguments: Mapping[str, str]) -> str:
            return shown_page(await self.session.read_page(arguments["url"].strip()), self.settings.page_characters)

        does, url = "Read a page on the web, as Markdown with its links.", {"url": "its full address"}
        query = {"query": "a few words, as typed into a search engine"}
        reader = StageTool("read_page", does, url, read)
        finder = StageTool("search", "Search the web for sources.", query, search)
        return [finder, reader] if self.session.means.search is not None else [reader]


async def plan(work: Workplace) -> Outline | AgentAnswer:
    """Return the outline, or how the planner ended without one."""
    settings = work.settings
    talk = work.talk(
        work.system(
            "tvir_planner",
            turns=str(settings.planner_turns),
            sections=str(settings.most_sections),
            visuals=str(settings.most_visuals if settings.tools else 0),
            tools=" or ".join(settings.tools) or "none",
        ),
        work.task.text,
        tools=work.research_tools(),
        turns=settings.planner_turns,
        read=lambda text: read_outline(text, settings),
    )
    with work.session.acting_as("planner"):
        ending = await talk.run()
    return talk.result or ending


MAKERS: Final = {"image": "image searcher", "chart": "chart generator"}
"""The parts of the agent that make figures, as its calls are recorded."""


@dataclass
class SectionFigures:
    """Figures of one section, made one after the other."""

    work: Workplace
    section: PlannedSection
    place: int  # number of the section, from 1
    figures: list[MadeFigure] = field(default_factory=list)
    unmade: list[UnmadeFigure] = field(default_factory=list)

    async def make(self) -> None:
        """Make all that is planned."""
        for visual in self.section.visual_elements:
            stage = self._image if visual.tool == "image" else self._chart
            with self.work.session.acting_as(MAKERS[visual.tool]):
                why = await stage(visual)
            if why:
                self.unmade.append(UnmadeFigure(self.section.id, visual.tool, visual.description, why))

    def _path(self, visual: Visual, title: str, suffix: str) -> str:
        return figure_path(visual.tool, self.place, len(self.figures) + 1, title, suffix)

    def _prompt(self, visual: Visual, extra: str = "") -> str:
        section = self.section
        request = f"{visual.type} - {visual.description}" if visual.type else visual.description
        material = f"Section: {section.title}\n{section.summary}\n\nWanted: {request}{extra}"
        return f"{fenced('task', self.work.query)}\n\n{fenced('figure', material)}"

    async def _image(self, visual: Visual) -> str:
        """Find a picture; return why there is none."""
        work, session = self.work, self.work.session
        hits: dict[str, ImageHit] = {}
        pictures: dict[str, HeldPicture] = {}

        async def search(arguments: Mapping[str, str]) -> str:
            image_hits = await session.search_images(" ".join(arguments["query"].split())[:LONGEST_QUERY])
            hits.update({hit.url: hit for hit in image_hits})
            return "\n\n".join(map(shown_image, image_hits)) or "Nothing was found."

        async def look(arguments: Mapping[str, str]) -> str:
            url = arguments["url"].strip()
            pictures[url] = await session.read_picture(url)
            reply = await session.ask(LOOK, {"picture": pictures[url].shown, "question": arguments["question"]})
            if isinstance(reply.answer, Unscored):
                raise ToolError(f"the picture could not be looked at: {reply.answer.reason}")
            return f"{pictures[url].width} x {pictures[url].height} pixels\n{reply.answer.answer}"

        def read(text: str) -> FoundImage:
            answer = read_part(text, FoundImage)
            if answer.status == "found" and answer.url.strip() not in pictures:
                raise InvalidResult("the picture has not been looked at: choose one that has, or give status none")
            return answer

        talk = work.talk(
            work.system("tvir_images", turns=str(work.settings.image_turns)),
            self._prompt(visual),
            tools=[
                StageTool("search_images", "Search the web for pictures.", {"query": "a few words"}, search),
                StageTool(
                    "look", "Look at a picture and answer a question about it.",
                    {"url": "address of the picture", "question": "what you want to know of it"}, look,
                ),
            ],
            turns=work.settings.image_turns,
            read=read,
        )  # fmt: skip
        ending = await talk.run()
        choice = talk.result
        if choice is None or choice.status == "none":
            return choice.why or "none was found that fits" if choice else f"{ending.outcome}: {ending.detail}"
        url = choice.url.strip()
        hit, title = hits.get(url), choice.title or visual.description
        source, licence = await credited(session, hit, url)
        path = self._path(visual, title, pictures[url].suffix)
        self.figures.append(MadeFigure(path, "image", title, choice.description, pictures[url], (source,), licence))
        return ""

    async def _chart(self, visual: Visual) -> str:
        """Draw a chart; return why there is none."""
        work = self.work
        drawn: list[Drawing] = []

        async def draw(arguments: Mapping[str, str]) -> str:
            drawing = await draw_chart(
                work.session, arguments["code"], arguments["data"], unfenced=work.settings.allow_unfenced
            )
            drawn.append(drawing)
            return drawing.notice

        def read(text: str) -> DrawnChart:
            result = read_part(text, DrawnChart)
            if result.status == "drawn" and not drawn:
                raise InvalidResult("no chart has been drawn: call draw_chart, or give status none")
            if result.status == "drawn" and not result.data_sources:
                raise InvalidResult("data_sources is empty: name the pages that the numbers are from")
            return result

        notes = "\n".join(f"- {note.citation} {note.url}: {note.key_findings}" for note in self.section.research_notes)
        tool = StageTool(
            "draw_chart",
            "Run Python code with matplotlib that reads data.csv and writes chart.png; no network.",
            {"code": "the whole program", "data": "data.csv: a header, then one row a point"},
            draw,
        )
        talk = work.talk(
            work.system("tvir_charts", turns=str(work.settings.chart_turns)),
            self._prompt(visual, f"\n\nNotes:\n{notes}" if notes else ""),
            tools=[tool, *work.research_tools()],
            turns=work.settings.chart_turns,
            read=read,
        )
        ending = await talk.run()
        result = talk.result
        if result is None or result.status == "none":
            return result.why or "it could not be drawn" if result else f"{ending.outcome}: {ending.detail}"
        last, title = drawn[-1], result.title or visual.description
        path = self._path(visual, title, last.picture.suffix)
        self.figures.append(MadeFigure.drawn(path, title, result.description, last, tuple(result.data_sources)))
        return ""


async def write_section(
    work: Workplace, section: PlannedSection, figures: Sequence[MadeFigure], before: str
) -> str | AgentAnswer:
    """Return a section in Markdown with its own list, or how the writer ended without one.

    `before`: titles, summaries and headings of the sections that are written already.
    """
    notes = "\n".join(
        f"- {note.citation} {note.url}: {note.key_findings} ({note.relevance})" for note in section.research_notes
    )
    shown = "\n".join(
        f"- {figure.path} ({figure.kind}): {figure.title}. {figure.description} Source: "
        + "; ".join(f"{source.citation} {source.url}" for source in figure.sources)
        for figure in figures
    )
    parts = {
        "task": work.query,
        "before": before or "nothing",
        "section": f"{section.title}\nAbout {section.word_count} words.\n{section.summary}",
        "notes": notes or "none",
        "figures": shown or "none",
    }
    talk = work.talk(
        work.system("tvir_writer", turns=str(work.settings.writer_turns)),
        "\n\n".join(fenced(name, text) for name, text in parts.items()),
        tools=work.research_tools(),
        turns=work.settings.writer_turns,
        read=lambda text: read_section(text, section.title, [figure.path for figure in figures]),
    )
    with work.session.acting_as("writer"):
        ending = await talk.run()
    return talk.result or ending


def read_section(text: str, title: str, paths: Sequence[str]) -> str:
    """Return a section under its heading, with its own list. Raises InvalidResult."""
    fence = _FENCED.fullmatch(text)
    body = (fence[1] if fence else text).strip()
    first, _, rest = body.partition("\n")
    if first.lstrip("# *").strip(" *").casefold() == title.strip().casefold():
        body = rest.strip()
    problems = []
    if not body:
        problems.append("there is no text")
    if placeholder := _PLACEHOLDER.search(body):
        problems.append(f"{placeholder[0]} is a placeholder")
    shown = set(_OWN_FILE.findall(body))
    problems += [f"the figure {path} is not shown" for path in paths if path not in shown]
    problems += [f"there is no figure {path}" for path in sorted(shown - set(paths)) if "." in path]
    section = f"## {title.strip()}\n\n{body}"
    if unresolved := polish([section]).unresolved:
        numbers = ", ".join(dict.fromkeys(mark.number for mark in unresolved))
        problems.append(f"marks without an entry in your list of references: {numbers}")
    if problems:
        raise InvalidResult("; ".join(problems))
    return section


async def credited(session: Session, hit: ImageHit | None, url: str) -> tuple[Source, str]:
    """Return the page that shows a picture, frozen if it can be read, and the licence that it names."""
    page = (hit.page if hit else "") or url
    title = (hit.source or hit.title) if hit else url
    if not (hit and hit.page):
        return Source(citation=title, url=page), ""
    try:
        read = await session.read_page(hit.page)
    except ToolError:
        return Source(citation=title, url=page), ""
    return Source(citation=read.title or title, url=page), licence_of(read.text)


def shown_image(hit: ImageHit) -> str:
    """Return a hit as a model is told."""
    size = f"{hit.width} x {hit.height}" if hit.width and hit.height else ""
    lines = (
        hit.title,
        hit.url,
        f"on {hit.page}" if hit.page else "",
        " ".join(filter(None, (size, hit.source))),
        hit.caption,
    )
    return "\n".join(filter(None, lines))
