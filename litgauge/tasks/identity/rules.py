"""Rules that decide whether two works are one, from the strongest to the weakest.

1. **doi**: the same DOI.
2. **arxiv**: the same arXiv id, in any version.
3. **title**: the same letters and digits, in one spelling. Equal titles are not always one work ("Deep learning" by
   LeCun and by Goodfellow), so known authors and years distinguish short ones, and so do signs ("VoxNet++").
   A long and distinctive title is one work whatever its author and year in a list: agents invent these more often
   than two authors choose the same eight words. It is the weakest evidence, so that a reference goes to a cited work
   with its author first.
4. **fuzzy**: titles that differ by spelling only, together with the first author's surname and a year within one; in
   the same year any one letter may be missing.
5. **subtitle**: the one title is the other without its subtitle, with a common author and a year within one; a long
   title needs neither, unless they contradict it.

An identifier is not trusted if title and first author both contradict it: one entry in a few hundred has
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
    """Evidence that two works are one; a lower strength is surer."""

    rule: Rule
    strength: int  # 0 … 10
    evidence: str


def likeness(left: Traits, right: Traits) -> Likeness | None:
    """Return the strongest rule by which two works are one; None without one. Symmetric."""
    if _contradicted(left, right):
        return None
    if left.doi and left.doi == right.doi:
        return Likeness("doi", 0, f"DOI {left.doi}")
    if left.arxiv_id and left.arxiv_id == right.arxiv_id:
        return Likeness("arxiv", 1, f"arXiv id {left.arxiv_id}")
    if same_title(left, right):
        return _by_title(left, right)
    return _by_spelling(left, right) or _by_head(left, right)


def same_title(left: Traits, right: Traits) -> bool:
    """Return whether titles are equal: as letters, verbatim (with LaTeX), or in one spelling; signs included."""
    if not left.compact or left.signs != right.signs:
        return False
    return left.compact == right.compact or left.verbatim == right.verbatim or left.folded == right.folded


def same_first_author(left: Traits, right: Traits) -> bool | None:
    """Return whether the first author of either is an author of the other; None unless both are known.

    The order of authors differs between versions of one paper, and lists confuse family and given names, so the whole
    list is searched; a letter more or less counts as equal ("Russel", "Russell").
    """
    if not left.first_author or not right.first_author:
        return None
    return _wrote(left.first_author, right) or _wrote(right.first_author, left)


def _wrote(surname: tuple[str, ...], work: Traits) -> bool:
    if work.people.issuperset(surname):
        return True
    return any(min(len(surname[-1]), len(name)) > 4 and Indel.distance(surname[-1], name) == 1 for name in work.people)


def _contradicted(left: Traits, right: Traits) -> bool:
    return bool(
        left.compact
        and right.compact
        and same_first_author(left, right) is False
        and fuzz.ratio(left.compact, right.compact) < _CONTRADICTING_RATIO
    )


def _by_title(left: Traits, right: Traits) -> Likeness | None:
    same_author = same_first_author(left, right)
    close = _years_close(left, right)
    if same_author is False:
        if not _distinctive(left) or _differ(left.arxiv_id, right.arxiv_id):
            return None
        return Likeness("title", ANOTHER_AUTHOR, f"same distinctive title, another first author{_years(left, right)}")
    if same_author is None and _told_apart(left, right, close):
        return None
    strength, evidence = (2, "same title and author") if same_author else (5, "same title")
    apart = 2 if close is False else int(left.year is None or left.year != right.year)
    return Likeness("title", strength + apart, evidence + _years(left, right))


def refusal(left: Traits, right: Traits) -> str:
    """Return why two works with one title or identifier are different works; "" if they share neither or are one."""
    if likeness(left, right):
        return ""
    if _contradicted(left, right) and (_same_id(left.doi, right.doi) or _same_id(left.arxiv_id, right.arxiv_id)):
        return "its identifier is that of a reference with another title and another first author"
    if not same_title(left, right):
        return ""
    if same_first_author(left, right) is False:
        cause = "other arXiv ids" if _differ(left.arxiv_id, right.arxiv_id) else "the title is too short to tell"
        return f"a reference has its title, but another first author, and {cause}"
    return f"a reference has its title, but other identifiers or years far apart{_years(left, right)}"


def _distinctive(work: Traits) -> bool:
    return sum(word not in _KINDS and word not in _SMALL for word in work.words) >= _DISTINCTIVE


def _same_id(left: str | None, right: str | None) -> bool:
    return left is not None and left == right


def _told_apart(left: Traits, right: Traits, close: bool | None) -> bool:
    """Return whether equal titles without known authors are different works: a short one needs more evidence."""
    if len(left.words) < _LONG_TITLE:
        return close is False or _different_ids(left, right)
    return _differ(left.arxiv_id, right.arxiv_id)


def _by_spelling(left: Traits, right: Traits) -> Likeness | None:
    if not (left.compact and right.compact and _years_close(left, right) and _same_surname(left, right)):
        return None
    ratio = fuzz.ratio(left.compact, right.compact, score_cutoff=FUZZY_RATIO)
    if not ratio or left.signs != right.signs or _different_ids(left, right):
        return None
    letter_dropped = left.year == right.year and drops_a_letter(left.words, right.words)
    if not letter_dropped and not differ_by_spelling(left.words, right.words):
        return None
    return Likeness("fuzzy", 8, f"title ratio {ratio:.1f}, same first author{_years(left, right)}")


def _by_head(left: Traits, right: Traits) -> Likeness | None:
    shorter = left if left.folded == right.head else right if right.folded == left.head else None
    if shorter is None or not shorter.folded or left.signs != right.signs or _different_ids(left, right):
        return None
    author, close = same_first_author(left, right), _years_close(left, right)
    if not (author and close) and (len(shorter.words) < _LONG_ALONE or author is False or close is False):
        return None
    return Likeness(
        "subtitle", 9, f"same title without its subtitle{', same author' if author else ''}{_years(left, right)}"
    )


def _same_surname(left: Traits, right: Traits) -> bool:
    return bool(left.first_author) and "".join(left.first_author) == "".join(right.first_author)


def _different_ids(left: Traits, right: Traits) -> bool:
    return _differ(left.doi, right.doi) or _differ(left.arxiv_id, right.arxiv_id)


def _differ(left: str | None, right: str | None) -> bool:
    return bool(left and right and left != right)


def _years_close(left: Traits, right: Traits) -> bool | None:
    if left.year is None or right.year is None:
        return None
    return abs(left.year - right.year) <= YEARS_APART


def _years(left: Traits, right: Traits) -> str:
    years = sorted({year for year in (left.year, right.year) if year is not None})
    return f", {' and '.join(map(str, years))}" if years else ""
