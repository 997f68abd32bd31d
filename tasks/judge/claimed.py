"""Whether a page is the work that its citation says it is (citation hallucination, ReportBench, section 4)."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from tasks.judge.words import stems, words
from tasks.records import EvidencePage, StatementLink
from tasks.text import compact_title

_GONE = frozenset({"http-404", "http-410", "dns", "private-address", "scheme"})
_FEWEST_TITLE_WORDS = 3
_FEWEST_ENTRY_WORDS = 5
_ANOTHER = 55.0  # partial ratio of the compact titles below which they are not one title
_SHARED = 0.34  # share of the page title's words in the entry up to which they are not
_ADDRESS = re.compile(r"(?:https?://|www\.|doi:|arxiv:)\S+", re.IGNORECASE)
_OTHER_SCRIPT = re.compile(r"[\u0400-\u04ff\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def nothing_there(page: EvidencePage) -> bool:
    """Whether the address leads nowhere at all, for anybody: not a page that was slow or would not let us in."""
    return page.status in ("unreachable", "refused") and page.reason in _GONE


def another_work(link: StatementLink, page: EvidencePage) -> str:
    """Why the page is not the work that the citation names; "" if it is, or if that cannot be told.

    An arXiv id is believed. A title speaks only where both are known: the page's own from its metadata, and an entry
    of the reference list that is long enough to hold one.
    """
    claimed, own = link.identity, page.identity
    if claimed.arxiv_id and own.arxiv_id and claimed.arxiv_id != own.arxiv_id:
        return f"the page is arXiv {own.arxiv_id}, the citation says {claimed.arxiv_id}"
    title = own.title or (page.title if page.scholarly else None)
    if not title:
        return ""
    entry = _ADDRESS.sub(" ", " ".join(part for part in (claimed.title, link.entry) if part))
    return f'the page is "{title}", which its entry does not name' if _names_another(entry, title) else ""


def _names_another(entry: str, title: str) -> bool:
    wanted, there = _title_words(title), _title_words(entry)
    if len(wanted) < _FEWEST_TITLE_WORDS or len(there) < _FEWEST_ENTRY_WORDS:
        return False
    if bool(_OTHER_SCRIPT.search(entry)) != bool(_OTHER_SCRIPT.search(title)):
        return False  # an entry in another language may well translate the title
    shared = len(wanted & there) / len(wanted)
    return shared <= _SHARED and fuzz.partial_ratio(compact_title(title), compact_title(entry)) < _ANOTHER


def _title_words(text: str) -> frozenset[str]:
    """The stems of a text; with its stop words where it has hardly anything else ("Attention is all you need")."""
    telling = stems(text)
    if len(telling) >= _FEWEST_TITLE_WORDS:
        return telling
    return frozenset(word.text.casefold() for word in words(text))
