"""Kind of text between two boundaries of a printed reference: names, a body, initials, or something else."""

from __future__ import annotations

import re

INITIAL = r"[A-ZÀ-ÞŁŚŻŠČĆĐЀ-Я](?:[a-zа-я]{0,2}\.)?"
INITIALS_ONLY = re.compile(
    rf"(?:{INITIAL}(?:[\s.-]+|(?<=\.)|$)){{1,6}}(?:,?\s*(?:Jr|Sr|II|III|IV)\.?)?|[A-ZÀ-ÞŁŚŻŠČĆĐЀ-Я]{{2,3}}|[A-ZÀ-ÞЀ-Я]{{1,2}}-[A-ZÀ-ÞЀ-Я]"
)
_CONJUNCTION = re.compile(r"(?:^|\s+)(?:and|und|et|AND|og|en|och|и|y|i)\s+|(?:^|\s+)&\s*")
ET_AL = re.compile(
    r"(?<![\s,(])[\s,(]*+\b(?:et\.?\s*al\b|u\.\s?a\b|and others\b|and co-?workers\b)[.,;:\s]*"
    r"(?:[\[(][^\[\]()]{0,80}[\])])?[.,;:\s]*$",
    re.IGNORECASE,
)
EDITORS = re.compile(
    r"(?<![\s,(])[\s,(]*+\b(?:\(?eds?\b\.?\)?|\(?editors?\b\)?|\(?hrsg\b\.?\)?)[\s.,)]*$", re.IGNORECASE
)
_CUT_OFF = re.compile(
    r"(?:al|a|others|workers|eds?|editors?|hrsg)[.,;:)\s]*(?:[\[(][^\[\]()]{0,80}[\])])?[.,;:)\s]*$", re.IGNORECASE
)
"""Possible "et al." or "eds.": a quick test before the exact patterns."""
_DIGIT = re.compile(r"\d")
BODY = re.compile(
    r"\b(?:collab(?:orations?)?|groups?|teams?|consorti(?:um|a)|communit(?:y|ies)|foundation|association|society|developers|contributors|maintainers|"
    r"alliance|institut(?:e|ion)|university|committee|council|organi[sz]ation|inc|ltd|gmbh|b\.v|corporation|labs|project|agency|network|"
    r"department|ministry|centre|center|working|office|board|commission|authors|initiative|partners|union|press|company|corp|llc|bureau|"
    r"forum|federation|authority|administration|academy|observatory|laborator(?:y|ies)|museum|standards|panel"
    r"|united nations|(?:world|central) bank|openai|google|nvidia|microsoft)\b",
    re.IGNORECASE,
)
_STOP_WORDS = frozenset(
    "the of for in on with using from to by as via at into a an is are how what why towards toward over under bet"  # noqa: SIM905
    "ween based do does can "
    "through during within without about against its their our we new study analysis method methods approach surv"
    "ey review learning "
    "model models data system systems introduction theory toward".split()
)
_JOURNAL_WORDS = frozenset(
    "Phys Rev Lett Nucl Math Trans Ann Proc Astron Astrophys Mon Int Comm Commun Acad Sci Amer Instrum Meth Natur"  # noqa: SIM905
    "e Science Journal See For Zh Eksp Teor Fiz Pisma Physik Zeitschrift "
    "Available Online Private Preprint arXiv Eur Appl Chem Comput Mod Rep Nuovo Cim".split()
)
"""Words of journals and notes that are no names."""
_STOP_TITLE = frozenset(
    word.capitalize() for word in _STOP_WORDS - {"a", "an", "do", "can", "by", "new", "so", "its", "we", "how", "via"}
)
PARTICLES = frozenset(
    "van von vander der den de la le du di da dos del della ten ter zu zur el al bin ibn af av y e i do das und "  # noqa: SIM905
    "and et d v. 't ’t".split()
)
_NAME_WORD = re.compile(r"(?:[^\W\da-z_]|[a-z]{1,2}['’]?[A-Z])[\w'’.\-‐–]*|[A-Z]\.?|\w+-\w+")


def piece_kind(text: str) -> str:
    """Return what stands between two boundaries of a printed reference, as one letter.

    I initials only, N names with initials, n names without, b a body (a collaboration, a company), A "et al." or
    "eds.", x anything else. A trailing & says that a conjunction stands between or before names.
    """
    core = " ".join(text.replace("{", " ").replace("}", " ").split()).strip(" .,;:()")
    if not core:
        return "x"
    core = core.removeprefix("by ")
    joined = _CONJUNCTION.search(core) is not None
    if _CUT_OFF.search(core):
        if ET_AL.fullmatch(core) or EDITORS.fullmatch(core):
            return "A"
        core = EDITORS.sub("", ET_AL.sub("", core)).strip(" ,;:")
    if len(core) > 120 or not core or _DIGIT.search(core):
        return "x"
    pieces = [piece.strip(" .") for piece in _CONJUNCTION.split(core) if piece.strip(" .")]
    if not pieces or not all(_name_like(piece) or INITIALS_ONLY.fullmatch(piece) for piece in pieces):
        return "x"
    if all(INITIALS_ONLY.fullmatch(piece) for piece in pieces):
        kind = "I"
    elif any(is_body(piece) for piece in pieces):
        kind = "b"
    else:
        kind = "N" if has_initials(core) else "n"
    return kind + ("&" if joined else "")


def has_initials(text: str) -> bool:
    """Return whether a name is written with initials."""
    return re.search(r"\b[A-ZÀ-ÞЀ-Я](?:\.|\b(?!['’]))", text) is not None


def is_body(text: str) -> bool:
    """Return whether a name is that of a collaboration, a company or the like."""
    return BODY.search(text) is not None


def _name_like(piece: str) -> bool:
    words = piece.replace("~", " ").split()
    if not words or len(words) > 7:
        return False
    if BODY.search(piece):
        return len(words) < 7
    bare = [word.strip(".,()") for word in words]
    if any(
        word in _STOP_WORDS or word in _STOP_TITLE or word in _JOURNAL_WORDS for word in bare if word not in PARTICLES
    ):
        return False
    named = [word for word in words if word not in PARTICLES]
    return bool(named) and all(_NAME_WORD.fullmatch(word.strip("()")) for word in named)
