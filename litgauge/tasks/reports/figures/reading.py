"""The figures of a report as rows: label, caption, source, citations, context, type, targets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.citations.marks.author_year_marks import names_of
from litgauge.tasks.citations.marks.citation_marks import Mark, marks_of
from litgauge.tasks.citations.marks.mark_groups import groups_of
from litgauge.tasks.citations.marks.wording import wording
from litgauge.tasks.records import AgentReport, StatementLink
from litgauge.tasks.records.figures import CaptionPlace, Figure, FigureLink
from litgauge.tasks.reports.figures.figure_blocks import FigureBlock, FoundFigures
from litgauge.tasks.reports.figures.labels import Label, Mention, label_at, mentions
from litgauge.tasks.reports.figures.targets import FigureTarget
from litgauge.tasks.reports.figures.types import figure_type
from litgauge.tasks.reports.reading.block_types import Block
from litgauge.tasks.text.inline_markup import without_markup
from litgauge.tasks.text.wordings import alternatives

MOST_CONTEXT = 8
"""Paragraphs of a figure's context."""

LONGEST_CONTEXT = 2_000
"""Characters of each of them."""

_NO_DESCRIPTION = re.compile(
    rf"\W*(?:{alternatives('litgauge.tasks.reports.figures', 'figure_wordings.json', 'no description')})\W*",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[([^\[\]\n]{1,400})\]\([^()\s]{0,2048}\)")
_ID = re.compile(r"\sid\s?=\s?[\"']?([\w:.-]{1,80})")
_PICTURE_ADDRESS = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|avif)(?:[?#].*)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReadFigures:
    """The figures of a report; targets and links name their figure by its number."""

    figures: tuple[Figure, ...]
    links: tuple[FigureLink, ...]
    targets: tuple[FigureTarget, ...]


def marks_of_figures(figures: FoundFigures, is_label: Callable[[str], bool]) -> list[list[Mark]]:
    """Return the citation marks of each figure: in its caption and source lines, and the links of its pictures."""
    return [_marks(figures, block, is_label) for block in figures.blocks]


def read_figures(
    report: AgentReport,
    figures: FoundFigures,
    marks: Sequence[Sequence[Mark]],
    blocks: Sequence[Block],
    cite: Callable[[Mark], Sequence[StatementLink]],
) -> ReadFigures:
    """Return the rows of a report's figures; `blocks` are those of its prose, `marks` those that are citations."""
    targets = [_targets(number, block) for number, block in enumerate(figures.blocks)]
    labels = [_label(block) for block in figures.blocks]
    contexts = _contexts(report.text, figures, blocks, labels)
    rows = [
        _row(report, figures, number, block, list(marks[number]), labels[number], contexts[number], targets[number])
        for number, block in enumerate(figures.blocks)
    ]
    links = [_link(number, link) for number, own in enumerate(marks) for mark in own for link in cite(mark)]
    return ReadFigures(tuple(rows), tuple(links), tuple(target for own in targets for target in own))


def _link(figure: int, link: StatementLink) -> FigureLink:
    return FigureLink(
        link.report_id, figure, link.label, link.start, link.end, link.url, link.page, link.identity, link.entry
    )


def _marks(figures: FoundFigures, block: FigureBlock, is_label: Callable[[str], bool]) -> list[Mark]:
    spans = [(block.caption.start, block.caption.end)] if block.caption else []
    spans += [source for source in block.sources if not any(start <= source[0] < end for start, end in spans)]
    marks: list[Mark] = []
    for start, end in spans:
        occupied = bytearray(end - start)
        marks += marks_of(figures.captioned, start, end, is_label, occupied)
        marks += names_of(figures.captioned, start, end, occupied)
    for picture in block.pictures:
        if picture.link and picture.link[2] != picture.target and not _PICTURE_ADDRESS.search(picture.link[2]):
            start, end, address = picture.link
            if address.startswith(("http://", "https://", "//")):
                marks.append(Mark("link", start, end, "", address))
    return sorted(marks, key=lambda mark: mark.start)


def _targets(number: int, block: FigureBlock) -> list[FigureTarget]:
    return [
        FigureTarget(
            number,
            part,
            picture.target,
            picture.target_start,
            picture.target_end,
            picture.form,
            picture.media_type,
            picture.language,
        )
        for part, picture in enumerate(block.pictures)
    ]


def _label(block: FigureBlock) -> Label | None:
    """Return the label of the caption, else that of the alternative text, whose offsets mean nothing."""
    if block.caption:
        return block.caption.label
    words = _attribute_caption(block)[0]
    return label_at(words, 0, len(words))


def _attribute_caption(block: FigureBlock) -> tuple[str, CaptionPlace]:
    """Return the text that only attributes give to the pictures: a title, else a describing alternative text."""
    places: tuple[tuple[CaptionPlace, list[str]], ...] = (
        ("title", [picture.title for picture in block.pictures]),
        ("alt", [picture.alt for picture in block.pictures]),
    )
    for place, texts in places:
        for words in texts:
            if sum(map(str.isalnum, words)) > 1 and not _NO_DESCRIPTION.fullmatch(words.strip()):
                return " ".join(words.split()), place
    return "", "none"


def _row(
    report: AgentReport,
    figures: FoundFigures,
    number: int,
    block: FigureBlock,
    marks: Sequence[Mark],
    label: Label | None,
    context: tuple[str, ...],
    targets: Sequence[FigureTarget],
) -> Figure:
    caption, place, start, end = "", block.place, -1, -1
    if block.caption:
        start, end = block.caption.words_start, block.caption.words_end
        caption = _caption_words(figures, start, end, marks)
    if not caption:
        caption, place = _attribute_caption(block)
        start, end = (start, end) if block.caption and place == "none" else (-1, -1)
        caption = caption[label.behind :].strip(" *_") if label and place != "none" and not block.caption else caption
    source_start, source_end = block.sources[0] if block.sources else (-1, -1)
    kind, reason = figure_type(block.notation, targets)
    return Figure(
        report_id=report.report_id,
        number=number,
        start=block.start,
        end=block.end,
        notation=block.notation,
        label=label.text if label else "",
        caption=caption,
        caption_start=start,
        caption_end=end,
        caption_place=place,
        source=_source(figures.captioned[source_start:source_end]) if block.sources else "",
        source_start=source_start,
        source_end=source_end,
        alt=next((picture.alt for picture in block.pictures if picture.alt), ""),
        context=context,
        type=kind,
        type_reason=reason,
    )


def _source(raw: str) -> str:
    """Return the words of a source on one line; of links only the words."""
    words = without_markup(_LINK.sub(r"\1", raw)).lstrip(" >")
    if words[:1] in ("(", "（") and words[-1:] in (")", "）"):
        return words[1:-1].strip()
    return words


def _caption_words(figures: FoundFigures, start: int, end: int, marks: Sequence[Mark]) -> str:
    inside = [mark for mark in marks if start <= mark.start and mark.end <= end]
    return wording(figures.captioned, start, end, groups_of(figures.captioned, start, end, inside))


def _contexts(
    text: str, figures: FoundFigures, blocks: Sequence[Block], labels: Sequence[Label | None]
) -> list[tuple[str, ...]]:
    """Return the paragraphs that name each figure, else its neighbours in the section, else those around it."""
    prose = [(number, block) for number, block in enumerate(blocks) if block.kind in ("text", "item", "row")]
    naming = _naming(figures.prose, prose, text, blocks, figures.blocks, labels)
    starts = [block.start for _, block in prose]
    contexts: list[tuple[str, ...]] = []
    texts: dict[int, str] = {}  # by the start of the paragraph
    for figure, block in enumerate(figures.blocks):
        chosen = naming.get(figure) or _neighbours(blocks, prose, bisect_left(starts, block.start), block.start)
        for paragraph in chosen[:MOST_CONTEXT]:
            if paragraph.start not in texts:
                raw = figures.prose[paragraph.start : min(paragraph.end, paragraph.start + 3 * LONGEST_CONTEXT)]
                texts[paragraph.start] = without_markup(raw)[:LONGEST_CONTEXT]
        contexts.append(tuple(words for paragraph in chosen[:MOST_CONTEXT] if (words := texts[paragraph.start])))
    return contexts


def _naming(
    prose_text: str,
    prose: Sequence[tuple[int, Block]],
    text: str,
    blocks: Sequence[Block],
    figures: Sequence[FigureBlock],
    labels: Sequence[Label | None],
) -> Mapping[int, list[Block]]:
    by_key: dict[tuple[str, str], list[int]] = defaultdict(list)
    by_id: dict[str, int] = {}
    for number, (figure, label) in enumerate(zip(figures, labels, strict=True)):
        if label:
            by_key[label.key].append(number)
        if figure.end - figure.start < 20_000:
            for match in _ID.finditer(text, figure.start, figure.end):
                by_id.setdefault(match[1], number)
    naming: dict[int, list[Block]] = defaultdict(list)
    heads = [block.start for block in blocks if block.kind == "heading"]
    for _, block in prose if by_key or by_id else ():
        named = [
            number
            for mention in mentions(prose_text, block.start, block.end)
            if not mention.foreign and not _captions(prose_text, block, mention)
            for number in _figures_named(mention, by_key, figures, heads)
        ]
        anchors = (
            [match[1] or match[2] for match in _ANCHORS.finditer(prose_text, block.start, block.end)] if by_id else []
        )
        for number in dict.fromkeys((*named, *(by_id[name] for name in anchors if name in by_id))):
            naming[number].append(block)
    return naming


def _captions(text: str, block: Block, mention: Mention) -> bool:
    """Return whether a paragraph is itself a caption with that label."""
    label = label_at(text, block.start, block.end)
    return label is not None and label.certain and label.start == mention.start


def _figures_named(
    mention: Mention,
    by_key: Mapping[tuple[str, str], list[int]],
    figures: Sequence[FigureBlock],
    heads: Sequence[int],
) -> list[int]:
    """Return the figures with the named label; of several with one label, those of the section that names it."""
    numbers = by_key.get(mention.key) or by_key.get((mention.series, mention.number.rstrip("abcdefghij")), [])
    if len(numbers) < 2:
        return numbers
    section = bisect_left(heads, mention.start)
    return [number for number in numbers if bisect_left(heads, figures[number].start) == section]


_ANCHORS = re.compile(r"href\s?=\s?[\"']?#([\w:.-]{1,80})|\]\(#([\w:.-]{1,80})\)")


def _neighbours(blocks: Sequence[Block], prose: Sequence[tuple[int, Block]], number: int, at: int) -> list[Block]:
    """Return the paragraphs around offset `at`, the second being the `number`th; only its section's, if it has any."""
    before, behind = prose[number - 1 : number] if number else [], prose[number : number + 1]
    between = blocks[before[0][0] + 1 if before else 0 : behind[0][0] if behind else len(blocks)]
    headings = [block.start for block in between if block.kind == "heading"]
    inside = [
        *(before if all(start > at for start in headings) else []),
        *(behind if all(start < at for start in headings) else []),
    ]
    return [block for _, block in inside or (*before, *behind)]
