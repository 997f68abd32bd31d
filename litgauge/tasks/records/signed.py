"""JSON that says itself whether it is whole: its last field, `sha256`, is over its own bytes, with zeros there."""

from __future__ import annotations

import hashlib
import re

UNSIGNED = "0" * 64
_SIGNATURE = re.compile(rb'"sha256": ?"([0-9a-f]{64})"\s*\}\s*\Z')


def sign(document: bytes) -> bytes:
    """A JSON object with one more field, the last: the sha256 over its own bytes."""
    body = document.rstrip()
    head, end = body[:-1].rstrip(), body[len(body[:-1].rstrip()) :]
    between = b',\n "sha256": "' if b"\n" in end else b',"sha256":"'
    unsigned = head + between + UNSIGNED.encode() + b'"' + end
    return fill(unsigned)


def fill(unsigned: bytes) -> bytes:
    """Return the document with the sha256 over its bytes in the place of the zeros in its last field."""
    match = _SIGNATURE.search(unsigned)
    assert match is not None, "its last field is no sha256"
    assert match[1] == UNSIGNED.encode(), "it is filled in already"
    return unsigned[: match.start(1)] + hashlib.sha256(unsigned).hexdigest().encode() + unsigned[match.end(1) :]


def is_signed(document: bytes) -> bool:
    """Return whether the document says its own sha256."""
    return _SIGNATURE.search(document) is not None


def is_intact(document: bytes) -> bool:
    """Return whether the document says its own sha256, and no byte of it was changed since."""
    # Over the bytes, not over what they mean here: a later version may know more fields.
    match = _SIGNATURE.search(document)
    if match is None:
        return False
    unsigned = document[: match.start(1)] + UNSIGNED.encode() + document[match.end(1) :]
    return hashlib.sha256(unsigned).hexdigest().encode() == match[1]
