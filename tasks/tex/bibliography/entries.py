"""What a bibliography says about one key, before it is cleaned, and what an entry takes from another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tasks.records.references import ReferenceOrigin
from tasks.records.surveys import PersonName
from tasks.tex.expansion.document import Place

_PARTS = frozenset(
    {"inproceedings", "incollection", "inbook", "conference", "suppbook", "suppcollection", "bookinbook", "inreference"}
)
_NOT_INHERITED = frozenset(
    """
    crossref xdata xref key label ids doi url eprint pages abstract note shorttitle annote keywords
    """.split()  # noqa: SIM905
)
_DEEPEST = 5


class Value(NamedTuple):
    """A field's LaTeX and where it stands."""

    text: str
    place: Place


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
    damaged: bool = False


def inherit(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with what crossref and xdata give them filled in; what an entry says itself always stays."""
    if not any(entry.fields.keys() & {"crossref", "xdata"} for entry in entries):
        return list(entries)
    by_key: dict[str, Entry] = {}
    for entry in entries:
        by_key.setdefault(entry.key.casefold(), entry)
    return [replace(entry, fields=_complete(entry, by_key, 0)) for entry in entries]


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
    """What a part takes from the whole it stands in: the whole's title, with its subtitle, is the part's book title."""
    taken = {name: value for name, value in inherited.items() if name not in _NOT_INHERITED}
    of_the_whole: dict[str, Value] = {
        name: taken.pop(name) for name in ("title", "subtitle", "titleaddon") if name in taken
    }
    if entry.type in _PARTS:
        for name, value in of_the_whole.items():
            taken.setdefault(f"book{name}", value)
    elif "title" not in entry.fields:
        taken.update(of_the_whole)
    return taken
