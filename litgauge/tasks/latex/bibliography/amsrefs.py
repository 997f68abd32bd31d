"""amsrefs: bibliographies written as \\bib{key}{type}{field={value}, ...} in the document itself."""

from __future__ import annotations

import re

from litgauge.tasks.latex.bibliography.entries import Entry, Locate, Value
from litgauge.tasks.latex.expansion import arguments

_BIB = re.compile(r"\\bib\*?[ \t\n]*(?=\{)")
_FIELD = re.compile(r"[ \t\n,]*([a-zA-Z]+)[ \t\n]*=[ \t\n]*(?=\{)")


def read_amsrefs(text: str, locate: Locate) -> list[Entry]:
    """Return the \\bib entries of a document; several authors become one name list."""
    entries: list[Entry] = []
    for match in _BIB.finditer(text):
        key = arguments.group(text, match.end(), len(text))
        kind = arguments.group(text, key.end, len(text)) if key else None
        body = arguments.group(text, kind.end, len(text)) if kind else None
        if not key or not kind or not body:
            continue
        fields = _fields(text, body, locate)
        entries.append(
            Entry(
                text[key.start : key.stop].strip(),
                text[kind.start : kind.stop].strip().lower() or "misc",
                fields,
                locate(match.start()),
                "amsrefs",
            )
        )
    return entries


def _fields(text: str, body: arguments.Span, locate: Locate) -> dict[str, Value]:
    fields: dict[str, Value] = {}
    position = body.start
    while match := _FIELD.match(text, position, body.stop):
        value = arguments.group(text, match.end(), body.stop)
        if not value:
            break
        name, content = match.group(1).lower(), text[value.start : value.stop]
        if name in ("author", "editor") and name in fields:
            content = f"{fields[name].text} and {content}"
        if name not in fields or name in ("author", "editor"):
            fields[name] = Value(content, fields[name].place if name in fields else locate(match.start(1)))
        position = value.end
    return fields
