"""A refresh: what is new on arXiv since the last one, in the snapshot's schema, kept as increments to the base file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, cast

import msgspec
import pyarrow.compute as pc

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_table
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.reusing import check_may_work
from litgauge.tasks.engine.run import Run
from litgauge.tasks.harvest.api import search
from litgauge.tasks.harvest.increments import Window, keep_increment, last_harvested
from litgauge.tasks.harvest.oai import OaiClient
from litgauge.tasks.harvest.rows import ArxivRow
from litgauge.tasks.harvest.rules import Rules
from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings
from litgauge.tasks.http.pacing import Wait, every
from litgauge.tasks.records import Survey

DAYS_AT_ONCE = 31  # of OAI-PMH: some 50,000 records; what is fetched before a failure stays
PATIENCE_DAYS = 7  # a paper that OAI-PMH does not know a week after the search found it is not waited for


def harvest_new(
    run: Run, settings: HarvestSettings, selection: SelectionSettings, surveys: StageOutput, until: date
) -> str | None:
    """Return the path of the increment that holds the newest days, None if there was nothing to ask for.

    Harvests from the last harvested day on, including it, as it may not have been over; before the first refresh, from
    the newest update among `surveys`. Ends at `until`. Long periods are fetched in windows of at most a month, each
    kept when it is whole. An empty answer may be a fault of the service, so its days are requested again with those
    that follow. A local corpus has no newer days: every build reads it again.
    Raises UnusableInput if no survey is known to count from, and LitgaugeError as `fetch_window`.
    """
    if settings.source == "local":
        return None
    since = last_harvested(run.storage, settings) or _newest(run, surveys, settings)
    wait = run.waits.get("harvest") or every(settings.request_interval_s)
    # The search interface is read from its newest result backwards, so one window costs as little as any.
    days = timedelta(days=DAYS_AT_ONCE) if settings.refresh == "oai" else until - since
    increment = None
    last = since
    while last < until:
        check_may_work()
        last = min(last + days, until)
        if path := _keep(run, settings, selection, Window(since, last), wait):
            increment, since = path, last
    return increment


@dataclass(frozen=True, slots=True)
class FetchedWindow:
    """All that a window of days gave; there is none of it when fetching failed."""

    rows: tuple[bytes, ...]  # JSON objects with the snapshot's keys, without newline
    not_known_yet: tuple[str, ...] = ()  # ids that the search found and OAI-PMH does not know yet
    resume_at: date | None = None  # the earliest day of those


def fetch_window(
    since: date, until: date | None, harvest: HarvestSettings, selection: SelectionSettings, wait: Wait | None = None
) -> FetchedWindow:
    """Return the rows of papers that changed from `since` to `until` (both days included; None: until now).

    Of records that arXiv deleted a row says just that. OAI-PMH gives every changed record of the config's sets. The
    search interface gives papers by title; those that pass the rules before the licence, and withdrawn ones, are asked
    for one by one over OAI-PMH, which may not know the newest yet.
    `wait` is called before every request. Raises LitgaugeError when a service fails for good, ConfigError for a set
    that does not exist or a search without words.
    """
    wait = wait or every(harvest.request_interval_s)
    with OaiClient(harvest, wait) as oai:
        if harvest.refresh == "oai":
            return FetchedWindow(tuple(_line(row) for row in oai.changed(since, until, harvest.sets)))
        search_result = search(since, until, harvest, selection, wait)
        return _completed(search_result, Rules(selection), oai)


def _completed(papers: Iterator[ArxivRow], rules: Rules, oai: OaiClient) -> FetchedWindow:
    """Return what the search found, with what OAI-PMH alone tells."""
    rows: list[bytes] = []
    waited_for: list[str] = []
    days: list[date] = []
    for paper in papers:
        fall = rules.first_failing(paper, before="licence")
        if fall is not None and fall.rule != "withdrawn":  # a survey that is known has to go
            continue
        if row := oai.row(paper.survey_id):
            rows.append(_line(row))
        else:
            waited_for.append(paper.survey_id)
            days += [paper.updated] if paper.updated else []
    return FetchedWindow(tuple(rows), tuple(waited_for), min(days, default=None))


def _line(row: ArxivRow) -> bytes:
    return msgspec.json.encode(cast(Any, row))


def _keep(run: Run, settings: HarvestSettings, selection: SelectionSettings, window: Window, wait: Wait) -> str | None:
    fetched = fetch_window(window.since, window.until, settings, selection, wait)
    message = f"{len(fetched.rows):,} changed papers of {window.since} to {window.until}"
    if fetched.not_known_yet:
        message += f"; {len(fetched.not_known_yet)} more are not known over OAI-PMH yet: the next refresh asks again"
    elif not fetched.rows:
        message += ": the next refresh asks for these days again"
    tell(Note("refresh", message))
    if not fetched.rows and not fetched.not_known_yet:
        return None
    return keep_increment(run.storage, settings, _settled(window, fetched.resume_at), sorted(fetched.rows))


def _settled(window: Window, resume_at: date | None) -> Window:
    """Return the days that need not be asked for again: up to the first paper that could not be had yet."""
    if resume_at is None:
        return window
    last = max(resume_at, window.until - timedelta(days=PATIENCE_DAYS))
    return Window(window.since, max(window.since, min(last, window.until)))


def _newest(run: Run, surveys: StageOutput, settings: HarvestSettings) -> date:
    newest: date | None = pc.max(read_table(run.storage, surveys, "surveys", Survey)["updated"]).as_py()
    if newest is None:
        raise UnusableInput(
            "no survey in it has a date, so the refresh does not know since when papers are new",
            where=settings.path,
            data="Nothing was fetched",
            next_step="Build once from a snapshot that holds surveys: litgauge build reportbench",
        )
    return newest
