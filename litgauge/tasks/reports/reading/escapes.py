"""Marks and addresses that a converter escaped or set as code, or in other markup, made plain; offsets stay.

pandoc, Google Docs and some agents write `\\[1\\]`, `\\[[Kites](https://…)\\]`, ``(`https://…`)`` and `^[1](…)^`. What
holds a link, an address, a number of a list or names with a year is a citation and neither mathematics nor code.
"""

from __future__ import annotations

import re

_ESCAPED = re.compile(r"(?<!\\)(\\{1,3})([\[(])((?:[^\\\n]|\n(?!\s*\n)|\\(?![\[\]()\\])[^\n]){1,2000})\1([\])])")
_LINK_AS_FORMULA = re.compile(
    r"((?:\\?\$){1,2})((?:(?:[\s,;]|</?span\b[^<>]{0,200}>){0,4}"
    r"(?:\[[^\[\]$\n]{1,300}\]\((?:https?:|www\.|#)(?:[^()\s$]|\([^()\s$]{0,200}\)){1,2048}\)"
    r"|<a\s[^<>$]{1,2048}>[^<>$]{1,300}</a>)(?:</?span\b[^<>]{0,200}>){0,4}){1,20})\1(?![\d$])"
)
_CITES = re.compile(
    r"\]\((?:https?:|www\.|#)|https?://|\bwww\.[a-z]"
    r"|^\s?(?:\^|#|[A-Z]{1,2}|[A-Za-z]{2,10}[\s_:]{1,2})?\d{1,4}\^?(?:\s?[,;–-]\s?\^?#?[A-Z]{0,2}\d{1,4}\^?){0,60}\s?(?:[,:]\s?[a-z]{1,4}\.\s?[\w–-]{1,12})?$"
    r"|[^\W\d_]{2}[.,]{0,2}\s(?:19|20)\d\d[a-z]?\b"
)
_FORMULA = re.compile(r"\\[a-zA-Z]{2}|[=^_]\{|(?<!\w)[A-Za-z]_\w(?!\w)")
_CODED_ADDRESS = re.compile(r"(?<!`)`(\s?<?(?:https?://|www\.)[^\s`<>{}|*…]{3,2048}>?\s?)`(?!`)")
_CODED_WORDS = re.compile(r"\[`([^`\[\]\n]{1,300})`\](?=\()")
_RST_LINK = re.compile(r"(?<!`)`([^`<>\[\]\n]{1,300})\s<((?:https?://|www\.)[^\s`<>()]{3,2048})>`(__?)(?![\w`])")
_ORG_LINK = re.compile(r"\[\[((?:https?://|www\.)[^\s\[\]()]{3,2048})\]\[([^\[\]\n]{1,300})\]\]")
_RAISED = re.compile(
    r"\^(?!\[\d[\d,\s–-]{0,40}\]\^)((?:\\?\[){1,2}[^\[\]\n]{1,80}\\?\](?:\((?:[^()\s]|\([^()\s]{0,200}\)){1,2048}\)\]?)?)\^(?!\w)"
)
_NUMBER = re.compile(r"^([ \t]{0,8})(\d{1,3})\\([.)])(?=[ \t])", re.MULTILINE)


def without_escapes(text: str) -> str:
    r"""Return the text with such marks as an agent would write them, at their places.

    >>> without_escapes(r"It rains \[[A](https://a.example)\], see `https://b.example`.")
    'It rains  [[A](https://a.example)] , see  https://b.example .'
    >>> without_escapes("It rains (`A <https://a.example>`_), [[https://b.example][B]].")
    'It rains (  [A](https://a.example)),   [B](https://b.example).'
    """
    if ">`_" in text:
        text = _RST_LINK.sub(lambda link: f"{' ' * (1 + len(link[3]))}[{link[1]}]({link[2]})", text)
    if "][" in text:
        text = _ORG_LINK.sub(r"  [\2](\1)", text)
    if "`" in text:
        text = _CODED_WORDS.sub(r"[ \1 ]", _CODED_ADDRESS.sub(r" \1 ", text))
    if "^" in text:
        text = _RAISED.sub(r" \1 ", text)
    if "$[" in text or ("$<" in text and "<a " in text):
        text = _LINK_AS_FORMULA.sub(_in_brackets, text)
    if "\\" in text:
        text = _NUMBER.sub(r"\1 \2\3", _ESCAPED.sub(_plain, text))
    return text


def _in_brackets(match: re.Match[str]) -> str:
    blank = " " * (len(match[1]) - 1)
    return f"{blank}({match[2]}){blank}"


def _plain(match: re.Match[str]) -> str:
    escape, opening, words, closing = match.groups()
    cites = {"[": "]", "(": ")"}[opening] == closing and _CITES.search(words) and not _FORMULA.search(words)
    blank = " " * len(escape)
    return f"{blank}{opening}{words}{closing}{blank}" if cites else match[0]
