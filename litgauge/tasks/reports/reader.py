"""Reads the statements and citations of a report, by rules alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from litgauge.tasks.citations.marks.author_year_marks import names_of
from litgauge.tasks.citations.marks.citation_marks import Mark, marks_of
from litgauge.tasks.citations.marks.mark_groups import MarkGroup, groups_of, sentences_of
from litgauge.tasks.citations.marks.product_marks import MARK_TAG, without_odd_glue
from litgauge.tasks.citations.marks.wording import says_anything, wording
from litgauge.tasks.records import AgentReport
from litgauge.tasks.records import StatementLink as Cited
from litgauge.tasks.reports.figures.figure_blocks import find_figures
from litgauge.tasks.reports.figures.reading import marks_of_figures, read_figures
from litgauge.tasks.reports.placed_citations import PlacedCitations
from litgauge.tasks.reports.read_result import Draft, ReadReport, assembled
from litgauge.tasks.reports.reading.block_types import Block
from litgauge.tasks.reports.reading.blocks import blocks, has_break
from litgauge.tasks.reports.reading.source_words import (
    ANNOUNCES,
    is_metadata,
    leads_up,
    names_title,
    points_only,
    says_only_source,
    tells,
    titles_work,
)
from litgauge.tasks.reports.reading.transparent_html import surface
from litgauge.tasks.reports.reading.work_records import lines_by_label, record_lines
from litgauge.tasks.reports.references.reference_lists import ReferenceLists, completed, reference_lists, side_lists
from litgauge.tasks.reports.references.resolver import Resolver
from litgauge.tasks.reports.report_body import Body, scoped
from litgauge.tasks.text.inline_markup import without_markup

LONGEST_ROW = 700
"""Characters; a longer table row, or one with whole sentences in its cells, is read cell by cell."""

_STILL = re.compile(
    r"(?=[!<`$\\])(?:!\[[^\[\]\n]{0,500}\]\([^()\n]{0,2048}\)|<(?!" + MARK_TAG + r")[a-zA-Z][a-zA-Z0-9]{0,15}"
    r"(?:[\s/][^<>]{0,4000})?>|"
    r"(?<!`)(`{1,2})(?!`)[^`\n]{1,500}\1(?!`)"
    r"|\$\$[^$]{1,2000}\$\$|(?<![/\w])\\\((?:[^\\]|\\(?![()])){1,1000}\\\)"
    r"|\\\[(?!\s*\d[\d\s,–-]*\\\])(?:[^\\]|\\(?![\[\]])){1,1000}\\\]"
    r"|(?<![\\$\w])\$(?=\S)(?=[^$\n]{0,300}[\\^_={}]|[^$\n]{1,3}\$)[^$\n]{0,300}(?<=[^\s\\])\$(?![\d$]))"
)
_SOURCE_COLUMN = re.compile(
    r"[\W_]*+(?:(?:key|primary|main|source|data)\s)?"
    r"(?:sources?|references?|citations?|refs?|links?|urls?|evidence links?|来源|参考文献|引用)"
    r"(?:\s(?:links?|urls?|\(urls?\)))?[\W_]*+",
    re.IGNORECASE,
)


_Placed = TypeVar("_Placed", MarkGroup, Cited)


def read_report(report: AgentReport) -> ReadReport:
    """Return the statements of a report (sentences, list items, table rows) with their citations.

    Headings, reference lists, code and displayed mathematics make no statements. A citation mark belongs to its own
    sentence; after the full stop to the sentence before; alone in a paragraph to the statement before; in a table's
    column of sources to the row. Deterministic, in linear time, for any text. For every statement and link,
    `report.text[start:end]` is what stands there; a statement's own text is that without marks and markup.
    """
    figures = find_figures(report.text, surface(report.text))
    shown = figures.prose
    text_blocks = blocks(shown, [(figure.start, figure.end) for figure in figures.blocks])
    side_list = side_lists((work.label, work.url, work.title) for work in report.given)
    lists = completed(reference_lists(report.text, shown, text_blocks), side_list)
    resolver = Resolver(report, lists, side_list)
    placed = PlacedCitations(report.placed, len(shown))
    body = Body(report, shown, resolver)
    apart = marks_of_figures(figures, lambda label: lists.knows(label.casefold()))
    read, cited = _marked(shown, text_blocks, lists, resolver, placed, [mark for own in apart for mark in own])
    for index, block, marks, still in read:
        following = text_blocks[index + 1] if index + 1 < len(text_blocks) and index + 1 not in lists.blocks else None
        _read_block(body, index, block, marks, still, following)
    body.close_title()
    body.stray.extend(body.waiting)
    drafts = _with_placed(body, placed)
    result = assembled(report, shown, drafts, lists.entries, body.stray)
    if not figures.blocks:
        return result
    own_marks = [[mark for mark in own if mark in cited] for own in apart]
    rows = read_figures(report, figures, own_marks, text_blocks, resolver.citations)
    return replace(result, figures=rows.figures, figure_links=rows.links, figure_targets=rows.targets)


def _with_placed(body: Body, placed: PlacedCitations) -> list[Draft]:
    """Return the statements with the citations of annotations; those that belong to no statement are stray."""
    drafts = sorted(body.statements(), key=lambda draft: (draft.start, draft.end))
    extra: defaultdict[int, list[Cited]] = defaultdict(list)
    for number, mark in placed.for_statements(drafts):
        (body.stray if number is None else extra[number]).extend(body.resolver.citations(mark))
    return [
        replace(draft, cited=(*draft.cited, *extra[number])) if number in extra else draft
        for number, draft in enumerate(drafts)
    ]


def _marked(
    shown: str,
    text_blocks: Sequence[Block],
    lists: ReferenceLists,
    resolver: Resolver,
    placed: PlacedCitations,
    apart: Sequence[Mark],
) -> tuple[list[tuple[int, Block, list[Mark], bytearray]], set[Mark]]:
    """Return the blocks to read with their citations, and a mask of marks, code and mathematics, which sentences span.

    The second value is all citations, including those among the marks of figures (`apart`).
    """
    read = []
    for index, block in enumerate(text_blocks):
        if index not in lists.blocks and block.kind != "code":
            still = bytearray(block.end - block.start)
            for part in _STILL.finditer(shown, block.start, block.end):
                still[part.start() - block.start : part.end() - block.start] = b"\1" * (part.end() - part.start())
            occupied = bytearray(still)
            marks = marks_of(shown, block.start, block.end, lambda label: lists.knows(label.casefold()), occupied)
            marks += names_of(shown, block.start, block.end, occupied)
            if placed:
                marks = placed.as_marks(shown, block.start, marks, occupied, resolver.resolves)
            read.append((index, block, marks, still))
    citations = resolver.citations_among([*(mark for _, _, marks, _ in read for mark in marks), *apart])
    citations = without_odd_glue(shown, citations)
    rows = [
        (index, block, sorted((mark for mark in marks if mark in citations), key=lambda mark: mark.start), still)
        for index, block, marks, still in read
    ]
    for _, block, marks, still in rows:
        resolver.learn(marks)
        for mark in marks:
            still[mark.start - block.start : mark.end - block.start] = b"\1" * (mark.end - mark.start)
    resolver.learn([mark for mark in apart if mark in citations])
    return rows, citations


def _read_block(
    body: Body, index: int, block: Block, marks: list[Mark], still: bytearray, following: Block | None
) -> None:
    cited = [citation for mark in marks for citation in body.resolver.citations(mark)]
    _end_title(body, block)
    if block.kind == "heading":
        body.stray.extend(body.waiting)
        body.waiting = []
        groups = groups_of(body.surface, block.start, block.end, marks)
        body.section = wording(body.surface, block.start, block.end, groups)
        body.around.enter(block, body.section)
        body.parted = block.marked
        if _is_title(body, block, marks, groups):
            body.open_title(cited, block.level if block.marked else 0)
        else:
            body.stray.extend(cited)
        return
    body.around.enter(block)
    if block.kind == "head-row":
        body.source_columns = frozenset(
            column for column, cell in enumerate(block.cells) if _SOURCE_COLUMN.fullmatch(body.surface[slice(*cell)])
        )
        if not marks:
            return
    elif block.kind != "row":
        body.source_columns = frozenset()
    groups = groups_of(body.surface, block.start, block.end, marks)
    if block.cells:
        _read_row(body, index, block, groups, cited, still)
    elif _is_title(body, block, marks, groups) and _is_under(body, block, following):
        title = wording(body.surface, block.start, block.end, groups)
        body.open_title(cited, -1 - body.around.indent(block) if block.kind == "item" else 0, title)
    elif cited and says_only_source(_unmarked(body.surface, block.start, block.end, groups)):
        body.attach(cited)
    elif lines := record_lines(body.surface, block, marks, groups):
        _read_record(body, index, block, lines, groups, cited, still)
    else:
        spans = sentences_of(body.surface, block.start, block.end, groups, still)
        item = block.kind == "item"
        _add(body, index, spans, groups, cited, body.around.of_item() if item else body.around.of_text(), item=item)
    body.around.leave(block)


def _read_record(
    body: Body,
    index: int,
    block: Block,
    lines: int,
    groups: Sequence[MarkGroup],
    cited: Sequence[Cited],
    still: bytearray,
) -> None:
    """Read a block whose first lines are the title and address of a work, and attribute the rest to that work."""
    head_end = block.lines[lines - 1][1]
    head = [group for group in groups if group.end <= head_end]
    item = block.kind == "item"
    title = wording(body.surface, block.start, head_end, head)
    body.open_title(cited, 0, title, "item" if item else "block")
    context = body.around.of_item() if item else body.around.of_text()
    for start, end in lines_by_label(body.surface, block.lines[lines:]):
        spans = sentences_of(body.surface, start, end, [], still[start - block.start : end - block.start])
        _add(body, index, spans, [], [], context)
    body.close_title()


def _is_title(body: Body, block: Block, marks: Sequence[Mark], groups: Sequence[MarkGroup]) -> bool:
    """Return whether a block is the title of a cited work: its marks have addresses, and it claims nothing."""
    colon = body.surface[block.start : block.end].rstrip(" *_")[-1:] in (":", "：")
    naming = ("author-year", "number", "footnote") if colon else ("author-year",)
    leads = bool(marks) and block.kind != "heading" and all(mark.kind in naming for mark in marks)
    linked = leads or (bool(marks) and all(mark.kind in ("link", "anchor", "url") and mark.url for mark in marks))
    if not linked or block.kind not in ("heading", "text", "item"):
        return False
    if block.kind == "heading":
        outside = _unmarked(body.surface, block.start, block.end, groups)
        return not ANNOUNCES.search(outside) and not says_only_source(outside)
    if colon:
        return len(block.lines) == 1 and leads_up(body.surface, block.start, block.end, groups)
    return len(block.lines) <= 3 and titles_work(body.surface, block.start, block.end, groups)


def _is_under(body: Body, block: Block, following: Block | None) -> bool:
    """Return whether the following block is about the work that this one names."""
    if following is None or (following.kind == "heading" and following.marked):
        return False
    if block.kind == "item":
        return following.kind == "item" and body.around.indent(following) > body.around.indent(block)
    if following.kind == "text":
        leads = body.surface[block.start : block.end].rstrip(" *_")[-1:] in (":", "：")
        return not leads and body.surface.startswith(("**", "__"), following.start)
    return following.kind == "item" or (following.kind == "heading" and following.level == 6)


def _end_title(body: Body, block: Block) -> None:
    """End the part under a title at a block that does not belong to it."""
    between, body.behind = body.report.text[body.behind : block.start], block.end
    if (titled := body.titled) is None:
        return
    if titled.blocks and has_break(between):
        body.close_title()
        return
    if block.kind in ("code", "row", "head-row"):
        return
    level = titled.level
    if block.kind == "heading":
        ends = block.marked and (level <= 0 or block.level <= level)
    elif level < 0:
        ends = block.kind != "item" or body.around.indent(block) <= -1 - level
    else:
        bold = body.surface.startswith(("**", "__"), block.start)
        ends = level == 0 and block.kind == "text" and titled.blocks > 0 and not bold
    titled.blocks += 1
    if ends:
        body.close_title()


def _add(
    body: Body,
    index: int,
    spans: Sequence[tuple[int, int]],
    groups: Sequence[MarkGroup],
    cited: Sequence[Cited],
    context: str,
    *,
    item: bool = False,
) -> None:
    """Add statements of these spans, each with the citations in it; citations of other spans go to a neighbour."""
    near = _near(spans, groups)
    position = 0
    leading: list[Cited] = []  # citations at the beginning of the block, for the rest of it
    is_title_cited = False  # a sentence of the block is the titled work's
    titles_only = True  # so far the block has names and no claims
    for (start, end), own in zip(spans, near, strict=True):
        behind = next((number for number in range(position, len(cited)) if cited[number].start >= end), len(cited))
        inside, position = cited[position:behind], behind
        if not says_anything(_unmarked(body.surface, start, end, own)):
            body.attach(inside)
            continue
        if inside and points_only(body.surface, start, end, own):
            if (start, end) == spans[0] != spans[-1] or (end < spans[-1][1] and titles_only):
                leading = scoped(inside, "item")
            elif item:
                body.list_link(inside, labelled=body.surface[start : own[0].start].rstrip(" *_")[-1:] in (":", "："))
            else:
                body.attach(inside)
            continue
        cites = (*body.waiting, *inside) or tuple(leading)
        words = body.surface[start:end]
        if body.titled and not cites and is_metadata(words):
            continue
        leads = words.rstrip(" *_")[-1:] in (":", "：")  # up to a list
        if not cites and not leads and (is_title_cited or tells(words)):
            cites = tuple(body.of_title())
            is_title_cited = bool(cites)
        titles_only = titles_only and not cites and not tells(words)
        body.drafts.append(Draft(start, end, body.section, index, cites, tuple(own), context=context))
        body.waiting = []
    if position < len(cited):
        body.attach(cited[position:])


def _near(spans: Sequence[tuple[int, int]], groups: Sequence[MarkGroup]) -> Iterator[list[MarkGroup]]:
    """Yield the groups in each span; both are in the order of the text."""
    at = 0
    for start, end in spans:
        while at < len(groups) and groups[at].end <= start:
            at += 1
        last = at
        while last < len(groups) and groups[last].start < end:
            last += 1
        yield list(groups[at:last])


def _read_row(
    body: Body, index: int, block: Block, groups: list[MarkGroup], cited: list[Cited], still: bytearray
) -> None:
    """Read a table row: a short one is one statement, the cells of a long one are read like paragraphs."""
    cells = [(column, cell) for column, cell in enumerate(block.cells) if cell[0] < cell[1]]
    in_cells = _by_cell(cells, groups)
    parts = []
    for (column, (start, end)), own in zip(cells, in_cells, strict=True):
        inner = still[start - block.start : end - block.start]
        spans = sentences_of(body.surface, start, end, own, inner)
        bare = without_markup(_unmarked(body.surface, start, end, own))
        source = column in body.source_columns or (bool(own) and says_only_source(bare))
        parts.append((spans, own, source, bare))
    longest = max((len(spans) for spans, _, source, _ in parts if not source), default=0)
    if longest <= 1 and (block.end - block.start <= LONGEST_ROW or len(cells) < 2):
        if cited and names_title(own for _, _, _, own in parts):
            body.stray.extend(cited)
        else:
            _add(body, index, [(block.start, block.end)], groups, cited, body.around.of_row())
        return
    first = seen_drafts = len(body.drafts)
    cited_works: set[str] = set()
    cited_in_cells = _by_cell(cells, cited)
    for (column, _), (spans, own, source, bare), cited_here in zip(cells, parts, cited_in_cells, strict=True):
        if source:
            cited_works.update(_work(citation) for draft in body.drafts[seen_drafts:] for citation in draft.cited)
            seen_drafts = len(body.drafts)
            body.waiting.extend(scoped(_new(cited_here, cited_works), "item"))
        elif cited_here or len(bare.split()) > 2 or len(bare) > 15:
            _add(body, index, spans, own, cited_here, body.around.of_cell(block, column))
    if body.waiting and len(body.drafts) > first:
        waiting, body.waiting = body.waiting, []
        body.attach(waiting)


def _by_cell(cells: Sequence[tuple[int, tuple[int, int]]], placed: Sequence[_Placed]) -> list[list[_Placed]]:
    """Return the items that begin in each cell."""
    starts = [start for _, (start, _) in cells]
    by_cell: list[list[_Placed]] = [[] for _ in cells]
    for item in placed:
        at = bisect_right(starts, item.start) - 1
        if at >= 0 and item.start < cells[at][1][1]:
            by_cell[at].append(item)
    return by_cell


def _new(cited: Sequence[Cited], cited_works: Collection[str]) -> list[Cited]:
    """Return citations of works not cited yet, each once: a column of sources repeats those of the row."""
    fresh: dict[str, Cited] = {}
    for citation in cited:
        if _work(citation) not in cited_works:
            fresh.setdefault(_work(citation), citation)
    return list(fresh.values())


def _work(citation: Cited) -> str:
    return citation.page or citation.entry or citation.label


def _unmarked(shown: str, start: int, end: int, groups: Sequence[MarkGroup]) -> str:
    pieces, at = [], start
    for group in groups:
        pieces.append(shown[at : max(at, group.start)])
        if group.words:
            pieces.append(group.marks[0].words)
        at = max(at, group.end)
    return "".join((*pieces, shown[at:end]))
