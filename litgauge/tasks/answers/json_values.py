"""JSON in an agent's answer: whole, in code fences, between words, in Python's notation, with comments, cut off."""

from __future__ import annotations

import ast
import contextlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from litgauge.tasks.text.encodings import json_without_halves

TOO_DEEP = "(nested deeper than is read)"
"""Replaces a value that is nested deeper than Python's parser reads."""
_MAX_DEPTH = 400  # brackets open at once
_MAX_REPAIRED_DEPTH = 200
_MAX_REPAIRED = 300_000  # characters
_MAX_STARTS = 64  # brackets at which a value is looked for
_MAX_REPAIRS = 8  # attempts
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]]', re.DOTALL)
_OPENING = re.compile(r"\{|\[(?=\s*(?:[\[{\"'\]]|//|#))")
_BRACKET = re.compile(r"[][{}]")
_QUOTE = re.compile(r'(?<!\\)"')
_STRING_OR_JUNK = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+")|//[^\n]*|/\*.{0,5000}?\*/|(?<=[\s,\[{])#[^\n]*|,(?=\s*[}\]])', re.DOTALL
)

_BARE_KEY = re.compile(
    r"(?P<before>[{,\n][ \t]*)(?P<key>[^\W\d_][^\n\"':{}\[\],]{0,80}?)(?P<colon>[ \t]*:[ \t]*(?=[\[{]))"
)
"""A key of several words without quotes, before a list or an object."""
_NO_COMMA = re.compile(r"([\"}\]])(\s*\n\s*)(?=[\"{\[])")


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value found in a text."""

    value: Any
    repaired: bool = False  # the text was broken JSON


def json_value(text: str, parse: Callable[[str], Any] | None = None) -> Any:
    """Return the value of a JSON text; members nested too deep for Python's parser become `TOO_DEEP`.

    Halves of surrogate pairs, which no file can hold, become U+FFFD. Raises ValueError for what is no JSON, and what
    another `parse` raises.

    >>> json_value(r'{"title": "owls \\ud83e\\udd89 \\ud83e"}') == {"title": "owls \U0001f989 \ufffd"}
    True
    >>> deep = "[" * 5000 + "]" * 5000
    >>> json_value(f'{{"id": 1, "tree": {deep}, "next": [2]}}')
    {'id': 1, 'tree': '(nested deeper than is read)', 'next': [2]}
    >>> json_value("[" * 100_000)
    Traceback (most recent call last):
    ValueError: it is nested too deep
    """
    return json_without_halves((parse or _parsed)(text), text)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        pass
    try:
        return json.loads("".join(_without_deep_members(text)))
    except RecursionError:  # the brackets are never closed
        raise ValueError("it is nested too deep") from None


def json_values(text: str) -> Iterator[JsonValue]:
    """Yield the objects and lists in a text, in its order. Never raises.

    Broken JSON is repaired. A string in which the text ends gets an ellipsis: it is known to be cut off.

    >>> [found.value for found in json_values('First {"a": [1, 2]}, then [{"b": "c", /* more */}]')]
    [{'a': [1, 2]}, [{'b': 'c'}]]
    >>> next(json_values('{"papers": ["Owls", "Silent wi'))
    JsonValue(value={'papers': ['Owls', 'Silent wi…']}, repaired=True)
    >>> [*json_values(r'Owls {sic} \\cite{hear,see}')]
    []
    """
    decoder = json.JSONDecoder(strict=False)
    start, starts, repairs = _OPENING.search(text), 0, 0
    while start and starts < _MAX_STARTS:
        starts += 1
        at = start.start()
        end = start.end()
        try:
            value, end = decoder.raw_decode(text, at)
            yield JsonValue(json_without_halves(value, text))
        except RecursionError:
            yield JsonValue(TOO_DEEP)
            return
        except ValueError:
            if repairs == _MAX_REPAIRS:
                start = _OPENING.search(text, end)
                continue
            closed = _closing(text, at)
            repairs += 1
            if (value := _repaired(text[at:closed])) is not None:
                yield JsonValue(json_without_halves(value, text), repaired=True)
                if closed is None:
                    return
                end = closed
        start = _OPENING.search(text, end)


def _without_deep_members(text: str) -> Iterator[str]:
    """The text, with `TOO_DEEP` for the members of the outermost value that are nested too deep."""
    kept = depth = deepest = start = 0
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "{" | "[":
                depth += 1
                deepest = max(deepest, depth)
                if depth == 2:
                    start, deepest = token.start(), depth
            case "}" | "]":
                depth -= 1
                if depth == 1 and deepest > _MAX_DEPTH:
                    yield text[kept:start] + json.dumps(TOO_DEEP)
                    kept = token.end()
            case _:  # a string
                pass
    yield text[kept:]


def _closing(text: str, start: int) -> int | None:
    """The end of the value whose bracket opens at `start`; None if its brackets never close."""
    depth = 0
    for token in _TOKEN.finditer(text, start, start + _MAX_REPAIRED):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth == 0:
                return token.end()
    return None


def _repaired(text: str) -> Any | None:
    """The object or list that broken JSON, or Python's notation, means; None if there is none in it."""
    text = text[:_MAX_REPAIRED]
    if _depth(text) > _MAX_REPAIRED_DEPTH:
        return None
    value: Any = None
    if '"' not in text and "“" in text:
        text = text.replace("“", '"').replace("”", '"')
    plain = _STRING_OR_JUNK.sub(lambda found: found["string"] or "", text)
    with contextlib.suppress(ValueError, RecursionError):
        value = json.JSONDecoder(strict=False).raw_decode(_NO_COMMA.sub(r"\1,\2", plain))[0]
    if value is None:
        with contextlib.suppress(ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            value = json.loads(json.dumps(ast.literal_eval(text), default=list))  # tuples and sets become lists
    if value is None:
        value = _mended(text)
    return value if isinstance(value, (dict, list)) and value else None


def _mended(text: str) -> Any | None:
    from json_repair import repair_json  # only where it is needed: its import takes a tenth of a second

    text = _BARE_KEY.sub(r'\g<before>"\g<key>"\g<colon>', text)
    ellipsis = '…"' if len(_QUOTE.findall(text)) % 2 else ""
    try:
        value = repair_json(text + ellipsis, return_objects=True)
    except (ValueError, RecursionError):
        return None
    words = text.startswith("{") and isinstance(value, list) and '"' not in text  # as in "{sic}" or "\\cite{a,b}"
    return None if words else value


def _depth(text: str) -> int:
    """Return how many brackets are open at once, those in strings among them."""
    depth = deepest = 0
    for sign in _BRACKET.findall(text):
        depth += 1 if sign in "{[" else -1
        deepest = max(deepest, depth)
    return deepest
