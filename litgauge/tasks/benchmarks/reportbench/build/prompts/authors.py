"""Detection of a survey's authors in a text, in any script and spelling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from litgauge.tasks.benchmarks.reportbench.build.prompts.spelling import latin, skeleton
from litgauge.tasks.records import PersonName
from litgauge.tasks.text.words import STOP_WORDS

LONGEST_TEXT = 5_000
"""Characters that are looked through; a prompt has a few hundred words."""

MOST_BETWEEN = 8
"""Initials and middle names between a given name and a family name."""

LONG_NAME, MOST_WORDS = 8, 5
"""Letters of a whole name in which one may be wrong, and words that it may have."""

RARE_LETTERS = 5
"""Of a family name that counts wherever it stands for a person; a shorter one is too often a word or another's."""

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[^\w\s]")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_COMPOUND = re.compile(r"(?<![\w'])[A-Z][\w']++(?:-[A-Z][\w']++)+")
_WORKS = frozenset(
    """
    taxonomy taxonomies survey surveys review reviews overview categorisation categorization classification typology
    paper papers article articles roadmap tutorial monograph manuscript preprint list lists work summary treatment
    view views account scheme findings conclusions conclusion results comparison analysis group lab team book
    chapter outline ideas opinion criteria classes categories grouping terminology definition definitions
    perspective study""".split()  # noqa: SIM905
)
_EPONYMS = frozenset(
    """
    law laws theorem lemma inequality equation equations method algorithm test criterion disease syndrome cell cells
    number numbers constant formula rule paradox conjecture principle effect distribution process index coefficient
    filter transform matrix model machine score distance entropy function kernel modulus space group""".split()  # noqa: SIM905
)
_DOING = frozenset(
    """
    is are was were has have had does did do writes write wrote says say said argues argue argued shows show showed
    claims claim claimed proposes propose proposed suggests suggest suggested explains explain explained describes
    describe described classifies classify classified gives give gave finds find found sees see saw puts put lists
    list listed covers cover covered already once who thinks think thought concludes conclude concluded states state
    stated reports report reported published presented evaluated reviewed surveyed summarised summarized would and
    or et in on of for to with as at from, a b y e und i""".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class _Name:
    """A person's name as skeletons."""

    family: tuple[str, ...]
    given: tuple[str, ...]  # initials among them
    written: str
    small: bool  # the given name is written without a capital


def author_in(text: str, authors: Iterable[PersonName], is_word: Callable[[str], bool] | None = None) -> str | None:
    """Return the author whom the text names, or None.

    Whole names count, in either order and with initials ("Li Wei", "Wei, Li", "L. Wei"), and so do the family names of
    two authors in one breath. A family name alone counts where it stands for a person: not before another noun ("the
    Müller cell"), not in a law's name ("Wei's inequality"). A short one, or one that `is_word` of the field ("Field",
    "Markov"), needs a work or a group that is credited to it ("Wei et al.", "Wei's survey"). Each word has a capital.
    Bodies (no given name) are not people: a prompt may name a collaboration or an institution.
    """
    text = re.sub(r"\s+", " ", text[:LONGEST_TEXT].replace("\u2019", "'"))
    people = [author for author in authors if author.given and author.family]
    for person in people:
        if _UNSPACED.search(person.family + person.given) and _stands_unspaced(text, person):
            return f"{person.given} {person.family}"
    tokens = _WORD.findall(re.sub(r"(?<=\w)[-\u2010\u2011](?=\w)", " ", latin(text)))
    shapes = [skeleton(token.removesuffix("'s")) for token in tokens]
    names = [name for person in people for name in _names(person)]
    if whole := _whole_name(tokens, shapes, people):
        return whole
    alone: list[tuple[int, _Name]] = []
    eponyms = _eponyms(text, {part for name in names for part in name.family})
    for name in names:
        for place in _places(shapes, tokens, name.family):
            if _with_given(tokens, shapes, place, name):
                return name.written
            if not eponyms.issuperset(name.family):
                alone.append((place, name))
    return _alone(tokens, alone, is_word or (lambda _: False))


def _eponyms(text: str, families: set[str]) -> set[str]:
    """Return names that are joined to one of somebody else: "the Goodman-Bacon decomposition"."""
    compounds = [set(map(skeleton, re.split("-", compound))) for compound in _COMPOUND.findall(latin(text))]
    return {part for parts in compounds if not parts <= families for part in parts}


def _names(person: PersonName) -> list[_Name]:
    """Return the name with the whole family name, and without its particles ("Silveira" for "da Silveira")."""
    given = tuple(filter(None, map(skeleton, re.split(r"[\s.-]+", person.given))))
    families = [re.split(r"[\s.-]+", person.family)]
    bare = [word for word in families[0] if word[:1].isupper()]
    families += [bare] if bare and bare != families[0] else []
    shapes = [tuple(filter(None, map(skeleton, family))) for family in families]
    return [
        _Name(family, given, f"{person.given} {person.family}", person.given[:1].islower())
        for family in shapes
        if family and given
    ]


def _whole_name(tokens: Sequence[str], shapes: Sequence[str], people: Sequence[PersonName]) -> str | None:
    """Return an author whose given and family name stand together, whatever their blanks and a letter or two."""
    both = {
        skeleton(f"{first}{last}"): person
        for person in people
        for first, last in ((person.given, person.family), (person.family, person.given))
    }
    wholes = [(whole, person) for whole, person in both.items() if len(whole) >= LONG_NAME]
    for place, token in enumerate(tokens):
        if not token[0].isupper():
            continue
        joined = ""
        for end in range(place, min(place + MOST_WORDS, len(tokens))):
            joined += shapes[end]
            if end == place or not tokens[end][0].isupper():
                continue
            for whole, person in wholes:
                if Levenshtein.distance(whole, skeleton(joined), score_cutoff=1) <= 1:
                    return f"{person.given} {person.family}"
    return None


def _stands_unspaced(text: str, person: PersonName) -> bool:
    bare = re.sub(r"[\s\u00b7]", "", text)
    forms = (f"{person.family}{person.given}", f"{person.given}{person.family}")
    return any(form in bare for form in forms) or bool(
        re.search(rf"{re.escape(person.family)}(?:等人?)?(?:的|氏)", bare)
    )


def _places(shapes: Sequence[str], tokens: Sequence[str], family: Sequence[str]) -> list[int]:
    """Return where a family name stands, by its first token; each of its words has a capital, but for particles."""
    length = len(family)
    return [
        place
        for place in range(len(shapes) - length + 1)
        if tuple(shapes[place : place + length]) == tuple(family) and tokens[place + length - 1][0].isupper()
    ]


def _with_given(tokens: Sequence[str], shapes: Sequence[str], place: int, name: _Name) -> bool:
    """Return whether a given name or its initial stands beside the family name."""
    end = place + len(name.family)
    after = [at for at in range(end, min(end + 2, len(tokens))) if tokens[at] != ","][:1]
    if after and _is_given(tokens, shapes, after[0], name, full=tokens[end] != ","):
        return True
    at = place - 1
    for _ in range(MOST_BETWEEN):
        while at >= 0 and tokens[at] in ".-":
            at -= 1
        if at < 0 or not (tokens[at][0].isupper() or name.small or shapes[at] in name.given[1:]):
            return False
        dotted = at + 1 < len(tokens) and tokens[at + 1] == "."
        if _is_given(tokens, shapes, at, name, full=not dotted):
            return True
        if len(tokens[at]) > 1 and shapes[at] not in name.given:
            return False
        at -= 1
    return False


def _is_given(tokens: Sequence[str], shapes: Sequence[str], at: int, name: _Name, *, full: bool) -> bool:
    if not tokens[at][0].isupper() and not name.small:
        return False
    given = name.given[0]
    if shapes[at] == given and len(given) > 1:
        return True
    return not full and len(tokens[at]) == 1 and shapes[at][:1] == given[:1]


def _alone(tokens: Sequence[str], alone: Sequence[tuple[int, _Name]], is_word: Callable[[str], bool]) -> str | None:
    """Return an author whose family name stands for a person without the given name."""
    for place, name in alone:
        end = place + len(name.family)
        common = max(map(len, name.family)) < RARE_LETTERS or any(
            is_word(token.removesuffix("'s")) for token in tokens[place:end]
        )
        others = [at for at, other in alone if other.written != name.written and end <= at <= end + MOST_BETWEEN]
        joined = any({"and", "&", "und", "et", "y", "e"} & set(tokens[end:at]) for at in others)
        credited = _is_credited(tokens, place, end)
        if joined or credited or (not common and _is_person(tokens, place, end)):
            return " ".join(tokens[place:end])
    return None


def _is_credited(tokens: Sequence[str], place: int, end: int) -> bool:
    """Return whether a work, a group or a year belongs to the name."""
    following = [token.casefold() for token in tokens[end : end + 4]]
    if following[:2] == ["et", "al"]:
        return True
    if following[:1] in (["and"], ["&"]) and {"colleagues", "coworkers", "coauthors", "co"} & set(following[1:2]):
        return True
    if following[:1] == ["("] and re.fullmatch(r"(?:19|20)\d\d", "".join(following[1:2])):
        return True
    if tokens[end - 1].endswith("'s") and set(following[:3]) & _WORKS:
        return True
    if following[:1] and following[0] in ("group", "lab", "team"):
        return True
    before = [token.casefold() for token in tokens[max(0, place - 2) : place]]
    return len(before) == 2 and before[0] in _WORKS and before[1] in ("by", "of", "from", "von", "de", "di")


def _is_person(tokens: Sequence[str], place: int, end: int) -> bool:
    """Return whether the name does not only say which law, cell or filter is meant."""
    following = tokens[end] if end < len(tokens) else ""
    if tokens[end - 1].endswith("'s"):
        return following.casefold() not in _EPONYMS
    if not following[:1].islower():
        return place == 0 or tokens[place - 1] not in ("the", "a", "an")
    return following in _WORKS or (
        (following in _DOING | STOP_WORDS or following.endswith("ed"))
        and (place == 0 or tokens[place - 1] not in ("the", "a", "an"))
    )
