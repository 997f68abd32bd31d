"""Survey's own arXiv id or DOI in a text, however it is spelled."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from litgauge.tasks.records import Survey
from litgauge.tasks.text.identifiers import normalise_arxiv_id, normalise_doi


def own_address_in(text: str, survey: Survey) -> str | None:
    """Return the first place in the text that leads to the survey by number.

    Bare, in an address, with or without a version.

    Full-width digits, invisible characters, percent signs of addresses and a blank after the point hide nothing.
    """
    shown = unicodedata.normalize("NFKC", unquote(text))
    shown = "".join(sign for sign in shown if unicodedata.category(sign) != "Cf")
    matches = (re.search(pattern, shown, re.IGNORECASE) for pattern in _patterns(survey))
    return next((match[0] for match in matches if match), None)


def _patterns(survey: Survey) -> list[str]:
    patterns = []
    if arxiv_id := normalise_arxiv_id(survey.survey_id):
        archive, _, number = arxiv_id.rpartition("/")
        if archive:
            patterns.append(rf"(?<![\w-]){re.escape(archive)}(?:\.[a-z-]+)?\s?[/:]\s?{number}(?!\d)")
        else:
            patterns.append(rf"(?<!\d)(?<!\d\.){number[:4]}(?:\s?[._-]\s?|\s){number[5:]}(?!\d)")
    if doi := normalise_doi(survey.doi or ""):
        prefix, _, suffix = unicodedata.normalize("NFKC", doi).partition("/")
        patterns.append(rf"(?<!\d)(?<!\d\.){re.escape(prefix)}\s?/\s?{re.escape(suffix)}(?!\w)")
    return patterns
