"""Figures that are text: fenced code of charts, Mermaid diagrams with or without fence, drawings made of letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from litgauge.tasks.reports.figures.targets import Picture
from litgauge.tasks.reports.reading.block_types import ReportLine
from litgauge.tasks.reports.reading.fenced_code import diagram_end
from litgauge.tasks.text.wordings import alternatives

FEWEST_LINES = 3
"""Of a drawing made of letters."""

LONGEST_DRAWING_LINE = 400

_INFO = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*\{?[ \t]*\.?([\w.+-]*)", re.IGNORECASE)
_CHART = re.compile(
    alternatives("litgauge.tasks.reports.figures", "figure_wordings.json", "chart fence"), re.IGNORECASE
)
_DATA_LANGUAGES = frozenset({"json", "json5", "jsonc", "js", "javascript", "yaml", "yml"})
_CHART_JSON = re.compile(
    r"vega\.github\.io/schema|\"mark\"\s{0,8}:[\s\S]{0,4000}?\"encoding\"\s{0,8}:"
    r"|\"type\"\s{0,8}:\s{0,8}\"(?:bar|line|pie|doughnut|radar|scatter|bubble|polarArea)\"[\s\S]{0,4000}?\"datasets\"\s{0,8}:"
    r"|\"(?:xAxis|yAxis)\"\s{0,8}:[\s\S]{0,8000}?\"series\"\s{0,8}:"
)
_TITLE = re.compile(
    r"(?m)^[ \t]*(?:pie[ \t]{1,4}(?:showData[ \t]{1,4})?)?title:?[ \t]{1,4}\"?([^\n\"]{2,300}?)\"?[ \t]*$"
    r"|\"title\"\s{0,8}:\s{0,8}(?:\{[^{}]{0,200}?\"text\"\s{0,8}:\s{0,8}(?:\[\s{0,8})?)?\"([^\"\n]{2,300})\""
)
"""Of Mermaid, and of the JSON of Vega, Plotly, Chart.js and ECharts."""

_PLAIN_LANGUAGES = frozenset({"", "text", "txt", "ascii", "plaintext", "plain", "diagram", "none", "asciiart", "art"})
_BOX = re.compile(r"[─-╿]{2}|[│┃║╎┆]|\+[-=]{3,}\+?|[-=]{3,}\+")
_ARROW = re.compile(r"[←-⇿▲△▼▽◄►▶◀⟶]|-{1,3}>|<-{1,3}|={1,3}>|(?<=\s)[vV](?=\s|$)")
_BAR = re.compile(r"[█▇▆▅▄▃▂▁▓▒░■▮▬●◼]{2,}|[#*=]{6,}(?=\s{0,4}[\d(|])")
_LISTED = re.compile(r"[ \t>]*(?:[-*+•#]|\d{1,3}[.)])[ \t]")
_TREE = re.compile(r"\s*(?:[│|]\s+)*(?:[├└]|\+--|`--|\|--)")
_CORNERS = re.compile(r"[┌┐└┘╔╗╚╝╭╮╰╯┏┓┗┛]|\+[-=]{2,}")

_AXIS = re.compile(r"[ \t]{0,40}[\w.,%$€£¥-]{0,12}[ \t]{0,8}[|│┤├┼+]")
_AXIS_TITLE = re.compile(r"(?<=[-_─>]{3})[ \t]{1,40}\w{1,20}[ \t]{0,40}$")
_STROKES = frozenset("*./\\_-'`^~,:•●°·")
_POINTS = _STROKES | frozenset("oOxX+#")  # beside an axis letters may be points
_FEWEST_STEPS = 3


def fenced_pictures(text: str, lines: Sequence[ReportLine], closing: Mapping[int, int]) -> Iterator[Picture]:
    """The fences that hold a chart or a drawing; `closing` has the closing line of each opening one."""
    for first, last in _fences(lines, closing):
        info = _INFO.match(lines[first].text)
        language = info[1].casefold() if info else ""
        start = lines[first + 1].start
        end = lines[last - 1].end if last - 1 > first else start
        drawn = language in _PLAIN_LANGUAGES and is_drawing([line.text for line in lines[first + 1 : last]])
        if drawn:
            yield _drawing(lines[first].start, lines[last].end, start, end)
        elif _CHART.fullmatch(language) or (language in _DATA_LANGUAGES and _CHART_JSON.search(text, start, end)):
            yield _chart(text, lines[first].start, lines[last].end, start, end, language)


def _fences(lines: Sequence[ReportLine], closing: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """First and last line of each fence, of those too that hide nothing: around plain text, and never closed."""
    opened: int | None = None
    for first, last in sorted(closing.items()):
        info = _INFO.match(lines[first].text)
        language = info[1].casefold() if info else ""
        if last > first:
            yield first, last
            opened = None
        elif opened is not None and not language:
            yield opened, first
            opened = None
        elif language in _PLAIN_LANGUAGES:
            opened = first
        elif _CHART.fullmatch(language) and not any(first < other for other in closing):
            stop = next((at for at in range(first + 1, len(lines)) if not lines[at].text.strip()), len(lines))
            yield first, stop - 1
            opened = None


def plain_drawings(text: str, lines: Sequence[ReportLine], fenced: Mapping[int, int]) -> Iterator[Picture]:
    """Mermaid diagrams and drawings of letters that stand in the text without a fence."""
    inside = {number for first, last in fenced.items() for number in range(first, last + 1)}
    at = 0
    while at < len(lines):
        last = at
        if at not in inside and lines[at].text.strip():
            begins = at == 0 or not lines[at - 1].text.strip()
            diagram = diagram_end(list(lines), at) if begins and lines[at].text[:1].isalpha() else None
            if diagram is not None and not inside.intersection(range(at, diagram + 1)):
                last = diagram
                yield _chart(text, lines[at].start, lines[last].end, lines[at].start, lines[last].end, "mermaid")
            else:
                while last not in inside and last < len(lines) and _may_draw(lines[last].text):
                    last += 1
                drawn = [line.text for line in lines[at:last]]
                if is_drawing(drawn) and not _is_table(drawn):
                    yield _drawing(*(lines[at].start, lines[last - 1].end) * 2)
                last = max(at, last - 1)
        at = last + 1


def is_drawing(drawn: Sequence[str]) -> bool:
    """Return whether lines are a picture made of letters: boxes with arrows, bars, a curve; a tree of files is none."""
    filled = [line[:LONGEST_DRAWING_LINE] for line in drawn if line.strip()]
    if len(filled) < FEWEST_LINES:
        return False
    if sum(_BAR.search(line) is not None for line in filled) >= max(FEWEST_LINES, len(filled) / 2):
        return True
    if _is_curve(filled):
        return True
    boxed = [line for line in filled if _BOX.search(line) or "|" in line or _ARROW.search(line)]
    trees = sum(_TREE.match(line) is not None and not _CORNERS.search(line.lstrip(" │|└")) for line in filled)
    if 2 * len(boxed) < len(filled) or 2 * trees > len(filled):
        return False
    corners = sum(_CORNERS.search(line) is not None for line in filled)
    arrows = sum(_ARROW.search(line) is not None for line in filled)
    return (corners >= 2 and not _is_table(filled)) or (arrows >= 1 and len(boxed) >= FEWEST_LINES)


def _is_curve(filled: Sequence[str]) -> bool:
    """Return whether lines are a curve: strokes alone, beside an axis or not, that move sideways from line to line."""
    starts = [at for line in filled if (at := _stroke_at(line)) is not None]
    return len(set(starts)) >= _FEWEST_STEPS and 3 * len(starts) >= 2 * len(filled)


def _stroke_at(line: str) -> int | None:
    """Return the column of a line's first stroke, None where it holds anything beside strokes, axis and axis title."""
    axis = _AXIS.match(line)
    start = axis.end() if axis else 0
    title = _AXIS_TITLE.search(line, start)
    signs = line[start : title.start() if title else len(line)].rstrip()
    drawn = signs.lstrip()
    if not drawn or set(drawn) - (_POINTS if axis else _STROKES) - {" ", "\t"}:
        return None
    return start + len(signs) - len(drawn)


def _may_draw(line: str) -> bool:
    """Return whether a line outside of a fence is likely a part of a drawing: it has signs that prose has not."""
    shown = line[:LONGEST_DRAWING_LINE]
    letters = sum(map(str.isalnum, shown))
    if line.lstrip().startswith("|") and line.rstrip().endswith("|") and not re.search(r"[─-╿▀-▟]", shown):
        return False  # a row of a Markdown table
    drawn = _BOX.search(shown) or _BAR.search(shown)
    return bool(drawn) and not _LISTED.match(shown) and letters < 0.75 * len(shown.strip())


def _is_table(drawn: Sequence[str]) -> bool:
    """Return whether lines are a grid of cells: every line has a bar or a corner at the same places, without arrows."""
    filled = [line.rstrip() for line in drawn if line.strip()]
    if any(_ARROW.search(line) for line in filled):
        return False
    edges = {tuple(at for at, sign in enumerate(line) if sign in "|│┃║+┼├┤┬┴┌┐└┘╬╠╣╦╩╔╗╚╝") for line in filled}
    widest = max(edges, key=len, default=())
    return len(widest) >= 3 and sum(set(edge) <= set(widest) for edge in edges) == len(edges)


def _drawing(start: int, end: int, inner: int, inner_end: int) -> Picture:
    return Picture("ascii", start, end, "drawing of letters", inner, inner_end, "code", "text/plain", language="ascii")


def _chart(text: str, start: int, end: int, inner: int, inner_end: int, language: str) -> Picture:
    titled = _TITLE.search(text, inner, min(inner_end, inner + 4_000))
    title = next((part for part in titled.groups() if part), "").strip() if titled else ""
    return Picture("fence", start, end, language or "chart", inner, inner_end, "code", title=title, language=language)
