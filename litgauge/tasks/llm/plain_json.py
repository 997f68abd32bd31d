"""Parsing of foreign JSON into characters that can be stored and sent."""

from __future__ import annotations

import json
from typing import Any

from litgauge.tasks.text.encodings import json_without_halves


def plain_json(text: str) -> Any:
    """Return the value of a JSON text; a lone surrogate, which no file or request can hold, becomes a question mark.

    Raises ValueError and RecursionError.

    >>> plain_json(r'{"said": "\\ud83d\\ude00 \\ud83d"}') == {"said": "\U0001f600 ?"}
    True
    """
    return in_whole_characters(json.loads(text), text)


def in_whole_characters(value: Any, text: str) -> Any:
    """Return a value that was parsed from a text, without lone surrogates."""
    return json_without_halves(value, text, "?")
