"""Whether a span stands in a text, and where: word by word, whatever line breaks, quotes and dashes became."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from tasks.benchmarks.taxobench.inputs.text import PaperText

FEWEST_WORDS = 3
"""Of a span; a shorter one says nothing of where it was taken from."""
_SIGNS = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "`": "'",
                        "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "\u00ad": None})  # fmt: skip
_BLANKS = re.compile(r"\s+")


class FoundSpan(NamedTuple):
    """A span as it stands in the text, and in which part of it."""

    text: str
    place: str


def find_span(span: str, paper: PaperText) -> FoundSpan | None:
    """The span as the paper has it, with "title", "abstract" or the heading it stands under; None if it does not.

    Letters must be the same, but for case; white space, quotes and dashes may be written in another way.
    """
    wanted = _told(span.strip().strip("\"'“”‘’"))[0].strip().rstrip(".")
    if len(wanted.split()) < FEWEST_WORDS:
        return None
    for place, text in paper.parts:
        plain, at = _told(text)
        start = plain.find(wanted)
        if start >= 0:
            stop = at[start + len(wanted) - 1] + 1
            return FoundSpan(_BLANKS.sub(" ", text[at[start] : stop]), place)
    return None


def _told(text: str) -> tuple[str, list[int]]:
    """The text in the form in which spans are compared, and where each of its letters stands."""
    plain: list[str] = []
    at: list[int] = []
    blank = True
    for position, letter in enumerate(text):
        for sign in unicodedata.normalize("NFKC", letter.translate(_SIGNS)).casefold():
            if sign.isspace():
                if blank:
                    continue
                sign = " "
            blank = sign == " "
            plain.append(sign)
            at.append(position)
    return "".join(plain), at
