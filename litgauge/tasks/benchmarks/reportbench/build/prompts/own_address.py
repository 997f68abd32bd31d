"""Survey's own arXiv id or DOI in a text, however it is spelled."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from litgauge.tasks.records import Survey
from litgauge.tasks.text.identifiers import normalise_arxiv_id, normalise_doi

_SPELLED = {
    word: str(digit)
    for digit, word in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"])
}
_SPELLED |= {"oh": "0", "slash": "/", "dot": ".", "point": "."}
_LEAST_SIGNS = 7
"""Letters and digits of a number that is compared without the signs between them."""


def own_address_in(text: str, survey: Survey) -> str | None:
    """Return the first place in the text that leads to the survey by number.

    Bare, in an address, with or without a version; full-width digits, invisible characters, percent signs of
    addresses, digits in words and signs or blanks between them hide nothing.
    """
    shown = unicodedata.normalize("NFKC", unquote(text))
    shown = "".join(sign for sign in shown if unicodedata.category(sign) != "Cf")
    read = re.sub(r"[A-Za-z]+", lambda word: _SPELLED.get(word[0].casefold(), word[0]), shown)
    for form in dict.fromkeys((shown, read)):
        for pattern in _patterns(survey):
            if match := re.search(pattern, form, re.IGNORECASE):
                return match[0]
    return None


def _patterns(survey: Survey) -> list[str]:
    patterns = []
    if arxiv_id := normalise_arxiv_id(survey.survey_id):
        archive, _, number = arxiv_id.rpartition("/")
        if archive:
            patterns.append(rf"(?<![\w-]){re.escape(archive)}(?:\.[a-z-]+)?\s?[/:]\s?{number}(?!\d)")
        else:
            patterns.append(rf"(?<!\d)(?<!\d\.){_spaced(number)}(?!\d)")
    if doi := normalise_doi(survey.doi or ""):
        prefix, _, suffix = unicodedata.normalize("NFKC", doi).partition("/")
        patterns.append(rf"(?<!\d)(?<!\d\.){_spaced(prefix)}\s?/\s?{_spaced(suffix)}(?!\w)")
        if sum(map(str.isalnum, suffix)) >= _LEAST_SIGNS and any(map(str.isdigit, suffix)):
            patterns.append(rf"(?<!\w){_spaced(suffix)}(?!\w)")
    return patterns


def _spaced(number: str) -> str:
    """Return a pattern of the number with any signs between its letters and digits."""
    return r"[\s._/()-]{0,3}".join(re.escape(sign) for sign in number if sign.isalnum())
