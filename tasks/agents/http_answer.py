"""Bytes that programs and servers of others send, as text."""

from __future__ import annotations

from tasks.text.encodings import marked_encoding


def said_in(content: bytes, charset: str | None = None) -> str:
    """What was sent: as the mark at its beginning says, else in its charset, else in UTF-8.

    Bytes that are none become U+FFFD: one that is broken must not decide how all others are read.

    >>> said_in("Grüße".encode("utf-16")), said_in("ü".encode("latin-1"), "iso-8859-1"), said_in(b"a\\xff")
    ('Grüße', 'ü', 'a\ufffd')
    """
    try:
        return content.decode(marked_encoding(content) or charset or "utf-8", "replace")
    except LookupError:
        return content.decode("utf-8", "replace")
