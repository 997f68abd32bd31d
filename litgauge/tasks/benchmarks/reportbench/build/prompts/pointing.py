"""Words by which a prompt points at the survey it was made of, as if its reader had it at hand."""

from __future__ import annotations

import re

_WANTED = r"(?:should|shall|must|has to|needs? to|ought|is to|will|would|can|could|may)\b"
"""Words that follow where the text that is asked for is meant: "this review should also cover"."""

_MAKING = (
    r"(?<!need )(?<!want )(?<!like )(?<!write )(?<!writing )(?<!draft )(?<!drafting )(?<!prepare )(?<!preparing )"
    r"(?<!structure )(?<!organise )(?<!organize )(?<!conduct )(?<!conducting )(?<!compile )(?<!in )(?<!for )"
    r"(?<!during )"
)
_POINTING = re.compile(
    rf"\bthis (?:paper|article|manuscript|preprint|publication|book chapter)\b(?! {_WANTED})"
    rf"|{_MAKING}\bthis (?:survey|review|overview|study)\b(?! (?:{_WANTED}|focus|requires|aims))"
    r"|\b(?:the|this) (?:present|given|provided|attached|enclosed|original|source|underlying|said|above"
    r"|aforementioned) (?:paper|article|survey|review|overview|study|manuscript|text|abstract|document)\b"
    r"|\bthe (?:paper|article|survey|review|text|abstract|document) (?:above|below|provided|given)\b"
    r"|\bthe (?:paper|article|survey|review|manuscript|preprint)'s\b"
    rf"|\b(?:in|of|by|from|to) the (?:paper|article|manuscript|preprint)\b"
    rf"(?![ -](?:{_WANTED}|and pulp|industry|mill|web))"
    r"|\baccording to the (?:paper|article|survey|review|abstract|text)\b"
    r"|\bthe authors\b(?!'? of (?!(?:this|the) (?:work|paper|article|survey|review|study)\b))"
    r"|\bour (?:paper|article|survey|review|manuscript)\b"
    r"|\b(?:Section|Table|Figure|Fig\.) [1-9]\d?(?:\.\d+)*(?![\w.])",
    re.IGNORECASE,
)


def pointing_in(text: str) -> str | None:
    """Return the first words that point at a text nobody but the prompt's writer has.

    "The survey should", "this review must" and "the authors of earlier surveys" speak of other texts.

    >>> pointing_in("Say what this paper found."), pointing_in("This review should be short.")
    ('this paper', None)
    """
    match = _POINTING.search(" ".join(text.replace("\u2019", "'").split()))
    return match[0] if match else None
