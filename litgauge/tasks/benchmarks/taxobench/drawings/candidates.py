"""Candidate taxonomies: trees of topics with what the source cites at each, and why they are candidates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.latex.expansion.document import Place
from litgauge.tasks.records.references import Diagnostic

Kind = Literal[
    "forest",
    "tikz-qtree",
    "qtree",
    "tikz",
    "mindmap",
    "dirtree",
    "pst-tree",
    "smartdiagram",
    "drawn",
    "table",
    "list",
    "sections",
    "joined",
    "picture",
]
KINDS: tuple[Kind, ...] = (
    "forest",
    "tikz-qtree",
    "qtree",
    "tikz",
    "mindmap",
    "dirtree",
    "pst-tree",
    "smartdiagram",
    "drawn",
    "table",
    "list",
    "sections",
    "joined",
)
"""What a tree may be read from, what people draw for it before what they write for other ends."""


@dataclass(frozen=True, slots=True)
class CitedAt:
    """A key at a topic: where it is cited, and whether the topic itself does, or the section that it points to."""

    key: str
    place: Place
    via: Literal["topic", "section"]
    confidence: float = 1.0  # that it belongs there


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a candidate tree."""

    name: str
    parent: int  # -1 of the root
    place: Place
    cited: tuple[CitedAt, ...]
    confidence: float = 1.0  # that it belongs below its parent


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tree that may be a survey's taxonomy: topics in pre-order, the first one the root."""

    kind: Kind
    place: Place
    caption: str
    speaks: str  # the word of caption or heading by which it speaks of a taxonomy; ""
    reasons: tuple[str, ...]
    topics: tuple[Topic, ...]
    picture: str = ""  # of a figure that is a picture: the file, as it is included

    @property
    def keys(self) -> tuple[str, ...]:
        """Return what it cites, each key once."""
        return tuple(dict.fromkeys(citation.key for topic in self.topics for citation in topic.cited))


@dataclass(frozen=True, slots=True)
class Spoken:
    """A caption or a heading that speaks of a taxonomy."""

    what: Literal["caption", "heading"]
    word: str
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Taxonomies:
    """Taxonomies of a source."""

    title: str
    candidates: tuple[Candidate, ...]  # in the order of the text, then the hierarchy of sections, and what is joined
    spoken: tuple[Spoken, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
