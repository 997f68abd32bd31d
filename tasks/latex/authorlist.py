"""Printed author lists: is this one, and who is in it. Groups in braces are kept, they hold a name together."""

from __future__ import annotations

import re

from tasks.records.surveys import PersonName
from tasks.text import clean_text, split_names

_INITIAL = r"[A-ZÀ-ÞŁŚŻŠČĆĐ](?:[a-z]{0,2}\.)?"
_INITIALS_ONLY = re.compile(rf"(?:{_INITIAL}[\s.-]*){{1,6}}(?:,?\s*(?:Jr|Sr|II|III|IV)\.?)?")
_VANCOUVER = re.compile(
    r"(?P<family>[^,.]{2,60}?)\s+(?P<given>[A-ZÀ-Þ]{1,4}(?:-[A-Z])?|(?:[A-ZÀ-Þ]\.?[\s-]?){1,5})(?:\s+(?P<jr>Jr|Sr|II|III)\.?)?"
)
_SEPARATOR = re.compile(r"\s*;\s*(?:and\s+|&\s*)?|,?\s+(?:and|und|et|u\.|AND)\s+|,?\s*&\s*|,\s*")
_CONJUNCTION = re.compile(r"(?:^|\s+)(?:and|und|et|AND|y|i)\s+|\s*&\s*")
_ET_AL = re.compile(
    r"[\s,(]*\b(?:et\.?\s*al\b|u\.\s?a\b|and others\b|and co-?workers\b)[.,;:\s]*(?:[\[(][^\[\]()]{0,80}[\])])?[.,"
    r";:\s]*$",
    re.IGNORECASE,
)
_EDITORS = re.compile(r"[\s,(]*\b(?:\(?eds?\b\.?\)?|\(?editors?\b\)?|\(?hrsg\b\.?\)?)[\s.,)]*$", re.IGNORECASE)
_BODY = re.compile(
    r"\b(?:collaborations?|groups?|teams?|consorti(?:um|a)|communit(?:y|ies)|foundation|association|society|developers|contributors|maintainers|"
    r"alliance|institut(?:e|ion)|university|committee|council|organi[sz]ation|inc|ltd|gmbh|b\.v|corporation|labs|project|agency|network|"
    r"department|ministry|centre|center|working|office|board|commission|authors|initiative|partners|union|press|company|corp|llc)\b",
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
    "e Science Journal See For "
    "Available Online Private Preprint arXiv Eur Appl Chem Comput Mod Rep Nuovo Cim".split()
)
"""Words of journals and notes that are no names."""
_STOP_TITLE = frozenset(
    word.capitalize() for word in _STOP_WORDS - {"a", "an", "do", "can", "by", "new", "so", "its", "we", "how", "via"}
)
_PARTICLES = frozenset(
    "van von vander der den de la le du di da dos del della ten ter zu zur el al bin ibn af av y e i do das und "  # noqa: SIM905
    "and et d v.".split()
)
_NAME_WORD = re.compile(r"(?:[^\W\da-z_]|[a-z]{1,2}['’]?[A-Z])[\w'’.\-‐–]*|[A-Z]\.?|\w+-\w+")
_YEAR_END = re.compile(
    r"[\s,.(\[]*(?:(?:19|20|18)\d\d[a-z]?|n\.\s?d\.|\?{4}[a-z]?)(?:,\s*[A-Z][a-zé]{2,8}\.?(?:\s*\d{1,2})?)?[)\].\s,]*$"
)
_FINAL_STOP = re.compile(r"(?<=[^\W\d_]{2}|[^\W\d_]\})\.$(?<!Jr\.)(?<!Sr\.)")
LONGEST_NAME = 200


def looks_like_authors(text: str, *, marked: bool = False) -> bool:
    """Whether a printed text may be a list of people: names, initials and separators.

    Where markup says that the list ends here (`marked`), odd names among many and bodies of any name pass too.
    """
    core = _bare(text).replace("{", "").replace("}", "")
    if not core:
        return _ET_AL.search(text) is not None
    if len(core) > 20_000:
        return False
    pieces = _pieces(core)
    good = sum(_name_like(piece) for piece in pieces)
    if good == len(pieces):
        return True
    if not marked:
        return len(pieces) > 5 and good >= 0.9 * len(pieces) and _name_like(pieces[-1])
    if len(pieces) > 2:
        return good >= 0.6 * len(pieces)
    return len(core.split()) <= 8 and re.search(r"\d{3}", core) is None


def piece_kind(text: str) -> str:
    """What stands between two boundaries of a printed reference, as one letter.

    I initials only, N names with initials, n names without, b a body (a collaboration, a company), A "et al.",
    - one word in lower case, x anything else. A trailing & says that a conjunction stands between or before names.
    """
    core = " ".join(text.replace("{", " ").replace("}", " ").split()).strip(" .,;:()")
    if not core:
        return "x"
    if _ET_AL.fullmatch(core):
        return "A"
    joined = _CONJUNCTION.search(core) is not None
    core = _ET_AL.sub("", core)
    core, cut = _EDITORS.sub("", core).strip(" ,;:"), ""
    if len(core) > 120 or not core:
        return "x"
    pieces = [piece.strip(" .") for piece in _CONJUNCTION.split(core) if piece.strip(" .")]
    if not pieces or not all(_name_like(piece) or _INITIALS_ONLY.fullmatch(piece) for piece in pieces):
        return "x"
    if all(_INITIALS_ONLY.fullmatch(piece) for piece in pieces):
        cut = "I"
    elif any(is_body(piece) for piece in pieces):
        cut = "b"
    else:
        cut = "N" if has_initials(core) else "n"
    return cut + ("&" if joined else "")


def has_initials(text: str) -> bool:
    """Whether a name is written with initials."""
    return re.search(r"\b[A-ZÀ-Þ](?:\.|\b(?!['’]))", text) is not None


def is_body(text: str) -> bool:
    """Whether a name is that of a collaboration, a company or the like."""
    return _BODY.search(text) is not None


def printed_names(text: str) -> tuple[tuple[PersonName, ...], bool]:
    """The people of a printed list in its order, and whether it is cut off ("et al.")."""
    et_al = _ET_AL.search(text) is not None
    core = _bare(text)
    if not core:
        return (), et_al
    if ";" in core or " / " in core:
        people = [_one(piece) for piece in re.split(r"\s*;\s*(?:and\s+|&\s*)?|\s+/\s+", core)]
        return tuple(person for person in people if person.family), et_al
    pieces = _pieces(core)
    inverted = (
        len(pieces) > 1 and _INITIALS_ONLY.fullmatch(pieces[1]) is not None and not _INITIALS_ONLY.fullmatch(pieces[0])
    )
    turned = not inverted and _turned(pieces)
    people, position = [], 0
    while position < len(pieces):
        following = pieces[position + 1] if position + 1 < len(pieces) else ""
        if following and (_INITIALS_ONLY.fullmatch(following) or (position == 0 and turned)):
            people.append(_person(f"{pieces[position]}, {following}"))
            position += 2
        elif following and re.fullmatch(r"(?:Jr|Sr|II|III|IV)\.?", following):
            people.append(
                _person(f"{{{pieces[position].split()[-1]}}}, {following}, {' '.join(pieces[position].split()[:-1])}")
            )
            position += 2
        else:
            people.append(_one(pieces[position]))
            position += 1
    dotted = "." in core
    return tuple(_with_stop(person, dotted) for person in people if person.family), et_al


def _with_stop(person: PersonName, dotted: bool) -> PersonName:
    """The stop of a last initial belongs to the name, that of a family name does not."""
    given = f"{person.given}." if dotted and re.search(r"(?:^|[\s.-])[A-ZÀ-Þ]$", person.given) else person.given
    family = person.family.removesuffix(".") if re.fullmatch(r"[\w'’ -]{3,}\.", person.family) else person.family
    return PersonName(family, given)


def _turned(pieces: list[str]) -> bool:
    """Whether only the first name is turned: "Färber, Michael, Carsten Menne, and Achim Rettinger"."""
    if len(pieces) < 2 or _BODY.search(pieces[0]) or (pieces[0].startswith("{") and " " in pieces[0]):
        return False
    family = [word for word in pieces[0].split() if word not in _PARTICLES]
    given = pieces[1].split()
    if len(family) != 1 or has_initials(family[0]) or _BODY.search(pieces[1]):
        return False
    if len(given) == 1:
        return True
    return (all(_INITIALS_ONLY.fullmatch(word) for word in given[1:]) and len(pieces) == 2) or all(
        re.fullmatch(_INITIAL, word) for word in given[1:]
    )


def _bare(text: str) -> str:
    core = _YEAR_END.sub("", " ".join(text.split()))
    core = _ET_AL.sub("", core)
    core = _EDITORS.sub("", core).strip(" ,;:")
    return _FINAL_STOP.sub("", core)


def _pieces(core: str) -> list[str]:
    """The names between separators that stand outside braces."""
    if "{" not in core:
        return [piece for part in _SEPARATOR.split(core) if (piece := part.strip(" ,;")) and piece != "."]
    hidden = re.sub(
        r"\{[^{}]*\}", lambda found: found.group().replace(",", "\0").replace(" ", "\1").replace("&", "\2"), core
    )
    return [part.replace("\0", ",").replace("\1", " ").replace("\2", "&") for part in _pieces_of_plain(hidden)]


def _pieces_of_plain(core: str) -> list[str]:
    return [piece for part in _SEPARATOR.split(core) if (piece := part.strip(" ,;")) and piece != "."]


def _name_like(piece: str) -> bool:
    words = piece.replace("~", " ").split()
    if not words or len(words) > 7 or re.search(r"\d", piece):
        return False
    if _BODY.search(piece):
        return len(words) < 7
    bare = [word.strip(".,()") for word in words]
    if any(
        word in _STOP_WORDS or word in _STOP_TITLE or word in _JOURNAL_WORDS for word in bare if word not in _PARTICLES
    ):
        return False
    named = [word for word in words if word not in _PARTICLES]
    return bool(named) and all(_NAME_WORD.fullmatch(word.strip("()")) for word in named)


def _one(piece: str) -> PersonName:
    if len(piece) > LONGEST_NAME:
        return PersonName(clean_text(piece.replace("{", "").replace("}", "")), "")
    if "," in piece and not piece.startswith("{"):
        return _person(piece)
    if _BODY.search(piece) and not has_initials(piece):
        return PersonName(clean_text(piece), "")
    found = _VANCOUVER.fullmatch(piece)
    if found and re.search(r"\w[^\W\d_]", found["family"]):
        given = f"{found['given']} {found['jr'] or ''}".strip()
        return PersonName(clean_text(found["family"]), given)
    return _person(piece)


def _person(name: str) -> PersonName:
    people, _ = split_names(re.sub(r"\s(and)\s", r" {\1} ", name[:LONGEST_NAME]))
    return people[0] if people else PersonName("", "")
