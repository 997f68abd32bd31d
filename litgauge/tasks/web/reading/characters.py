"""Characters of a text: what its bytes are, more than what its server or page declares."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from litgauge.tasks.text.encodings import marked_encoding

_HEAD = 4_096
_SAMPLE = 1 << 17
_WESTERN = 0.15  # share of bytes beyond ASCII
_META_CHARSET = re.compile(
    rb"""<(?:meta\b[^>]*?|\?xml[^>]*?en)c(?:harset|oding)\s*=\s*["']?\s*([\w:.-]+)""", re.IGNORECASE
)
_HEADER_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w:.-]+)""", re.IGNORECASE)
# What the web means by these names (the encoding standard).
_ACTUAL_CODEC = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030",
          "euc_kr": "cp949", "shift_jis": "cp932", "big5": "big5hkscs", "utf-16": "utf-16"}  # fmt: skip

# Characters that a reader does not see, but a model does: a sign that a page speaks to machines. Soft hyphens, joiners
# and direction marks are used honestly, so they are not counted: zero-width spaces, direction overrides, invisible
# operators and tags (with which ASCII is written invisibly) are.
_INVISIBLE = re.compile(
    "[\u180e\u200b\u202a-\u202e\u2060-\u2069\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)


def decode_text(data: bytes, header: str = "") -> str:
    """Return the characters of a text.

    A byte order mark counts first; then bytes that are valid UTF-8 and not plain ASCII, since nothing else looks
    like that by chance; then what the header and the page declare; then what the bytes look like.
    """
    if marked := marked_encoding(data):
        return data.decode(marked, "replace")
    declared = [name for name in (_declared(_HEADER_CHARSET.search(header)), _in_page(data)) if name]
    if not data.isascii() or not declared:
        declared.insert(0, "utf-8")
    for name in declared:
        try:
            return data.decode(name)
        except (UnicodeError, LookupError):  # some codecs raise no more than UnicodeError
            continue
    return data.decode(_guessed(data), "replace")


def _guessed(data: bytes) -> str:
    """Few bytes beyond ASCII are the accents of a western language; many are another script."""
    foreign = sum(byte > 0x7F for byte in data[:_SAMPLE])
    if foreign < _WESTERN * len(data[:_SAMPLE]):
        return "cp1252"
    guess = from_bytes(data[:_SAMPLE]).best()
    return guess.encoding if guess else "utf-8"


def _in_page(data: bytes) -> str | None:
    match = _META_CHARSET.search(data[:_HEAD])
    name = match[1].decode("ascii", "replace") if match else ""
    return None if name.lower().startswith("utf-16") else _codec(name)  # the tag itself was read as ASCII


def _declared(match: re.Match[str] | None) -> str | None:
    return _codec(match[1]) if match else None


def _codec(name: str) -> str | None:
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return None
    if not getattr(codec, "_is_text_encoding", True):  # "base64", "zip" and other codecs that are no charset
        return None
    return _ACTUAL_CODEC.get(codec.name, codec.name)


def count_invisible(text: str) -> int:
    """Return how many characters of the text are made to be unseen.

    They are written beside the frozen page. What protects a judge is the fence around all data
    (`litgauge.tasks.llm.template`), which no text can name.

    >>> count_invisible("two\\u200b\\u2060 of them")
    2
    """
    return len(_INVISIBLE.findall(text))
