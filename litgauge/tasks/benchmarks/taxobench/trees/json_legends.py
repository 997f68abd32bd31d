"""JSON that names papers by keys of a list of its own: {"papers": {"P1": "Silent wings"}, "tree": {"Owls": ["P1"]}}."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from litgauge.tasks.benchmarks.taxobench.trees.json_keys import IDS, MAX_DEPTH, title_of

_CODE = re.compile(r"(?:[A-Za-z]{1,6}[-_ ]?)?\d{1,4}")
_MOSTLY = 0.6  # of the keys stand elsewhere in the value
_FEWEST = 3  # papers


def with_legend_titles(value: Any) -> Any:
    """Return a JSON value with the titles of its list of papers in place of their keys, and without that list; other
    values unchanged.

    >>> legend = {"P1": "Silent wings at night", "P2": "Ears of the barn owl", "P3": "Why owls see"}
    >>> with_legend_titles({"papers": legend, "tree": {"Owls": {"Flight": ["P1"], "Senses": ["P2", "P3"]}}})["tree"]
    {'Owls': {'Flight': ['Silent wings at night'], 'Senses': ['Ears of the barn owl', 'Why owls see']}}
    """
    if not isinstance(value, Mapping) or len(value) < 2:
        return value
    for key, inner in value.items():
        titles = _legend(inner)
        rest = {other: below for other, below in value.items() if other != key}
        if len(titles) >= _FEWEST and len(titles.keys() & set(_listed(rest))) >= _MOSTLY * len(titles):
            return with_titles(rest, titles)
    return value


def _legend(value: Any) -> dict[str, str]:
    """Return the titles by key of an object, or of rows with an id; {} of other values."""
    if isinstance(value, list) and all(isinstance(row, Mapping) for row in value):
        value = {str(next((row[key] for key in IDS if key in row), "")): title_of(row) for row in value}
    if not isinstance(value, Mapping):
        return {}
    titles = {str(key): title_of(title) for key, title in value.items()}
    return titles if all(_CODE.fullmatch(key) and " " in title for key, title in titles.items()) else {}


def _listed(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the words and numbers that stand in lists."""
    if depth < MAX_DEPTH and isinstance(value, (Mapping, list)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _listed(inner, depth + 1)
        yield from (str(inner) for inner in value if isinstance(value, list) and isinstance(inner, (str, int)))


def with_titles(value: Any, titles: Mapping[str, str], depth: int = 0) -> Any:
    """Return a JSON value with titles in place of their keys."""
    if depth < MAX_DEPTH and isinstance(value, Mapping):
        return {key: with_titles(inner, titles, depth + 1) for key, inner in value.items()}
    if depth < MAX_DEPTH and isinstance(value, list):
        return [with_titles(inner, titles, depth + 1) for inner in value]
    return titles.get(str(value), value) if isinstance(value, (str, int)) else value
