"""JSON of strangers, in characters that can be stored and sent."""

from __future__ import annotations

import json
from typing import Any

from litgauge.tasks.text.encodings import json_without_halves


def plain_json(text: str) -> Any:
    """Return what the text says; half a surrogate pair, which no file or request can hold, becomes a question mark.

    Raises ValueError and RecursionError.

    >>> plain_json(r'{"said": "\\ud83d\\ude00 \\ud83d"}') == {"said": "\U0001f600 ?"}
    True
    """
    return in_whole_characters(json.loads(text), text)


def in_whole_characters(found: Any, text: str) -> Any:
    """Return what was found in a text as JSON, without halves of characters."""
    return json_without_halves(found, text, "?")
