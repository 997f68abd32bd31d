"""The agent without a model: rules plan, search, quote, take a picture and draw a chart of numbers that they read."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from litgauge.tasks.agents.charts import draw_chart
from litgauge.tasks.agents.offline.agents import relevant_sentences
from litgauge.tasks.agents.offline.topics import queries_of
from litgauge.tasks.agents.outcome import AgentAnswer, ToolError
from litgauge.tasks.agents.page_reader import ReadPage
from litgauge.tasks.benchmarks.tvir.agents.figures import MadeFigure, UnmadeFigure, figure_path
from litgauge.tasks.benchmarks.tvir.agents.outline import Source
from litgauge.tasks.benchmarks.tvir.agents.report import finished
from litgauge.tasks.benchmarks.tvir.agents.stages import MAKERS, Workplace, credited
from litgauge.tasks.sheets.cells import shielded
from litgauge.tasks.text.sentences import sentences

_PAGES, _SENTENCES, _PICTURES = 3, 2, 3
_FEWEST_POINTS, _MOST_POINTS = 3, 40
_YEAR = re.compile(r"(?<![\d.,-])(1[89]\d\d|20\d\d)(?!\d|[,.]\d)")
_VALUE = re.compile(
    r"(?<![\d.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?"
    r"(%|percent|per cent|million|billion|trillion|[kMGT]Wh?|km|kg|tonnes|degrees|points|papers|people|亿元|万|亿)"
)
_IN_YEAR = re.compile(r"(?<![\d.,])(\d[\d,]*+(?:\.\d+)?)(?: ([a-z]{2,20}))? in (1[89]\d\d|20\d\d)(?!\d)", re.IGNORECASE)
_LONGEST_TITLE = 80
_HAN, _CLAUSES, _SHORTEST_CLAUSE = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[，。；：、！？,.;:!?\n]"), 5

_WORDS = {False: ("Figure", "shows", "Source", "References"), True: ("图", "显示", "来源", "参考文献")}

CHART = '''"""Draws data.csv as a line with points."""
import csv

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

with open("data.csv", encoding="utf-8", newline="") as file:
    header, *rows = csv.reader(file)
years, values = [int(row[0]) for row in rows], [float(row[1]) for row in rows]
figure, axes = plt.subplots(figsize=(8, 4.5), dpi=120)
axes.plot(years, values, marker="o")
axes.set_xticks(years)
axes.set_xlabel(header[0])
axes.set_ylabel(header[1])
axes.set_ylim(bottom=0)
axes.grid(axis="y", alpha=0.3)
figure.tight_layout()
figure.savefig("chart.png")
'''


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers of one unit by year, as one page says them."""

    unit: str
    points: tuple[tuple[int, float], ...]  # by year


@dataclass
class _Section:
    """A section while it is written: its list of references, and what cites it."""

    place: int
    query: str
    pages: list[ReadPage] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    figures: list[MadeFigure] = field(default_factory=list)

    def cite(self, source: Source) -> str:
        """Return the mark of a source, listed once."""
        if source not in self.sources:
            self.sources.append(source)
        return f"[{self.sources.index(source) + 1}]"

    def show(self, figure: MadeFigure) -> None:
        """Add a figure with its caption and source."""
        self.figures.append(figure)
        number, mark = len(self.figures), self.cite(figure.sources[0])
        words = figure.title.rstrip(". ")
        label, shows, source, _ = _WORDS[bool(_HAN.search(self.query))]
        self.blocks.append(f"{label} {number} {shows} {_markup(words)} {mark}.")
        self.blocks.append(
            f'<figure>\n<img src="{figure.path}" alt="{_attribute(words)}">\n'
            f'<figcaption id="fig{number}">{label} {number}: {_markup(words)}. {source}: {mark}</figcaption>\n</figure>'
        )

    @property
    def text(self) -> str:
        """Return the section in Markdown."""
        *_, heading = _WORDS[bool(_HAN.search(self.query))]
        listed = [f"[{n}] {source.citation}. {source.url}" for n, source in enumerate(self.sources, start=1)]
        return "\n\n".join([f"## {_heading(self.query)}", *self.blocks, f"## {heading}", "\n".join(listed)])


async def write_by_rules(work: Workplace) -> AgentAnswer:
    """Return the report that rules write; what they cannot find is left out and said."""
    queries = _queries(work.query, max(1, work.settings.most_sections - 2))
    if not queries:
        return AgentAnswer("", "no-answer", "the task names nothing to search for")
    used_urls: set[str] = set()
    sections: list[_Section] = []
    unmade: list[UnmadeFigure] = []
    left_out: dict[str, list[str]] = defaultdict(list)
    for place, query in enumerate(queries, start=1):
        section = _Section(place, query)
        with work.session.acting_as("writer"):
            why = await _quote(work, section, used_urls)
        if not section.blocks:
            left_out[why].append(query)
            continue
        with work.session.acting_as(MAKERS["image"]):
            if "image" in work.settings.tools and not await _show_picture(work, section, used_urls):
                unmade.append(UnmadeFigure(str(place), "image", query, "no picture fits the words of the section"))
        with work.session.acting_as(MAKERS["chart"]):
            if "chart" in work.settings.tools and (why := await _show_chart(work, section)):
                unmade.append(UnmadeFigure(str(place), "chart", query, why))
        sections.append(section)
    figures = [figure for section in sections for figure in section.figures]
    texts = [section.text for section in sections]
    failed = [] if texts else [f"{why}: {', '.join(without)}" for why, without in left_out.items()]
    return await finished(work, _heading(queries[0]), texts, (figures, unmade), failed)


def _queries(text: str, most: int) -> tuple[str, ...]:
    """Return the queries of a task: of Chinese its clauses, since its words are not told apart."""
    if len(_HAN.findall(text)) * 4 < len(text):
        return queries_of(text, most)
    return tuple(clause for part in _CLAUSES.split(text) if len(clause := part.strip(" 并请")) >= _SHORTEST_CLAUSE)[
        :most
    ]


async def _quote(work: Workplace, section: _Section, used_urls: set[str]) -> str:
    """Quote what fits best of the first pages that can be read; return why there may be nothing to quote."""
    try:
        hits = await work.session.search(section.query)
    except ToolError as error:
        return f"the search failed: {error}"
    for hit in hits:
        if len(section.pages) == _PAGES:
            break
        if not hit.url or hit.url in used_urls:
            continue
        used_urls.add(hit.url)
        try:
            page = await work.session.read_page(hit.url)
        except ToolError:
            continue
        section.pages.append(page)
        source = Source(citation=_plain(page.title or hit.title), url=hit.url)
        for quote in relevant_sentences(section.query, page.text, _SENTENCES):
            section.blocks.append(f"{quote.rstrip('. ')} {section.cite(source)}.")
    if not hits:
        return "the search found nothing"
    return (
        "no sentence of the pages fits" if section.pages else "none of the pages found could be read, or all were used"
    )


async def _show_picture(work: Workplace, section: _Section, used_urls: set[str]) -> bool:
    try:
        hits = [hit for hit in await work.session.search_images(section.query) if hit.url not in used_urls]
    except ToolError:
        return False
    for hit in hits[:_PICTURES]:
        used_urls.add(hit.url)
        try:
            picture = await work.session.read_picture(hit.url)
        except ToolError:
            continue
        source, licence = await credited(work.session, hit, hit.url)
        title = _plain(hit.caption or hit.title)[:_LONGEST_TITLE]
        path = figure_path("image", section.place, len(section.figures) + 1, title, picture.suffix)
        plain = Source(citation=_plain(source.citation), url=source.url)
        section.show(MadeFigure(path, "image", title, hit.title, picture, (plain,), licence))
        return True
    return False


async def _show_chart(work: Workplace, section: _Section) -> str:
    """Draw the longest series of numbers on the section's pages; return why there is none."""
    candidates = [(series, page) for page in section.pages for series in series_in(page.text)]
    if not candidates:
        return f"no page of it has {_FEWEST_POINTS} numbers of one unit by year"
    series, page = max(candidates, key=lambda candidate: len(candidate[0].points))
    data = table_of(series)
    try:
        drawing = await draw_chart(work.session, CHART, data, unfenced=work.settings.allow_unfenced)
    except ToolError as error:
        return str(error)
    years = f"{series.points[0][0]}-{series.points[-1][0]}"
    title = f"{_plain(page.title)[:_LONGEST_TITLE]} ({series.unit}, {years})"
    path = figure_path("chart", section.place, len(section.figures) + 1, title, drawing.picture.suffix)
    source = Source(citation=_plain(page.title), url=page.url)
    described = f"{len(series.points)} values in {series.unit}"
    section.show(MadeFigure.drawn(path, title, described, drawing, (source,)))
    return ""


def series_in(text: str) -> list[Series]:
    """Return the numbers of a text by unit and year, for three years at least: one a sentence, or a row of them.

    >>> series_in("In 2019 it was 12 GW. By 2020, 15.5 GW were built. It rose to 21 GW in 2021.")
    [Series(unit='GW', points=((2019, 12.0), (2020, 15.5), (2021, 21.0)))]
    >>> series_in("There were 41 pairs in 2022, 45 in 2023 and 52 in 2024.")
    [Series(unit='pairs', points=((2022, 41.0), (2023, 45.0), (2024, 52.0)))]
    """
    by_unit: Mapping[str, dict[int, float]] = defaultdict(dict)
    for line in text.splitlines():
        for start, end in sentences(line):
            row = _IN_YEAR.findall(line[start:end])
            units = {unit for _, unit, _ in row if unit}
            if len(row) >= _FEWEST_POINTS and len(units) == 1:
                for number, _, year in row:
                    by_unit[next(iter(units))].setdefault(int(year), float(number.replace(",", "")))
                continue
            years = set(_YEAR.findall(line[start:end]))
            values = _VALUE.findall(line[start:end])
            if len(years) == 1 and len(values) == 1:
                number, unit = values[0]
                by_unit[unit].setdefault(int(years.pop()), float(number.replace(",", "")))
    return [
        Series(unit, tuple(sorted(points.items())[:_MOST_POINTS]))
        for unit, points in by_unit.items()
        if len(points) >= _FEWEST_POINTS
    ]


def table_of(series: Series) -> str:
    """Return a series as CSV."""
    out = io.StringIO()
    rows: Sequence[tuple[object, object]] = [
        ("Year", shielded(series.unit)),
        *((year, f"{v:g}") for year, v in series.points),
    ]
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _heading(query: str) -> str:
    words = (
        query if len(query) <= _LONGEST_TITLE else query[:_LONGEST_TITLE].rpartition(" ")[0] or query[:_LONGEST_TITLE]
    )
    return words[:1].upper() + words[1:]


def _plain(words: str) -> str:
    """Words on one line that no notation takes for more."""
    return " ".join(re.sub(r"[\[\]<>`$|]", " ", words).split()).rstrip(". ")


def _attribute(words: str) -> str:
    return words.replace("&", "&amp;").replace('"', "&quot;")


def _markup(words: str) -> str:
    return words.replace("&", "&amp;")
