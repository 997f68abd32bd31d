"""JSON that is nested deeper than Python reads: what is too deep is put aside, the rest is read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

TOO_DEEP = "(nested deeper than is read)"
"""What stands in place of a value that is."""
_DEEPEST = 400  # brackets open at once
_SIGN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]]', re.DOTALL)


def parsed(text: str) -> Any:
    """The value of a JSON text; of an object too deep for the parser the members that are not, beside `TOO_DEEP`.

    Raises ValueError for what is no JSON.

    >>> deep = "[" * 5000 + "]" * 5000
    >>> parsed(f'{{"id": 1, "tree": {deep}, "next": [2]}}')
    {'id': 1, 'tree': '(nested deeper than is read)', 'next': [2]}
    >>> parsed("[" * 100_000)
    Traceback (most recent call last):
    ValueError: it is nested too deep
    """
    try:
        return json.loads(text)
    except RecursionError:
        pass
    try:
        return json.loads("".join(_shallow(text)))
    except RecursionError:  # what is too deep is never closed
        raise ValueError("it is nested too deep") from None


def _shallow(text: str) -> Iterator[str]:
    """The text with what is too deep replaced, as a member of the outermost object or list."""
    kept = depth = deepest = start = 0
    for sign in _SIGN.finditer(text):
        match sign[0]:
            case "{" | "[":
                depth += 1
                deepest = max(deepest, depth)
                if depth == 2:
                    start, deepest = sign.start(), depth
            case "}" | "]":
                depth -= 1
                if depth == 1 and deepest > _DEEPEST:
                    yield text[kept:start] + json.dumps(TOO_DEEP)
                    kept = sign.end()
            case _:  # a string
                pass
    yield text[kept:]
