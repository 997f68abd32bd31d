"""Cited keys and bibliographies joined: the databases hold the fields, the printed list what no database has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.entries import Entry
from litgauge.tasks.latex.bibliography.resources import Bibliography
from litgauge.tasks.records.references import Diagnostic

_CONTROL_TYPES = frozenset({"ieeetranbstctl", "control", "comment", "preamble", "xdata", "string", "set"})


@dataclass
class Resolution:
    """Entries of the cited keys, and the keys that no bibliography holds."""

    entries: dict[str, Entry] = field(default_factory=dict)
    printed: dict[str, Entry | Item] = field(default_factory=dict)  # of keys that a database has, where printed, too
    unresolved: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def resolve(keys: Sequence[str], bibliography: Bibliography, main: str) -> Resolution:
    """Return the entry of every key: exact before case-folded, databases before the printed list, first of repeated.

    A biblatex set stands for its first work.
    """
    result = Resolution()
    by_key: dict[str, Entry | Item] = {}
    databases, printed = _Table(bibliography.databases), _Table(bibliography.printed)
    for key in keys:
        entry = databases.exactly(key) or printed.exactly(key) or databases.loosely(key) or printed.loosely(key)
        if isinstance(entry, Entry) and entry.type == "set" and "entryset" in entry.fields:
            members = (name.strip() for name in entry.fields["entryset"].text.split(","))
            entry = next((member for name in members if (member := databases.exactly(name))), entry)
        if entry is None or (isinstance(entry, Entry) and entry.type in _CONTROL_TYPES):
            result.unresolved.append(key)
        else:
            by_key[key] = entry
            if entry.origin == "bib" and (beside := printed.exactly(key)):
                result.printed[key] = beside
            if entry.key != key and entry.key.casefold() == key.casefold() and key not in databases.aliases:
                result.diagnostics.append(
                    Diagnostic("info", "key-case", f"{key} is written {entry.key} in the bibliography", *entry.place)
                )
    unread = list(dict.fromkeys(entry for entry in by_key.values() if isinstance(entry, Item)))
    read: dict[Item, Entry] = {}
    if unread:
        from litgauge.tasks.latex.bibliography.item_reading import (
            read_items,  # the reader of printed references is slow to load
        )

        read = dict(zip(unread, read_items(unread), strict=True))
    result.entries = {key: read[entry] if isinstance(entry, Item) else entry for key, entry in by_key.items()}
    result.diagnostics.extend(note for entry in result.entries.values() for note in entry.diagnostics)
    result.diagnostics.extend(_notes(keys, result, bibliography, printed, main))
    return result


class _Table:
    """Entries by key."""

    def __init__(self, entries: Sequence[Entry | Item]) -> None:
        self.exact: dict[str, Entry | Item] = {}
        self.folded: dict[str, Entry | Item] = {}
        self.aliases: dict[str, Entry | Item] = {}
        for entry in entries:
            self.exact.setdefault(entry.key, entry)
            self.folded.setdefault(entry.key.casefold(), entry)
            if isinstance(entry, Entry) and "ids" in entry.fields:
                for alias in entry.fields["ids"].text.split(","):
                    self.aliases.setdefault(alias.strip(), entry)

    def exactly(self, key: str) -> Entry | Item | None:
        """Return the entry under this key, or this other name of it."""
        return self.exact.get(key) or self.aliases.get(key)

    def loosely(self, key: str) -> Entry | Item | None:
        """Return the entry under this key, however it is capitalised."""
        return self.folded.get(key.casefold())


def _notes(
    keys: Sequence[str], result: Resolution, bibliography: Bibliography, printed: _Table, main: str
) -> list[Diagnostic]:
    notes: list[Diagnostic] = []
    if result.unresolved:
        shown = ", ".join(result.unresolved[:10]) + (" …" if len(result.unresolved) > 10 else "")
        notes.append(
            Diagnostic(
                "warning",
                "key-unresolved",
                f"{len(result.unresolved)} cited keys are in no bibliography: {shown}",
                main,
                0,
            )
        )
    if bibliography.bbl_files and bibliography.databases:
        missing = [key for key in keys if key in result.entries and not (printed.exactly(key) or printed.loosely(key))]
        if missing:
            shown = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
            notes.append(
                Diagnostic(
                    "warning",
                    "bbl-stale",
                    f"it lacks {len(missing)} cited keys that the .bib files hold: {shown}",
                    bibliography.bbl_files[0],
                    0,
                )
            )
    if keys and not bibliography.databases and not bibliography.printed:
        message = "works are cited, but the source holds no bibliography"
        if bibliography.unnamed:
            shown = ", ".join(bibliography.unnamed[:5]) + (" …" if len(bibliography.unnamed) > 5 else "")
            message = f"works are cited, and {main} names no bibliography that can be read; the source holds {shown}"
        notes.append(Diagnostic("error", "no-bibliography", message, main, 0))
    return notes
