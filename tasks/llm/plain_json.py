"""JSON of strangers, in characters that can be stored and sent."""

from __future__ import annotations

import json
import re
from typing import Any

_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # of a surrogate pair, as JSON escapes it; whole pairs look so, too


def plain_json(text: str) -> Any:
    """What the text says; half a surrogate pair, which no file or request can hold, becomes a question mark.

    Raises ValueError and RecursionError.

    >>> plain_json(r'{"said": "\\ud83d\\ude00 \\ud83d"}') == {"said": "\U0001f600 ?"}
    True
    """
    return in_whole_characters(json.loads(text), text)


def in_whole_characters(found: Any, text: str) -> Any:
    """What was found in a text as JSON, without halves of characters."""
    return json.loads(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace")) if _HALF.search(text) else found
