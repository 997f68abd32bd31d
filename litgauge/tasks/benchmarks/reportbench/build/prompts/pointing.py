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
    r"|\bthe (?:paper|article|survey|review|overview|study|manuscript|preprint) (?:says?|said|concludes?"
    r"|concluded|argues?"
    r"|argued|claims?|claimed|states?|stated|found|finds|writes|reported|covered|listed|proposed)\b"
    r"|\b(?:what|which|everything|all|as|topics?|works?|points?|papers?|methods?|aspects?|areas?)"
    r" (?:that )?(?:the|this|that) "
    r"(?:paper|article|survey|review|overview|study) (?:covers|lists|cites|discusses|includes|describes|shows|does)\b"
    r"|\b(?:an?|the|one) (?:(?:recent|existing|published|well-known|certain|particular|known|famous|popular"
    r"|influential"
    r"|comprehensive|(?:19|20)\d\d|widely[ -]cited|arxiv)[ ,]+){1,3}(?:survey|review|overview|paper|article"
    r"|preprint)\b"
    r"[^.;\n]{0,80}\b(?:covers|covered|discusses|addresses|does|did|answers|summari[sz]es|treats|appeared|exists)\b"
    r"|(?:^|[.;:,!?] |\band |\bplease |\bthen |\bto )"
    r"(?:reproduce|recreate|re-create|replicate|imitate|mirror|paraphrase|reconstruct|rebuild|rewrite) "
    r"(?:it\b|its \w|(?:an?|the|that|this|one) (?:\w+ ){0,4}(?:survey|review|overview|paper|article|preprint)\b)"
    r"|\b(?:cet article|cette (?:revue|\u00e9tude|enqu\u00eate|publication)|l'article (?:dit|pr\u00e9sente"
    r"|couvre|propose)"
    r"|les auteurs|dieser? (?:artikel|arbeit|aufsatz|\u00fcberblick|studie|\u00fcbersicht)"
    r"|diese[snm] (?:artikels?|aufsatz"
    r"|\u00fcberblick)|die autoren|der artikel|este (?:art\u00edculo|trabajo|estudio)|esta (?:revisi\u00f3n|encuesta)"
    r"|el art\u00edculo|los autores|quest[oa] (?:articolo|rassegna)|gli autori|este artigo|os autores)\b"
    r"|(?:\u672c|\u8be5|\u8fd9\u7bc7|\u6b64|\u90a3\u7bc7)(?:\u6587|\u7efc\u8ff0|\u8bba\u6587|\u6587\u7ae0)"
    r"|\u4f5c\u8005"
    r"|\b(?:\u044d\u0442\u0430 \u0441\u0442\u0430\u0442\u044c\u044f|\u0430\u0432\u0442\u043e\u0440\u044b)\b"
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
