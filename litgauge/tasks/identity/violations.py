"""Works that a report must not cite: those published after the cut-off, and the survey itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from litgauge.tasks.identity.rules import likeness
from litgauge.tasks.identity.traits import DescribedWork, Traits, by_every_title, traits_of
from litgauge.tasks.records import PublishedSurvey, Survey

_FIRST_YEAR_OF_ARXIV = 1991


@dataclass(frozen=True, slots=True)
class LateWork:
    """A cited work that appeared after the cut-off."""

    cited: int
    appeared: str  # "YYYY-MM", or "YYYY" where the month is not known
    evidence: str


def late_works(cited: Sequence[DescribedWork], cutoff: str, *, leave_out: Collection[int] = ()) -> tuple[LateWork, ...]:
    """Return the works that certainly appeared after the month `cutoff` ("YYYY-MM"), without those at the given
    positions.

    A work whose year is the cut-off's and whose month nobody knows is not late. Leave out what `the_survey_itself`
    found: that violation is counted once, as what it is.
    """
    late = []
    for number, work in enumerate(cited):
        if number not in leave_out and (when := appeared(work)) and when > cutoff[: len(when)]:
            late.append(LateWork(number, when, _dates(work)[when]))
    return tuple(late)


def appeared(work: DescribedWork) -> str | None:
    """Return the month in which a work first appeared, its year if no more is known, None if nothing is.

    An arXiv id tells the month, a page the date that it gives its work. The earliest counts: a preprint that is
    published later has appeared already, and a work may have been put on arXiv, or online, years after.

    >>> appeared(DescribedWork("Adam", year=2015, arxiv_id="1412.6980"))
    '2014-12'
    """
    return min(_dates(work), key=lambda date: (date[:4], -len(date), date), default=None)


def _dates(work: DescribedWork) -> dict[str, str]:
    """Return the dates that are known of a work, each with how it is known, the surest last."""
    arxiv_id = traits_of(work).arxiv_id
    dates = {
        work.published: "date of its page",
        "" if work.year is None else f"{work.year:04}": "year of publication",
        _arxiv_month(arxiv_id) or "": f"arXiv id {arxiv_id}",
    }
    return {date: by for date, by in dates.items() if date}


def the_survey_itself(cited: Sequence[DescribedWork], survey: Survey | PublishedSurvey) -> tuple[int, ...]:
    """Positions of the cited works that are the survey: by arXiv id in any version or address, by DOI, or by title."""
    itself = traits_of(survey)
    return tuple(
        number
        for number, work in enumerate(cited)
        if any(_is_it(traits_of(titled), itself) for titled in by_every_title(work))
    )


def _is_it(work: Traits, survey: Traits) -> bool:
    # Years say nothing here: surveys are revised, and published, years after they first appeared.
    return likeness(work, replace(survey, year=None)) is not None


def _arxiv_month(arxiv_id: str | None) -> str | None:
    """Month of an arXiv id; None for a number from before arXiv was founded or a century after ("9912.00001")."""
    if not arxiv_id:
        return None
    archive, _, number = arxiv_id.rpartition("/")
    short, month = int(number[:2]), number[2:4]
    if archive:
        year = 1900 + short if short >= _FIRST_YEAR_OF_ARXIV % 100 else 2000 + short
        return f"{year}-{month}"
    return f"{2000 + short}-{month}" if short < _FIRST_YEAR_OF_ARXIV % 100 else None
