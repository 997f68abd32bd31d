"""Scholarly works among the works and pages that a report cites: the denominator of precision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from litgauge.tasks.citations.identifiers import has_identifier
from litgauge.tasks.identity import DescribedWork, Match, match_works
from litgauge.tasks.identity.rules import CERTAIN
from litgauge.tasks.records import CitedWork, EvidencePage, PageVerdict, Reference
from litgauge.tasks.text import clean_text
from litgauge.tasks.text.scholarly_addresses import is_scholarly_address

WorkKind = Literal["scholarly", "other", "undecided"]

_FEWEST_TITLE_WORDS = 5
"""Of a title by which a page that is no article itself may stand for a work; "Deep learning" names many things."""
_HTML = "text/html"


def work_kind(work: CitedWork, page: EvidencePage | None, verdict: PageVerdict | None) -> WorkKind:
    """Return the kind of a cited work, whether or not its page could be opened.

    - scholarly: shown by an identifier, by the address, or by the page (judged by a rule or a model). So is a work
      cited by its title alone, and an address that leads nowhere: otherwise invented references would cost nothing.
    - other: the page is no scholarly work, or the address belongs to a site that has none.
    - undecided: the page could not be opened or classified. In no denominator; counted apart.
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


def works_listed_only(
    works: Sequence[CitedWork], described: Sequence[DescribedWork], kinds: Sequence[WorkKind],
    references: Sequence[Reference],
) -> set[int]:  # fmt: skip
    """Return the positions of works that count only because the survey lists them.

    For a page that is no article itself (a talk, a repository, an encyclopedia) the same title is not enough: the
    author must match, too, or the title must be long and the site none that writes about works.
    """
    places = [place for place, kind in enumerate(kinds) if kind != "scholarly"]
    matching = match_works([described[place] for place in places], references)
    sure = {
        pair.cited
        for pair in matching.pairs
        if kinds[places[pair.cited]] == "undecided" or _stands_for(works[places[pair.cited]], pair, references)
    }
    again = {repeat.position for repeat in matching.repeated_cited if repeat.first in sure}
    return {places[number] for number in sure | again}


def undecided_works(
    works: Sequence[CitedWork], pages: Mapping[str, EvidencePage], verdicts: Mapping[str, PageVerdict],
    counted: set[int],
) -> int:  # fmt: skip
    """Return the number of undecided works of a report; `counted` holds the numbers of works that count anyway."""
    return sum(
        work.number not in counted
        and work_kind(work, pages.get(work.page or ""), verdicts.get(work.page or "")) == "undecided"
        for work in works
    )


def _of_opened(page: EvidencePage, verdict: PageVerdict | None) -> WorkKind:
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
    return len(words) >= _FEWEST_TITLE_WORDS and is_scholarly_address(work.url or "") is not False
