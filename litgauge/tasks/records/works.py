"""Works cited by a report, one row per distinct work or page."""

from __future__ import annotations

from litgauge.tasks.records.scoring import WorkIdentity
from litgauge.tasks.records.table import Table, column, row


@row
class CitedWork:
    """A work that a report cites, as far as the report itself tells what it is."""

    report_id: str = column("the report")
    number: int = column("from 0, in the order of first citation; works that only the reference list has come last")
    page: str | None = column("the address that stands for the page; none without an address")
    url: str | None = column("first address given for it")
    identity: WorkIdentity = column("what identifies it")
    title: str | None = column("title by its entry or anchor text")
    authors: tuple[str, ...] = column("family names by its entry")
    year: int | None = column("year by its entry")
    statements: tuple[int, ...] = column("numbers of the statements that cite it")


WORKS = Table(
    "works",
    CitedWork,
    "a distinct work or page that a report cites",
    key=("report_id", "number"),
)
