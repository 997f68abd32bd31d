"""Function calls that a model wrote as text and its server did not recognise.

Each family of models has its own marks for a call; a server without the parser for them passes on the
text, and the model waits for results that never come.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

_MARK = re.compile(
    r"<tool_call>|<\|tool_call\|>|<\|python_tag\|>|\[TOOL_CALLS\]|<function=|<｜tool▁calls?▁begin｜>"
    r"|<\|tool_calls?_(?:section_)?begin\|>|<\|channel\|>commentary to="
)
_MARKUP = re.compile(
    r"</?[|｜]?[\w=▁.:]{0,40}[|｜]?>|\[/?[A-Z_]{1,20}\]|```(?:json)?|\b(?:json|functions?|commentary|to)\b|[\s\d\[\],;:.=]+"
)
_NAME = r"[\w-]{1,64}"
_TAGGED = re.compile(rf"<function=({_NAME})>|<tool_call>\s*({_NAME})\s*(?=<arg_key>)")
_ARGUMENT = re.compile(
    rf"<parameter=({_NAME})>([^<]{{0,4000}})</parameter>"
    rf"|<arg_key>({_NAME})</arg_key>\s*<arg_value>([^<]{{0,4000}})</arg_value>"
)

Written = tuple[str, Mapping[str, Any]]
"""A function's name, and its arguments."""


def written_calls(text: str, names: Collection[str]) -> tuple[str, tuple[Written, ...]]:
    """Return the text before the calls at its end, and the calls; without calls, the whole text and ().

    `names` are the model's functions. Nothing is guessed: without marks, the text must be nothing
    but calls of these; and words after a call, or broken JSON, make it an answer that shows a call.

    >>> written_calls('See: <tool_call>{"name": "search", "arguments": {"query": "owls"}}</tool_call>', ["search"])
    ('See:', (('search', {'query': 'owls'}),))
    >>> written_calls("<function=search><parameter=query>owls</parameter></function>", ["search"])
    ('', (('search', {'query': 'owls'}),))
    >>> written_calls('{"name": "owls", "children": []}', ["search"])
    ('{"name": "owls", "children": []}', ())
    """
    mark = _MARK.search(text)
    if not names or (mark is None and not text.startswith(("{", "[", "```"))):
        return text, ()
    start = mark.start() if mark else 0
    try:
        calls = tuple(_tagged(text[start:]) if _ARGUMENT.search(text, start) else _in_json(text[start:], names))
    except (ValueError, RecursionError):
        return text, ()
    if not calls or (mark is None and any(name not in names for name, _ in calls)):
        return text, ()
    return text[:start].strip(), calls


def _in_json(text: str, names: Collection[str]) -> Iterator[Written]:
    """Yield calls as JSON, with their names in it or before it. Raises ValueError if there is any other text."""
    decoder, named = json.JSONDecoder(), re.compile("|".join(map(re.escape, names)))
    place = 0
    while (brace := text.find("{", place)) >= 0:
        before = text[place:brace]
        call, place = decoder.raw_decode(text, brace)
        inner = call.get("function")
        call = inner if isinstance(inner, dict) else call
        name = call.get("name") or inner
        arguments = call.get("arguments", call.get("parameters"))
        if not isinstance(name, str) or arguments is None:
            *_, name = named.findall(before) or [""]
            before, arguments = named.sub("", before), call
        if isinstance(arguments, str):
            arguments = json.loads(arguments)
        _only_markup(before)
        if not (name and isinstance(arguments, dict)):
            raise ValueError
        yield name.removeprefix("functions."), arguments
    _only_markup(text[place:])


def _tagged(text: str) -> Iterator[Written]:
    """Yield calls with arguments between tags. Raises ValueError if there is any other text."""
    _only_markup(_ARGUMENT.sub("", _TAGGED.sub("", text)))
    openings = [*_TAGGED.finditer(text)]
    for call, end in zip(openings, [*(following.start() for following in openings[1:]), len(text)], strict=True):
        arguments = (match.groups() for match in _ARGUMENT.finditer(text, call.end(), end))
        yield (
            call[1] or call[2],
            {
                key or other_key: (value or other_value or "").strip()
                for key, value, other_key, other_value in arguments
            },
        )


def _only_markup(text: str) -> None:
    if _MARKUP.sub("", text):
        raise ValueError
