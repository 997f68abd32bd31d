"""Sub-fields of a corpus: how their list is read, and by what a work belongs to one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tasks.base.errors import ConfigError
from tasks.base.yaml_files import read_mapping

_KEYS = frozenset({"name", "phrases", "topics"})
_NOT_WORD = re.compile(r"[\W_]+")
_PLURAL = re.compile(r"([^\W_]{3})s( |$)")
_NEXT = "See configs/scinetbench/sub_fields.yaml for an example"


@dataclass(frozen=True, slots=True)
class NamedSubField:
    """A sub-field as the list has it."""

    sub_field: str  # "offline-reinforcement-learning"
    name: str
    field: str
    phrases: tuple[str, ...]  # as they are looked for, see `as_words`
    topics: tuple[int, ...]


def read_sub_fields(path: Path) -> tuple[NamedSubField, ...]:
    """Return the sub-fields of a YAML list, in its order.

    Raises ConfigError for what is none, or stands there twice.
    """
    sub_fields = [
        one for field, names in read_mapping(path, next_step=_NEXT).items() for one in _of_field(field, names, path)
    ]
    if not sub_fields:
        raise ConfigError("names no sub-field", where=str(path), next_step=_NEXT)
    counted = Counter(one.sub_field for one in sub_fields)
    if twice := [name for name, count in counted.items() if count > 1]:
        raise ConfigError(f"names {', '.join(twice)} twice", where=str(path), next_step="Leave one of them out")
    return tuple(sub_fields)


def as_words(text: str) -> str:
    """Return the words of a phrase as they are looked for in texts: lower case, no hyphens, no plural s.

    The relation `texts` does the same to titles and abstracts.

    >>> as_words("Graph Neural-Networks")
    'graph neural network'
    """
    return _PLURAL.sub(r"\1\2", _NOT_WORD.sub(" ", text.lower()).strip())


def _of_field(field: Any, names: Any, path: Path) -> Iterator[NamedSubField]:
    if not isinstance(names, list):
        raise ConfigError("must be a list of sub-fields", where=f"{path}, {field}", next_step=_NEXT)
    for name in names:
        given = {"name": name} if isinstance(name, str) else name
        if not isinstance(given, dict) or not isinstance(given.get("name"), str) or set(given) - _KEYS:
            raise ConfigError("must be a name, or name, phrases and topics", where=f"{path}, {field}", next_step=_NEXT)
        yield _sub_field(str(field), given, path)


def _sub_field(field: str, given: dict[str, Any], path: Path) -> NamedSubField:
    name = given["name"].strip()
    topics, phrases = given.get("topics") or [], given.get("phrases")
    phrases = ([] if topics else [name]) if phrases is None else phrases
    if (
        not isinstance(phrases, list)
        or not isinstance(topics, list)
        or not all(isinstance(topic, int) for topic in topics)
    ):
        raise ConfigError("phrases and topics are lists, topics of numbers", where=f"{path}, {name}", next_step=_NEXT)
    words = tuple(dict.fromkeys(found for phrase in phrases if (found := as_words(str(phrase)))))
    slug = "-".join(_NOT_WORD.sub(" ", name.lower()).split())
    if not slug or not (words or topics):
        raise ConfigError("nothing tells which works belong to it", where=f"{path}, {name or '?'}", next_step=_NEXT)
    return NamedSubField(slug, name, field, words, tuple(topics))
