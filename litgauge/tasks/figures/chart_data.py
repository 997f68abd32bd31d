"""Data of a chart: numbers of its table, specification or program, and the axis of its bars."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Any, Final, Literal

from litgauge.tasks.offline.figures import figures

Axis = Literal["full", "truncated", "unknown"]

_MOST: Final = 20_000  # numbers of one chart that are examined
_LONGEST: Final = 400_000  # characters of a program, a table or a page
_SAME: Final = 0.005  # relative difference up to which numbers are equal
_DERIVED_FROM: Final = 12  # most values of a chart whose differences, ratios and shares are data too
_FEWEST: Final = 3  # fewest consecutive numbers that are data, not a size
_YEARS: Final = range(1000, 2200)
_LISTS: Final = frozenset({"data", "values", "source", "x", "y", "z", "r", "theta"})
_NO_DATA: Final = frozenset({
    "figsize", "xlim", "ylim", "ticks", "bins", "range", "rect", "pad", "color", "colors", "dashes", "position",
    "bbox_to_anchor", "width_ratios", "height_ratios",
})  # fmt: skip
_NO_DATA_CALLS: Final = frozenset({
    "set_ylim", "set_xlim", "ylim", "xlim", "axis", "xticks", "yticks", "set_xticks", "set_yticks", "add_axes",
    "subplots", "linspace", "arange", "figure", "legend", "text", "annotate",
})  # fmt: skip
_CELL = re.compile(r"[-−+]?[$€£¥]?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3})?\s?%?")
_SCRIPT = re.compile(r"<script\b[^>]{0,1000}>(.*?)(?:</script|\Z)", re.IGNORECASE | re.DOTALL)
_JS_ASIDE = re.compile(  # comments and strings; one without its end goes on to that of the line or the text
    r"""//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?"""
    r"""|"((?:\\.|[^"\\\n])*)"?|'((?:\\.|[^'\\\n])*)'?|`(?:\\.|[^`\\])*`?""",
    re.DOTALL,
)
_JS_KEY = re.compile(r"[A-Za-z_$][\w$]{0,60}")
_JS_LIST = re.compile(
    r"\b(?:data|values|x|y|z)\s{0,9}:\s{0,9}\[|\b(?:const|let|var)\s{1,9}([\w$]{1,60})\s{0,9}=\s{0,9}([\[{])"
)
_JS_PART = re.compile(
    r"([A-Za-z_$][\w$]{0,60})\s{0,9}:|([\[{(])|([\]})])"
    r"|((?<![\w.#])-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?(?![\w.]))"
)
_JS_NO_LIST = re.compile(
    r"tick|grid|axis|colou?r|domain|range|margin|legend|layout|radi|offset|pos(?:ition)?s?$|size|years?$", re.IGNORECASE
)
_JS_NO_DATA = re.compile(
    r"years?|dates?|id|index|order|.*(?:offset|inset|position).*|pos|d[xy]|width|height|.*opacity|font.*|radius|.*colou?r"
    r"|margin|padding|rotation|angle|icon|style|options",
    re.IGNORECASE,
)
_TABLE_CELL = re.compile(r"<t[dh]\b[^>]{0,400}>([^<]{0,400})", re.IGNORECASE)
_BARS = re.compile(
    r"""\.barh?\(|\bkind\s{0,4}=\s{0,4}["']barh?["']|\bbarplot\(|\bpx\.bar\(|\bgo\.Bar\(|\bfill_between\(|\bstackplot\("""
    r"""|["']?(?:type|mark)["']?\s{0,4}:\s{0,4}(?:\{\s{0,9}["']?type["']?\s{0,4}:\s{0,4})?["'](?:bar|area|column)["']""",
)
_FLAT = re.compile(r"\.barh\(|[\"']barh[\"']|indexAxis[\"']?\s{0,4}:\s{0,4}[\"']y[\"']|orient(?:ation)?\W{1,6}h\b")
_PY_LIMIT = (
    r"\b(?:set_)?{axis}lim\(\s{{0,9}}(?:(?:bottom|left|{axis}min)\s{{0,4}}=\s{{0,4}}|\(\s{{0,4}})?(-?\d+(?:\.\d+)?)"
)
_PLOTLY_RANGE = re.compile(r"\brange_?y?[\"']?\s{0,4}[:=]\s{0,4}\[\s{0,9}(-?\d+(?:\.\d+)?)")
_NO_ZERO = re.compile(r"""["']?(?:zero|beginAtZero)["']?\s{0,4}:\s{0,4}false|["']?scale["']?\s{0,4}:\s{0,4}true""")
_D3_LENGTH = re.compile(r"""\.attr\(\s{0,9}["'](?:height|width)["'],([^\n]{0,300})""")
_D3_SCALE = re.compile(
    r"([\w$]{1,60})\s{0,9}=\s{0,9}d3\s{0,99}\.scaleLinear\(\)(?:\s{0,99}\.domain\(\[\s{0,9}(-?\d+(?:\.\d+)?))?"
)
_CALLED = re.compile(r"([\w$]{1,60})\(")
_SPEC_START = re.compile(
    r"""["']?(?:min|suggestedMin)["']?\s{0,4}:\s{0,4}(-?\d+(?:\.\d+)?)"""
    r"""|["']?domain["']?\s{0,4}:\s{0,4}\[\s{0,9}(-?\d+(?:\.\d+)?)\s{0,9},"""
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Program, table and block of a chart."""

    code: str = ""  # the program or specification that draws it; "" if missing
    table: str = ""  # its data as CSV or TSV
    block: str = ""  # the figure in the report, which may contain a table


@dataclass(frozen=True, slots=True)
class ChartNumbers:
    """The numbers of a chart, and how many of its program and caption agree with them."""

    data: tuple[float, ...]  # of its table; without one, of its specification or program
    origin: Literal["table", "inline", "none"]
    compared: int  # numbers of program and caption that should be in the data
    agreeing: int


def chart_numbers(drawn: Drawn, caption: str) -> ChartNumbers:
    """Return the data of a chart, and how many of the numbers of its program and caption agree with them.

    Years and numbers of labels are no data. A caption may state differences, ratios and shares of few values.

    >>> chart_numbers(Drawn("plt.bar(names, [12, 15, 40])", "name,pairs\\na,12\\nb,15\\nc,41\\n"), "It rose to 41.")
    ChartNumbers(data=(12.0, 15.0, 41.0), origin='table', compared=4, agreeing=3)
    """
    tabled = _distinct(table_numbers(drawn.table) or markup_numbers(drawn.block))
    inline = _distinct(code_numbers(drawn.code))
    data = tabled or inline
    if not data:
        return ChartNumbers((), "none", 0, 0)
    stated = [figure.value for figure in figures(caption) if figure.kind != "year" and not _is_year(figure.value)]
    numbers = sorted([*data, *_derived(data)])
    agreeing = sum(_is_among(value, numbers) for value in stated)
    if tabled:
        rows = sorted(data)
        agreeing += sum(_is_among(value, rows) for value in inline)
    compared = len(stated) + (len(inline) if tabled else 0)
    return ChartNumbers(data, "table" if tabled else "inline", compared, agreeing)


def numbers_in_text(data: Iterable[float], texts: Iterable[str]) -> int:
    """Return how many numbers of a chart are in the texts of the pages that it cites."""
    stated = sorted({abs(figure.value) for text in texts for figure in figures(text[:_LONGEST])})
    return sum(_is_among(abs(value), stated) for value in data)


def table_numbers(table: str) -> list[float]:
    """Return the numbers of a table in CSV or TSV; years in its first column are labels.

    >>> table_numbers("Year;GW\\n2019;1,200.5\\n2020;15 %\\n")
    [1200.5, 15.0]
    """
    lines = table[:_LONGEST].splitlines()
    if not lines:
        return []
    delimiter = max(",;\t|", key=lines[0].count)
    rows = csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter)
    try:
        cells = [(place, cell) for row in rows for place, cell in enumerate(row)]
    except csv.Error:
        return []
    values = ((place, _value(cell)) for place, cell in cells)
    return [value for place, value in values if value is not None and not (place == 0 and _is_year(value))][:_MOST]


def markup_numbers(block: str) -> list[float]:
    """Return the numbers in the cells of HTML tables; years are labels."""
    values = (_value(cell) for cell in _TABLE_CELL.findall(block[:_LONGEST]))
    return [value for value in values if value is not None and not _is_year(value)][:_MOST]


def code_numbers(code: str) -> list[float]:
    """Return the data in a chart's code: JSON of Vega, ECharts, Chart.js or Plotly, JavaScript, Python.

    >>> code_numbers('{"mark": "bar", "data": {"values": [{"a": "x", "b": 28.5}, {"a": "y", "b": 55}]}, "width": 300}')
    [28.5, 55.0]
    >>> code_numbers("fig, ax = plt.subplots(figsize=(8, 4)); ax.bar(['a', 'b', 'c'], [1, 2.5, -4])")
    [1.0, 2.5, -4.0]
    """
    code = code[:_LONGEST].strip()
    try:
        return _without_years(_of_spec(json.loads(code)))
    except (ValueError, RecursionError):
        pass
    try:
        if numbers := _without_years(_of_program(ast.parse(code))):  # JavaScript may also parse as Python, without data
            return numbers
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    return _without_years(_of_script(code))


def value_axis(code: str) -> tuple[Axis, str]:
    """Return whether the value axis of bars and areas begins at zero, by the code that draws them, and the evidence.

    Lines and points may begin anywhere: for charts without bars or without code, it is unknown.

    >>> value_axis("ax.bar(x, y); ax.set_ylim(40, 60)"), value_axis("ax.plot(x, y); ax.set_ylim(40, 60)")[0]
    (('truncated', 'set_ylim(40'), 'unknown')
    """
    code = code[:_LONGEST]
    if scales := _lengths_of_d3(code):
        return next((("truncated", words[:200]) for words, start in scales if float(start) > 0), ("full", ""))
    if not _BARS.search(code):
        return "unknown", ""
    axis = "x" if _FLAT.search(code) else "y"
    limit = re.compile(_PY_LIMIT.format(axis=axis))
    starts = [(match[0], match[1]) for pattern in (limit, _PLOTLY_RANGE) for match in pattern.finditer(code)]
    starts += [(match[0], match[1] or match[2]) for match in _SPEC_START.finditer(code)]
    for words, start in starts:
        if float(start) > 0:
            return "truncated", words[:200]
    if match := _NO_ZERO.search(code):
        return "truncated", match[0][:200]
    return "full", ""


def _lengths_of_d3(code: str) -> list[tuple[str, str]]:
    """Return the D3 scales of the lengths of bars, each with its code and its start ("0" if it has none).

    A scale of years is ignored: it is that of a line or of time spans.
    """
    used = {name for length in _D3_LENGTH.findall(code) for name in _CALLED.findall(length)}
    scales = [(scale, scale[2] or "0") for scale in _D3_SCALE.finditer(code) if scale[1] in used]
    return [(scale[0], start) for scale, start in scales if not _YEARS.start <= float(start) < _YEARS.stop]


def _value(cell: str) -> float | None:
    match = _CELL.fullmatch(cell.strip())
    if match is None:
        return None
    bare = re.sub(r"[$€£¥,%\s]", "", match[0]).replace("−", "-")
    return float(bare)


def _is_year(value: float) -> bool:
    return value.is_integer() and int(value) in _YEARS  # infinity is no integer


def _without_years(values: Iterable[float]) -> list[float]:
    """Return the values without years, which are data of an axis, unless all numbers are in the range of years."""
    numbers = list(islice(values, _MOST))
    return [value for value in numbers if not _is_year(value)] or numbers


def _of_spec(node: Any, *, inside: bool = False) -> Iterator[float]:
    """Yield the numbers of lists of data, not those of sizes and styles."""
    if isinstance(node, list):
        for entry in node:
            if inside and isinstance(entry, int | float) and not isinstance(entry, bool):
                yield float(entry)
            yield from _of_spec(entry, inside=inside)
    elif isinstance(node, dict):
        holds_lists = any(isinstance(node.get(name), list | dict) for name in (*_LISTS, "datasets", "series"))
        for name, value in node.items():
            if inside and not holds_lists and isinstance(value, int | float) and not isinstance(value, bool):
                yield float(value)
            listed = name in _LISTS or (inside and not holds_lists)
            yield from _of_spec(value, inside=isinstance(value, list) and listed)


def _of_script(code: str) -> Iterator[float]:
    """Yield the numbers of lists of data in JavaScript or a page's scripts, not those of places, sizes and styles."""
    code = "\n".join(_SCRIPT.findall(code)) or code
    code = _JS_ASIDE.sub(_without_words, code)
    at = 0
    while literal := _JS_LIST.search(code, at):
        start, listed = literal.end(), literal[2] != "{"
        numbers, at = _of_list(code, start, listed=listed)
        enough = len(numbers) >= (
            _FEWEST - 1 if code.count("{", start, at) > 1 else _FEWEST
        )  # records, or bare numbers
        if literal[1] is None or (enough and not _JS_NO_LIST.search(literal[1])):
            yield from numbers


def _without_words(aside: re.Match[str]) -> str:
    """Return the name of a member if a string is one; else blanks, which cannot be taken for code."""
    word = aside[1] or aside[2] or ""
    named = _JS_KEY.fullmatch(word) and aside.string[aside.end() : aside.end() + 9].lstrip().startswith(":")
    return word if named else '""'


def _of_list(code: str, start: int, *, listed: bool) -> tuple[list[float], int]:
    """Return the numbers of a list, or of the lists of an object, that begins there, and its end.

    Arguments of a call are no data.
    """
    numbers: list[float] = []
    open_: list[tuple[str, str]] = []  # brackets that are open, each with the member in which it stands
    key = ""
    for part in _JS_PART.finditer(code, start):
        if part[1]:
            key = part[1]
        elif part[2]:
            open_.append((part[2], key))
            key = ""
        elif part[3]:
            if not open_:
                return numbers, part.end()
            key = open_.pop()[1]
        elif _is_data([*open_, ("", key)], listed=listed):
            numbers.append(float(part[4]))
    return numbers, len(code)


def _is_data(around: Sequence[tuple[str, str]], *, listed: bool) -> bool:
    brackets = {bracket for bracket, _ in around}
    return (
        (listed or "[" in brackets) and "(" not in brackets and not any(_JS_NO_DATA.fullmatch(of) for _, of in around)
    )


def _of_program(tree: ast.AST) -> Iterator[float]:
    """Yield the numbers of lists and tuples of three or more that are no sizes, limits or ticks."""
    pending: deque[ast.AST] = deque([tree])
    while pending:
        node = pending.popleft()
        if isinstance(node, ast.keyword) and node.arg in _NO_DATA:
            continue
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in _NO_DATA_CALLS:
                continue
        if isinstance(node, ast.List | ast.Tuple):
            numbers = [value for entry in node.elts if (value := _constant(entry)) is not None]
            if len(numbers) >= _FEWEST:
                yield from numbers
                continue
        if isinstance(node, ast.Dict):
            numbers = [value for entry in node.values if (value := _constant(entry)) is not None]
            if len(numbers) >= _FEWEST:
                yield from numbers
                continue
        pending.extendleft(reversed(list(ast.iter_child_nodes(node))))


def _constant(node: ast.AST) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _constant(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return float(node.value)
    return None


def _distinct(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(dict.fromkeys(values))


def _derived(data: Sequence[float]) -> list[float]:
    """Return differences, ratios, changes and shares in percent."""
    if len(data) > _DERIVED_FROM:
        return []
    total = sum(data)
    pairs = list(permutations(data, 2))
    derived = [a - b for a, b in pairs] + [ratio for a, b in pairs if b for ratio in (a / b, 100 * (a - b) / b)]
    return [*derived, total, *(100 * value / total for value in data if total)]


def _is_among(value: float, numbers: Sequence[float]) -> bool:
    """Return whether one of the sorted numbers is almost equal."""
    margin = _SAME * abs(value)
    place = bisect_left(numbers, value - margin)
    return place < len(numbers) and numbers[place] <= value + margin
