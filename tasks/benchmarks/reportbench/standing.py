"""Which of the works and pages that a report cites are scholarly works: what precision is a share of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tasks.citations.identifiers import has_identifier
from tasks.identity import DescribedWork, Match, match_works
from tasks.identity.rules import CERTAIN
from tasks.records import CitedWork, EvidencePage, PageVerdict, Reference
from tasks.text import clean_text
from tasks.text.scholarly_addresses import is_scholarly_address

Standing = Literal["scholarly", "other", "undecided"]

_TELLING_WORDS = 5
"""Of a title by which a page that is no article itself may stand for a work; "Deep learning" names many things."""
_HTML = "text/html"


def standing(work: CitedWork, page: EvidencePage | None, verdict: PageVerdict | None) -> Standing:
    """Whether a cited work is a scholarly one, by what it is and not by whether its page let us in.

    - scholarly: an identifier or its address says so, or its page does, as a rule or a judge has it; also what the
      report gives only a title for, since nobody can judge its page and an invented reference must not be free; and
      for the same reason an address that leads nowhere.
    - other: its page is none, or its address is of a site that has none.
    - undecided: we could not open its page, or not tell what it is. In no denominator, and counted.
    """
    if has_identifier(work.identity) or (work.url and is_scholarly_address(work.url)):
        return "scholarly"
    if work.page is None:
        return "scholarly" if work.title else "other"
    if page is None:
        return "undecided"
    if page.status == "ok":
        return _of_opened(page, verdict)
    if is_scholarly_address(work.url or work.page) is False:
        return "other"
    return "scholarly" if page.leads_nowhere else "undecided"


def listed_after_all(
    works: Sequence[CitedWork], known: Sequence[DescribedWork], standings: Sequence[Standing],
    references: Sequence[Reference],
) -> set[int]:  # fmt: skip
    """Places of the works that nothing but the survey's list shows to be works: it lists them.

    Of what is no article itself (a talk, a repository, an encyclopedia) a common title is not enough: its author must
    be the reference's, or the title be long and the site be none that writes about works.
    """
    places = [place for place, its in enumerate(standings) if its != "scholarly"]
    matching = match_works([known[place] for place in places], references)
    sure = {
        pair.cited
        for pair in matching.pairs
        if standings[places[pair.cited]] == "undecided" or _stands_for(works[places[pair.cited]], pair, references)
    }
    again = {repeat.position for repeat in matching.repeated_cited if repeat.first in sure}
    return {places[number] for number in sure | again}


def undecided_works(
    works: Sequence[CitedWork], pages: Mapping[str, EvidencePage], verdicts: Mapping[str, PageVerdict],
    counted: set[int],
) -> int:  # fmt: skip
    """How many works of a report are undecided; `counted` are the numbers of those that count all the same."""
    return sum(
        work.number not in counted
        and standing(work, pages.get(work.page or ""), verdicts.get(work.page or "")) == "undecided"
        for work in works
    )


def _of_opened(page: EvidencePage, verdict: PageVerdict | None) -> Standing:
    # An identifier among a page's own metadata is its own; one that is printed in a file may be a reference's.
    if page.scholarly is None and page.content_type.startswith(_HTML) and has_identifier(page.identity):
        return "scholarly"
    if verdict is None or verdict.scholarly is None:
        return "undecided"
    return "scholarly" if verdict.scholarly else "other"


def _stands_for(work: CitedWork, pair: Match, references: Sequence[Reference]) -> bool:
    if pair.strength in CERTAIN:
        return True
    words = clean_text(references[pair.reference].title or "").split()
    return len(words) >= _TELLING_WORDS and is_scholarly_address(work.url or "") is not False
