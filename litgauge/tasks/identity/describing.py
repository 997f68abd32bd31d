"""Cited works described by their pages and by what the report says of them."""

from __future__ import annotations

from rapidfuzz import fuzz

from litgauge.tasks.identity.page_titles import titles_of_page
from litgauge.tasks.identity.traits import DescribedWork
from litgauge.tasks.records import CitedWork, EvidencePage, PageVerdict, PersonName
from litgauge.tasks.text import compact_title
from litgauge.tasks.text.words import stems

_FEWEST_WORDS = 3
_SHARED = 0.34  # share of the page title's words in the entry's title up to which they are two titles
_ANOTHER = 55.0  # partial ratio of the compact titles below which they are


def described_work(work: CitedWork, page: EvidencePage | None, verdict: PageVerdict | None) -> DescribedWork:
    """Return the work by its page first and by its entry second; a page that could not be had says nothing.

    Title, authors and date of the page are its own metadata's. The entry's title stands beside the page's, unless the
    page is an article and names another work: then the page counts, since it is what is cited.
    """
    page = page if page is not None and page.status == "ok" else None
    page_titles = titles_of_page((verdict.title if verdict else None) or (page.title if page else None), work.url)
    entry_titles = titles_of_page(work.title, work.url)
    is_article = verdict is not None and verdict.scholarly is True
    if page_titles and entry_titles and is_article and _names_another(entry_titles[0], page_titles[0]):
        entry_titles = ()
    titles = (*page_titles, *entry_titles)
    authors = (*(page.authors if page else ()), *(PersonName(name, "") for name in work.authors))
    identity = page.identity if page else None
    return DescribedWork(
        title=titles[0] if titles else None,
        authors=tuple(dict.fromkeys(authors)),
        year=work.year or _year(page),
        doi=work.identity.doi or (identity.doi if identity else None),
        arxiv_id=work.identity.arxiv_id or (identity.arxiv_id if identity else None),
        url=work.url,
        other_titles=tuple(dict.fromkeys(titles[1:])),
        published=page.published if page else "",
    )


def _year(page: EvidencePage | None) -> int | None:
    """Return the year of the page's work, where the page knows who wrote it: a date alone may be that of an upload."""
    return int(page.published[:4]) if page and page.authors and page.published else None


def _names_another(entry_title: str, title: str) -> bool:
    title_stems, entry_stems = stems(title), stems(entry_title)
    if len(title_stems) < _FEWEST_WORDS or len(entry_stems) < _FEWEST_WORDS or title.isascii() != entry_title.isascii():
        return False
    shared = len(title_stems & entry_stems) / len(title_stems)
    return shared <= _SHARED and fuzz.partial_ratio(compact_title(title), compact_title(entry_title)) < _ANOTHER
