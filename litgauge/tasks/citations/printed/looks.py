"""Appearance of a piece of a printed reference: a venue, a note, prose, capitals."""

from __future__ import annotations

import re

_ANY_OF = {
    "url": r"""(?:url|doi|https?|www\.|eprint|10\.\d{4}|isbn|issn|abs/\d)\b  https?://
        available(?::|\s+(?:at|from|on|online|in|via|as)\b)
        ar[xX]iv\s*(?::|preprint|$)  \d{4}\.\d{4,5}  corr\b""",
    "thesis": r"""(?:ph\.?\s?d|doctoral|master|m\.?\s?s\.?c|bachelor|diploma?)\w*\.?\W+(?:thesis|dissertation)
        (?:tech(?:nical)?\.?|research|internal)\s+rep  tech\.\s?rep  working\spaper  white\spaper  unpublished  thesis
        dissertation  preprint  report\b""",
    "edition": r"""(?:\d+(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|revised)\.?\s+(?:edition|edn?\b|aufl)
        edition  edn\b""",
    "note": r"""accessed  retrieved  last\s  visited  online  note  see\b  cited  submitted  accepted  to\sappear
        in\spress  personal  private  software  version  translat  edited  editors?\b  eds?\b  hrsg  org\b""",
    "in": r"in:?(?:\s|$)",
    "volume": r"""(?:vol(?:ume)?|no|number|nr|pp?|pages?|issue|band|bd|chap(?:ter)?|art(?:icle)?|sec)\.?\s*\d
        (?:part|t|v|s|seiten)\.?\s*\d  [A-Z]{0,2}\d+\s*(?:\(|[A-Z]?$|[–-])  \d""",
    "meeting": r"""(?:in\s+)?(?:the\s+)?(?:\d{4}\s+)?(?:\d+(?:st|nd|rd|th)\s+)?(?:\w+\s+)?proc(?:eedings|\.)
        (?:in\s+)?(?:the\s+)?(?:\d{4}\s+)?(?:\d+(?:st|nd|rd|th)\s+)?(?:\w+\s+){0,3}(?:conference|symposium|workshop)
        (?:in\s+)?(?:the\s+)?(?:\w+\s+){0,2}(?:meeting|congress)
        advances\sin  lecture\snotes  neurips  nips  icml  iclr  cvpr  acl\b""",
    "journal": r"""(?:the\s+)?(?:journal|annals|nature|science|monthly|american|european|bulletin|review|letters)
        j\.  ieee  acm  trans(?:actions|\.)  ann\.  phys(?:ical|ics)?\b  proc\b  bull\.  rev\.  lett\.  comm\.
        communications  int(?:ernational|\.)\sj  archives  acta  zeitschrift  computers  plos  mon\.  amer\.
        astro\w*\.?\s+j  nuclear  nucl\.  studies\sin""",
}
"""Alternatives between blanks; what comes first wins."""
_PRESS = """press publish\\w* springer elsevier wiley verlag universit\\w+ inc ltd gmbh o'reilly mcgraw addison prentice
    kluwer birkh\\w+ north.holland academic society institute association foundation corporation laborator\\w+
    department agency"""
_LOOKS = re.compile(
    "|".join(
        f"(?P<{name}>{'|'.join(alternatives.split())})"
        for name, alternatives in (*_ANY_OF.items(), ("press", f".*\\b(?:{'|'.join(_PRESS.split())})\\b"))
    ),
    re.IGNORECASE,
)
_SMALL = frozenset("of the and for in on to a an der die das de la et für und with &".split())  # noqa: SIM905
_ACRONYM = re.compile(r"(?=.*[A-Z].*[A-Z])[A-Z][\w&+]{0,2}[A-Z&+][\w&+]{0,3}")
_WORD = re.compile(r"[^\W\d_][\w’'.-]*")


def look(text: str) -> str:
    """Return the name of what a piece looks like, with # where it ends in a digit.

    >>> look("Proceedings of the 3rd Workshop on Kites"), look("Kites in a steady wind"), look("Wind Engineering 12")
    ('meeting', 'sentence', 'capitals#')
    """
    if (match := _LOOKS.match(text)) and match.lastgroup:
        return match.lastgroup
    words = _WORD.findall(text)
    if not words:
        return "nothing"
    if sum(word.endswith(".") for word in words) * 2 >= len(words) and len(words) > 1:
        return "abbreviated"
    content = [word for word in words if word not in _SMALL]
    lower = sum(word[0].islower() for word in content)
    ends = "#" if text[-1].isdigit() else ""
    if len(words) == 1 and _ACRONYM.fullmatch(text.strip()):
        return "acronym"
    if lower == 0:
        return ("word" if len(content) == 1 else "capitals" if len(content) < 5 else "Capitals") + ends
    if text[0].islower():
        return "lower" + ends
    return ("sentence" if lower * 2 >= len(content) else "mixed") + ends
