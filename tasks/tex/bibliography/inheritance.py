"""crossref and xdata: fields that an entry takes from another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tasks.tex.bibliography.entries import Entry, Value

_PARTS = frozenset(
    {"inproceedings", "incollection", "inbook", "conference", "suppbook", "suppcollection", "bookinbook", "inreference"}
)
_NOT_INHERITED = frozenset(
    {
        "crossref",
        "xdata",
        "xref",
        "key",
        "label",
        "ids",
        "doi",
        "url",
        "eprint",
        "pages",
        "abstract",
        "note",
        "shorttitle",
        "author",
        "annote",
        "keywords",
    }
)
_DEEPEST = 5


def inherit(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with inherited fields filled in; what an entry says itself always stays."""
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
    """What a part takes from the whole it stands in: the whole's title is the part's book title."""
    taken = {name: value for name, value in inherited.items() if name not in _NOT_INHERITED}
    title = taken.pop("title", None)
    if title is not None and entry.type in _PARTS:
        taken.setdefault("booktitle", title)
    elif title is not None:
        taken["title"] = title
    return taken
