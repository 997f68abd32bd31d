"""What a report cites, one row per distinct work or page."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.records.scoring import WorkIdentity
from tasks.records.table import Table


@dataclass(frozen=True, slots=True)
class CitedWork:
    """A work that a report cites, as far as the report itself tells what it is."""

    report_id: str
    number: int  # from 0, in the order of first citation; works that only the reference list has come last
    page: str | None  # the address that stands for the page; None where the report gives no address
    url: str | None  # the first address given for it, cleaned
    identity: WorkIdentity
    title: str | None  # from its entry or its anchor text; None where neither reads like a title
    authors: tuple[str, ...]  # family names as its entry has them; () where it names none
    year: int | None
    statements: tuple[int, ...]  # numbers of the statements that cite it; () if only the reference list has it


WORKS = Table(
    "works",
    CitedWork,
    "a distinct work or page that a report cites",
    {
        "report_id": "the report",
        "number": "from 0, in the order of first citation",
        "page": "the address that stands for the page; none without an address",
        "url": "first address given for it",
        "identity": "what identifies it",
        "title": "title by its entry or anchor text",
        "authors": "family names by its entry",
        "year": "year by its entry",
        "statements": "numbers of the statements that cite it",
    },
    key=("report_id", "number"),
)
