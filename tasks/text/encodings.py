"""What strangers send and keep, as characters that can be stored: marks of encodings, and halves of surrogate pairs."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_HALF = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(r"\\(?:u|U0000)[dD][89a-fA-F]")  # whole pairs look so, too; the second is Python's


def marked_encoding(raw: bytes) -> str | None:
    """The encoding that the mark at the beginning of these bytes names, which reads them without it.

    >>> marked_encoding("Grüße".encode("utf-16")), marked_encoding(b"\\xef\\xbb\\xbf{}"), marked_encoding(b"{}")
    ('utf-16', 'utf-8-sig', None)
    """
    return next((name for mark, name in _MARKS if raw.startswith(mark)), None)


def decoded(content: bytes, charset: str | None = None) -> str:
    """The text of bytes from a program or a server: by the mark at their beginning, else in their charset or UTF-8.

    Bytes that are none become U+FFFD: one that is broken must not decide how all others are read.

    >>> decoded("Grüße".encode("utf-16")), decoded("ü".encode("latin-1"), "iso-8859-1"), decoded(b"a\\xff")
    ('Grüße', 'ü', 'a\ufffd')
    """
    try:
        return content.decode(marked_encoding(content) or charset or "utf-8", "replace")
    except LookupError:
        return content.decode("utf-8", "replace")


def without_halves(text: str, sign: str = "\ufffd") -> str:
    """The text with `sign` for every half of a surrogate pair, which no file and no request can hold."""
    return _HALF.sub(sign, text)


def json_without_halves(value: Any, written: str, sign: str = "\ufffd") -> Any:
    """The same for all texts of a value that was read from JSON, or from Python's notation of it.

    >>> written = r'{"title": "owls \\ud83e\\udd89 \\ud83e"}'
    >>> json_without_halves(json.loads(written), written) == {"title": "owls \U0001f989 \ufffd"}
    True
    """
    if not _ESCAPED_HALF.search(written):
        return value
    return json.loads(without_halves(json.dumps(value, ensure_ascii=False), sign))
