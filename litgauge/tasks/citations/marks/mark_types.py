"""Types of citation marks, and the numbers in them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from litgauge.tasks.records.scoring import MarkerKind


@dataclass(frozen=True, slots=True)
class Mark:
    """One citation mark; a mark that names several numbers or names is one mark with several targets."""

    kind: MarkerKind
    start: int
    end: int
    words: str  # the anchor text of a link, else ""
    url: str | None  # as it stands; None where the mark points to a list
    targets: tuple[str, ...] = ()  # labels in the list ("3"), or "surname year" for names
    sure: bool = True  # False: a citation only if the list knows a target


LEAD = (
    r"(?:(?:citation|cite|ref(?:erence)?|source|web|search|doc(?:ument)?|page|webpage|url"
    r"|网页|来源|引用|参考|文献|资料)s?[._]?\s{0,2}[:：-]?\s{0,2}#?)"
)
"""Words before a number in a mark: "ref_1", "cite: 1", "web:3", "来源1"."""

SURE_LEAD = re.compile(r"(?:citation|cite|ref(?:erence)?|source|web|来源|引用)", re.IGNORECASE)
"""Of these, what can be nothing but a citation."""

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻˒‚", "0123456789-,,")
"""Raised digits, and what stands between them, to what they mean."""

NUMBER = r"\d{1,4}"
RANGE = r"\s{0,2}(?:[,;，、；&]|[-–—‑−~]|\bto\b|\band\b)\s{0,2}"
NUMBERS = rf"{NUMBER}(?:{RANGE}(?:\^|#|{LEAD})?{NUMBER}){{0,60}}"


def numbers(text: str) -> tuple[str, ...]:
    """Return the numbers of a mark with its ranges filled in: "1, 3-5" gives 1 3 4 5.

    A range backwards or of over 100 is two.

    >>> numbers("1, 3–5")
    ('1', '3', '4', '5')
    """
    numbers_read: list[str] = []
    at = 0
    for part in re.finditer(NUMBER, text):
        gap = text[at : part.start()]
        at = part.end()
        first, last = int(numbers_read[-1]) if numbers_read else 0, int(part[0])
        if numbers_read and re.search(r"[-–—‑−~]|\bto\b", gap) and first < last <= first + 100:
            numbers_read.extend(str(number) for number in range(first + 1, last + 1))
        else:
            numbers_read.append(str(last))
    return tuple(dict.fromkeys(numbers_read))
