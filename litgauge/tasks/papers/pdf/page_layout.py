"""Order and furniture of PDF pages: columns, running heads, page numbers, the size of the body's type."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby, pairwise

from litgauge.tasks.papers.pdf.page_lines import Line, PageSize
from litgauge.tasks.records.grouping import rows_by

_EDGE_LINES = 3
_EDGE = 0.12  # share of a page's height in which running heads and feet stand
_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?[-–—]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?", re.IGNORECASE
)
_STAMP = re.compile(r"arXiv:\S+(?:\s*\[[^\]]*\])?.*")
_OUTER_NUMBER = re.compile(r"^\d{1,4}(?=\s)|(?<=\s)\d{1,4}$")
_DIGITS = re.compile(r"\d+")


def body_height(lines: Sequence[Line]) -> float:
    """Return the height of the type in which most of the text is set."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.height, 1)] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def in_reading_order(lines: Sequence[Line], sizes: Sequence[PageSize]) -> list[Line]:
    """Return the lines as printed; on pages where that order jumps about, by column and from top to bottom."""
    ordered: list[Line] = []
    pages = _pages(lines)
    for number, size in enumerate(sizes):
        page = pages[number]
        ordered.extend(_by_column(page, size) if _jumps(page, size) > max(3, len(page) // 6) else page)
    return ordered


def _pages(lines: Sequence[Line]) -> defaultdict[int, list[Line]]:
    """Return the lines of each page, as printed."""
    return rows_by(lines, lambda line: line.page)


def _jumps(page: Sequence[Line], size: PageSize) -> int:
    """Return how often the next line stands higher than the one before, or beside it: once per column in good order."""
    return sum(
        1
        for above, line in pairwise(page)
        if line.bottom > above.bottom + line.height
        or (line.left > above.left + size.width / 4 and abs(line.bottom - above.bottom) < line.height)
    )


def _by_column(page: Sequence[Line], size: PageSize) -> list[Line]:
    """Two columns if many lines begin right of the middle and many at the left margin, else one."""
    middle = size.width / 2
    right = [line for line in page if line.left > middle * 0.98]
    aligned = Counter(round(line.left / 4) for line in right).most_common(1)
    two = bool(aligned) and aligned[0][1] >= max(5, len(page) // 5)
    return sorted(page, key=lambda line: (two and line.left > middle * 0.98, -round(line.bottom), line.left))


def without_running_heads(lines: Sequence[Line], sizes: Sequence[PageSize]) -> list[Line]:
    """Without page numbers, arXiv's stamp, and lines at the edge of pages that repeat on others."""
    edges: dict[int, list[Line]] = {}
    pages = _pages(lines)
    for number, size in enumerate(sizes):
        page = sorted(pages[number], key=lambda line: line.bottom)
        edge = [*page[:_EDGE_LINES], *page[-_EDGE_LINES:]]
        edges[number] = [line for line in edge if not _EDGE * size.height < line.bottom < (1 - _EDGE) * size.height]
    patterns = Counter(key for edge in edges.values() for key in {_pattern(line) for line in edge})
    often = max(2, len(sizes) // 5)
    numbered = _numbered_lines(lines)
    return [
        line
        for line in lines
        if not _STAMP.fullmatch(line.text)
        and line not in numbered
        and not (
            line in edges.get(line.page, ())
            and (_PAGE_NUMBER.fullmatch(line.text) or patterns[_pattern(line)] >= often)
        )
    ]


def _numbered_lines(lines: Sequence[Line]) -> set[Line]:
    """First and last lines of pages that begin or end with the page's number ("2 LIFT 14"): running heads."""
    numbers: list[tuple[int, Line]] = []
    for _, group in groupby(sorted(lines, key=lambda line: (line.page, line.bottom)), key=lambda line: line.page):
        page = list(group)
        for line in {page[0], page[-1]}:
            numbers += [(int(number) - line.page, line) for number in _OUTER_NUMBER.findall(line.text)]
    pages: dict[int, set[int]] = {}
    for offset, line in numbers:
        pages.setdefault(offset, set()).add(line.page)
    return {line for offset, line in numbers if len(pages[offset]) > 1}


def _pattern(line: Line) -> str:
    return _DIGITS.sub("#", line.text.casefold())
