"""What is new on arXiv in a window of days, in the snapshot's schema and through the same rules."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, cast

import msgspec

from tasks.harvest.api import search
from tasks.harvest.inputs import Piece
from tasks.harvest.oai import OaiClient
from tasks.harvest.rows import ArxivRow
from tasks.harvest.rules import Rules
from tasks.harvest.selection import Harvested, select
from tasks.harvest.settings import HarvestSettings, SelectionSettings
from tasks.manners import Wait, every
from tasks.records import to_table
from tasks.records.quarantine import Quarantined
from tasks.records.surveys import Dropped


@dataclass(frozen=True, slots=True)
class FetchedWindow:
    """All that a window of days gave; there is none of it when fetching failed."""

    rows: tuple[bytes, ...]  # JSON objects with the snapshot's keys, without newline
    dropped: tuple[Dropped, ...]  # found, but not worth asking for its whole row
    failed: tuple[Quarantined, ...]  # not to be had yet: begin the next window at `resume_at`
    resume_at: date | None  # the earliest day of what failed


def fetch_window(
    since: date, until: date | None, harvest: HarvestSettings, selection: SelectionSettings, wait: Wait | None = None
) -> FetchedWindow:
    """The rows of papers that changed from `since` to `until` (both days included; None: until now).

    OAI-PMH gives every changed record of the config's sets. The search interface gives papers by title; those that
    pass the rules before the licence are asked for one by one over OAI-PMH, which may not know the newest yet.
    `wait` is called before every request. Raises LitgaugeError when a service fails for good, ConfigError for a set
    that does not exist or a search without words.
    """
    wait = wait or every(harvest.request_interval_s)
    with OaiClient(harvest, wait) as oai:
        if harvest.refresh == "oai":
            changed = list(oai.changed(since, until, harvest.sets))
            rows = tuple(_line(row) for row in changed if isinstance(row, ArxivRow))
            return FetchedWindow(rows, tuple(row for row in changed if isinstance(row, Dropped)), (), None)
        return _found(search(since, until, harvest, selection, wait), Rules(selection), oai)


def harvest_window(
    since: date, until: date | None, harvest: HarvestSettings, selection: SelectionSettings, wait: Wait | None = None
) -> Iterator[Harvested]:
    """The window through the rules of the config, part by part (see `select`); nothing before all of it is fetched."""
    window = fetch_window(since, until, harvest, selection, wait)
    if window.dropped or window.failed:
        count = len(window.dropped) + len(window.failed)
        yield Harvested(count, (), to_table(Dropped, window.dropped), failed=window.failed)
    with tempfile.TemporaryDirectory(prefix="litgauge-") as folder:
        path = Path(folder) / "rows.jsonl"
        path.write_bytes(b"".join(row + b"\n" for row in window.rows))
        yield from select([Piece(str(path))], selection, harvest.refresh)


def _found(papers: Iterator[ArxivRow], rules: Rules, oai: OaiClient) -> FetchedWindow:
    rows: list[bytes] = []
    dropped: list[Dropped] = []
    failed: list[Quarantined] = []
    days: list[date] = []
    for paper in papers:
        if fall := rules.first_failing(paper, before="licence"):
            dropped.append(Dropped(paper.survey_id, fall.rule, fall.example))
        elif row := oai.row(paper.survey_id):
            rows.append(_line(row))
        else:
            detail = f"updated {paper.updated}, not yet known over OAI-PMH"
            failed.append(Quarantined(paper.survey_id, "harvest", "failed", "no-oai-record", detail))
            days += [paper.updated] if paper.updated else []
    return FetchedWindow(tuple(rows), tuple(dropped), tuple(failed), min(days, default=None))


def _line(row: ArxivRow) -> bytes:
    return msgspec.json.encode(cast(Any, row))
