"""Values of JSON as people and models write them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tasks.answers.deep_json import parsed
from tasks.text.encodings import json_without_halves


def json_value(text: str, parse: Callable[[str], Any] = parsed) -> Any:
    """What a text says as JSON; half a surrogate pair, which no file can hold, becomes U+FFFD.

    Of JSON nested deeper than Python reads, the members that are not (`deep_json`). Raises ValueError, and
    RecursionError if another `parse` does.

    >>> json_value(r'{"title": "owls \\ud83e\\udd89 \\ud83e"}') == {"title": "owls \U0001f989 \ufffd"}
    True
    """
    return json_without_halves(parse(text), text)
