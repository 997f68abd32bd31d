"""Repairs of strings that a LaTeX decoder broke before they were published (specs: the lists of ReportBench v1.1).

That decoder stripped braces first. So `{\\'\\i}a` became a backslash and "á" (the letter under the accent is lost, the
accent sits on the next one), `\\kappa` became "ąppa" (`\\k` is the ogonek), `\\url` "r̆l", and `$\\{$` `$\\$`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from litgauge.tasks.text import clean_text, clean_title

_Replacement = str | Callable[[re.Match[str]], str]
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_DASHES = re.compile(r"-{2,}")
_ET_AL = re.compile(r"\band\s+et\.?\s+al\b\.?", re.IGNORECASE)


@dataclass(frozen=True)
class Repaired:
    """A string and the rules that changed it, in the order in which they did."""

    text: str
    rules: tuple[str, ...]


def _bare(accented: str) -> str:
    return unicodedata.normalize("NFD", accented)[0]


_BROKEN: tuple[tuple[re.Pattern[str], _Replacement], ...] = (
    # commands whose first letters are an accent or a letter of their own
    (re.compile(r"[rŗ]\u0306l(?=https?:|www\.)"), ""),
    (re.compile(r"e\u030alax\s*"), ""),
    (re.compile(r"ınfty(?![a-z])"), r"\\infty "),
    (re.compile(r"Łambda(?![a-z])"), r"\\Lambda "),
    (re.compile(r"ąppa(?![a-z])"), r"\\kappa "),
    (re.compile(r"ıfmmode[^$]{0,300}?\\else\s*([^\\]*)\\(?:fi)?"), r"\1"),
    # braces that were escaped, and stripped together with what they held apart
    (re.compile(r"\$\\\$(.*?)\$\\\$"), r"\1"),
    (re.compile(r"\$\\backslash\$([A-Za-z]+)"), r"$\\\1$"),
    (re.compile(r"\\([A-Z]{2,})\\(?=[a-z\s:-]|$)"), r"\1"),
    (re.compile(r"\\textasciicircum(?=\d)"), "^"),
    (re.compile(r"_\\(?:textrm|mathrm|text)([A-Za-z]+)"), r"_{\1}"),
    (re.compile(r"\\(?:ensuremath|mathcal|mathrm|mathbf|textrm|textbf|textit|emph|text(?=[A-Z]))\s*"), ""),
    # accents that lost their letter
    (re.compile(r"(?<=i)\\(?:'c?)?,\u0301\s*"), "ć, "),
    (re.compile(r"(?<=i)\\'\s\u0301(?=[A-ZŠŽČ])"), "ć, "),
    (re.compile(r"(?<=i)\\'c,?\s?(?=[A-ZŹŚÁÍ])([A-ZŹŚÁÍ])"), lambda match: f"ć, {_bare(match[1])}"),
    (re.compile(r"(?<=[b-df-hj-np-tv-z])\\',\u0301\s*"), "ía, "),
    (re.compile(r"(?<=[b-df-hj-np-tv-z])\\'-\u0301"), "ía-"),
    (re.compile(r"\\'i\s\u0301(?=[A-Z])"), "ía, "),
    (re.compile(r"\\'ıańd(?=\s)"), "ía and"),
    (re.compile(r"\\'\s\u0301"), "í "),
    (re.compile(r"(?<=Jos)\\\s\u0301"), "é "),
    (re.compile(r"\\ŉ"), "ń"),
    (re.compile(r"(?<=i)\\([ḱĺḿńṕŕśź])"), lambda match: f"á{_bare(match[1])}"),
    (re.compile(r"\\([áéóúḱĺḿńṕŕśźǵ])"), lambda match: f"í{_bare(match[1])}"),
    (re.compile(r"\\'(?=[áéíóúÁÉÍÓÚ])"), ""),
    (re.compile(r"\\n\u0308"), "ön"),
    (re.compile(r"\\([äëïöüÄËÏÖÜ])"), r"\1"),
    (re.compile(r"\"\u0308(\w)"), "\\1\u0308"),
    (re.compile(r"ı(?=[\u0300-\u036f])"), "i"),
    (re.compile(r"(\d)\u0302"), lambda match: match[1].translate(_SUPERSCRIPTS)),
    # quotation marks
    (re.compile(r"(``|“)([^“”″]*)″"), r"\1\2”"),
    (re.compile(r"\ufffd+"), ""),
    (re.compile(r"\\(?=\s)"), ""),
)


def repair_broken(text: str) -> str:
    """Return the string with what the broken decoder left put right, as far as it can be known."""
    if text.isascii() and "\\" not in text:
        return text
    # One form for all, except for U+0149, which NFC leaves alone.
    repaired = unicodedata.normalize("NFC", text)
    for pattern, replacement in _BROKEN:
        repaired = pattern.sub(replacement, repaired)
    repaired = unicodedata.normalize("NFC", repaired)
    return repaired if repaired != unicodedata.normalize("NFC", text) else text


def repair_names(raw: str) -> str:
    """A name list with broken strings put right, hyphens for dashes, and "et al." as BibTeX writes it."""
    return _ET_AL.sub("and others", _DASHES.sub("-", repair_broken(raw)))


def repair_text(raw: str, *, title: bool = False) -> Repaired:
    """A string as a person would type it, and by which rules: line-break, broken-decoding, latex, stray-ending."""
    lined = " ".join(raw.split())
    mended = repair_broken(lined)
    plain = clean_text(mended)
    # Each step starts from what is still LaTeX: decoding twice would take a decoded "$" for the start of a formula.
    steps = [("line-break", lined), ("broken-decoding", mended), ("latex", plain)]
    if title:
        steps.append(("stray-ending", clean_title(mended)))
    rules, text = [], raw
    for rule, after in steps:
        if after and after != text:
            rules.append(rule)
            text = after
    return Repaired(text, tuple(rules))
