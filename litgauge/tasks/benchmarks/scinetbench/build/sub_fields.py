"""Sub-fields of a corpus: how their list is read, and by what a work belongs to one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.yaml_files import read_mapping

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
        sub_field
        for field, names in read_mapping(path, next_step=_NEXT).items()
        for sub_field in _of_field(field, names, path)
    ]
    if not sub_fields:
        raise ConfigError("names no sub-field", where=str(path), next_step=_NEXT)
    counted = Counter(sub_field.sub_field for sub_field in sub_fields)
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
        values = {"name": name} if isinstance(name, str) else name
        if not isinstance(values, dict) or not isinstance(values.get("name"), str) or set(values) - _KEYS:
            raise ConfigError("must be a name, or name, phrases and topics", where=f"{path}, {field}", next_step=_NEXT)
        yield _sub_field(str(field), values, path)


def _sub_field(field: str, values: dict[str, Any], path: Path) -> NamedSubField:
    name = values["name"].strip()
    topics, phrases = values.get("topics") or [], values.get("phrases")
    phrases = ([] if topics else [name]) if phrases is None else phrases
    if (
        not isinstance(phrases, list)
        or not isinstance(topics, list)
        or not all(isinstance(topic, int) for topic in topics)
    ):
        raise ConfigError("phrases and topics are lists, topics of numbers", where=f"{path}, {name}", next_step=_NEXT)
    words = tuple(dict.fromkeys(phrase_words for phrase in phrases if (phrase_words := as_words(str(phrase)))))
    slug = "-".join(_NOT_WORD.sub(" ", name.lower()).split())
    if not slug or not (words or topics):
        raise ConfigError("no rule says which works belong to it", where=f"{path}, {name or '?'}", next_step=_NEXT)
    return NamedSubField(slug, name, field, words, tuple(topics))
