"""Rules that decide if two works are one, from the strongest to the weakest.

1. **doi**: the same DOI.
2. **arxiv**: the same arXiv id, whatever the version.
3. **title**: the same letters and digits, in one spelling. Equal titles are not always one work ("Deep learning" by
   LeCun and by Goodfellow), so authors and years tell short ones apart where they are known, and signs do ("VoxNet++").
   A long and distinctive title is one work whatever a list says of author and year: agents invent these more often
   than two authors choose the same eight words. It is the weakest evidence, so that a reference goes to a cited work
   with its author first.
4. **fuzzy**: titles that differ by spelling only, together with the first author's surname and a year within one; in
   the same year any one letter may be missing.
5. **subtitle**: the one title is the other without its subtitle, with a common author and a year within one; a long
   title needs neither, unless they contradict it.

An identifier is not believed where title and first author both speak against it: one entry in a few hundred bears
another work's identifier.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from litgauge.tasks.identity.spelling import differ_by_spelling, drops_a_letter
from litgauge.tasks.identity.traits import Traits

Rule = Literal["doi", "arxiv", "title", "fuzzy", "subtitle"]

FUZZY_RATIO = 95.0
YEARS_APART = 1
_CONTRADICTING_RATIO = 80.0
_LONG_ALONE = 8
"""Words from which a title without its subtitle names one work even where nobody knows author and year."""
_LONG_TITLE = 6
"""Words from which a title names one work even where no author is known and the years differ."""
_DISTINCTIVE = 6
"""Words of a title, small ones apart, that one work alone bears, whoever is said to have written it."""
_KINDS = frozenset(
    "survey review overview introduction tutorial primer perspective study analysis guide handbook systematic"  # noqa: SIM905
    " comprehensive brief literature comparative recent advances challenges opportunities applications".split()
)
"""Words that many titles share; they do not make a title distinctive."""
_SMALL = frozenset("a an and as at by for from in into is its of on or the to towards via with".split())  # noqa: SIM905
ANOTHER_AUTHOR = 10
"""Strength of an equal, distinctive title with another first author."""


CERTAIN = frozenset({0, 1, 2, 3})
"""Strengths by which two cited works are one before the list is looked at."""
UNCERTAIN = frozenset({4, 5, 6, 7})
"""Strengths of an equal title with years apart, or with no author known."""
SAME_EDITION = frozenset({0, 1, 2, 3, 5, 6})
"""Strengths by which two references are one: a title again, years apart, is a later edition."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Why two works are taken for one; the lower the strength, the surer."""

    rule: Rule
    strength: int  # 0 … 10
    evidence: str


def likeness(one: Traits, other: Traits) -> Likeness | None:
    """Return the strongest rule by which the two are one work, None if there is none. Symmetric."""
    if _contradicted(one, other):
        return None
    if one.doi and one.doi == other.doi:
        return Likeness("doi", 0, f"DOI {one.doi}")
    if one.arxiv_id and one.arxiv_id == other.arxiv_id:
        return Likeness("arxiv", 1, f"arXiv id {one.arxiv_id}")
    if same_title(one, other):
        return _by_title(one, other)
    return _by_spelling(one, other) or _by_head(one, other)


def same_title(one: Traits, other: Traits) -> bool:
    """True if the titles are equal: as letters, as they stand (LaTeX and all), or in one spelling; signs included."""
    if not one.compact or one.signs != other.signs:
        return False
    return one.compact == other.compact or one.verbatim == other.verbatim or one.folded == other.folded


def same_first_author(one: Traits, other: Traits) -> bool | None:
    """True if the first author of either is an author of the other; None where that is not known of both.

    The order of authors differs between versions of one paper, and lists confuse family and given names, so the whole
    list is searched; a letter more or less counts as equal ("Russel", "Russell").
    """
    if not one.first_author or not other.first_author:
        return None
    return _wrote(one.first_author, other) or _wrote(other.first_author, one)


def _wrote(surname: tuple[str, ...], work: Traits) -> bool:
    if work.people.issuperset(surname):
        return True
    return any(min(len(surname[-1]), len(name)) > 4 and Indel.distance(surname[-1], name) == 1 for name in work.people)


def _contradicted(one: Traits, other: Traits) -> bool:
    return bool(
        one.compact
        and other.compact
        and same_first_author(one, other) is False
        and fuzz.ratio(one.compact, other.compact) < _CONTRADICTING_RATIO
    )


def _by_title(one: Traits, other: Traits) -> Likeness | None:
    same_author = same_first_author(one, other)
    close = _years_close(one, other)
    if same_author is False:
        if not _distinctive(one) or _differ(one.arxiv_id, other.arxiv_id):
            return None
        return Likeness("title", ANOTHER_AUTHOR, f"same distinctive title, another first author{_years(one, other)}")
    if same_author is None and _told_apart(one, other, close):
        return None
    strength, evidence = (2, "same title and author") if same_author else (5, "same title")
    apart = 2 if close is False else int(one.year is None or one.year != other.year)
    return Likeness("title", strength + apart, evidence + _years(one, other))


def refusal(one: Traits, other: Traits) -> str:
    """Return why two works of one title, or with one identifier, are not taken for one; "" where neither is so."""
    if likeness(one, other):
        return ""
    if _contradicted(one, other) and (_same_id(one.doi, other.doi) or _same_id(one.arxiv_id, other.arxiv_id)):
        return "its identifier is that of a reference with another title and another first author"
    if not same_title(one, other):
        return ""
    if same_first_author(one, other) is False:
        cause = "other arXiv ids" if _differ(one.arxiv_id, other.arxiv_id) else "the title is too short to tell"
        return f"a reference has its title, but another first author, and {cause}"
    return f"a reference has its title, but other identifiers or years far apart{_years(one, other)}"


def _distinctive(work: Traits) -> bool:
    return sum(word not in _KINDS and word not in _SMALL for word in work.words) >= _DISTINCTIVE


def _same_id(one: str | None, other: str | None) -> bool:
    return one is not None and one == other


def _told_apart(one: Traits, other: Traits, close: bool | None) -> bool:
    """Equal titles whose authors nobody knows: a short one needs more than the words to be one work."""
    if len(one.words) < _LONG_TITLE:
        return close is False or _different_ids(one, other)
    return _differ(one.arxiv_id, other.arxiv_id)


def _by_spelling(one: Traits, other: Traits) -> Likeness | None:
    if not (one.compact and other.compact and _years_close(one, other) and _same_surname(one, other)):
        return None
    ratio = fuzz.ratio(one.compact, other.compact, score_cutoff=FUZZY_RATIO)
    if not ratio or one.signs != other.signs or _different_ids(one, other):
        return None
    dropped = one.year == other.year and drops_a_letter(one.words, other.words)
    if not dropped and not differ_by_spelling(one.words, other.words):
        return None
    return Likeness("fuzzy", 8, f"title ratio {ratio:.1f}, same first author{_years(one, other)}")


def _by_head(one: Traits, other: Traits) -> Likeness | None:
    shorter = one if one.folded == other.head else other if other.folded == one.head else None
    if shorter is None or not shorter.folded or one.signs != other.signs or _different_ids(one, other):
        return None
    author, close = same_first_author(one, other), _years_close(one, other)
    if not (author and close) and (len(shorter.words) < _LONG_ALONE or author is False or close is False):
        return None
    return Likeness(
        "subtitle", 9, f"same title without its subtitle{', same author' if author else ''}{_years(one, other)}"
    )


def _same_surname(one: Traits, other: Traits) -> bool:
    return bool(one.first_author) and "".join(one.first_author) == "".join(other.first_author)


def _different_ids(one: Traits, other: Traits) -> bool:
    return _differ(one.doi, other.doi) or _differ(one.arxiv_id, other.arxiv_id)


def _differ(one: str | None, other: str | None) -> bool:
    return bool(one and other and one != other)


def _years_close(one: Traits, other: Traits) -> bool | None:
    if one.year is None or other.year is None:
        return None
    return abs(one.year - other.year) <= YEARS_APART


def _years(one: Traits, other: Traits) -> str:
    known = sorted({year for year in (one.year, other.year) if year is not None})
    return f", {' and '.join(map(str, known))}" if known else ""
