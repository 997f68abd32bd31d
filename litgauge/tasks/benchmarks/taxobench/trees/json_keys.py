"""Names of fields that JSON values of topics and papers have, and a tree while it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.tree import TreeBuilder
from litgauge.tasks.text.wordings import patterns

_PLACE = ("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json")
NAMES = (
    "name", "title", "topic", "label", "category", "heading", "theme", "text", "node", "topic_name", "node_name",
    "category_name", "taxonomy_node", "subtopic", "subcategory", "concept", "cluster_name", "group_name", "root",
)  # fmt: skip
CHILDREN = (
    "subtopics", "sub_topics", "subTopics", "children", "subcategories", "sub_categories", "categories", "topics",
    "subsections", "sections", "branches", "nodes", "taxonomy", "tree", "hierarchy", "hierarchy_tree", "clusters",
    "child_nodes", "childNodes", "subthemes", "sub_themes", "subnodes", "sub_nodes", "subclusters", "groups", "child",
)  # fmt: skip
PAPERS = (
    "papers", "references", "refs", "works", "documents", "articles", "paper", "paper_titles",
    "items", "leaves", "citations", "paper_list", "publications", "studies", "leaf_papers", "cited_papers", "titles",
    "paper_ids", "paper_numbers", "paper_indices", "members",
)  # fmt: skip
WRAPPERS = frozenset({"taxonomy", "tree", "hierarchy", "hierarchy_tree", "root", "result", "answer", "output"})
"""Keys of an object that holds nothing but a tree."""
IDS = ("id", "node_id", "key")
PARENTS = ("parent", "parent_id", "parentId")
TITLES = ("title", "name", "paper", "paper_title", "text", "label")
_LINES = re.compile(r"\n[ \t]*\n|(?:\n[ \t]*(?:[-*#]|\d+[.)])[^\n]*){2}")
"""Paragraphs and lists, which no title has."""
_TITLED = re.compile(
    rf"(?!.*(?:_?ids?|ID|urls?|links?|numbers?|index|years?)$)"
    rf"(?:.*(?:title|paper|article|publication|ref|work)(?:_?name)?|{patterns(*_PLACE, 'papers column')})",
    re.IGNORECASE,
)
"""Other names of a title's field."""
MAX_DEPTH = 50


@dataclass
class Reading:
    """Tree and the diagnostics of a value while it is read."""

    builder: TreeBuilder = field(default_factory=TreeBuilder)
    diagnostics: list[TreeDiagnostic] = field(default_factory=list)

    def add(self, code: str, detail: str = "") -> None:
        self.diagnostics.append(TreeDiagnostic(code, detail[:200]))

    def place(self, entries: Iterable[Any], node: int) -> None:
        """Place the papers of a list at a topic."""
        for entry in entries:
            if title := title_of(entry):
                self.builder.place(title, node)
            else:
                self.add("paper-unreadable", repr(entry)[:80])


def has_name(value: Mapping[str, Any]) -> bool:
    """Return whether an object has a name."""
    return any(isinstance(value.get(key), str) for key in NAMES)


def name_of(value: Mapping[str, Any]) -> str:
    """Return the name of an object, "" for none."""
    return next((" ".join(str(value[key]).split()) for key in NAMES if isinstance(value.get(key), str)), "")


def title_of(entry: Any) -> str:
    """Return the title that an entry of a list of papers names.

    A number stays one, to be looked up in the list given.
    """
    if isinstance(entry, Mapping):
        known = (entry[key] for key in TITLES if isinstance(entry.get(key), str))
        titled = (inner for key, inner in entry.items() if isinstance(inner, str) and _TITLED.fullmatch(str(key)))
        entry = next(known, next(titled, ""))
    if isinstance(entry, bool) or not isinstance(entry, (str, int)) or _LINES.search(str(entry)):
        return ""
    return " ".join(str(entry).split())
