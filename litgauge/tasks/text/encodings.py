"""Bytes of unknown encoding as text, and text without halves of surrogate pairs, which no file can hold."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_OTHER_ENCODINGS = (
    "gb", "big5", "hz", "shift_jis", "cp932", "euc", "iso2022", "cp949", "johab", "cp1251", "koi8", "utf",
)  # fmt: skip
_GUESSED = 64 * 1024
"""Bytes by which an encoding is guessed."""
_SEQUENCE = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")  # as UTF-8 has those beyond ASCII
_HALF = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(r"\\(?:u|U0000)[dD][89a-fA-F]")  # whole pairs look so, too; the second is Python's


def marked_encoding(raw: bytes) -> str | None:
    """Return the encoding that the mark at the beginning of these bytes names, which reads them without it.

    >>> marked_encoding("Grüße".encode("utf-16")), marked_encoding(b"\\xef\\xbb\\xbf{}"), marked_encoding(b"{}")
    ('utf-16', 'utf-8-sig', None)
    """
    return next((name for mark, name in _MARKS if raw.startswith(mark)), None)


def decoded(content: bytes, charset: str | None = None) -> str:
    """Return the text of bytes from a program or a server.

    By the mark at their beginning, else in their charset or UTF-8.

    Bytes that are none become U+FFFD: one that is broken must not decide how all others are read.

    >>> decoded("Grüße".encode("utf-16")), decoded("ü".encode("latin-1"), "iso-8859-1"), decoded(b"a\\xff")
    ('Grüße', 'ü', 'a\ufffd')
    """
    try:
        return content.decode(marked_encoding(content) or charset or "utf-8", "replace")
    except LookupError:
        return content.decode("utf-8", "replace")


def file_text(raw: bytes) -> str | None:
    """Return the text of a file, without its mark; None if it is none.

    UTF-8; UTF-16 with a mark, or without one where every second byte is zero; else Chinese, Japanese, Korean, Cyrillic
    as the bytes suggest; else Windows' Latin. What is none of the encoding becomes U+FFFD.

    >>> file_text("Grüße".encode("cp1252")), file_text("Grüße".encode("utf-16-le")), file_text(bytes(range(256)))
    ('Grüße', 'Grüße', None)
    """
    head = raw[:4096]
    if encoding := marked_encoding(raw) or _wide(head):
        return raw.decode(encoding, "replace")
    controls = sum(byte < 9 or 13 < byte < 27 for byte in head)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return None if controls > 8 or b"\0" in head else raw.decode(_guessed(raw), "replace")
    return text if controls * 10 <= len(head) else None


def _wide(head: bytes) -> str | None:
    """UTF-16 in one of its orders, where nearly all zeros stand at even or at odd places, and nothing else is odd."""
    zeros = head.count(0)
    for offset, name in ((0, "utf-16-be"), (1, "utf-16-le")):
        if zeros * 4 > len(head) and len(head) % 2 == 0 and head[offset::2].count(0) >= 0.95 * zeros:
            text = head.decode(name, "replace")
            return name if all(sign.isprintable() or sign.isspace() for sign in text) else None
    return None


def _guessed(raw: bytes) -> str:
    if sum(byte > 127 for byte in raw[:_GUESSED]) * 20 > len(raw[:_GUESSED]):  # Latin text has few
        # Imported here because it takes longer than to read a file, and hardly any needs it.
        from charset_normalizer import from_bytes

        best = from_bytes(raw[:_GUESSED]).best()
        if best is not None and best.encoding.startswith(_OTHER_ENCODINGS):
            return "gb18030" if best.encoding.startswith("gb") else best.encoding
    return "utf-8" if _SEQUENCE.search(raw) else "cp1252"


def without_halves(text: str, sign: str = "\ufffd") -> str:
    """Return the text with `sign` for every half of a surrogate pair, which no file and no request can hold."""
    return _HALF.sub(lambda _: sign, text)


def json_without_halves(value: Any, written: str, sign: str = "\ufffd") -> Any:
    """Return the same for all texts of a value that was read from JSON, or from Python's notation of it.

    >>> written = r'{"title": "owls \\ud83e\\udd89 \\ud83e"}'
    >>> json_without_halves(json.loads(written), written) == {"title": "owls \U0001f989 \ufffd"}
    True
    """
    if not _ESCAPED_HALF.search(written):
        return value
    return json.loads(without_halves(json.dumps(value, ensure_ascii=False), sign))
