"""Foreign text where a terminal, a log or JSON shows it: nothing in it is obeyed, and nothing in it is invisible."""

from __future__ import annotations

import json
import re

_OBEYED = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # what moves, erases, colours and answers
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of writing
    "\u180e\u200b\u2028\u2029\u2060\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # what nobody sees
    "\ud800-\udfff]"  # what no UTF-8 holds
)
_LAYOUT = "\n\t"


def plain(text: str) -> str:
    """Return the text on one line, each character that a terminal would obey or hide as U+FFFD.

    >>> plain("a\\x1b[2Jb\\nc")
    'a�[2Jb�c'
    """
    return _OBEYED.sub("\ufffd", text)


def plain_lines(text: str) -> str:
    """Return the same for a text of several lines: newlines and tabs stay.

    >>> plain_lines("a\\x9b2J\\n\\tb")
    'a�2J\\n\\tb'
    """
    return _OBEYED.sub(lambda match: match[0] if match[0] in _LAYOUT else "\ufffd", text)


def is_plain(text: str) -> bool:
    """True if a terminal shows the text, on one line, as it is.

    >>> is_plain("Grüße, 你好"), is_plain("a\\u202eb")
    (True, False)
    """
    return not _OBEYED.search(text)


def plain_json(text: str) -> str:
    """JSON text that means the same, with escapes for what a terminal would obey or hide.

    >>> plain_json('{"a": "é\\x9b2J"}')
    '{"a": "é\\\\u009b2J"}'
    """
    return _OBEYED.sub(lambda match: match[0] if match[0] in _LAYOUT else json.dumps(match[0])[1:-1], text)
