"""Text as a reader sees it: without inline Markdown, HTML tags, entities and empty brackets."""

from __future__ import annotations

import html
import re

from litgauge.tasks.text.sentences import BREAK

HEADINGS = "\uf8e1\uf8e2\uf8e3\uf8e4\uf8e5\uf8e6"
ROW, CELL, HEAD_CELL = "\uf8e7", "\uf8e8", "\uf8e9"
SIGNS = HEADINGS + ROW + CELL + HEAD_CELL + BREAK
"""Replacement of the tags of blocks where HTML was made transparent; blanks here."""

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>")
_IMAGE = re.compile(r"!\[([^\[\]]{0,300})\]\([^()\n]{0,2048}\)")
_EMPTY = re.compile(
    r"[(\[（【]\s*+[,;]?+\s*+[)\]）】]|\(\s*+(?:sources?|refs?|see|cited in)?+\s*+[:,;]*+\s*+\)", re.IGNORECASE
)
_EMPHASIS = re.compile(r"(?<![\w*_\\])(?:\*{1,3}|_{1,3}|~~)(?=\S)|(?<=[^\s\\])(?:\*{1,3}|_{1,3}|~~)(?![\w*_])|\*\*")
_BEFORE_MARK = re.compile(r"\s+(?=[.,;:!?)\]。，；：！？、]|$)")
_SPACED_MARK = re.compile(r" [.,;:!?)\]。，；：！？、]")
_HANGING = re.compile(r"\s*(?<![,;])[,;]++\s*(?=[)）])|(?<=[(（])\s*[,;]+\s*")
_DOUBLE = re.compile(r"(?<![,;])(?:([,;])(?:\s*[,;])+(?=\s|$)|[,;]++(?=[.。]))")
_DOUBLED = re.compile(r"[,;]\s*[,;.。]")
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|\"'\n]{1,300}\|)?(?=[^\[\]\n]*[^\W\d_])([^\[\]|\"\n]{1,300})\]\]")
_BULLETS = "-•–—·▪●"
_BULLET = re.compile(rf"^[{_BULLETS}] +")
_QUOTES = re.compile(r"\n[ \t]{0,3}(?:>[ \t]?)+")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~$])")
_MARKED_UP = re.compile(rf"[<>!*_~`\\&{SIGNS}]")
"""Without any of these there is no markup; most sentences have none, and each pattern costs a walk through them."""

_KEYCAP = re.compile(r"(\d)\ufe0f?\u20e3[ \t]*")
_BRACKETS = re.compile(r"[()\[\]（）【】]")
_BLANKS = str.maketrans(SIGNS, " " * len(SIGNS))
_CODE = re.compile(r"`([^`\n]{1,300})`")


def plain_wiki_links(text: str) -> str:
    """Return the lines of a text with the words of links as wikis write them; other double brackets stay.

    >>> plain_wiki_links("- [[Owls at night]] and [[gulls.md|Gulls]]"), plain_wiki_links('[["Owls"], [1]]')
    ('- Owls at night and Gulls', '[["Owls"], [1]]')
    """
    if "[[" not in text:
        return text
    lines = text.split("\n")
    return "\n".join(line if line.lstrip().startswith("[[") else _WIKI_LINK.sub(r"\1", line) for line in lines)


def plain_keycaps(text: str) -> str:
    """Return the text with numbers in boxes as numbers of a list.

    >>> plain_keycaps("1\ufe0f\u20e3 Owls")
    '1. Owls'
    """
    return _KEYCAP.sub(r"\1. ", text) if "\u20e3" in text else text


def without_markup(text: str) -> str:
    """Text on one line without inline Markdown, HTML tags, entities and empty brackets.

    >>> without_markup("**Owls** <i>at</i> night &amp; day ( ) .")
    'Owls at night & day.'
    """
    if _MARKED_UP.search(text):
        text = _unmarked(text)
    text = " ".join(text.split())
    if _BRACKETS.search(text):
        if "," in text or ";" in text:
            text = _HANGING.sub("", text)
        text = " ".join(_EMPTY.sub("", text).split())
    if _SPACED_MARK.search(text):
        text = _BEFORE_MARK.sub("", text)
    if _DOUBLED.search(text):
        text = _DOUBLE.sub(r"\1", text)
    text = text.strip()
    return _BULLET.sub("", text) if text[:1] in _BULLETS else text


def _unmarked(text: str) -> str:
    text = _IMAGE.sub(" ", _QUOTES.sub("\n", text))
    if "<" in text:
        text = _TAG.sub("", text)
    text = text.translate(_BLANKS)
    text = _CODE.sub(r"\1", text)
    text = _ESCAPE.sub(r"\1", _EMPHASIS.sub("", text))
    return html.unescape(text) if "&" in text else text
