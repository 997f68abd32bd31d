"""People in printed author lists. Groups in braces stay together: each is one name."""

from __future__ import annotations

import re

from litgauge.tasks.citations.printed.name_kinds import (
    BODY,
    EDITORS,
    ET_AL,
    INITIAL,
    INITIALS_ONLY,
    PARTICLES,
    has_initials,
    is_body,
)
from litgauge.tasks.records.surveys import PersonName
from litgauge.tasks.text import clean_text, split_names

_VANCOUVER = re.compile(
    r"(?P<family>[^,.]{2,60}?)\s+(?P<given>[A-ZÀ-ÞЀ-Я]{1,4}(?:-[A-Z])?|(?:[A-ZÀ-ÞЀ-Я]\.?[\s-]?){1,5})(?:\s+(?P<jr>Jr|Sr|II|III)\.?)?"
)
_SEPARATOR = re.compile(
    r"\s*;\s*(?:and\s+|&\s*)?|,?\s+(?:and|und|et|u\.|AND|og|en|och|и|y(?=\s+[A-Z]\.)|(?<=\.\s)[yei])\s+|,?\s*&\s*|,\s*"
)
_YEAR_END = re.compile(
    r"(?<![\s,.(\[])[\s,.(\[]*+(?:(?:19|20|18)\d\d[a-z]?|n\.\s?d\.|\?{4}[a-z]?)(?:,\s*[A-Z][a-zé]{2,8}\.?(?:\s*\d{1,2})?)?[)\].\s,]*$"
)
_COLON_END = re.compile(r":[\s.:]*$")
_FINAL_STOP = re.compile(r"(?<=[^\W\d_]{2}|[^\W\d_]\})\.$(?<!Jr\.)(?<!Sr\.)")
_LABEL = re.compile(r"(?P<short>[^()]*)\(\W{0,3}(?:(?:1[5-9]|20)\d\d)?[^()]{0,40}\)(?P<all>[^()]*)$")
_JUNIOR = re.compile(r"^([^,{}]+?)\s+((?:Jr|Sr|II|III|IV)\.?),\s*(.+)$")
_COMPANY = re.compile(r",\s+((?:Inc|Ltd|LLC|Corp|GmbH|PLC)\b)")
_IN_BRACKETS = re.compile(
    r"\s*[\[(][^\[\]()]{0,80}\b(?:[Cc]ollab|[Cc]onsorti|[Gg]roup|[Tt]eam)[^\[\]()]{0,40}[\])]?(?=,|;|$|\s)"
)
"""For whom people write: "A. Ames [ATLAS Collaboration]"; it is none of them."""
_MORE = re.compile(r",?\s*(?:\.\.\.|…),?|,?\s+(?:and\s+)?\d+\s+(?:others|more)\b")
"""Words for names that are left out, and for those at the end that are not counted by name."""
_JUNIOR_END = re.compile(r"([^{}]*[^\s{},]),?\s+((?:Jr|Sr|II|III)\.?|IV)")
_JUNIOR_ALONE = re.compile(r"(?:Jr|Sr|II|III|IV)\.?")
_LAST_NAME = re.compile(r",?\s(?:and|&)\s[^,]{2,40},\s[^,]{2,40}$")
_CAPITAL_FAMILY = re.compile(r"[A-ZÀ-ÞЀ-Я][a-zà-ÿ][\w.’' -]*\s[A-ZÀ-ÞЀ-Я][A-ZÀ-ÞЀ-Я-]{3,}")
_WITH_PARTICLES = re.compile(
    rf"(?:{INITIAL}[\s-]*){{1,5}}(?<=[\s.])(?:(?:van|von|de|der|den|la|le|du|di|da|dos|ten|ter|zu|af)(?:\s|$)){{1,3}}"
)
LONGEST_NAME = 200


def printed_names(text: str) -> tuple[tuple[PersonName, ...], bool]:
    """Return the people of a printed list in its order, and whether it is cut off ("et al.")."""
    text = _COMPANY.sub(r" \1", _IN_BRACKETS.sub("", text) if _IN_BRACKETS.search(text, 3) else text)
    et_al = ET_AL.search(text) is not None or _MORE.search(text) is not None
    core = _bare(_MORE.sub("", text))
    if not core:
        return (), et_al
    if ";" in core or " / " in core:
        people = [_name(piece) for piece in re.split(r"\s*;\s*(?:and\s+|&\s*)?|\s+/\s+", core)]
        return tuple(person for person in people if person.family), et_al
    pieces = _pieces(core)
    if all_turned := _all_turned(core, pieces):
        return tuple(_person(f"{family}, {given}") for family, given in all_turned), et_al
    if any(_CAPITAL_FAMILY.fullmatch(piece) for piece in pieces):
        return tuple(_given_first(piece) for piece in pieces), et_al
    if len(pieces) == 2 and " " not in pieces[0] and "," not in core and BODY.search(pieces[1]):
        return (PersonName(clean_text(core.replace("{", "").replace("}", "")), ""),), et_al  # "Food and … Organization"
    pieces, juniors = _without_juniors(pieces)
    inverted = len(pieces) > 1 and _is_given(pieces[1]) and not INITIALS_ONLY.fullmatch(pieces[0])
    turned = not inverted and _turned(pieces)
    people, position = [], 0
    while position < len(pieces):
        following = pieces[position + 1] if position + 1 < len(pieces) else ""
        piece_count = 2 if following and (_is_given(following) or (position == 0 and turned)) else 1
        name = f"{pieces[position]}, {following}" if piece_count == 2 else pieces[position]
        person = _person(name) if piece_count == 2 else _name(name)
        junior = next((juniors[number] for number in range(position, position + piece_count) if number in juniors), "")
        people.append(PersonName(person.family, f"{person.given} {junior}".strip()) if junior else person)
        position += piece_count
    dotted = "." in core
    return tuple(_with_stop(person, dotted) for person in people if person.family), et_al


def _is_given(piece: str) -> bool:
    """True of initials, and of initials with the particles of a turned name: "Meer, K. van der"."""
    return INITIALS_ONLY.fullmatch(piece) is not None or _WITH_PARTICLES.fullmatch(piece) is not None


def _without_juniors(pieces: list[str]) -> tuple[list[str], dict[int, str]]:
    """Return the pieces without "Jr." and the like, and these by the number of the piece that they belong to."""
    names: list[str] = []
    juniors: dict[int, str] = {}
    for piece in pieces:
        if names and _JUNIOR_ALONE.fullmatch(piece):
            juniors[len(names) - 1] = piece
        elif match := _JUNIOR_END.fullmatch(piece):
            juniors[len(names)] = match[2]
            names.append(match[1])
        else:
            names.append(piece)
    return names, juniors


def _all_turned(core: str, pieces: list[str]) -> list[tuple[str, str]]:
    """ "Ames, Ada, Boyle, Bea, and Clay, Cora": the last name has a comma, so all have one."""
    last = _LAST_NAME.search(core)
    if last is None or len(pieces) % 2 or len(pieces) < 4 or "{" in core:
        return []
    names = list(zip(pieces[::2], pieces[1::2], strict=True))
    plain = all(len(family.split()) < 4 and len(given.split()) < 4 for family, given in names)
    return [] if any(is_body(name) for name in pieces) or not plain else names


def _given_first(piece: str) -> PersonName:
    given, _, family = piece.rpartition(" ")
    return PersonName(family, given)


def with_families(people: tuple[PersonName, ...], label: str) -> tuple[PersonName, ...]:
    """People whose family names are those of a natbib label: "Ames et al.(2001)Ames, de Boyle, and Clay"."""
    match = _LABEL.match(label)
    if not match:
        return people
    families = [clean_text(piece) for piece in _pieces(_bare(clean_text(match["all"] or match["short"])))]
    rest, named = list(people), []
    for number, family in enumerate(families):
        if not rest:
            break
        person = rest.pop(0)
        whole = f"{person.given} {person.family}".strip().casefold() == family.casefold()
        if whole and " " in family and len(rest) > len(families) - number - 1 and not is_body(family):
            given = rest.pop(0)  # "Van Belle, Douglas" was taken for two people
            named.append(PersonName(family, f"{given.given} {given.family}".strip()))
        else:
            named.append(_of_family(person, family))
    return (*named, *rest)


def _of_family(person: PersonName, family: str) -> PersonName:
    full = f"{person.given} {person.family}".strip()
    if not family or person.family == family or is_body(full):
        return person
    if full.casefold().endswith(f" {family.casefold()}"):
        given = full[: -len(family) - 1].split()
        particles: list[str] = []
        while len(given) > 1 and given[-1].islower() and given[-1] in PARTICLES:
            particles.insert(0, given.pop())
        return PersonName(" ".join([*particles, full[-len(family) :]]), " ".join(given))
    turned = f"{person.family} {person.given}" if person.given else ""
    for name in (full, turned):
        if name.casefold().startswith(f"{family.casefold()} "):
            return PersonName(name[: len(family)], name[len(family) + 1 :])
    return person


def _with_stop(person: PersonName, dotted: bool) -> PersonName:
    """Return the name with the stop of a last initial, and without that of a family name."""
    given = f"{person.given}." if dotted and re.search(r"(?:^|[\s.-])[A-ZÀ-ÞЀ-Я]$", person.given) else person.given
    family = person.family.removesuffix(".") if re.fullmatch(r"[\w'’ -]{3,}\.", person.family) else person.family
    return PersonName(family, given)


def _turned(pieces: list[str]) -> bool:
    """Return whether only the first name is turned: "Färber, Michael, Carsten Menne, and Achim Rettinger"."""
    if len(pieces) < 2 or BODY.search(pieces[0]) or (pieces[0].startswith("{") and " " in pieces[0]):
        return False
    family = [word for word in pieces[0].split() if word not in PARTICLES]
    given = pieces[1].split()
    if len(family) != 1 or has_initials(family[0]) or BODY.search(pieces[1]):
        return False
    if len(given) == 1:
        return len(pieces) == 2 or any(" " in piece for piece in pieces[2:])
    return (all(INITIALS_ONLY.fullmatch(word) for word in given[1:]) and len(pieces) == 2) or all(
        re.fullmatch(INITIAL, word) for word in given[1:]
    )


def _bare(text: str) -> str:
    core = _YEAR_END.sub("", " ".join(text.split()))
    core = ET_AL.sub("", core)
    core = _COLON_END.sub("", EDITORS.sub("", core)).strip(" ,;:")
    return _FINAL_STOP.sub("", core)


def _pieces(core: str) -> list[str]:
    """Return the names between separators that stand outside braces."""
    hidden = re.sub(
        r"\{[^{}]*\}", lambda match: match.group().replace(",", "\0").replace(" ", "\1").replace("&", "\2"), core
    )
    pieces = (part.strip(" ,;") for part in _SEPARATOR.split(hidden))
    return [
        piece.replace("\0", ",").replace("\1", " ").replace("\2", "&") for piece in pieces if piece and piece != "."
    ]


def _name(piece: str) -> PersonName:
    if len(piece) > LONGEST_NAME:
        return PersonName(clean_text(piece.replace("{", "").replace("}", "")), "")
    if "," in piece and not piece.startswith("{"):
        return _person(piece)
    if BODY.search(piece) and re.search(r"\b[A-Z]\.", piece) is None:
        return PersonName(clean_text(piece), "")
    match = _VANCOUVER.fullmatch(piece)
    if match and re.search(r"\w[^\W\d_]", match["family"]):
        given = f"{match['given']} {match['jr'] or ''}".strip()
        return PersonName(clean_text(match["family"]), given)
    return _person(piece)


def _person(name: str) -> PersonName:
    name = _JUNIOR.sub(r"\1, \2, \3", name[:LONGEST_NAME])
    people, _ = split_names(re.sub(r"\s(and)\s", r" {\1} ", name))
    return people[0] if people else PersonName("", "")
