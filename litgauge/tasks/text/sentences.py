"""Sentences of a text: one splitter for pages and for reports."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol

Span = tuple[int, int]

BREAK = "\uf8ea"
"""A sign of the private use area that a caller puts where a line is broken on purpose: a sentence ends there."""

LONGEST_ASIDE = 400
"""Characters; a sentence does not end inside brackets that are shorter."""

LONGEST_SENTENCE = 1_200
"""Characters; what `sentences` finds no end in for longer (tables, lists without full stops) is cut at a space."""

_ABBREVIATIONS = """
al approx assn assoc ca cf conf dept dr e.g ed eds eg esp et etc excl gov hon i.e ibid ie incl lt ltd messrs mr mrs
ms mt nat op.cit ph.d phd pl proc prof rep resp rev sen sgt sp spp st subsp supp suppl trans univ var viz vs w.r.t
inc corp co jr sr bros natl gen
"""
ABBREVIATIONS = frozenset(_ABBREVIATIONS.split())
"""A full stop behind these ends no sentence."""

_BEFORE_NUMBERS = """
app appx apr art aug ch chap chs cit cor dec def eq eqn eqs ex feb fig figs jan jul jun lem lit max min no nos nov
oct op p par pp prop pt ref refs sec sect secs sep sept sub tab tabs tech thm vol vols v ver alg
"""
BEFORE_NUMBERS = frozenset(_BEFORE_NUMBERS.split())
"""A full stop between these and a number ends no sentence; elsewhere they may be words ("state of the art.")."""

_MAY_END = """
inc corp co ltd jr sr etc al ph.d phd dept proc st trans
"""
MAY_END = frozenset(_MAY_END.split())
"""Abbreviations that a sentence may end with: they do where a word follows that likes to begin one."""

_OPENERS = """
the this these those that it its in on at as an a we our they their he she his her however moreover furthermore
additionally for from with while when where although though since because if by to after before despite among
several some many most both all overall finally thus therefore hence also another other one two three there here
such similarly conversely meanwhile recent recently others under unlike like between during no not but and yet what
why how
"""
OPENERS = frozenset(_OPENERS.split())
"""Words that like to begin a sentence."""

_END = re.compile(
    r"[.!?…]+[\"'”’»)\]*_]*|[。！？｡]+[”』」）’\"*]*|"
    + BREAK
    + r"+|(?:(?<! ) {2,}|\\)\n|(?<=[.;:)\]]) [-•–—·▪●] (?=[A-Z“\"\[*0-9])"
)
_STYLED = re.compile(r"</?(?:span|font)(?:\s(?!data-)[^<>]{0,300})?>")
_PARAGRAPH = re.compile(r"\n\s*\n\s*|\n(?=[-*•|#]|\d+[.)]\s)")
_DOTTED = re.compile(r"(?:[A-Za-z]\.){1,5}[A-Za-z]$")
_WORD_BEFORE = re.compile(r"[\w.’'&-]{1,30}$")
_MIXED = re.compile(r"[a-z]{1,4}[A-Z]|[a-z](?:\.[a-z])+\.")
_BRACKET = re.compile(r"[()（）]|\n\s*\n")


class TrailingNote(Protocol):
    """Text attached to a sentence: citation marks, with the brackets around them."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def words(self) -> bool:
        """True if it is made of words that may be part of the sentence, such as a link."""
        ...


def sentences(text: str) -> list[Span]:
    """Return where the sentences of a text stand, in order, without the white space between them; in linear time.

    Paragraphs and list items are sentences of their own; none is longer than `LONGEST_SENTENCE`.

    >>> [text[a:b] for text in ["It rose by 2.5 %, cf. Fig. 3. Then it fell."] for a, b in sentences(text)]
    ['It rose by 2.5 %, cf. Fig. 3.', 'Then it fell.']
    """
    edges = [0, *(match.end() for match in _PARAGRAPH.finditer(text)), len(text)]
    whole = (span for start, end in pairwise(edges) for span in sentences_between(text, start, end))
    return [piece for span in whole for piece in _pieces(text, *span)]


def sentences_around(text: str, start: int, end: int) -> list[Span]:
    r"""Return the sentences that hold a part of the text, as `sentences` gives them; only its paragraphs are read.

    >>> text = "It rose. It fell.\n\nIt stood. It ran.\n\nIt sat."
    >>> [text[a:b] for a, b in sentences_around(text, 25, 30)]
    ['It stood.', 'It ran.']
    """
    edges = [match.end() for match in _PARAGRAPH.finditer(text)]
    first = edges[bisect_right(edges, start) - 1] if edges and edges[0] <= start else 0
    after = bisect_left(edges, end)
    last = edges[after] if after < len(edges) else len(text)
    return [(a + first, b + first) for a, b in sentences(text[first:last]) if a + first < end and b + first > start]


def sentences_between(
    text: str, start: int, end: int, notes: Sequence[TrailingNote] = (), still: bytes | bytearray = b""
) -> list[Span]:
    """Return the sentences of the paragraph between two offsets, trimmed, each with the notes that belong to it.

    A note belongs to the sentence that it stands in; behind the full stop to the sentence before, unless a small
    letter follows it ("… caching. [2] proposed an engine …") or its words begin the next sentence. `notes` are in the
    order of the text. `still` (one byte per character from `start`, or nothing) marks code, mathematics and marks: no
    sentence ends inside.
    """
    still = still or bytes(end - start)
    by_start = {note.start: note for note in notes}
    asides = _asides(text, start, end, still)
    spans: list[Span] = []
    begin = start
    for stop in _END.finditer(text, start, end):
        if stop.start() < begin or still[stop.start() - start]:
            continue
        if stop[0] in (" – ", " — ") and _behind_link(text, begin, stop.start(), still[stop.start() - 1 - start]):
            continue  # "[Kites](…) — they fly in wind"
        hard = text[stop.start()] in BREAK + " \\" or "\n" in stop[0]
        if not hard and (asides[stop.end() - 1 - start] or not _ends(text, begin, stop, end, by_start)):
            continue
        after = _with_notes(text, stop.end(), end, by_start)
        spans.append((begin, after))
        begin = after
    spans.append((begin, end))
    trimmed = (_trimmed(text, *span) for span in spans)
    return [span for span in trimmed if span[0] < span[1]]


def _behind_link(text: str, begin: int, at: int, marked: int) -> bool:
    """True if a link ends at the offset, so that a dash behind it goes on with the sentence."""
    return bool(marked) or (text[at - 1] == ")" and text.rfind("](", max(begin, at - LONGEST_ASIDE), at) >= 0)


def _with_notes(text: str, at: int, end: int, by_start: dict[int, TrailingNote]) -> int:
    """Return the offset behind the notes that follow a full stop and belong to it."""
    while True:
        note = _note_behind(text, at, end, by_start) if by_start else None
        if note is None:
            return at
        behind = _skip(text, note.end, end)
        following = text[behind : behind + 1] if behind < end else ""
        subject = following.islower() or (note.words and following and "\n" not in text[note.end : behind])
        if subject and by_start.get(behind) is None:
            return at
        at = note.end
        if following in (".", "。", ",", ";") and behind < end and not text[behind + 1 : behind + 2].isalnum():
            at = behind + 1


def _note_behind(text: str, at: int, end: int, by_start: dict[int, TrailingNote]) -> TrailingNote | None:
    """Return the note that begins at the offset or behind white space and emphasis that follow it."""
    for place in range(at, _skip(text, at, end) + 1):
        if place in by_start:
            return by_start[place]
    return None


def _ends(text: str, begin: int, stop: re.Match[str], end: int, by_start: dict[int, TrailingNote]) -> bool:
    """True if a sentence ends at this mark of punctuation."""
    if stop[0][0] in "。！？｡":
        return True
    at = _skip(text, stop.end(), end)
    if at >= end:
        return True
    note = _note_behind(text, stop.end(), end, by_start) if by_start else None
    stands_off = text[stop.end()] != "<" or any(
        character.isspace() for character in _STYLED.sub("", text[stop.end() : at])
    )
    if (at == stop.end() or not stands_off) and note is None and not "\u2e80" < text[at] < "\uff00":
        return False  # "3.5", "arxiv.org", "e.g.,"
    if note is not None:
        at = _skip(text, note.end, end)
    following = text[at : at + 24]
    if stop[0][0] == "." and _abbreviated(text, begin, stop.start(), following):
        return False
    plain = following.lstrip("\"'“‘«([*_`#<")
    if plain[:1].islower():
        return bool(_MIXED.match(plain)) or note is not None
    return True


def _abbreviated(text: str, begin: int, stop: int, following: str) -> bool:
    """True if the full stop belongs to the word before it."""
    before = _WORD_BEFORE.search(text, max(begin, stop - 30), stop)
    if before is None:
        return False
    word = before[0]
    name = word.casefold().lstrip("’'-")
    first = re.match(r"[\W_]*([^\W\d_]+)", following)
    opener = first is not None and first[1].casefold() in OPENERS and first[1][:1].isupper()
    if word.isdecimal():
        return before.start() <= begin + 3 and len(word) < 3  # "1. First"
    if _DOTTED.search(word) or (len(word) == 1 and word.isalpha() and word.isupper() and word != "I"):
        return not opener
    if name in BEFORE_NUMBERS and following.lstrip("(# ")[:1].isdecimal():
        return True
    return name in ABBREVIATIONS and not (opener and name in MAY_END)


def _asides(text: str, start: int, end: int, still: bytes | bytearray) -> bytearray:
    """Return the offsets in `start` to `end`, inclusive, in round brackets of at most `LONGEST_ASIDE` characters."""
    inside = bytearray(end - start + 1)
    opened: list[int] = []
    for match in _BRACKET.finditer(text, start, end):
        at = match.start() - start
        if still[at]:
            continue
        if match[0] in "(（":
            opened.append(at)
        elif match[0] not in ")）":
            opened.clear()
        elif opened:
            begin = opened.pop()
            if at - begin <= LONGEST_ASIDE:
                inside[begin:at] = b"\1" * (at - begin)
    return inside


def _skip(text: str, at: int, end: int) -> int:
    """Return the offset behind white space, emphasis and the tags that a word processor's HTML puts around every
    phrase.
    """
    while at < end:
        if text[at] in " \t\r\n\u00a0\u3000\u200b*_":
            at += 1
        elif text[at] == "<" and (tag := _STYLED.match(text, at, end)):
            at = tag.end()
        else:
            break
    return at


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    while end - start > LONGEST_SENTENCE:
        reach = start + LONGEST_SENTENCE
        space = max(text.rfind(" ", start + 1, reach), text.rfind("\n", start + 1, reach))
        cut = space if space > start else reach
        yield _trimmed(text, start, cut)
        start = _trimmed(text, cut, end)[0]
    if start < end:
        yield start, end


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
