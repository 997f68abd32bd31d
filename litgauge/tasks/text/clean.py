"""Messy strings to clean ones: what a person would type for what the source means."""

from __future__ import annotations

import html
import re
import unicodedata

from litgauge.tasks.text.decode import decode

_NEEDS_DECODING = re.compile(r"[\\${}~^`]|--|''|%\n")
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_MARKUP = re.compile(
    r"</?(?:i|b|em|u|strong|sub|sup|scp|tt|span|p|br|small|title|inline-formula|tex-math|mml:[a-z]{1,20})(?: [^<>]"
    r"{0,200})?/?>",
    re.IGNORECASE,
)
_MOJIBAKE = re.compile(r"[ÂÃÄÅÎÐâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{1,2}")
_INVISIBLE = re.compile(
    r"[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff\ufffe\uffff\ud800-\udfff\ue000]"
)
_ESCAPED_BRACES = re.compile(r"\{([^\W\d][\w -]*)\}")
"""Braces that a reference manager escaped ("{\\{}LHC{\\}}"): they were meant to protect capitals."""
_NO_LETTERS = re.compile(r"[^a-zA-Z0-9]+")
_DOTTED_END = re.compile(r"(?:\b\w\.){2,}$|\betc\.$|\.\.\.$")


def clean_text(raw: str, unknown: set[str] | None = None) -> str:
    """NFC Unicode on one line, without LaTeX, HTML entities or invisible characters.

    The names of LaTeX commands that nobody knows go into `unknown`.

    >>> clean_text(r"The {H}ubble constant $H_0$ and {\\'E}.~Hubble's \\textsc{law} --- in $O(n^2)$")
    "The Hubble constant H₀ and É. Hubble's law — in O(n²)"
    """
    text = decode(raw, unknown) if _NEEDS_DECODING.search(raw) else raw
    if "&" in text:
        text = _ENTITY.sub(lambda match: html.unescape(match.group()), text)
    if "<" in text:
        text = _MARKUP.sub("", text)
    if not text.isascii():
        text = _repair(text)
    if not text.isprintable():
        text = _INVISIBLE.sub("", text)
    return unicodedata.normalize("NFC", " ".join(text.split()))


def clean_title(raw: str, unknown: set[str] | None = None) -> str:
    """`clean_text` without the full stop, comma, semicolon or colon that a style or a person left at the end.

    The dots of an ellipsis and of an abbreviation with inner dots ("U.S.") stay.
    """
    text = clean_text(raw, unknown)
    if "{" in text:
        text = _ESCAPED_BRACES.sub(r"\1", text)
    end = len(text)
    while end and text[end - 1] in " .,;:" and not _DOTTED_END.search(text[max(0, end - 12) : end]):
        end -= 1
    return text[:end]


def compact_title(title: str) -> str:
    """Letters and digits only, compatibility-decomposed and case-folded: equal for one title written differently.

    >>> compact_title("End-to-End {T}ransformers: $H_0$") == compact_title("end to end transformers H0")
    True
    """
    text = clean_text(title)
    if text.isascii():
        return _NO_LETTERS.sub("", text).lower()
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(character for character in text.casefold() if character.isalnum())


def _repair(text: str) -> str:
    """UTF-8 that was read as Latin-1 or Windows-1252 ("JÃ¡nos") read again."""
    return _MOJIBAKE.sub(_reread, text)


def _reread(match: re.Match[str]) -> str:
    for encoding in ("latin-1", "cp1252"):
        try:
            return match.group().encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return match.group()
