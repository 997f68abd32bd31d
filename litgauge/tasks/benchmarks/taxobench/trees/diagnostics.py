"""Diagnostics of a tree: a message for people and a code for programs."""

from __future__ import annotations

from dataclasses import dataclass

MEANINGS = {
    "tree-missing": "no tree was given",
    "tree-unreadable": "what was given is no tree",
    "tree-too-large": "the tree has more nodes than are read",
    "tree-too-deep": "the tree is deeper than is read",
    "several-roots": "several trees stand side by side; they were put under one root",
    "papers-at-inner-node": "papers stand beside sub-topics",
    "empty-node": "a topic has neither sub-topics nor papers",
    "name-missing": "a topic has no name",
    "paper-twice": "a paper stands in the tree more than once; it counts at the first topic",
    "paper-unreadable": "an entry of a list of papers has no title",
    "not-understood": "a value is neither a topic nor a paper",
    "paper-not-placed": "a paper is given and stands nowhere in the tree",
    "paper-not-given": "a paper stands in the tree and is not among those given",
    "paper-unresolved": "the bibliography gives no title to a cited key, which is left out",
    "paper-without-topic": "most reviewers have a paper that the settled tree has no topic for; it is left out",
    "paper-without-title": "papers are given without a title, and left out",
    "id-twice": "an earlier line has the same id",
    "one-category": "all papers stand at one topic, with which no grouping can agree better than by chance",
    "no-paper-found": "none of the experts' papers is in the tree",
    "repaired": "the tree was read although its JSON is broken",
}


LOOKED_FOR = (
    "it has no JSON, YAML, CSV, XML, HTML or Mermaid, no headings, list, table or paths, and nothing is indented"
)
"""The detail of "tree-unreadable" for a text in no notation that is read."""


@dataclass(frozen=True, slots=True)
class TreeDiagnostic:
    """One thing that is odd about a tree."""

    code: str  # one of `MEANINGS`
    detail: str = ""  # which node, which paper; "" where the code says all

    @property
    def message(self) -> str:
        """Return the code's meaning with its detail."""
        meaning = MEANINGS[self.code]
        return f"{meaning}: {self.detail}" if self.detail else meaning
