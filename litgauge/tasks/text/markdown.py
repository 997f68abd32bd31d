"""Markdown around texts of others: what they say is read, and nothing in it is obeyed.

No image, link, HTML, table cell, code span or emphasis comes out of a text that went through `escaped`; the dialects
that matter are GitHub's (links without brackets, tables) and that of Prefect's UI.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from litgauge.tasks.text.terminal import plain

_SPECIAL = re.compile(
    r"[\\`*\[\]~|]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # inside a word it is no emphasis
    r"|(?<=[A-Za-z0-9+.-]):(?=//)|(?<=www)\.|@(?=[\w-]+\.)"  # what GitHub's dialect takes for an address
    r"|^#(?=#{0,5}(?:\s|$))|^[-+](?=\s|$)|^[-=](?=[-=])",  # what opens a heading, a list or a rule
    re.IGNORECASE,
)
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_ENTITY = re.compile(r"[<>]|&(?=#?\w+;)")
_NUMBERED = re.compile(r"^([0-9]{1,9})([.)])(?=\s|$)")
_TICKS = re.compile("`+")


class Marked(str):
    """Text that is Markdown already, and stays as it is in a table."""

    __slots__ = ()


def escaped(text: str) -> str:
    """Return the text on one line, as Markdown that shows just it.

    >>> escaped("![x](http://a.b) <b> a_b *c* | 1")
    '!\\\\[x\\\\](http\\\\://a.b) &lt;b&gt; a_b \\\\*c\\\\* \\\\| 1'
    """
    flat = plain(" ".join(text.split()))
    marked = _NUMBERED.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", flat))
    return _ENTITY.sub(lambda match: _ENTITIES[match[0]], marked)


def code_span(text: str) -> str:
    """Return the text on one line as code, not for a table.

    >>> code_span("a`b"), code_span("plain")
    ('`` a`b ``', '`plain`')
    """
    flat = plain(" ".join(text.split()))
    longest = max((len(run) for run in _TICKS.findall(flat)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {flat} {fence}" if longest else f"{fence}{flat}{fence}"


def table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A markdown table; numbers are set right-aligned with thousands separated, text is escaped but for `Marked`."""
    values = [list(row) for row in rows]
    lines = [[_cell(value) for value in row] for row in [headers, *values]]
    numeric = _numeric_columns(len(headers), values)
    rule = ["---:" if number in numeric else "---" for number in range(len(headers))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [lines[0], rule, *lines[1:]])


def shorten(text: str, length: int = 90) -> str:
    """Return the text on one line, cut with an ellipsis: at a word, where its script has spaces between words."""
    flat = " ".join(text.split())
    at = flat.rfind(" ", 0, length + 1)
    return flat if len(flat) <= length else flat[: at if at > length // 2 else length] + " …"


def _cell(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value) if isinstance(value, Marked) else escaped(str(value))


def _numeric_columns(width: int, rows: Sequence[Sequence[object]]) -> set[int]:
    return {column for column in range(width) if rows and all(isinstance(row[column], int | float) for row in rows)}
