r"""The bibliography of a document that has no \bibitem and no .bib, and what cites it.

A list is a bibliography where a heading says so, its items look like works, and the text cites them. Where one of these
is missing, a diagnostic says so and nothing is read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.typed.headings import Region, list_regions
from litgauge.tasks.latex.bibliography.typed.lists import CitedList
from litgauge.tasks.latex.bibliography.typed.notes import noted_works
from litgauge.tasks.latex.bibliography.typed.typed_list import CitedItem, TypedList, item_at
from litgauge.tasks.latex.bibliography.typed.works import Work, look_like_works, works_of
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.latex.expansion.expand import expand_with_supplements
from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.records.references import Diagnostic

_TARGET = re.compile(
    r"\\(?:hypertarget\{(ref-[^{}\s]+)\}\{\}|label\{(ref-[^{}\s]+)\}|bibitem\s*\[\\citeproctext\]\s*\{(ref-[^{}\s]+)\})%?"
)
_TARGETS_END = re.compile(r"\\end\{CSLReferences\}|\\end\{document\}|\\(?:section|chapter|appendix)(?![a-zA-Z])")
_TARGET_NOISE = re.compile(r"\\(?:leavevmode|phantomsection|vspace\s*\{[^{}]*\}|protect)(?![a-zA-Z])")
_LIST_BEGIN, _LIST_END = (
    re.compile(rf"\\{edge}\s*\{{(?:enumerate|itemize|description|list|trivlist|compactitem|compactenum)\*?\}}")
    for edge in ("begin", "end")
)
_FEWEST_UNNAMED, _LEAST_ALIKE = 3, 0.9


def read_typed_list(tree: SourceTree) -> TypedList:
    """Return the list of a source that has no other bibliography, and what cites it; empty where it has none.

    The macros of its author are expanded first: they may print items and callouts. Raises Rejected as `expand` does.
    """
    document = expand_with_supplements(
        tree, leave=lambda macro: macro.packaged or macro.name.startswith(("CSL", "citeproc"))
    )
    if targets := list(_pandoc(document.text)):
        return _of_pandoc(document, targets)
    regions = [
        (region, works)
        for region in list_regions(document.text, document.body_start)
        if (works := works_of(document.text, region.start, region.stop))
    ]
    lists = [CitedList(document, region, works) for region, works in regions]
    notes: list[Diagnostic] = []
    if lists and (typed := _cited_lists(document, lists, notes)):
        return typed
    noted = _of_notes(document)
    return noted if noted.items else replace(noted, diagnostics=(*notes, *_without_heading(document)))


def _cited_lists(document: Document, lists: list[CitedList], notes: list[Diagnostic]) -> TypedList | None:
    """The lists that the text cites: each by its own chapter where their numbers are the same, else by all text."""
    labels = Counter(label for each in lists for label in {work.tag or str(work.number) for work in each.works})
    apart = (
        len(lists) > 1 and max(labels.values()) > 1 and not any(work.anchor for each in lists for work in each.works)
    )
    outside = _outside(document, [each.region for each in lists])
    for number, each in enumerate(lists):
        each.find_callouts(
            [outside[number], *outside[len(lists) :]][: 2 if number + 1 == len(lists) else 1] if apart else outside
        )
    for each in lists:
        if not each.cited:
            notes.append(_uncited(document, each))
    items: list[Item] = []
    cited: list[CitedItem] = []
    read = [each for each in lists if each.cited]
    for number, each in enumerate(read, 1):
        clash = {item.key for item in items} & set(each.keys(1))
        keys = each.keys(number if clash else 1)
        items += each.items(keys)
        cited += (CitedItem(callout.start, callout.stop, keys[callout.work]) for callout in each.cited)
    return (
        TypedList(document, tuple(items), tuple(sorted(cited, key=lambda at: at.start)), "typed", tuple(notes))
        if items
        else None
    )


def _outside(document: Document, regions: Sequence[Region]) -> list[tuple[int, int]]:
    """The stretches of the body before, between and behind the lists."""
    edges = [document.body_start, *(edge for region in regions for edge in (region.heading, region.stop))]
    return list(zip(edges[::2], [*edges[1::2], len(document.text)], strict=True))


def _uncited(document: Document, cited_list: CitedList) -> Diagnostic:
    message = f"a list of {len(cited_list.works)} works, none of which the text was seen to cite, was left out"
    return Diagnostic("warning", "list-uncited", message, *document.place(cited_list.region.heading))


def _without_heading(document: Document) -> Iterator[Diagnostic]:
    """A diagnostic about the last list that looks like a bibliography and is cited like one, but has no heading."""
    text = document.text
    ends = [mark.end() for mark in _LIST_END.finditer(text, document.body_start)]
    begins = [mark.start() for mark in _LIST_BEGIN.finditer(text, document.body_start)]
    if not ends or not begins:
        return
    region = Region(begins[-1], begins[-1], ends[-1])
    works = works_of(text, region.start, region.stop)
    if len(works) < _FEWEST_UNNAMED or not look_like_works(text, works, _LEAST_ALIKE):
        return
    cited_list = CitedList(document, region, works)
    cited_list.find_callouts(_outside(document, [region]))
    if cited := len({callout.work for callout in cited_list.cited}):
        message = (
            f"a list of {len(works)} items, of which the text seems to cite {cited}, has no heading: it was left out"
        )
        yield Diagnostic("warning", "list-unnamed", message, *document.place(region.start))


def _pandoc(text: str) -> Iterator[tuple[str, Work]]:
    marks = list(_TARGET.finditer(text)) if "ref-" in text else []
    for number, (mark, following) in enumerate(zip_longest(marks, marks[1:])):
        stop = following.start() if following else len(text)
        closing = _TARGETS_END.search(text, mark.end(), stop)
        start, stop = mark.end(), closing.start() if closing else stop
        while noise := _TARGET_NOISE.search(text, start, min(stop, start + 40)):
            start = noise.end()
        yield mark[1] or mark[2] or mark[3], Work(start, stop, number, anchor=mark[1] or mark[2] or mark[3])


def _of_pandoc(document: Document, targets: Sequence[tuple[str, Work]]) -> TypedList:
    works = list(dict(reversed(targets)).values())[::-1]
    start, stop = works[0].start, works[-1].stop
    cited_list = CitedList(document, Region(start, start, stop), works)
    cited_list.find_callouts(_outside(document, [cited_list.region]))
    keys = [work.anchor for work in works]
    cited = tuple(CitedItem(callout.start, callout.stop, keys[callout.work]) for callout in cited_list.cited)
    return TypedList(document, tuple(cited_list.items(keys)), cited, "typed" if cited_list.by_name else "hyperlink")


def _of_notes(document: Document) -> TypedList:
    notes = noted_works(document.text, document.body_start)
    items = tuple(
        replace(
            item_at(document, f"note-{number}", work.start, work.stop),
            body=work.rest,
            authors=work.authors,
            title=work.title,
            venue=work.venue,
        )
        for number, work in enumerate(notes.works, 1)
    )
    cited = tuple(CitedItem(start, stop, f"note-{number + 1}") for start, stop, number in notes.cited)
    return TypedList(document, items, cited, "footnote")
