"""Callouts of the works of a typed list: links, numbers, labels, raised numbers, names with years or pages."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from litgauge.tasks.latex.bibliography.typed.surface import APART, RAISED, RAISED_END, Surface

_REFERRING = re.compile(
    r"\\(?:ref|pageref|autoref|cref|Cref|hyperlink|citeproc|nameref|vref)\*?\s*\{([^{}]{1,200})\}|\\hyperref\s*\[([^\[\]]{1,200})\]"
)
_DASH = r"(?:--?-?|–|—|‐|‑|‒)"
_NUMBERS = rf"\d{{1,4}}(?:\s*(?:[,;&]|{_DASH}|and|und|et|y|и)\s*\d{{1,4}})*"
_LEAD = r"(?:(?:see|cf\.?|e\.g\.?,?|vgl\.|siehe|voir|véase|см\.|also)\s+){0,3}"
_BRACKETED = re.compile(
    rf"(?:(?<![\w\]])|(?<=[a-zà-ÿ)\u0400-\u9fff]))\[\s*{_LEAD}({_NUMBERS})\s*"
    rf"(?:(?:[,;:]\s*|\s)(?:[^\[\]\d,;:\s{APART}]|\d{{1,4}}\.?\s?[^\W\d_])[^\[\]]{{0,80}})?\]"
)
_IN_ROUND = re.compile(rf"(?<=[\w.,;:)”’\"] )\(({_NUMBERS})\)(?=[\s.,;:])")
_EQUATION = re.compile(
    r"(?:Eqs?\.|[Ee]quations?|Theorem|Lemma|[Ss]teps?|[Cc]ases?|[Pp]roperty|[Ff]ormulas?|and|by|in|of|\d)\s$"
)
_RAISED = re.compile(rf"{RAISED}\s*+[\[(]?\s*+({_NUMBERS})\s*+[\])]?\s*+[.,;]?\s*+{RAISED_END}(?![^\W_])")
_UNIT = re.compile(r"(?:\d\s*[A-Za-zµ/]{0,3}|(?<![^\W\d_])(?:[kcmµn]?m|kg|s|ft|in|sec|hr?|[A-Z]))$")
_JOINED = re.compile(
    rf"(?<=\d)\]\s*({_DASH})\s*\[(?=\d)|(?<=\d){RAISED_END}\s*({_DASH}|,)?\s*(?:{RAISED}\s*([,–-])\s*{RAISED_END})?\s*{RAISED}(?=\d)"
)
_PART = re.compile(rf"(\d+)\s*{_DASH}\s*(\d+)|(\d+)")
_GROUP = re.compile(r"[\[(]([^\[\]()]{1,300})[\])]")
_CONNECTING = (
    r"(?:[^\W\d_a-z][\w.'’‐-]*|and|und|et|y|e|i|og|och|en|ve|és|ja|și|şi|и|та|al\.?(?:['’]s?)?|alii|col\.?|others|colleagues|u\.|a\.|van|von|der|den|de|del|la|le"
    r"|du|di|da|dos|ten|ter|in|др\.|(?:1[5-9]|20)\d\d[a-z]?(?:,\s?[a-z]\b)*)"
)
_BETWEEN = rf"(?:['’]s?)?[\s,;:/&\[(]*(?:{_CONNECTING}[\s,;:/&\[(]+){{0,12}}?"


_MORE_YEARS = re.compile(r"(?:\s*(?:,|;|&|and|und|et|y)\s*)((?:1[5-9]|20)\d\d)([a-z](?:(?:,\s?|/)[a-z]\b)*)?(?![\w])")
_CLOSING = re.compile(r"[^()\[\]\n]{0,60}[)\]]")
_ET_AL = re.compile(r"\bal\b|\bu\.\s?a|др|others|colleagues")
_WORD = re.compile(r"[^\W_]+")
_OPENED = re.compile(rf"\((?:{_LEAD}|[^()]{{0,80}};\s)\Z")


class Callout(NamedTuple):
    """A place in the source that cites the work of this number."""

    start: int
    stop: int
    work: int


@dataclass(frozen=True, slots=True)
class NamedWork:
    """Families of a work's authors, and its year with the letter that tells it from others ("2001a")."""

    families: tuple[str, ...]
    year: str


def by_anchors(text: str, stretches: Sequence[tuple[int, int]], anchors: Sequence[str]) -> list[Callout]:
    r"""Return the \ref and links outside of the list that lead to its works."""
    number_of = {anchor: number for number, anchor in enumerate(anchors) if anchor}
    return [
        Callout(link.start(), link.end(), number_of[name.strip()])
        for start, stop in stretches
        for link in _REFERRING.finditer(text, start, stop)
        for name in (link[1] or link[2]).split(",")
        if name.strip() in number_of
    ]


def by_numbers(surface: Surface, numbers: Sequence[int]) -> list[Callout]:
    """Return the brackets that hold only numbers of the list, and words about the place."""
    body = _JOINED.sub(_as_range, surface.text)
    return list(_numbered(surface, _BRACKETED.finditer(body), numbers))


def by_raised_numbers(surface: Surface, numbers: Sequence[int]) -> list[Callout]:
    """Return the raised numbers after words, but not those of units, powers and isotopes."""
    body = _JOINED.sub(_as_range, surface.text)
    marks = (mark for mark in _RAISED.finditer(body) if not _UNIT.search(body[max(0, mark.start() - 8) : mark.start()]))
    return list(_numbered(surface, marks, numbers))


def by_round_numbers(surface: Surface, numbers: Sequence[int]) -> list[Callout]:
    """Return the numbers in round brackets after words, but not those of equations."""
    body = surface.text
    marks = (
        mark
        for mark in _IN_ROUND.finditer(body)
        if not _EQUATION.search(body[max(0, mark.start() - 12) : mark.start()])
    )
    return list(_numbered(surface, marks, numbers))


def _as_range(mark: re.Match[str]) -> str:
    between = mark[1] or (mark[2] or "").strip() or (mark[3] or "") or ","
    return f"{between[:1]:{len(mark.group())}}"


def _numbered(surface: Surface, marks: Iterator[re.Match[str]], numbers: Sequence[int]) -> Iterator[Callout]:
    position_of = {number: position for position, number in enumerate(numbers)}
    for mark in marks:
        cited: list[int] = []
        for part in _PART.finditer(mark[1]):
            first, last = int(part[1] or part[3]), int(part[2] or part[3])
            cited += range(first, min(last, first + len(position_of)) + 1)
        if cited and position_of.keys() >= set(cited):
            start, stop = surface.source(mark.start()), surface.source(mark.end())
            yield from (Callout(start, stop, position_of[number]) for number in cited)


def by_tags(surface: Surface, tags: Sequence[str]) -> list[Callout]:
    """Return the brackets that begin with a label of the list, or hold several."""
    number_of = {_folded(tag): number for number, tag in enumerate(tags) if tag}
    longest = max((tag.count(",") + tag.count(";") + 1 for tag in tags), default=1)
    callouts = []
    for group in _GROUP.finditer(surface.text):
        pieces = list(re.finditer(r"[^,;]+", group[1]))
        cited, number = [], 0
        while number < len(pieces):
            for width in range(min(longest, len(pieces) - number), 0, -1):
                words = group[1][pieces[number].start() : pieces[number + width - 1].end()]
                label = _folded(re.sub(rf"^\s*{_LEAD}", "", words))
                if label in number_of:
                    cited.append(number_of[label])
                    number += width - 1
                    break
            number += 1
        start, stop = surface.source(group.start()), surface.source(group.end())
        callouts += [Callout(start, stop, work) for work in cited]
    return callouts


def _folded(label: str) -> str:
    plain = unicodedata.normalize("NFKD", label).casefold()
    return "".join(character for character in plain if character.isalnum() or character in "+*'")


def by_names(surface: Surface, works: Sequence[NamedWork | None]) -> list[Callout]:
    """Return where the text names the first author of a work and, with nothing but names between, its year.

    Of names that end with the same year the longest counts: "Cortes and Vapnik (1995)" does not cite Vapnik alone.
    """
    by_end: dict[int, list[Callout]] = defaultdict(list)
    places = _places(surface.text)
    for family, of_name in _by_family(works).items():
        years = "|".join(sorted({work.year[:4] for work in of_name.values()}))
        pattern = re.compile(
            rf"(?i:{_spelling(family)})(?![^\W_])(?P<between>{_BETWEEN})(?P<year>{years})"
            r"(?P<letters>[a-z](?:(?:,\s?|/|–|-)[a-z]\b)*)?(?![^\W_])"
        )
        for place in places.get(_first_word(family), ()):
            if mark := pattern.match(surface.text, place):
                for callout in _dated(surface, mark, of_name):
                    by_end[callout.stop].append(callout)
    longest = {stop: min(callout.start for callout in group) for stop, group in by_end.items()}
    return sorted({callout for stop, group in by_end.items() for callout in group if callout.start == longest[stop]})


def _by_family(works: Sequence[NamedWork | None]) -> dict[str, dict[int, NamedWork]]:
    named: dict[str, dict[int, NamedWork]] = defaultdict(dict)
    for number, work in enumerate(works):
        if work and len(work.families[0]) > 1:
            named[work.families[0].casefold()][number] = work
    return named


def _places(text: str) -> dict[str, list[int]]:
    """Return the positions of each word, in lower case."""
    places: dict[str, list[int]] = defaultdict(list)
    for word in _WORD.finditer(text):
        places[word.group().casefold()].append(word.start())
    return places


def _first_word(family: str) -> str:
    word = _WORD.search(family)
    return word.group().casefold() if word else ""


def _spelling(family: str) -> str:
    return r"[\s-]+".join(re.escape(part) for part in re.split(r"[\s-]+", family) if part)


def _dated(surface: Surface, mark: re.Match[str], works: Mapping[int, NamedWork]) -> Iterator[Callout]:
    """Yield the works that a name with its years means; further names tell works of the same year apart."""
    years = [f"{mark['year']}{letter}" for letter in re.findall("[a-z]", mark["letters"] or "") or [""]]
    end = mark.end()
    while further := _MORE_YEARS.match(surface.text, end):
        years += [f"{further[1]}{letter}" for letter in re.findall("[a-z]", further[2] or "") or [""]]
        end = further.end()
    if mark["between"].rstrip().endswith(("(", "[")) and (closing := _CLOSING.match(surface.text, end)):
        end = closing.end()
    start, stop = surface.source(mark.start()), surface.source(end)
    for year in years:
        exact = [number for number, work in works.items() if work.year == year]
        matching = exact or [number for number, work in works.items() if not work.year[4:] and work.year == year[:4]]
        if matching:
            yield Callout(start, stop, min(matching, key=lambda number: _unlike(works[number], mark["between"])))


def _unlike(work: NamedWork, between: str) -> int:
    """Return how badly the names between a name and its year fit a work: 0 for all of its authors, or "et al."."""
    others = work.families[1:]
    if _ET_AL.search(between):
        return 0 if len(others) > 1 else 2
    mentions = sum(re.search(rf"(?i:\b{_spelling(name)}\b)", between) is not None for name in others)
    return len(others) - mentions


def by_pages(surface: Surface, works: Sequence[NamedWork | None]) -> list[Callout]:
    """Return names with pages in brackets, the MLA's style ("(Said 94)"), if only one work has the name."""
    callouts = []
    places = _places(surface.text)
    for family, of_name in _by_family(works).items():
        pattern = re.compile(
            rf"(?i:{_spelling(family)})(?:\s(?:and|&)\s[^\W\d_]+|\s+et\s+al\.)?,?\s(?:pp?\.\s?)?\d{{1,4}}"
            rf"(?:\s?{_DASH}\s?\d+|,\s\d+)*(?=[);])"
        )
        for place in places.get(_first_word(family), ()) if len(of_name) == 1 else ():
            mark = pattern.match(surface.text, place)
            if mark and _OPENED.search(surface.text, max(0, place - 100), place):
                callouts.append(Callout(surface.source(place), surface.source(mark.end()), next(iter(of_name))))
    return sorted(callouts)
