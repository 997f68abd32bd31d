"""The figures of a report as blocks of its text: pictures that belong together, with caption and source line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from litgauge.tasks.records.figures import CaptionPlace, FigureNotation
from litgauge.tasks.reports.figures.captions import Caption, Page, above, below, caption_of, line_of, source_below
from litgauge.tasks.reports.figures.drawn_text import fenced_pictures, plain_drawings
from litgauge.tasks.reports.figures.html_pictures import Element, HtmlPictures, html_pictures
from litgauge.tasks.reports.figures.markdown_pictures import link_definitions, markdown_pictures
from litgauge.tasks.reports.figures.table_captions import caption_in_table
from litgauge.tasks.reports.figures.targets import Picture
from litgauge.tasks.reports.reading.block_types import ReportLine, lines_of
from litgauge.tasks.reports.reading.fenced_code import fences
from litgauge.tasks.reports.reading.table_rows import is_row
from litgauge.tasks.reports.reading.transparent_html import unread
from litgauge.tasks.text.inline_markup import SIGNS

LONGEST_FIGURE_TEXT = 3_000
"""Characters of text in a `<figure>` beside its caption; what has more is a part of the page, and no figure."""

_MAY_HOLD = re.compile(
    r"!\[|<(?:img|image|figure|picture|svg|canvas|iframe|frame|object|embed)\b|<[A-Z]\w*[a-z]|mermaid|```|~~~|[─-╿▀-▟■▲▼◄►]"
    r"|\+[-=]{3}|^[a-zA-Z]{3,20}(?:Diagram|Chart)?(?:-\w+)? ?(?:TD|TB|BT|LR|RL)?$",
    re.IGNORECASE | re.MULTILINE,
)
_INLINE_CODE = re.compile(r"(?<!`)(`{1,2})(?!`)[^`\n]{1,500}\1(?!`)")
_BEFORE = re.compile(
    r"(?:[\s>*_|\u200b"
    + SIGNS
    + r"]|[-+•●▪◦‣·](?=[ \t])|\d{1,3}[.)](?=[ \t])|</?[a-zA-Z][\w-]{0,15}(?:\s[^<>]{0,300})?/?>){0,60}"
)
_BETWEEN = re.compile(
    r"(?:[ \t\r\n*_|>\u00a0\u3000" + SIGNS + r"]|&nbsp;|</?(?:p|div|center|span|br|a)\b[^<>]{0,300}>){0,80}"
)
_LABELLED = re.compile(r"\[([^\[\]\n]{1,80})\]")
_PARTS = re.compile(
    r"[(（][a-dA-D1-4][)）]|\b(?:left|right|top|bottom|upper|lower|panels?|both|respectively|links|rechts|oben|unten"
    r"|gauche|droite|izquierda|derecha)\b|[左右上下][图圖侧側边邊:：,，)）]|分别|分別",
    re.IGNORECASE,
)
"""Words of a caption on several pictures."""
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """One figure as a block of the text; all offsets are of the text."""

    start: int
    end: int
    notation: FigureNotation
    pictures: tuple[Picture, ...]
    caption: Caption | None
    place: CaptionPlace
    sources: tuple[tuple[int, int], ...]  # source lines, or the source at the end of the caption
    hidden: tuple[tuple[int, int], ...]  # its stretches that are no prose


@dataclass(frozen=True, slots=True)
class FoundFigures:
    """The figures of a text, and the text without them."""

    blocks: tuple[FigureBlock, ...]
    prose: str  # the transparent text with blanks for the figures: same length, same lines
    captioned: str  # the transparent text with blanks for the pictures alone


def find_figures(text: str, shown: str) -> FoundFigures:
    """Return the figures of a report, in the order of its text, none overlapping another; `shown` is its `surface`."""
    if not _MAY_HOLD.search(text):
        return FoundFigures((), shown, shown)
    lines = lines_of(shown)
    closing = fences(lines)
    pictures, html = _pictures(text, shown, lines, closing)
    unused = _picture_definitions(text, pictures)
    if not pictures and not html.figures:
        return FoundFigures((), shown, shown)
    masked = blanked(shown, [(picture.start, picture.end) for picture in pictures])
    page = _page(text, masked, pictures, closing)
    blocks = _blocks(page, pictures, html)
    hidden = [span for block in blocks for span in block.hidden]
    return FoundFigures(tuple(blocks), blanked(shown, [*hidden, *unused]), masked)


def blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the text with blanks for these stretches; its length and its line breaks stay."""
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        start = max(start, at)
        if end <= start:
            continue
        pieces.append(text[at:start])
        pieces.append("\n".join(" " * len(line) for line in text[start:end].split("\n")))
        at = end
    return "".join((*pieces, text[at:])) if pieces else text


def _pictures(
    text: str, shown: str, lines: Sequence[ReportLine], closing: dict[int, int]
) -> tuple[list[Picture], HtmlPictures]:
    """All pictures in the order of the text, and the elements around them."""
    code = [(lines[first].start, lines[last].end) for first, last in closing.items() if last > first]
    hidden = _Spans([*unread(text), *code])
    inline = _Spans([match.span() for match in _INLINE_CODE.finditer(shown)] if "`" in shown else [])

    def is_visible(at: int) -> bool:
        return not hidden.hold(at) and not inline.hold(at)

    html = html_pictures(text, is_visible) if "<" in text else HtmlPictures((), (), ())
    drawn = [*fenced_pictures(text, lines, closing), *plain_drawings(text, lines, closing)]
    drawn_spans = _Spans([(picture.start, picture.end) for picture in drawn])
    candidates = [*drawn, *(picture for picture in html.pictures if not drawn_spans.hold(picture.start))]
    candidates += list(markdown_pictures(text, is_visible)) if "![" in text else []
    pictures: list[Picture] = []
    for picture in sorted(candidates, key=lambda picture: (picture.start, -picture.end)):
        if picture.end > picture.start and (not pictures or picture.start >= pictures[-1].end):
            pictures.append(picture)
    return pictures, html


class _Spans:
    """Merged stretches of a text, to test whether an offset is in one of them."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def hold(self, at: int) -> bool:
        """Return whether an offset is in one of them."""
        number = bisect_right(self._starts, at) - 1
        return number >= 0 and at < self._ends[number]


def _picture_definitions(text: str, pictures: Sequence[Picture]) -> list[tuple[int, int]]:
    """Return the link definitions that only pictures refer to: these are no entries of a reference list."""
    away = [picture for picture in pictures if not picture.start <= picture.target_start < picture.end]
    if not away:
        return []
    named = {picture.target_start for picture in away}
    definitions = link_definitions(text)
    others = [(part.start, part.end) for part in pictures] + [(part.start, part.end) for part in definitions.values()]
    linked = {match[1].strip().casefold() for match in _LABELLED.finditer(blanked(text, others))}
    return [
        (line.start, line.end)
        for label, line in definitions.items()
        if line.target_start in named and label not in linked
    ]


def _page(text: str, masked: str, pictures: Sequence[Picture], closing: dict[int, int]) -> Page:
    lines = lines_of(masked)
    coded = frozenset(number for first, last in closing.items() for number in range(first, last + 1) if last > first)
    page = Page(masked, text, lines, coded)
    for picture in pictures:
        first, last = line_of(page, picture.start), line_of(page, max(picture.start, picture.end - 1))
        page.pictured.update(range(first, last + 1))
    return page


def _blocks(page: Page, pictures: Sequence[Picture], html: HtmlPictures) -> list[FigureBlock]:
    blocks: list[FigureBlock] = []
    framed: set[int] = set()
    for element in html.figures:
        inside = _within(element, pictures)
        block = _framed(page, element, inside, _within(element, html.captions))
        if block is not None:
            framed.update(picture.start for picture in inside)
            blocks.append(block)
            page.caption_lines.update(range(line_of(page, block.start), line_of(page, block.end) + 1))
    rest = [picture for picture in pictures if picture.start not in framed]
    tabled = [is_row(page.lines, line_of(page, picture.start)) for picture in rest]
    blocks += [_in_table(page, picture) for picture, is_tabled in zip(rest, tabled, strict=True) if is_tabled]
    blocks += _free(page, [picture for picture, is_tabled in zip(rest, tabled, strict=True) if not is_tabled])
    return _apart(sorted(blocks, key=lambda block: (block.start, block.end)))


_Part = TypeVar("_Part", Picture, Element)


def _within(element: Element, parts: Sequence[_Part]) -> list[_Part]:
    """Return the parts inside an element, in the order of the text."""
    first = bisect_left(parts, element.start, key=lambda part: part.start)
    last = bisect_left(parts, element.end, key=lambda part: part.start)
    return [part for part in parts[first:last] if part.end <= element.end]


def _apart(blocks: Sequence[FigureBlock]) -> list[FigureBlock]:
    """Return the blocks without overlaps."""
    result: list[FigureBlock] = []
    for block in blocks:
        if result and block.start < result[-1].end:
            if block.end <= result[-1].end:
                continue
            block = replace(block, start=result[-1].end)
        result.append(block)
    return result


def _framed(page: Page, element: Element, inside: Sequence[Picture], own: Sequence[Element]) -> FigureBlock | None:
    """Return the figure of a `<figure>`; None if it holds a table, a quotation or a part of the page."""
    beside = blanked(page.text[element.inner : element.inner_end], [
        (part.start - element.inner, part.end - element.inner) for part in own
    ]).strip(SIGNS + " \t\r\n*_|")  # fmt: skip
    if len(beside) > LONGEST_FIGURE_TEXT or (not inside and (beside or not own)):
        return None
    place: CaptionPlace = "figcaption" if own else "none"
    caption = caption_of(page.text, own[-1].inner, own[-1].inner_end) if own else None
    if caption is None and beside:
        start = page.text.index(beside, element.inner)
        caption, place = caption_of(page.text, start, start + len(beside)), "line"
    hidden = [(element.start, element.end)]
    block = FigureBlock(element.start, element.end, "figure", tuple(inside), caption, place, (), tuple(hidden))
    return _sourced(page, block if caption else _captioned_outside(page, block))


def _captioned_outside(page: Page, block: FigureBlock) -> FigureBlock:
    """Return a `<figure>` that has no caption of its own with the one under or above it."""
    caption = below(page, line_of(page, block.end - 1), block.end)
    if caption is None or not caption.sure:
        caption = above(page, line_of(page, block.start)) or caption
    return _with_caption(page, block, caption) if caption else block


def _with_caption(page: Page, block: FigureBlock, caption: Caption) -> FigureBlock:
    first, last = line_of(page, caption.start), line_of(page, max(caption.start, caption.end - 1))
    page.caption_lines.update(range(first, last + 1))
    over = caption.start < block.start
    hidden = (page.lines[first].start, block.end) if over else (block.start, caption.end)
    return replace(
        block,
        start=min(block.start, caption.start),
        end=max(block.end, caption.end),
        caption=caption,
        place="above" if over else "line",
        hidden=(*block.hidden, hidden),
    )


def _sourced(page: Page, block: FigureBlock) -> FigureBlock:
    """Return the block with its source: the end of its caption, else the line under it."""
    caption = block.caption
    if caption and caption.source_start >= 0:
        return replace(block, sources=((caption.source_start, caption.source_end),))
    source = source_below(page, block.end)
    if source is None or line_of(page, source[0]) in page.caption_lines:
        return block
    page.caption_lines.add(line_of(page, source[0]))
    return replace(block, end=source[1], sources=(source,), hidden=(*block.hidden, (block.end, source[1])))


def _in_table(page: Page, picture: Picture) -> FigureBlock:
    """Return the figure of a picture in a table cell; its caption may be in the cell below."""
    caption = caption_in_table(page, picture)
    hidden = [(picture.start, picture.end)]
    end = picture.end
    if caption is not None:
        hidden.append((caption.start, caption.end))
        if caption.start < page.lines[line_of(page, picture.start)].end:
            end = max(end, caption.end)
    sources = ((caption.source_start, caption.source_end),) if caption and caption.source_start >= 0 else ()
    place: CaptionPlace = "cell" if caption else "none"
    return FigureBlock(picture.start, end, picture.notation, (picture,), caption, place, sources, tuple(hidden))


def _free(page: Page, pictures: Sequence[Picture]) -> Iterator[FigureBlock]:
    """Yield the figures of pictures in the text: each run of pictures with the caption under or above it."""
    runs = [run for run in _runs(page, pictures) if run]
    alone = [not _in_sentence(page, run) for run in runs]
    under = [below(page, line_of(page, max(run[-1].start, run[-1].end - 1)), run[-1].end) if free else None
             for run, free in zip(runs, alone, strict=True)]  # fmt: skip
    over = [above(page, line_of(page, run[0].start)) if free else None for run, free in zip(runs, alone, strict=True)]
    for number in range(1, len(runs)):  # a caption after another picture is the other one's
        first, second = under[number - 1], over[number]
        if first and first.start > runs[number][0].start:
            under[number - 1] = None
        if second and second.start < runs[number - 1][0].start:
            over[number] = None
    chosen = _chosen(page, under, over)
    for run, free, caption in zip(runs, alone, chosen, strict=True):
        yield from _of_run(page, run, caption, free=free)


def _runs(page: Page, pictures: Sequence[Picture]) -> list[list[Picture]]:
    """Return runs of pictures with only white space, and no blank line, between them."""
    runs: list[list[Picture]] = []
    for picture in pictures:
        between = page.text[runs[-1][-1].end : picture.start][:2_000] if runs else "x"
        raw = page.raw[runs[-1][-1].end : picture.start][:2_000] if runs else ""
        plain = (
            picture.notation not in ("fence", "ascii")
            and bool(runs)
            and runs[-1][-1].notation not in ("fence", "ascii")
        )
        if plain and len(between) < 1_000 and _BETWEEN.fullmatch(between) and not _BLANK_LINE.search(raw):
            runs[-1].append(picture)
        else:
            runs.append([picture])
    return runs


def _in_sentence(page: Page, run: Sequence[Picture]) -> bool:
    """Return whether words stand before the pictures on their line."""
    line = page.lines[line_of(page, run[0].start)]
    return not _BEFORE.fullmatch(page.text, line.start, run[0].start)


def _chosen(page: Page, under: Sequence[Caption | None], over: Sequence[Caption | None]) -> list[Caption | None]:
    """Return the caption of each run: labelled ones first; those below first, unless the report has them above."""
    sure_under = [caption if caption and caption.sure else None for caption in under]
    sure_over = [caption if caption and caption.sure else None for caption in over]
    shared = _starts(sure_under) & _starts(sure_over)
    votes = sum(caption is not None and caption.start not in shared for caption in sure_over) - sum(
        caption is not None and caption.start not in shared for caption in sure_under
    )
    first, second = (sure_over, sure_under) if votes > 0 else (sure_under, sure_over)
    chosen: list[Caption | None] = [None] * len(under)
    used: set[int] = set()
    for candidates in (first, second, under, over):
        for number, caption in enumerate(candidates):
            if (
                caption
                and chosen[number] is None
                and caption.start not in used
                and line_of(page, caption.start) not in page.caption_lines
            ):
                chosen[number] = caption
                used.add(caption.start)
    return chosen


def _starts(captions: Sequence[Caption | None]) -> set[int]:
    return {caption.start for caption in captions if caption is not None}


def _of_run(page: Page, run: Sequence[Picture], caption: Caption | None, *, free: bool) -> Iterator[FigureBlock]:
    """Yield one figure of the pictures of a run that share a caption, and one for each of the others."""
    groups = _captioned(page, run, caption) if caption else [[picture] for picture in run]
    owner = 0 if caption and caption.start < run[0].start else len(groups) - 1
    for number, group in enumerate(groups):
        start, end = group[0].start, group[-1].end
        first = page.lines[line_of(page, start)].start if free and number == 0 else start
        block = FigureBlock(
            start, end, group[0].notation, tuple(group), None, "none", (), ((first, _dressed(page, end)),)
        )
        if caption and number == owner:
            block = _with_caption(page, block, caption)
        last = number + 1 == len(groups)
        yield _sourced(page, block) if free and last and len(groups) == 1 else block


def _captioned(page: Page, run: Sequence[Picture], caption: Caption) -> list[list[Picture]]:
    """Return a run in groups, one of which has the caption: the pictures on the nearest line, else the nearest one.

    Pictures on lines of their own are parts of one figure where the caption speaks of parts.
    """
    if _PARTS.search(page.text, caption.start, caption.end):
        return [list(run)]
    below = caption.start > run[0].start
    nearest = run[-1] if below else run[0]
    line = line_of(page, nearest.start)
    shared = [picture for picture in run if line_of(page, picture.start) == line]
    others = [[picture] for picture in run if picture not in shared]
    return [*others, shared] if below else [shared, *others]


def _dressed(page: Page, end: int) -> int:
    """Return the end of a picture including the breaks and tags after it, if nothing else is on its line."""
    line_end = page.lines[line_of(page, max(0, end - 1))].end
    return line_end if line_end > end and _BEFORE.fullmatch(page.text, end, line_end) else end
