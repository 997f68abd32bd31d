"""Text as the three readers hand it on: NFC Unicode without layout, control characters or ligatures."""

from __future__ import annotations

import re
import unicodedata

_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_INVISIBLE = {
    0x00AD: None,
    0x200B: None,
    0x200C: None,
    0x200D: None,
    0x2060: None,
    0xFEFF: None,
    0xFFFE: None,
    0xFFFF: None,
}
_CONTROL: dict[int, str | None] = {
    code: None for code in (*range(0x00, 0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n\x0b\x0c\r\x85"
}
_TABLE: dict[int, str | None] = {**_LIGATURES, **_INVISIBLE, **_CONTROL}
_ODD = re.compile(f"[{re.escape(''.join(map(chr, _TABLE)))}]")
_EMPTY_BRACKETS = re.compile(
    r"\((?:see|e\.g\.|i\.e\.|cf\.|and|also|in|[\s,;.]){0,12}\)|\[[\s,;–-]{0,12}\]", re.IGNORECASE
)
_SPACE_BEFORE_STOP = re.compile(r" +\.(?![\w.])")
_DOUBLED = re.compile(r"([,;])(?:\s?[,;])+")
_DANGLING = re.compile(r"[,;]\s?(?=[.)\]])")
_CLOSING = (",", ";", ":", "!", "?", ")", "]")


def one_line(text: str) -> str:
    """Return the text on one line, NFC, ligatures spelled out, invisible and control characters gone."""
    text = " ".join(text.split())
    if text.isascii() and text.isprintable():
        return text
    if _ODD.search(text):
        text = " ".join(text.translate(_TABLE).split())
    return unicodedata.normalize("NFC", text)


def tidy(text: str) -> str:
    """One line of prose out of which citations were cut, without the debris they leave: "( )", " ,", ";;"."""
    text = one_line(text)
    if "(" in text or "[" in text:
        text = _EMPTY_BRACKETS.sub("", text).replace("( ", "(").replace("[ ", "[")
    for mark in _CLOSING:
        text = text.replace(f" {mark}", mark)
    if " ." in text:
        text = _SPACE_BEFORE_STOP.sub(".", text)
    if "," in text or ";" in text:
        text = _DANGLING.sub("", _DOUBLED.sub(r"\1", text))
    return " ".join(text.split())
