"""What a bibliography says about one key, before it is cleaned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tasks.records.references import ReferenceOrigin
from tasks.records.surveys import PersonName
from tasks.tex.expansion.document import Place


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
