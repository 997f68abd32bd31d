"""BibTeX databases, read the way people wrote them.

A tokenizer of our own beside bibtexparser: that one needs four times as long, keeps the case of field names,
moves an entry with a repeated field or an undefined @string to its failed blocks, and does not look into
@comment{...}, which BibTeX reads.
Damage stays where it is: an entry never runs into one that starts on a line of its own, and a value that never closes
ends where the next field begins.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial

from litgauge.tasks.latex.bibliography.entries import Entry, LateFields, ReadFields, Value
from litgauge.tasks.latex.expansion.document import Place, line_starts
from litgauge.tasks.records.references import Diagnostic

_START = re.compile(r"@[ \t\n]*([A-Za-z][A-Za-z0-9_-]*)[ \t\n]*([{(])")
_LINE_START = re.compile(
    r"^[ \t%]*@[ \t]*(?!(?:comment|preamble)\b)[A-Za-z]+[ \t\n]*[{(][ \t\n]*[^\s,{}()=\"#@]+[ \t]*[,=\n]",
    re.MULTILINE | re.IGNORECASE,
)
_KEY = re.compile(r"[ \t\n]*([^,={}\n\"@]*)[ \t]*")
_FIELD = re.compile(r"(?:[ \t\n,]|%[^\n]*(?:\n|$))*+([^\s=,{}()\"#%@]+)[ \t\n]*=[ \t\n]*")
_CLOSE = re.compile(r"(?:[ \t\n,]|%[^\n]*(?:\n|$))*+[})]")
_FIELD_LINE = re.compile(r"\n[ \t,]*([A-Za-z][A-Za-z0-9_:.+-]*)[ \t]*=[ \t]*(?=[{\"\d]|[A-Za-z]+[ \t]*(?:,|\n|#))")
_FIELD_HERE = re.compile(r"[ \t,]*([A-Za-z][A-Za-z0-9_:.+-]*)[ \t]*=[ \t]*(?=[{\"\d])")
_SIMPLE_BRACED = re.compile(r"\{([^{}]*+(?:\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}[^{}]*+)*+)\}")
_SIMPLE_QUOTED = re.compile(r'"([^"{}]*+(?:\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}[^"{}]*+)*+)"')
_BARE = re.compile(r"[^\s,#{}\"=()%@]+")
_JOIN = re.compile(r"[ \t\n]*#[ \t\n]*")
_AFTER_VALUE = re.compile(r"[ \t\n]*[,})#]")
_BRACE = re.compile(r"[{}]")
_QUOTE = re.compile(r"[{}\"]")
MOST_DAMAGE, MOST_NOTES = 12, 500
_MOST_VERSIONS = 100
"""So many definitions of one @string are told apart by the entries that stand between them."""

MONTHS = {
    name[:3]: name
    for name in ("january february march april may june july august september october november december".split())  # noqa: SIM905
}
JOURNAL_STRINGS = {
    "acmcs": "ACM Computing Surveys",
    "acta": "Acta Informatica",
    "cacm": "Communications of the ACM",
    "ibmjrd": "IBM Journal of Research and Development",
    "ibmsj": "IBM Systems Journal",
    "ieeese": "IEEE Transactions on Software Engineering",
    "ieeetc": "IEEE Transactions on Computers",
    "ieeetcad": "IEEE Transactions on Computer-Aided Design of Integrated Circuits",
    "ipl": "Information Processing Letters",
    "jacm": "Journal of the ACM",
    "jcss": "Journal of Computer and System Sciences",
    "scp": "Science of Computer Programming",
    "sicomp": "SIAM Journal on Computing",
    "tocs": "ACM Transactions on Computer Systems",
    "tods": "ACM Transactions on Database Systems",
    "tog": "ACM Transactions on Graphics",
    "toms": "ACM Transactions on Mathematical Software",
    "toois": "ACM Transactions on Office Information Systems",
    "toplas": "ACM Transactions on Programming Languages and Systems",
    "tcs": "Theoretical Computer Science",
}
"""Strings that BibTeX's standard styles define."""


def _lower(character: str) -> str:
    """A letter in lower case, unless that takes more than one character."""
    lowered = character.lower()
    return lowered if len(lowered) == 1 else character


@dataclass
class BibFile:
    """One .bib file's entries in its order, and what is wrong with it."""

    entries: list[Entry] = field(default_factory=list)
    outside: list[Diagnostic] = field(default_factory=list)  # what is wrong with @string and the like

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All that is wrong with it, the entries read."""
        return [*self.outside, *(note for entry in self.entries for note in entry.diagnostics)]


def read_bib(text: str, file: str, strings: dict[str, str] | None = None) -> BibFile:
    """All entries of a database; `strings` holds the @string macros read so far and takes this file's."""
    return _BibReader(text, file, strings if strings is not None else {}).read()


class _BibReader:
    def __init__(self, text: str, file: str, strings: dict[str, str]) -> None:
        self.text, self.file = text, file
        self.shared_strings, self.strings, self.redefined = strings, dict(strings), 0
        self.limits = [match.start() for match in _LINE_START.finditer(text)]
        self.result = BibFile()
        self.damage = 0  # in the entry being read
        self.notes = self.result.outside
        self.key = ""

    def read(self) -> BibFile:
        position = 0
        while start := _START.search(self.text, position):
            kind = start.group(1).lower()
            if kind == "comment":
                position = start.end()
                continue
            index = bisect_right(self.limits, start.end())
            limit = self.limits[index] if index < len(self.limits) else len(self.text)
            self.damage = 0
            if kind == "preamble":
                position = self._value(start.end(), limit)[1]
            elif kind == "string":
                position = self._string(start.end(), limit)
            else:
                position = self._entry(start, limit, kind)
        self.shared_strings.update(self.strings)
        return self.result

    @cached_property
    def lines(self) -> list[int]:
        return line_starts(self.text)

    @cached_property
    def lowered(self) -> str:
        """Return the text in lower case, every character at its place."""
        lowered = self.text.lower()
        return lowered if len(lowered) == len(self.text) else "".join(map(_lower, self.text))

    def _place(self, position: int) -> Place:
        return Place(self.file, bisect_right(self.lines, position))

    def _note(self, code: str, message: str, position: int) -> None:
        if len(self.notes) < MOST_NOTES:
            place = self._place(position)
            self.notes.append(Diagnostic("warning", code, message, place.file, place.line))

    def _string(self, position: int, limit: int) -> int:
        field = _FIELD.match(self.text, position, limit)
        if not field:
            return position
        self.key = f"@string {field.group(1)}"
        value, end = self._value(field.end(), limit)
        name = field.group(1).lower()
        if self.strings.get(name, value) != value and self.redefined < _MOST_VERSIONS:
            self.strings, self.redefined = dict(self.strings), self.redefined + 1  # earlier entries keep the old one
        self.strings[name] = value
        return end

    def _entry(self, start: re.Match[str], limit: int, kind: str) -> int:
        match = _KEY.match(self.text, start.end(), limit)
        key = match.group(1).strip() if match else ""
        position = match.end() if match else start.end()
        if self.text[position : position + 1] == "=":  # no key at all: the first field stands in its place
            position, key = start.end(), ""
        read = partial(self._read_fields, key, self.strings, position, limit)
        other = _START.search(self.text, start.end(), limit)
        fields = LateFields(read, partial(self._may_hold, position, limit))
        if other or not key:  # where it ends decides whether the other is an entry
            fields.read()
            limit = self._end
        if key:
            self.result.entries.append(Entry(key, kind, fields, self._place(start.start()), "bib"))
        else:
            self.result.outside.extend(fields.read().diagnostics)
        return limit

    def _read_fields(self, key: str, strings: dict[str, str], position: int, limit: int) -> ReadFields:
        self.key, self.strings, self.damage, self.notes = key, strings, 0, []
        fields: dict[str, Value] = {}
        for name, value in self._fields(position, limit):
            if name in fields:
                self._note("bib-field-repeated", f"{key}: {name} is given again; the first is kept", value[1])
            else:
                fields[name] = Value(value[0], self._place(value[1]))
        read = ReadFields(fields, tuple(self.notes), self.damage > 0)
        self.notes = self.result.outside
        return read

    def _may_hold(self, position: int, limit: int, name: str) -> bool:
        """True if an entry may have a field of this name: one that is not written there it has not."""
        return self.lowered.find(name, position, limit) >= 0

    _end = 0

    def _fields(self, position: int, limit: int) -> Iterator[tuple[str, tuple[str, int]]]:
        """Field name, its value and the position of the name; sets `_end` to where the entry ends."""
        text = self.text
        while True:
            self._end = position
            if self.damage > MOST_DAMAGE:
                self._end = limit
                return
            match = _FIELD.match(text, position, limit)
            if match:
                value, position = self._value(match.end(), limit)
                yield match.group(1).lower(), (value, match.start(1))
                continue
            closed = _CLOSE.match(text, position, limit)
            if closed:
                self._end = position = closed.end()
                again = _FIELD_HERE.match(text, position, limit) or self._next_field(position, limit)
                if not again or "@" in text[position : again.start()]:
                    return
                self._damaged("bib-brace-extra", "a closing brace too many", position)
                position = again.start()
                continue
            again = self._next_field(position, limit)
            if not again:
                self._end = self._lost(position, limit)
                return
            self._damaged("bib-junk", "text that is no field is skipped", position)
            position = again.start()

    def _next_field(self, position: int, limit: int) -> re.Match[str] | None:
        """Return the next line that begins a field, before anything that looks like another entry."""
        match = _START.search(self.text, position, limit)
        return _FIELD_LINE.search(self.text, position, match.start() if match else limit)

    def _lost(self, position: int, limit: int) -> int:
        rest = self.text[position:limit].strip()
        if rest or limit == len(self.text):
            self._damaged("bib-entry-open", "the entry never ends", position)
        return max(position, limit if not rest else position)

    def _damaged(self, code: str, message: str, position: int) -> None:
        self.damage += 1
        self._note(code, f"{self.key}: {message}", position)

    def _value(self, position: int, limit: int) -> tuple[str, int]:
        """A field's value, its parts joined, and the position after it."""
        parts: list[str] = []
        while True:
            part, position = self._part(position, limit)
            parts.append(part)
            joined = _JOIN.match(self.text, position, limit)
            if not joined:
                return "".join(parts), position
            position = joined.end()

    def _part(self, position: int, limit: int) -> tuple[str, int]:
        text = self.text
        first = text[position : position + 1] if position < limit else ""
        if first not in ("{", '"'):
            bare = _BARE.match(text, position, limit)
            return (self._meaning(bare.group()), bare.end()) if bare else ("", position)
        simple = (_SIMPLE_BRACED if first == "{" else _SIMPLE_QUOTED).match(text, position, limit)
        if simple:
            content, end = simple.group(1), simple.end()
        else:
            end = self._balanced(position, limit, first)
            content = text[position + 1 : end - 1]
        if end > position and self._plausible(position, end, limit):
            return content, end
        return self._cut(position, limit)

    def _plausible(self, position: int, end: int, limit: int) -> bool:
        """True if a value really ends here: one that holds the next field lost its closing mark before it."""
        if self.text.find("\n", position, end) < 0 or not _FIELD_LINE.search(self.text, position, end):
            return True
        return _AFTER_VALUE.match(self.text, end, limit) is not None

    def _balanced(self, position: int, limit: int, first: str) -> int:
        """After the closing mark of a value; -1 if it never comes."""
        depth = 0
        for delimiter in (_BRACE if first == "{" else _QUOTE).finditer(self.text, position + (first == '"'), limit):
            mark = delimiter.group()
            if mark == "{":
                depth += 1
            elif mark == "}":
                depth -= 1
                if first == "{" and depth == 0:
                    return delimiter.end()
                if depth < 0:
                    return -1
            elif depth == 0:
                return delimiter.end()
        return -1

    def _cut(self, position: int, limit: int) -> tuple[str, int]:
        """A value that never closes ends before the next line that begins a field, or where the entry must end."""
        self._damaged("bib-value-open", "a value never closes; it is cut before the next field", position)
        following = _FIELD_LINE.search(self.text, position, limit)
        end = following.start() if following else limit
        value = self.text[position + 1 : end].rstrip().rstrip(",}").rstrip().rstrip('"}').strip()
        return value, end

    def _meaning(self, word: str) -> str:
        lowered = word.lower()
        if word.isdigit():
            return word
        return (
            self.strings.get(lowered)
            or MONTHS.get(lowered[:3] if lowered in MONTHS.values() else lowered)
            or JOURNAL_STRINGS.get(lowered, word)
        )
