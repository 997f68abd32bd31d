"""YAML in an answer, all of it text, without what could make it grow."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

_LONGEST = 100_000  # characters; the parser takes a second for as many
_MOST_INDENTED = 120  # characters before a line
_BARE_KEY = re.compile(r"^[ \t]*(?:- )?(?:[^\s#*|`<>\[\]{}\"'-][^:\n]{0,120}|\"[^\"\n]{1,120}\"):[ \t]*$", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*- (?P<fields>[a-z][a-z_]{1,20}: )\S[^\n]*\n(?=[ \t]+[a-z][a-z_]{1,20}: ?\S)", re.MULTILINE)
"""A row that begins with a field, and has another below it."""
_ENTRY = re.compile(r"^(?P<lead>[ \t]*(?:- )+)(?P<words>[^\s\"'\[{|>&*#-][^\n]*)$", re.MULTILINE)
_FIRST_ROW = re.compile(r"\s*- [a-z][a-z_]{1,20}: \S[^\n]*\n[ \t]+[a-z][a-z_]{1,20}:[ \t]*(?:\n|\S)")
_FIRST_KEY = re.compile(r"\s*[a-z][\w-]{1,40}:[ \t]*\n[ \t]+(?:- )?[a-z][\w-]{1,40}:[ \t]")
_FIELD = re.compile(r"[a-z][a-z_]{1,20}:(?:\s|$)")
_BRACKET = re.compile(r"[][{}]")
_MOST_OPEN = 60  # brackets, beyond which the parser takes quadratic time
_NESTED_IN_A_LINE = re.compile(r"(?:[\[{][ \t]*|[?-][ \t]+){20}")


def looks_like_yaml(text: str) -> bool:
    """Return whether lines of a text are keys without a value, or rows of fields, as mappings in YAML have them.

    >>> looks_like_yaml("Owls:\\n  Flight:\\n    - Silent wings"), looks_like_yaml("# Owls\\n- Silent wings")
    (True, False)
    """
    fields = Counter(match["fields"] for match in _ROW.finditer(text))
    return len(_BARE_KEY.findall(text)) > 1 or max(fields.values(), default=0) > 1


def begins_as_yaml(text: str) -> bool:
    """Return whether a text is a mapping, or a list of mappings, in YAML from its first line on.

    >>> begins_as_yaml("- topic: Owls\\n  year: 1\\n- topic: Gulls\\n  year: 2"), begins_as_yaml("- Owls: all\\n")
    (True, False)
    """
    return (_FIRST_ROW.match(text) or _FIRST_KEY.match(text)) is not None and looks_like_yaml(text)


def yaml_value(text: str) -> Any | None:
    """Return the mapping or list that a text is in YAML; None for others, and for one with aliases or nested too deep.

    An entry may hold a colon, as titles do.

    >>> yaml_value("Owls:\\n- Wings: a survey\\n")
    {'Owls': ['Wings: a survey']}
    """
    import yaml  # only where it is needed

    from litgauge.tasks.base.yaml_loaders import ForeignTextLoader

    if len(text) > _LONGEST or _NESTED_IN_A_LINE.search(text) or _brackets_open(text) > _MOST_OPEN:
        return None
    if any(len(line) - len(line.lstrip()) > _MOST_INDENTED for line in text.splitlines()):
        return None
    try:
        value = yaml.load(_ENTRY.sub(_quoted, text), Loader=ForeignTextLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) else None


def _brackets_open(text: str) -> int:
    """Return how many brackets are open at once."""
    depth = deepest = 0
    for sign in _BRACKET.findall(text):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _quoted(entry: re.Match[str]) -> str:
    """An entry that is a title in quotes; "name: Encoders" and "Encoders:" begin mappings."""
    words = entry["words"].strip()
    if _FIELD.match(words) or words.endswith(":"):
        return entry[0]
    return entry["lead"] + "'" + words.replace("'", "''") + "'"
