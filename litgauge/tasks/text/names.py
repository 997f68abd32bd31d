"""BibTeX's name lists: who wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from litgauge.tasks.records.surveys import PersonName
from litgauge.tasks.text.clean import clean_text
from litgauge.tasks.text.decode import for_text
from litgauge.tasks.text.name_parts import NameParts, name_parts

_OTHERS = re.compile(r"[\s,]*(?:\{?\s*(?:others|et\.?\s+al\.?)\s*\}?)[\s.]*", re.IGNORECASE)
_ET_AL_END = re.compile(
    r"(?<![\s,])[\s,]++(?:\{\s*)?(?:et\.?[\s~]+al\.?|and[\s]+others)(?:\s*\})?[\s.]*$", re.IGNORECASE
)
_BRACE_OR_AND = re.compile(r"\\[^&]|[{}]| and(?= |$)|^and(?= |$)| \\?& (?:and )?", re.IGNORECASE)
_TILDE_ACCENT = re.compile(r"\\~\s*(?:\{[^{}]*\}|\\[ij](?![a-zA-Z])|[a-zA-Z])")
_LETTER_COMMAND = re.compile(
    r"\\(ss|[oOlLij]|ae|AE|oe|OE|aa|AA|dh|DH|th|TH|dj|DJ|ng|NG) +(?=[a-z])(?!(?:and|von|van|de|del|der|den|zu)\b)"
)
"""A letter whose command eats the blank after it ("Gro\\ss e", "\\L ojasiewicz")."""
_TURNED_IN_BRACES = re.compile(
    r"[^\W\d]['’\w-]+(?: [\w-]+)?, (?!(?:Inc|Ltd|LLC|Corp|GmbH|Co|SA|AG|Jr)\b)[A-Z][\w.-]*(?: [A-Z][\w.]*)?"
)
_SIMPLE = re.compile(  # by far the most names: only letters, and nothing in them that could be a particle
    r"(?P<family>[A-Z][A-Za-z'-]+), (?P<given>[A-Z][A-Za-z.-]*(?: [A-Z][A-Za-z.-]*){0,3})(?<! Van)(?<! Von)(?<! De)"
    r"|(?P<first>[A-Z][A-Za-z.-]*(?: [A-Z][A-Za-z.-]*){0,2}) (?P<last>[A-Z][A-Za-z'-]+)"
)
_JUNIOR = re.compile(r",\s*(Jr\.?|Sr\.?|I{2,3}|IV)$")
_INITIAL_FIRST = re.compile(r"[A-Z]\.[\s~A-Z.-]*\s?[^\W\d]")
_INITIALS = re.compile(r"(?:[A-Z]\.[\s~-]*){1,4}")
_PARTICLES = frozenset("de del della den der di do dos du da la le van von vom zu zur ten ter af av".split())  # noqa: SIM905
_KEYED_PART = re.compile(
    r"\s*(family|given|prefix|suffix|given-i|prefix-i|useprefix|id)\s*=\s*(.*)", re.IGNORECASE | re.DOTALL
)


def split_names(raw: str) -> tuple[tuple[PersonName, ...], bool]:
    """Return the people of a BibTeX name list in its order, and whether it ends in "and others".

    A name in braces is a body, kept whole in `family` with `given` empty.

    >>> split_names("Vincent van Gogh and {The ATLAS Collaboration} and others")
    ((PersonName(family='van Gogh', given='Vincent'), PersonName(family='The ATLAS Collaboration', given='')), True)
    """
    if "\\~" in raw:
        raw = _TILDE_ACCENT.sub(r"{\g<0>}", raw)  # bibtexparser takes this ~ for a space
    if "\\" in raw:
        raw = for_text(raw)
        raw = _LETTER_COMMAND.sub(r"{\\\1}", raw)
    shortened = _ET_AL_END.sub("", raw)
    et_al = len(shortened) < len(raw)
    people = []
    for name in _names(" ".join(shortened.split())):
        if _OTHERS.fullmatch(name):
            et_al = True
            continue
        for single in _comma_list(name) or (name,):
            person = _person(single)
            if person.family:
                people.append(person)
    return tuple(people), et_al


def _comma_list(name: str) -> list[str]:
    """People with nothing but commas between ("A. Ames, B. Boyle, C. Clay, D. Dunn"), whom BibTeX takes for one."""
    if name.count(",") < 3:
        return []
    pieces = [piece.strip() for piece in name.split(",")]
    if all(_INITIAL_FIRST.match(piece) for piece in pieces):
        return pieces
    if len(pieces) % 2 == 0 and all(_INITIALS.fullmatch(piece) for piece in pieces[1::2]):
        return [f"{family}, {piece}" for family, piece in zip(pieces[::2], pieces[1::2], strict=True)]
    return []


def _names(raw: str) -> Iterator[str]:
    """Return the names between "and"s outside braces. (bibtexparser loses the control word at a name's start.)"""
    depth = start = 0
    for match in _BRACE_OR_AND.finditer(raw):
        mark = match.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth = max(0, depth - 1)
        elif mark[0] in " aA" and depth == 0:
            yield raw[start : match.start()]
            start = match.end()
    yield raw[start:]


@lru_cache(maxsize=10_000)
def _person(name: str) -> PersonName:
    if "=" in name and (keyed := _keyed(name)):
        return keyed
    name = name.replace("--", "-").strip().strip(",;").strip()
    if simple := _SIMPLE.fullmatch(name):
        return PersonName(simple["family"] or simple["last"], simple["given"] or simple["first"])
    if name.startswith("{") and name.endswith("}") and _is_one_group(name):
        whole = clean_text(name)
        if not _TURNED_IN_BRACES.fullmatch(whole):
            return PersonName(whole, "")
        name = name[1:-1]
    return _joined(_with_particles(name_parts(name)))


def _with_particles(parts: NameParts) -> NameParts:
    """ "Dinechin, Florent de": particles written after the given names belong to the family; a team is no person."""
    while len(parts.first) > 1 and parts.first[-1] in _PARTICLES:
        parts.von.insert(0, parts.first.pop())
        if len(parts.first) > 1 and parts.first[-1] in ("Van", "Von", "De"):
            parts.von.insert(0, parts.first.pop())
    if (
        len(parts.first) == 1
        and parts.first[0].islower()
        and not parts.von
        and parts.last[-1:] in (["developers"], ["team"])
    ):
        parts.von, parts.first = parts.first, []
    return parts


def _joined(parts: NameParts) -> PersonName:
    family = clean_text(" ".join([*parts.von, *parts.last]))
    given_names = clean_text(" ".join([*parts.first, *parts.jr]))
    if junior := _JUNIOR.search(family):
        family, given_names = family[: junior.start()], f"{given_names} {junior.group(1)}".strip()
    return PersonName(family, given_names) if family else PersonName(given_names, "")


def _keyed(name: str) -> PersonName | None:
    """biblatex's own notation: "family=Gogh, given=Vincent, prefix=van"."""
    values: dict[str, str] = {}
    for part in name.split(","):
        match = _KEYED_PART.fullmatch(part)
        if not match:
            return None
        values[match.group(1).lower()] = clean_text(match.group(2))
    if "family" not in values:
        return None
    family = f"{values.get('prefix', '')} {values['family']}".strip()
    return PersonName(family, f"{values.get('given', '')} {values.get('suffix', '')}".strip())


def _is_one_group(name: str) -> bool:
    depth = 0
    for position, character in enumerate(name):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return position == len(name) - 1
    return False
