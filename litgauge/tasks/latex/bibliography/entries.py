"""Raw fields of a bibliography entry, and fields inherited from another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from litgauge.tasks.latex.expansion.document import Place
from litgauge.tasks.records.references import Basis, Diagnostic, ReferenceOrigin
from litgauge.tasks.records.surveys import PersonName

_PARTS = frozenset(
    {"inproceedings", "incollection", "inbook", "conference", "suppbook", "suppcollection", "bookinbook", "inreference"}
)
_NOT_INHERITED = frozenset(
    """
    crossref xdata xref key label ids doi url eprint pages abstract note shorttitle annote keywords
    """.split()  # noqa: SIM905
)
_DEEPEST = 5

Locate = Callable[[int], Place]
"""Returns the place of a position in a text."""


class Value(NamedTuple):
    """A field's LaTeX and where it stands."""

    text: str
    place: Place
    basis: Basis = "stated"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a .bib file or one item of a printed bibliography; field names are in lower case."""

    key: str
    type: str
    fields: Mapping[str, Value]
    place: Place
    origin: ReferenceOrigin
    people: tuple[PersonName, ...] | None = None  # where the source gives names in parts (biblatex .bbl)
    et_al: bool = False
    cut: tuple[Diagnostic, ...] = ()  # what was left out as too long

    @property
    def read_fields(self) -> Mapping[str, Value]:
        """Return all fields, read now: whoever asks for many of them is served faster than one by one."""
        return self.fields.read().fields if isinstance(self.fields, LateFields) else self.fields

    @property
    def damaged(self) -> bool:
        """True if its fields could be read in part only."""
        return isinstance(self.fields, LateFields) and self.fields.read().damaged

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return what is wrong with its fields."""
        return self.fields.read().diagnostics if isinstance(self.fields, LateFields) else self.cut


class ReadFields(NamedTuple):
    """Fields of an entry, and what was wrong with them."""

    fields: Mapping[str, Value]
    diagnostics: tuple[Diagnostic, ...] = ()
    damaged: bool = False


class LateFields(Mapping[str, Value]):
    """Fields that are read when somebody asks for one: two thirds of the entries of a .bib are never cited."""

    __slots__ = ("_fields", "_may_hold", "_reader")

    def __init__(self, reader: Callable[[], ReadFields], may_hold: Callable[[str], bool]) -> None:
        self._reader, self._may_hold = reader, may_hold
        self._fields: ReadFields | None = None

    def read(self) -> ReadFields:
        """All that was read."""
        if self._fields is None:
            self._fields = self._reader()
        return self._fields

    def __getitem__(self, name: str) -> Value:
        return self.read().fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.read().fields)

    def __len__(self) -> int:
        return len(self.read().fields)

    def __contains__(self, name: object) -> bool:
        if self._fields is None and isinstance(name, str) and not self._may_hold(name):
            return False
        return name in self.read().fields


def inherit(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries with what crossref and xdata give them filled in; what an entry says itself always stays."""
    linked = {id(entry) for entry in entries if "crossref" in entry.fields or "xdata" in entry.fields}
    if not linked:
        return list(entries)
    by_key: dict[str, Entry] = {}
    for entry in entries:
        by_key.setdefault(entry.key.casefold(), entry)
    return [replace(entry, fields=_linked(entry, by_key)) if id(entry) in linked else entry for entry in entries]


def _linked(entry: Entry, by_key: Mapping[str, Entry]) -> LateFields:
    def read() -> ReadFields:
        return ReadFields(_complete(entry, by_key, 0), entry.diagnostics, entry.damaged)

    return LateFields(read, lambda _: True)


def _complete(entry: Entry, by_key: Mapping[str, Entry], depth: int) -> Mapping[str, Value]:
    fields = dict(entry.fields)
    if depth >= _DEEPEST:
        return fields
    for name in ("xdata", "crossref"):
        for key in entry.fields[name].text.split(",") if name in entry.fields else ():
            parent = by_key.get(key.strip().casefold())
            if parent is None or parent is entry:
                continue
            inherited = _complete(parent, by_key, depth + 1)
            if name == "xdata":
                fields = {**{field: value for field, value in inherited.items() if field != "xdata"}, **fields}
            else:
                fields = {**_from_parent(entry, inherited), **fields}
    return fields


def _from_parent(entry: Entry, inherited: Mapping[str, Value]) -> dict[str, Value]:
    """Return the fields that a part takes from its book: title and subtitle of the book are its book title."""
    fields = {name: value for name, value in inherited.items() if name not in _NOT_INHERITED}
    of_the_whole: dict[str, Value] = {
        name: fields.pop(name) for name in ("title", "subtitle", "titleaddon") if name in fields
    }
    if entry.type in _PARTS:
        for name, value in of_the_whole.items():
            fields.setdefault(f"book{name}", value)
    elif "title" not in entry.fields:
        fields.update(of_the_whole)
    return fields
