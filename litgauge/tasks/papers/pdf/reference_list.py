"""The list of works at the end of a PDF and what cites it, by the look of its lines; GROBID does this better.

Works are parted by their numbers or labels, by hanging lines, or by gaps; each is then read as a printed reference.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.citations.list_names import LIST_NAME
from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.item_reading import read_items
from litgauge.tasks.latex.expansion.document import Place
from litgauge.tasks.latex.extraction import Extraction
from litgauge.tasks.latex.references import build_reference
from litgauge.tasks.papers.pdf.local_reader import unbroken, word_counts
from litgauge.tasks.papers.pdf.page_layout import in_reading_order, without_running_heads
from litgauge.tasks.papers.pdf.page_lines import Line, PageSize, read_lines
from litgauge.tasks.papers.pdf.settings import PdfSettings
from litgauge.tasks.records import Citation, Diagnostic, Reference
from litgauge.tasks.text.outline import is_appendix

_NUMBERED = (
    re.compile(r"\[(\d{1,4})\]\s*(?=\S)"),
    re.compile(r"\((\d{1,4})\)\s*(?=\S)"),
    re.compile(r"(\d{1,4})\.\s+(?=\S)"),
    re.compile(r"(\d{1,4})\s+(?=[^\W\d_a-z])"),
)
_LABELLED = re.compile(r"\[([^\W\d_][\w+*'’ .,&:;()-]{1,60})\]\s*(?=\S)")
_TURNED = re.compile(r"[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?, (?:[^\W\d_a-z]\.|[^\W\d_a-z][a-z]+[ ,.])")
_MAY_END = re.compile(r"[.)\d/]$")
_LINE_NUMBER = re.compile(r"(\d{1,5})\s+(?=\S)")
_PAGE_NUMBER = re.compile(r"\d{1,4}|[ivxlc]{1,6}|[-–—] ?\d{1,4} ?[-–—]")
_FIRST = re.compile(r"\[1\]\s*\S")
_FEWEST = 3
_FEWEST_UNNAMED = 5
_HANGS = (0.12, 0.95)
"""Share of lines that stand to the right of their column's edge where works hang from their first lines."""
_NUMBERS = re.compile(r"\[(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)(?:,\s*[^\[\]]{1,40})?\]")
_LABELS = re.compile(r"\[([^\[\]]{2,200})\]")
_BETWEEN = r"(?:[^.;\d]|\bal\.|\b[^\W\d_a-z]\.)"
"""Text that may stand between a name and its year: "Ames et al. (", "Ames, B. Boyle, and Clay, "."""
_PART = re.compile(r"(\d+)\s*[–-]\s*(\d+)|(\d+)")
_YEAR = re.compile(r"(?<!\d)((?:1[6-9]|20)\d\d)([a-z]?)(?!\d)")
_SPECIAL = re.compile(r"[\\{}$&#%_^~]")
_SPELT = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_LINK_BREAK = re.compile(r"((?:https?://|doi\.org/|\b10\.\d{4,9}/)\S*[/._=?&-]) (?=[\w./-]*[\d/])")


@dataclass(frozen=True, slots=True)
class _Work:
    key: str
    lines: tuple[Line, ...]


def read_references(pdf: bytes, survey_id: str, settings: PdfSettings) -> Extraction:
    """Return the works that a PDF lists, in its order, and the places that cite them; a place has its page as line.

    A work that no callout was matched with counts as cited: its list is that of the paper. Raises Rejected as
    `read_lines` does, and "no-references" where there is no list of works.
    """
    lines, sizes = read_lines(pdf, settings)
    lines = _without_page_numbers(without_running_heads(in_reading_order(lines, sizes), sizes))
    headings = [number for number, line in enumerate(lines) if number and _is_heading(line)]
    start = headings.pop() if headings else _above_first_number(lines)
    if start is None:
        raise Rejected("no-references", "the PDF has no heading of a list of works that the local reader knows")
    while headings and lines[start].page - lines[headings[-1]].page <= 1:  # slides repeat it on every page
        start = headings.pop()
    listed = _without_line_numbers(list(_until_next_part(lines[start + 1 :], lines[start])))
    works = _by_labels(listed) or _by_hanging(listed, sizes) or _by_gaps(listed) or _by_names(listed)
    if not works:
        raise Rejected("no-references", "the PDF's list of works could not be parted into works")
    words = word_counts(lines)
    items = [_item(work, survey_id, words) for work in works]
    entries = [entry for entry in read_items(items) if entry.people or "title" in entry.fields]
    references = tuple(build_reference(survey_id, entry.key, entry, in_main_text=True) for entry in entries)
    citations = tuple(_citations(lines[: start + 1], references, words, survey_id))
    note = Diagnostic(
        "warning",
        "pdf-references",
        "read from the PDF by the look of its lines; GROBID (fulltext.grobid.url) or the LaTeX source are better",
        survey_id,
        0,
    )
    keys = tuple(reference.key for reference in references)
    return Extraction(
        survey_id, "ok" if keys else "no-references", None, references, citations, keys, diagnostics=(note,)
    )


def _without_page_numbers(lines: Sequence[Line]) -> list[Line]:
    """The lines without the number at the foot of each page, which may stand to the left of a column's edge."""
    feet: dict[int, float] = {}
    for line in lines:
        feet[line.page] = min(feet.get(line.page, line.bottom), line.bottom)
    return [
        line for line in lines if not (line.bottom <= feet[line.page] + 1 and _PAGE_NUMBER.fullmatch(line.text.strip()))
    ]


def _above_first_number(lines: Sequence[Line]) -> int | None:
    """The line above the last list that is numbered in brackets, as REVTeX prints it without a heading."""
    for number in range(len(lines) - 1, 0, -1):
        if _FIRST.match(lines[number].text) and len(_by_labels(lines[number:])) >= _FEWEST_UNNAMED:
            return number - 1
    return None


def _is_heading(line: Line) -> bool:
    return len(line.text) < 60 and LIST_NAME.fullmatch(_LINE_NUMBER.sub("", line.text)) is not None


def _until_next_part(lines: Sequence[Line], heading: Line) -> Iterator[Line]:
    """The lines of the list, up to a heading: print as large as that of the list, or bold that begins an appendix."""
    height = median(line.height for line in lines[:200]) if lines else 0.0
    for line in lines:
        text = line.text
        if _is_heading(line):
            continue
        headed = heading.height > 1.1 * height and line.height > 0.97 * heading.height and line.bold >= heading.bold
        if len(text) < 100 and text[:1].isalpha() and (headed or (line.bold and is_appendix(text))):
            return
        yield line


def _without_line_numbers(lines: Sequence[Line]) -> list[Line]:
    """The lines without the numbers of a manuscript's lines, each one more than the last."""
    numbers = [int(mark[1]) if (mark := _LINE_NUMBER.match(line.text)) else 0 for line in lines]
    running = sum(after == before + 1 for before, after in pairwise(numbers))
    if running < 0.7 * len(lines):
        return list(lines)
    return [replace(line, text=_LINE_NUMBER.sub("", line.text)) for line in lines]


def _by_labels(lines: Sequence[Line]) -> list[_Work]:
    """Works that begin with a number, each one more than the last, or with a label in brackets."""
    for pattern in _NUMBERED:
        starts: list[tuple[int, str, int]] = []
        for number, line in enumerate(lines):
            if (mark := pattern.match(line.text)) and int(mark[1]) == len(starts) + 1:
                starts.append((number, mark[1], mark.end()))
        if len(starts) >= _FEWEST:
            return _cut(lines, starts)
    starts = [
        (number, mark[1], mark.end()) for number, line in enumerate(lines) if (mark := _LABELLED.match(line.text))
    ]
    return _cut(lines, starts) if len(starts) >= max(_FEWEST, len(lines) / 12) else []


def _cut(lines: Sequence[Line], starts: Sequence[tuple[int, str, int]]) -> list[_Work]:
    works = []
    for (first, key, end), following in zip(starts, [*(start[0] for start in starts[1:]), len(lines)], strict=True):
        head = lines[first]
        works.append(_Work(key, (replace(head, text=head.text[end:]), *_same_work(head, lines[first + 1 : following]))))
    return works


def _same_work(head: Line, lines: Sequence[Line]) -> Iterator[Line]:
    """The lines of the last work of a list go on for no longer than any work does."""
    above = head
    for number, line in enumerate(lines):
        if number > 40 or (line.page == above.page and above.bottom - line.bottom > 4 * line.height):
            return
        above = line
        yield line


def _by_hanging(lines: Sequence[Line], sizes: Sequence[PageSize]) -> list[_Work]:
    edges: dict[tuple[int, bool], float] = {}
    columns = [(line.page, line.left > sizes[line.page].width * 0.47) for line in lines]
    for line, column in zip(lines, columns, strict=True):
        edges[column] = min(edges.get(column, line.left), line.left)
    first = [line.left < edges[column] + 0.4 * line.height for line, column in zip(lines, columns, strict=True)]
    if not lines or not _HANGS[0] < 1 - sum(first) / len(lines) < _HANGS[1]:
        return []
    return _parted(lines, first)


def _by_gaps(lines: Sequence[Line]) -> list[_Work]:
    """Works between which there is more room than between lines, or that begin behind a full stop in a new line."""
    steps = [above.bottom - line.bottom for above, line in pairwise(lines) if 0 < above.bottom - line.bottom < 60]
    step = median(steps) if steps else 0.0
    first = [True]
    for above, line in pairwise(lines):
        gap = above.bottom - line.bottom
        first.append(gap > 1.2 * step if gap > 0 else above.text.endswith(".") and line.text[:1].isupper())
    return _parted(lines, first)


def _by_names(lines: Sequence[Line]) -> list[_Work]:
    """Works that begin with a turned name in a line of its own, behind one that may end a work."""
    first = [True]
    for above, line in pairwise(lines):
        first.append(_TURNED.match(line.text) is not None and _MAY_END.search(above.text) is not None)
    return _parted(lines, first) if sum(first) > max(_FEWEST, len(lines) / 10) else []


def _parted(lines: Sequence[Line], first: Sequence[bool]) -> list[_Work]:
    bounds = [number for number, begins in enumerate(first) if begins or number == 0]
    works = [_Work("", tuple(lines[start:stop])) for start, stop in zip(bounds, [*bounds[1:], len(lines)], strict=True)]
    joined: list[_Work] = []
    for work in works:  # a line that a page or a formula moved out
        if joined and not _YEAR.search(_plain(joined[-1])) and len(joined[-1].lines) < 3:
            work = _Work("", (*joined.pop().lines, *work.lines))
        joined.append(work)
    works = [work for work in joined if _YEAR.search(_plain(work))]
    return [_Work(str(number), work.lines) for number, work in enumerate(works, 1)] if len(works) >= _FEWEST else []


def _plain(work: _Work) -> str:
    return " ".join(line.text for line in work.lines)


def _item(work: _Work, survey_id: str, words: Counter[str]) -> Item:
    text = _LINK_BREAK.sub(r"\1", unbroken(_plain(work), words))
    body = _SPECIAL.sub(lambda match: _SPELT.get(match[0], f"\\{match[0]}"), text)
    place = Place(survey_id, work.lines[0].page + 1)
    return Item(work.key, "", body, 0, lambda _: place, place, "pdf", {})


def _citations(
    lines: Sequence[Line], references: Sequence[Reference], words: Counter[str], survey_id: str
) -> Iterator[Citation]:
    """Numbers or labels in brackets, or the first author's name soon before the year."""
    pages: dict[int, list[str]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line.text)
    keys = {reference.key for reference in references}
    named = [
        (re.compile(rf"\b{re.escape(family)}\b{_BETWEEN}{{0,60}}?\b{reference.year}[a-z]?\b"), reference.key)
        for reference in references
        if reference.year and reference.authors and len(family := reference.authors[0].family) > 1
    ]
    for page, texts in sorted(pages.items()):
        text = unbroken(" ".join(texts), words)
        places = [(mark.start(), key) for mark in _NUMBERS.finditer(text) for key in _cited(mark[1]) if key in keys]
        if not places:
            labels = ((mark.start(), re.split(r"[,;]\s*", mark[1])) for mark in _LABELS.finditer(text))
            places = [(at, key) for at, parts in labels for key in parts if key in keys]
        if not places:
            places = [(mark.start(), key) for pattern, key in named for mark in pattern.finditer(text)]
        for _, key in sorted(places):
            yield Citation(survey_id, key, survey_id, page + 1, "callout", "", False)


def _cited(numbers: str) -> Iterator[str]:
    for part in _PART.finditer(numbers):
        first, last = int(part[1] or part[3]), int(part[2] or part[3])
        yield from map(str, range(first, min(last, first + 50) + 1))
