r"""Works in footnotes, as history and law cite: the first note on a work names it in full, later ones in short."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from litgauge.tasks.latex.bibliography.typed.note_parts import notes_of
from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.text import clean_text

_BACK = re.compile(
    r"(?:\\[a-zA-Z]+\s*\{?|[{\s])*(?:ibid(?:em)?|id\.|idem|ebd|ebenda|loc\.\s?cit|там же|ivi)\b", re.IGNORECASE
)
_SHORT = re.compile(
    r"\b(?:op\.\s?cit|loc\.\s?cit|a\.\s?a\.\s?O|art\.\s?cit|ob\.\s?cit|supra|above|wie Anm|zit|n(?:ote)?\.?\s?\d)|\d",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"\\(?P<command>emph|textit|textsl|enquote|textquote|textsc(?=\{(?:[^{}\s]+\s){2}))\s*(?=\{)|\{\\(?:it|em|sl)(?:shape)?(?![a-zA-Z])\s*"
    r"|(?P<double>``|“|«|„|\"|\\og(?![a-zA-Z])(?:\{\})?)|(?P<single>(?<![\w`'])[`‘](?![`]))"
)
_CLOSING = {"``": "''", "“": "”", "«": "»", "„": "“", '"': '"'}
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_OF_NAMES = (
    r"(?:[^\W\d_a-z][\w'’‐.-]*|(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|zu|zum|af|and|und|et|y|e|og|och|en|in"
    r"|al\.?|&|Jr\.?|eds?\.?|hg\.?|hrsg\.?)(?!\w)|[ld]['’][^\W\d_]+|\((?:eds?|Hg|Hrsg|dir|coord|trans|comps?)s?\.?\))"
)
_NAMES = re.compile(rf"{_OF_NAMES}(?:[\s,/;–-]+{_OF_NAMES})*+[\s,:.]*")
_EDITORS = re.compile(r",?\s\((?:eds?|Hg|Hrsg|dir|coord|trans|comps?)s?\.?\)")
_UNMARKED = re.compile(
    r"(?P<names>[^\W\d_a-z][\w'’‐.-]*(?:\s[^\W\d_a-z][\w'’‐.-]*){1,3}|[^\W\d_a-z][\w'’‐-]+/[^\W\d_a-z][\w'’‐-]+)"
    r"[,:]\s"
    r"(?P<title>[^\W\d_][^()\[\]]{12,250}?)(?=,\s(?:in:?\s|\d+\.\s(?:Aufl|[Ee]d))|\s\([^()]{0,60}(?:1[5-9]|20)\d\d\))"
)
_OPENING = re.compile(r"(?:[^\W\d_a-z][\w.'’-]*(?:\s|,\s)?|(?:van|von|de|der|den|di|du|la|le)\s){1,6}")
_NAME_WORD = re.compile(r"[^\W\d_a-z][\w'’-]*")
_AFTER_NAME = re.compile(r"\s*(?:[,.:(]|\d|$|and\b|und\b|et\b|&|/)")
_TITLE_START = 12
_WORD = re.compile(r"[^\W\d_]{4,}")
_SHORTEST, _LONGEST_SHORT, _MOST_NAME_WORDS = 25, 250, 24


@dataclass(frozen=True, slots=True)
class NotedWork:
    """A work that a note names in full, with the parts of its text that name authors and title."""

    start: int
    stop: int
    authors: str
    title: str
    venue: str
    rest: str


@dataclass(slots=True)
class Notes:
    """Works in the order of their first notes, and the notes that cite them (begin, end, number of the work)."""

    works: list[NotedWork] = field(default_factory=list)
    cited: list[tuple[int, int, int]] = field(default_factory=list)
    by_family: dict[str, list[int]] = field(default_factory=dict)  # or by the beginning of a title without authors

    def add(self, work: NotedWork) -> int:
        """Add a new work and return its number."""
        families = _families(work.authors)
        name = families[0] if families else clean_text(work.title).casefold()[:_TITLE_START]
        self.works.append(work)
        self.by_family.setdefault(name, []).append(len(self.works) - 1)
        return len(self.works) - 1

    def words_of(self, number: int) -> set[str]:
        """Return the words of a work's title by which a short note may name it."""
        return set(_WORD.findall(clean_text(self.works[number].title).casefold()))


def noted_works(text: str, start: int) -> Notes:
    """Return the works that notes name in full, and the notes that mean them: "Ibid.", "Ames, op. cit.", short titles.

    Semicolons separate the parts of a note; remarks are no works. Empty where only one work is named, and only once: a
    remark may name a work too.
    """
    notes = Notes()
    last: int | None = None
    for note in notes_of(text, start):
        for begin, end in note.parts:
            number = _cited_work(text, begin, end, notes, last)
            if number is not None:
                notes.cited.append((note.start, note.stop, number))
                last = number
    return notes if len(notes.cited) > 1 else Notes()


def repeated_works(text: str, spans: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return which items of a list are short forms of an earlier one: without a year, "Ibid." or a name and a title."""
    notes = Notes()
    places: list[int] = []
    repeats: dict[int, int] = {}
    last: int | None = None
    for position, (begin, end) in enumerate(spans):
        last = _cited_work(text, begin, end, notes, last)
        if len(notes.works) > len(places):
            places.append(position)
        elif last is not None and not _YEAR.search(text, begin, end):
            repeats[position] = places[last]
    return repeats


def _cited_work(text: str, begin: int, end: int, notes: Notes, last: int | None) -> int | None:
    """Return the number of the work that a part of a note cites; None for a remark."""
    if _BACK.match(text, begin, end):
        return last
    if work := _full(text, begin, end):
        return notes.add(work)
    return _note_number(clean_text(text[begin : min(end, begin + 2 * _LONGEST_SHORT)]), notes)


def _full(text: str, begin: int, end: int) -> NotedWork | None:
    if end - begin < _SHORTEST:
        return None
    for mark in _MARKED.finditer(text, begin, end):
        if closing := _closed(text, mark, end):
            stop, after = closing
            start = text.index("{", mark.end(), end) + 1 if mark["command"] else mark.end()
            before, rest = text[begin : mark.start()], text[after:end]
            names = clean_text(before).strip()
            if (not names or _are_names(names)) and (_YEAR.search(rest) or _YEAR.search(before)):
                title = text[start:stop].strip().rstrip(",.;").strip()
                venue = _venue(rest) if mark["double"] or mark["single"] or mark["command"] == "enquote" else ""
                if len(clean_text(title)) > 2:
                    return NotedWork(begin, end, _EDITORS.sub("", names).strip(" ,:"), title, venue, before + rest)
        break
    plain = clean_text(text[begin:end])
    named = _UNMARKED.match(plain)
    if named and _YEAR.search(plain, named.end()) and _are_names(named["names"]):
        return NotedWork(begin, end, named["names"], _escaped(named["title"]), "", _escaped(plain[named.end() :]))
    return None


def _closed(text: str, mark: re.Match[str], end: int) -> tuple[int, int] | None:
    """Return start and end of a title in quotes or emphasis; None where it is not closed."""
    if mark["command"]:
        span = arguments.group(text, mark.end(), end)
        return (span.stop, span.end) if span else None
    if mark["double"] or mark["single"]:
        opening = mark["double"] or ""
        closing = "\\fg" if opening.startswith("\\og") else _CLOSING.get(opening, "'")
        at = text.find(closing, mark.end(), end)
        while mark["single"] and 0 <= at < end - 1 and text[at + 1].isalpha():
            at = text.find(closing, at + 1, end)
        if mark["single"] and at < 0:
            at, closing = text.find("’", mark.end(), end), "’"
        return (at, at + len(closing)) if at >= 0 else None
    span = arguments.group(text, mark.start(), end)
    return (span.stop, span.end) if span else None


def _are_names(words: str) -> bool:
    return len(words.split()) <= _MOST_NAME_WORDS and _NAMES.fullmatch(words.strip(" ,:")) is not None


def _venue(rest: str) -> str:
    mark = _MARKED.search(rest)
    closing = _closed(rest, mark, len(rest)) if mark and mark["command"] else None
    return rest[mark.end() + 1 : closing[0]].strip(" ,.") if mark and closing else ""


def _note_number(words: str, notes: Notes) -> int | None:
    """Return the number of the work that a short note names: by family, and by words of the title if several fit."""
    if len(words) > _LONGEST_SHORT or not notes.works:
        return None
    note_words = set(_WORD.findall(words.casefold()))
    best: tuple[int, int] | None = None
    for number, after in _named(words, notes):
        overlap = len(notes.words_of(number) & note_words)
        if (overlap or (after and _SHORT.search(after))) and (best is None or overlap >= best[0]):
            best = overlap, number
    return best[1] if best else None


def _named(words: str, notes: Notes) -> Iterator[tuple[int, str]]:
    """Yield works whose first family (or title, without authors) begins the note, each with the text after the name."""
    opening = _OPENING.match(words)
    for name in _NAME_WORD.finditer(opening.group()) if opening else ():
        numbers = notes.by_family.get(name.group(), ())
        if numbers and _AFTER_NAME.match(words, name.end()):
            yield from ((number, words[name.end() :]) for number in numbers)
    yield from ((number, "") for number in notes.by_family.get(words.casefold()[:_TITLE_START], ()))


def _families(names: str) -> list[str]:
    """Return the family names of full names, with the given name first or last."""
    first = re.split(r"\s(?:and|und|et|y|&)\s|[/;]|,\s", names.strip(" ,"))[0]
    words = [word for word in first.split() if len(word.strip(".")) > 1]
    turned = re.match(r"([^\W\d_a-z][\w'’-]+),\s(?:[^\W\d_]\.|[^\W\d_a-z][\w-]+$)", names)
    return [turned[1]] if turned else words[-1:]


def _escaped(words: str) -> str:
    return re.sub(r"([&%#$_{}])", r"\\\1", words)
