"""Short ways to write works down."""

from __future__ import annotations

from litgauge.tasks.identity import DescribedWork
from litgauge.tasks.records import PersonName, Reference


def people(*names: str) -> tuple[PersonName, ...]:
    """Authors from "Given Family"; a single word is a family name."""
    return tuple(PersonName(name.split()[-1], " ".join(name.split()[:-1])) for name in names)


def cited(
    title: str | None = None,
    *authors: str,
    year: int | None = None,
    doi: str | None = None,
    arxiv_id: str | None = None,
    url: str | None = None,
) -> DescribedWork:
    return DescribedWork(title, people(*authors), year, doi, arxiv_id, url)


def listed(
    title: str | None = None,
    *authors: str,
    key: str = "",
    year: int | None = None,
    doi: str | None = None,
    arxiv_id: str | None = None,
) -> Reference:
    return Reference(
        survey_id="2003.00653",
        key=key or "".join((title or doi or arxiv_id or "").split()).lower(),
        type="article",
        title=title,
        authors=people(*authors),
        et_al=False,
        year=year,
        venue=None,
        doi=doi,
        arxiv_id=arxiv_id,
        url=None,
        origin="bib",
        in_main_text=True,
        aliases=(),
        provenance=(),
    )
