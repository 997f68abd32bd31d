"""A refresh of the harvest: the days since the last one, fetched and kept as an increment to the base file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_rows
from tasks.engine.progress import Note, tell
from tasks.engine.run import Run
from tasks.errors import UnusableInput
from tasks.harvest.increments import Window, keep_increment, last_harvested
from tasks.harvest.refresh import fetch_window
from tasks.harvest.settings import HarvestSettings, SelectionSettings
from tasks.manners import Wait, every
from tasks.records import Survey

DAYS_AT_ONCE = 31  # of OAI-PMH: some 50,000 records; what is fetched before a failure stays
PATIENCE_DAYS = 7  # a paper that OAI-PMH does not know a week after the search found it is not waited for


def harvest_new(
    run: Run, settings: HarvestSettings, selection: SelectionSettings, known: StageOutput, until: date
) -> str | None:
    """The path of the increment that holds the newest days, None if there was nothing to ask for.

    Days are harvested from the last harvested day on (that one again, for it may not have been over), before
    the first refresh from the newest update among the `known` surveys, up to `until`. A long time is fetched in windows
    of at most a month, each kept when it is whole. A corpus of one's own has no newer days: it is read again by every
    build. Raises UnusableInput if no survey is known to count from, and LitgaugeError as `fetch_window`.
    """
    if settings.source == "local":
        return None
    since = last_harvested(run.storage, settings) or _newest(run, known, settings)
    wait = run.waits.get("harvest") or every(settings.request_interval_s)
    kept = None
    for window in _windows(since, until, settings):
        kept = _keep(run, settings, selection, window, wait)
    return kept


def _keep(run: Run, settings: HarvestSettings, selection: SelectionSettings, window: Window, wait: Wait) -> str:
    fetched = fetch_window(window.since, window.until, settings, selection, wait)
    told = f"{len(fetched.rows):,} changed papers of {window.since} to {window.until}"
    if fetched.failed:
        told += f"; {len(fetched.failed)} more are not known over OAI-PMH yet: the next refresh asks again"
    tell(Note("refresh", told))
    return keep_increment(run.storage, settings, _settled(window, fetched.resume_at), sorted(fetched.rows))


def _windows(since: date, until: date, settings: HarvestSettings) -> Iterator[Window]:
    # The search interface is read from its newest result backwards, so one window costs as little as any.
    days = timedelta(days=DAYS_AT_ONCE) if settings.refresh == "oai" else until - since
    while since < until:
        last = min(since + days, until)
        yield Window(since, last)
        since = last


def _settled(window: Window, resume_at: date | None) -> Window:
    """The days that need not be asked for again: up to the first paper that could not be had yet."""
    if resume_at is None:
        return window
    last = max(resume_at, window.until - timedelta(days=PATIENCE_DAYS))
    return Window(window.since, max(window.since, min(last, window.until)))


def _newest(run: Run, known: StageOutput, settings: HarvestSettings) -> date:
    updates = (survey.updated for survey in read_rows(run.storage, known, "surveys", Survey))
    newest = max((day for day in updates if day), default=None)
    if newest is None:
        raise UnusableInput(
            "no survey in it has a date, so the refresh does not know since when papers are new",
            where=settings.path,
            data="Nothing was fetched",
            next_step="Build once from a snapshot that holds surveys: litgauge build reportbench",
        )
    return newest
