"""A report as a sequence of blocks: headings, paragraphs, list items, table rows, code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from litgauge.tasks.citations.list_names import LIST_NAME
from litgauge.tasks.reports.reading.block_types import Block, ReportLine, lines_of
from litgauge.tasks.reports.reading.fenced_code import diagram_end, fences, math_end
from litgauge.tasks.reports.reading.table_rows import is_row, row_of
from litgauge.tasks.reports.reading.unmarked_headings import plain_headings, titled
from litgauge.tasks.text.inline_markup import HEADINGS

_ATX = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)$|[ \t]*([" + HEADINGS + r"])[ \t]*(.*)$")
_BULLET = re.compile(r"[ \t]*([-*+•●▪◦‣·]|\d{1,3}[.)])[ \t]+(?=\S)")
_DASH_BULLET = re.compile(r"[ \t]*([–—])[ \t]+(?=\S)")
_LABEL = re.compile(
    r"[ \t]*(?:\[{1,3}\d{1,4}\]{1,2}\(#|\[\^?[\w.:-]{1,20}\^?\]:?|【\d{1,3}】"
    r"|[⁰¹²³⁴-⁹]{1,3}(?=[ \t]*:[ \t])|\\bibitem\b)(?!\()"
)
_LINKED_LABEL = re.compile(
    r"[ \t]*\[(?:\[[^\[\]\n]{1,120}\]\([^()\s]{1,2048}\)\]|[^\[\]\n]{1,300}\]\([^()\s]{1,2048}\))"
)
_PRINTED = re.compile(
    r"[ \t]*[^\W\d_a-z][\w'’‐-]{1,40}(?:\s[^\W\d_][\w'’‐-]{1,40}){0,2},"
    r"\s[^\W\d_a-z]\.[^()\n]{0,600}\((?:19|20)\d\d[a-z]?[^()\n]{0,20}\)"
)
"""Beginning of a line of a bibliography by names and years ("Ames, A., & Bell, B. (2020)")."""

_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?){1,20}")
_RULE = re.compile(r"[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:=[ \t]*){3,}|(?:—[ \t]*){3,}|⸻)$")

LONGEST_NAME = 120
"""Characters of a line that is the name of a list."""

MOST_JOINED = 20
"""Lines of a paragraph that formulas interrupt."""


def blocks(surface: str, figures: Sequence[tuple[int, int]] = ()) -> list[Block]:
    """Return the blocks of a transparent text, in order; invisible text makes no block.

    Figures between blocks (blank in the text) separate them as code does.
    """
    parts = list(_scan(lines_of(surface)))
    return plain_headings(surface, _joined(surface, list(_with_figures(parts, figures)) if figures else parts))


def has_break(between: str) -> bool:
    """Return whether the text between two blocks has a thematic break, in Markdown or HTML."""
    return "<hr" in between or any(_RULE.match(line) for line in between.split("\n"))


def _with_figures(parts: Sequence[Block], figures: Sequence[tuple[int, int]]) -> Iterator[Block]:
    """Yield the blocks, and one for each figure outside of them."""
    waiting = sorted(figures, reverse=True)
    for block in parts:
        while waiting and waiting[-1][1] <= block.start:
            yield Block("code", *waiting.pop())
        yield block
        while waiting and waiting[-1][0] < block.end:
            waiting.pop()
    yield from (Block("code", *span) for span in reversed(waiting))


def _scan(lines: list[ReportLine]) -> Iterator[Block]:
    closing = fences(lines)
    at, run = 0, list[ReportLine]()
    while at < len(lines):
        line = lines[at]
        until = closing.get(at, diagram_end(lines, at) if not run else None) or math_end(lines, at)
        if until is not None:
            yield from _text(run)
            run = []
            if until > at:
                yield Block("code", line.start, lines[until].end)
            at = max(until, at) + 1
            continue
        if not line.text.strip() or (_RULE.match(line.text) and not _underlines(run)):
            yield from _text(run)
            run = []
        elif _RULE.match(line.text):
            yield _heading(run[0], 2)
            run = []
        elif heading := _ATX.match(line.text):
            yield from _text(run)
            run = []
            yield from _marked_heading(line, heading)
        elif is_row(lines, at):
            yield from _text(run)
            run = []
            yield from row_of(lines, at)
        else:
            if run and (_starts_block(line, run) or _names_list(lines, at)):
                yield from _text(run)
                run = []
            run.append(line)
        at += 1
    yield from _text(run)


def _underlines(run: list[ReportLine]) -> bool:
    """Return whether a rule under the lines makes them a heading: one short line without a full stop."""
    return len(run) == 1 and len(run[0].text) <= 120 and titled(run[0].text) and not _BULLET.match(run[0].text)


def _heading(line: ReportLine, level: int, *, marked: bool = True) -> Block:
    start = line.start + len(line.text) - len(line.text.lstrip())
    return Block("heading", start, line.end, level, marked=marked, lines=((line.start, line.end),))


def _marked_heading(line: ReportLine, match: re.Match[str]) -> Iterator[Block]:
    if match[1]:
        words = match[2].rstrip(" \t").rstrip("#").rstrip(" \t")
        start, end, level = match.start(2), match.start(2) + len(words), len(match[1])
    else:
        start, end, level = match.start(4), match.end(4), HEADINGS.index(match[3]) + 1
    span = (line.start + start, line.start + end)
    if end > start:
        yield Block("heading", *span, level, lines=(span,))


def _names_list(lines: list[ReportLine], at: int) -> bool:
    """Return whether a line under a paragraph is the name of the list that begins on the next line."""
    if at + 1 == len(lines) or len(lines[at].text) > LONGEST_NAME or not LIST_NAME.fullmatch(lines[at].text):
        return False
    return bool(_BULLET.match(lines[at + 1].text) or _LABEL.match(lines[at + 1].text))


def _starts_block(line: ReportLine, run: list[ReportLine]) -> bool:
    first = run[0].text
    if bullet := _BULLET.match(line.text):
        return not bullet[1][0].isdecimal() or bullet[1][:-1] == "1" or bool(_BULLET.match(first))
    if _DASH_BULLET.match(line.text):
        return bool(_DASH_BULLET.match(first))
    for begins in (_PRINTED, _LINKED_LABEL):
        if begins.match(line.text):
            return bool(begins.match(first))
    if _LABEL.match(line.text):
        named = len(run) == 1 and len(first) < 60 and not first.rstrip(" *_:：").endswith((".", "。", ","))
        return bool(_LABEL.match(first)) or named or line.text.lstrip().startswith("[^")
    return False


def _text(run: list[ReportLine]) -> Iterator[Block]:
    """Yield the paragraph or list item of these lines."""
    if not run:
        return
    first = run[0]
    quoted = _QUOTE.match(first.text)
    offset = quoted.end() if quoted else 0
    bullet = _BULLET.match(first.text, offset) or _DASH_BULLET.match(first.text, offset)
    start = first.start + (bullet.end() if bullet else offset)
    while start < first.end and first.text[start - first.start] in " \t\u00a0\u3000":
        start += 1
    lines = ((start, first.end), *((line.start, line.end) for line in run[1:]))
    yield Block("item" if bullet else "text", start, run[-1].end, label=bullet[1] if bullet else "", lines=lines)


def _joined(surface: str, parts: list[Block]) -> list[Block]:
    """Return the blocks with paragraphs joined that displayed mathematics interrupts."""
    result: list[Block] = []
    for block in parts:
        if result and _continues(surface, result[-1], block):
            lines = (*result[-1].lines, *(block.lines or ((block.start, block.end),)))
            result[-1] = replace(result[-1], end=block.end, lines=lines)
        else:
            result.append(block)
    return result


def _continues(surface: str, before: Block, block: Block) -> bool:
    """Return whether a block continues the previous one: a formula in its sentence, or the text after the formula."""
    if before.kind not in ("text", "item") or block.kind not in ("text", "code") or len(before.lines) > MOST_JOINED:
        return False
    if surface.startswith(("$$", "\\["), block.start):
        return surface[before.end - 1] not in ".!?:;。！？：；"
    after_formula = len(before.lines) > 1 and surface[before.lines[-1][0] : before.end].endswith(("$$", "\\]"))
    return after_formula and (surface[block.start] in "],.;)" or surface[block.start].islower())
