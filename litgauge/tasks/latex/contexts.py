"""Context of each citation in a LaTeX source: its paragraph and sentence."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from litgauge.tasks.latex.bibliography.resources import read_resources
from litgauge.tasks.latex.citations import key_groups
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.latex.expansion.expand import expand_with_supplements
from litgauge.tasks.latex.rereading import read_citations
from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.records.references import Citation, CitationContext
from litgauge.tasks.text import clean_text
from litgauge.tasks.text.sentences import sentences

if TYPE_CHECKING:
    from litgauge.tasks.latex.bibliography.typed.typed_list import TypedList

MAX_CONTEXT_CHARS = 5_000
_LONGEST = 40_000  # characters of LaTeX that a paragraph is looked for in, on either side of a citation
_CITING = re.compile(r"\\(?P<name>[a-zA-Z@]*[cC][iI][tT][eE][a-zA-Z@]*)")
_BREAK = re.compile(
    r"\n[ \t]*\n|\\par(?![a-zA-Z@])|\\item(?![a-zA-Z@])"
    r"|\\(?:(?:sub){0,2}section|(?:sub)?paragraph|chapter|part)(?![a-zA-Z@])\*?(?:[ \t]*\{[^{}\n]{0,300}\})?"
    r"|\\(?:begin|end)[ \t]*\{[^{}\n]{1,40}\}"
)
_MARK = "CITEDHERE"
_MARKS = re.compile(rf"{_MARK}(\d+)X")
_STOP = re.compile(r"[.!?][’”\"']*\Z")
_APART = re.compile(r" +([.,;:!?)])")
THIS, OTHER = "[this work]", "[another]"
"""Marks that stand in a sentence for the citation that it is about, and for others."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A citing command in the text."""

    start: int
    end: int
    keys: tuple[tuple[str, int], ...]  # with the number of the citation


def citation_contexts(tree: SourceTree, survey_id: str) -> tuple[CitationContext, ...]:
    """Return the context of each citation that stands in running text, in the order of `extract`'s citations.

    In `sentence` "[this work]" stands for the citation and "[another]" for the others beside it; in `paragraph` all are
    "[another]", so that contexts of one paragraph share it. Raises Rejected where there is no LaTeX to read.
    """
    document, cited, _ = read_citations(lambda packages: expand_with_supplements(tree, packages=packages), survey_id)
    citations: Sequence[Citation] = cited.citations
    of_list: tuple[CitationContext, ...] = ()
    if read_resources(document).is_typed:
        from litgauge.tasks.latex.bibliography.typed.reading import read_typed_list  # which few papers need

        typed = read_typed_list(document.tree)
        citations = typed.beside(citations)
        of_list = tuple(_of_places(typed.document, list(_typed_places(typed, len(citations))), survey_id))
    waiting: dict[tuple[str, int, str], deque[tuple[str, int]]] = defaultdict(deque)
    for number, citation in enumerate(citations):
        waiting[citation.file, citation.line, citation.command].append((citation.key, number))
    return (*_of_places(document, list(_places(document, waiting)), survey_id), *of_list)


def _of_places(document: Document, places: list[_Place], survey_id: str) -> Iterator[CitationContext]:
    for start, end, own in _paragraphs(document, places):
        yield from _contexts(document.text, start, end, own, survey_id)


def _places(document: Document, waiting: dict[tuple[str, int, str], deque[tuple[str, int]]]) -> Iterator[_Place]:
    """Yield the commands in the text that are known to cite, each with as many of its line's keys as it names."""
    text = document.text
    for match in _CITING.finditer(text, document.body_start):
        line = document.place(match.start())
        keys = waiting.get((line.file, line.line, match["name"]))
        if not keys:
            continue
        groups = list(key_groups(match["name"], text, match.end()))
        if groups:
            named = sum(text.count(",", group.start, group.stop) + 1 for group in groups)
            own = tuple(keys.popleft() for _ in range(min(named, len(keys))))
            yield _Place(match.start(), groups[-1].end, own)


def _typed_places(typed: TypedList, first: int) -> Iterator[_Place]:
    """Yield the callouts of a typed list, each with all keys that it cites; citations are numbered from `first`."""
    for (start, stop), group in groupby(enumerate(typed.cited, first), key=lambda at: (at[1].start, at[1].stop)):
        yield _Place(start, stop, tuple((cited.key, number) for number, cited in group))


def _paragraphs(document: Document, places: list[_Place]) -> Iterator[tuple[int, int, list[_Place]]]:
    """Return where each paragraph with citations begins and ends, and these."""
    text = document.text
    breaks = [match.span() for match in _BREAK.finditer(text)]
    starts, ends = [start for start, _ in breaks], [end for _, end in breaks]
    waiting = deque(places)
    while waiting:
        first = waiting.popleft()
        before, after = bisect_right(ends, first.start), bisect_left(starts, first.end)
        begin = max(first.start - _LONGEST, ends[before - 1] if before else 0, document.body_start)
        end = min(first.end + _LONGEST, starts[after] if after < len(starts) else len(text))
        own = [first]
        while waiting and waiting[0].start < end:
            own.append(waiting.popleft())
        yield begin, max(end, own[-1].end), own


def _contexts(text: str, start: int, end: int, own: list[_Place], survey_id: str) -> Iterator[CitationContext]:
    """One context a key of the paragraph's citations."""
    pieces, at = [], start
    for number, place in enumerate(own):
        before = text[at : place.start]
        stop = _STOP.search(before)  # a raised callout stands behind the stop of its sentence
        pieces += [before[: stop.start()] if stop else before, f" {_MARK}{number}X ", stop.group() if stop else ""]
        at = max(at, place.end)
    plain = clean_text("".join([*pieces, text[at:end]]))
    sentence_of = {
        int(mark): plain[begin:stop] for begin, stop in sentences(plain) for mark in _MARKS.findall(plain[begin:stop])
    }
    for number, place in enumerate(own):
        sentence = sentence_of.get(number)
        for key, citation in place.keys:
            yield CitationContext(
                survey_id=survey_id,
                key=key,
                citation=citation,
                paragraph=_shown(_around(plain, number)),
                sentence=None if sentence is None else _shown(sentence, number)[:MAX_CONTEXT_CHARS],
                callout=text[place.start : place.end][:200],
            )


def _around(plain: str, number: int) -> str:
    middle = max(0, plain.find(f"{_MARK}{number}X"))
    start = max(0, min(middle - MAX_CONTEXT_CHARS // 2, len(plain) - MAX_CONTEXT_CHARS))
    return plain[start : start + MAX_CONTEXT_CHARS]


def _shown(words: str, number: int | None = None) -> str:
    shown = _MARKS.sub(lambda match: THIS if number is not None and int(match[1]) == number else OTHER, words)
    return _APART.sub(r"\1", shown).strip()
