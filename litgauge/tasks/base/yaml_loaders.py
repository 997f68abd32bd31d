"""Loaders of YAML whose aliases cannot make few characters stand for billions of values."""

from __future__ import annotations

from typing import Any

import yaml

MOST_REPEATED = 100_000  # values that the aliases of a document stand for


class _WithoutAliases:
    """Refuses aliases, which foreign text has no use for.

    Beside loaders in Python: those in C crash on what is nested deep, where these raise RecursionError.
    """

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):  # type: ignore[attr-defined]
            mark = self.peek_event().start_mark  # type: ignore[attr-defined]
            raise yaml.composer.ComposerError(None, None, "aliases are not read here", mark)
        return super().compose_node(parent, index)  # type: ignore[misc]


class ForeignLoader(_WithoutAliases, yaml.SafeLoader):
    """Loads plain values out of foreign YAML."""


class ForeignTextLoader(_WithoutAliases, yaml.BaseLoader):
    """Loads foreign YAML in which every value is a text."""


class BoundedLoader(yaml.SafeLoader):
    """Loads plain values out of our users' YAML, in which an alias may repeat a part, but not without end."""

    def get_single_node(self) -> Any:
        """Return the document. Raises ComposerError if its aliases stand for too much, or for what holds them."""
        root = super().get_single_node()
        if root is not None and _repeated(root, {}) > MOST_REPEATED:
            problem = f"its aliases stand for more than {MOST_REPEATED:,} values"
            raise yaml.composer.ComposerError(None, None, problem, root.start_mark)
        return root


def _repeated(node: Any, sizes: dict[int, int]) -> int:
    """Return how many nodes the aliases below a node add; `sizes` are those seen with theirs written out, 0 inside."""
    if not isinstance(node, yaml.CollectionNode):
        return 0
    sizes[id(node)] = 0
    repeated, size = 0, 1
    for entry in node.value:
        for child in entry if isinstance(entry, tuple) else (entry,):
            child_size = sizes.get(id(child))
            if child_size == 0:
                raise yaml.composer.ComposerError(None, None, "an alias is part of what it repeats", child.start_mark)
            repeated += child_size or _repeated(child, sizes)
            size += sizes.get(id(child), 1)
    sizes[id(node)] = size
    return repeated
