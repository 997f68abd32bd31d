"""Rows by a key of theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

_Row = TypeVar("_Row")
_Key = TypeVar("_Key", bound=Hashable)


def rows_by(rows: Iterable[_Row], key: Callable[[_Row], _Key]) -> defaultdict[_Key, list[_Row]]:
    """Return the rows by key, in their order; a key without rows has an empty list.

    >>> dict(rows_by(["a1", "b1", "a2"], lambda row: row[0]))
    {'a': ['a1', 'a2'], 'b': ['b1']}
    """
    groups: defaultdict[_Key, list[_Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups
