"""Report pages of one storage, shown by the server of `litgauge serve` beside the UI, behind the same guard.

    /litgauge/                            the releases that were scored, who leads, and their runs
    /litgauge/running                     runs in progress, with what they cost so far
    /litgauge/reports/<release>           report.html of a release: the last run of each agent and judge
    …/<release>/tasks                     agents by task, with filters
    …/<release>/tasks/<task>              all answers to a task, two beside each other
    /litgauge/reports/<release>/<run>     the same page for one run
    …/<run>/frozen/<page>                 a page that the run was judged by, as it was frozen; a picture of an answer

Nothing else is served: names are looked up among those that the ledger has and never become a path. A page can do
nothing to the server even if a report brought a script through: it is an origin of its own (`sandbox`), which the guard
refuses, and its policy lets it load and send nothing.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

import anyio.to_thread

from litgauge.flows.ui.address import knows_password
from litgauge.flows.ui.server_guard import App, Receive, Scope, Send
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.benchmark import FrozenPage
from litgauge.tasks.engine.running import running_runs
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.frozen_pages import frozen_page, frozen_pages
from litgauge.tasks.html.picture_pages import answer_pictures, picture_page
from litgauge.tasks.html.plain_pages import PALETTE, printable, whole_page
from litgauge.tasks.html.report import Neighbours, ReleaseResults, release_results, render_results
from litgauge.tasks.html.results import (
    ReleaseEntry,
    release_entry,
    render_contents,
    render_running,
    render_task,
    render_tasks,
    task_ids,
    task_name,
)
from litgauge.tasks.ledger import list_score_runs, load_score_run, newest_runs
from litgauge.tasks.records import FigurePicture, ScoreRun
from litgauge.tasks.releases.release import load

PREFIX = "/litgauge"
SHOWN_STORAGE = "LITGAUGE_REPORTS_OF"
"""The variable with the storage whose reports the server shows."""

_STYLE = PALETTE + (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "td,th{padding:.2rem 1rem .2rem 0;text-align:left}"
)
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
_STRICT = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_APART = "; frame-ancestors 'none'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"


class Answer(NamedTuple):
    """An HTTP response."""

    status: int
    page: str
    asks_password: bool = False


class ReportPages:
    """An ASGI application before another one: it answers what lies under /litgauge, the other one the rest."""

    def __init__(self, app: App, storage: str) -> None:
        self._app = app
        self._storage = storage

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        ours = path == PREFIX or path.startswith(f"{PREFIX}/")
        if scope["type"] != "http" or not ours or not self._storage:
            await self._app(scope, receive, send)
            return
        await _send(send, await self._answer(scope, path))

    async def _answer(self, scope: Scope, path: str) -> Answer:
        if not knows_password(scope["headers"]):
            return Answer(401, _notice("This page needs the password of the server."), asks_password=True)
        if scope["method"] not in ("GET", "HEAD"):
            return Answer(405, _notice("Pages can only be read."))
        try:
            return await anyio.to_thread.run_sync(_page, self._storage, path.removeprefix(PREFIX).strip("/"))
        except LitgaugeError as error:
            return Answer(500, _notice(f"This page could not be made: {error}"))


def report_link(release: str, run_id: str = "") -> str:
    """Return the address of a report page, from the root of the server that shows the UI."""
    return f"{PREFIX}/reports/{quote(release, safe='@')}" + (f"/{quote(run_id, safe='')}" if run_id else "")


def _page(storage: str, path: str) -> Answer:
    if path == "running":
        return Answer(200, _running(storage))
    runs = list_score_runs(Storage(storage))
    if not path:
        return Answer(200, _contents(storage, runs))
    match path.split("/"):
        case ["reports", release, *_]:
            of_release = [run for run in runs if run.release == release]
        case _:
            of_release = []
    newest = tuple(run.run_id for run in newest_runs(of_release))
    ids = [run.run_id for run in of_release]
    match path.split("/")[2:] if of_release else None:
        case []:
            return Answer(200, _report(storage, release, newest, len(runs)))
        case ["tasks"]:
            return Answer(200, _tasks(storage, release, newest, len(runs)))
        case ["tasks", name] if page := _task(storage, release, newest, len(runs), name):
            return Answer(200, page)
        case [run_id] if run_id in ids:
            return Answer(200, _report(storage, release, (run_id,), len(runs)))
        case [run_id, "frozen", name] if run_id in ids:
            return _frozen(storage, run_id, name)
    return Answer(404, _notice("This storage has no such report."))


@lru_cache(maxsize=2)
def _results(storage: str, release: str, run_ids: tuple[str, ...], _runs: int) -> ReleaseResults:
    """Return the results of runs, which never change; read once while they are looked at and no run is added."""
    place = Storage(storage)
    stored = load(place, release)
    runs = [run for run in list_score_runs(place, release=release) if run.run_id in run_ids]
    return release_results(
        stored.benchmark.load(stored),
        [load_score_run(place, run) for run in runs],
        storage=place,
        caution=stored.manifest.about.caution,
    )


@lru_cache(maxsize=4)
def _report(storage: str, release: str, run_ids: tuple[str, ...], runs: int) -> str:
    return render_results(_results(storage, release, run_ids, runs), generated=_now(), neighbours=_neighbours(release))


@lru_cache(maxsize=4)
def _tasks(storage: str, release: str, run_ids: tuple[str, ...], runs: int) -> str:
    return render_tasks(_results(storage, release, run_ids, runs), _neighbours(release))


def _task(storage: str, release: str, run_ids: tuple[str, ...], runs: int, name: str) -> str | None:
    results = _results(storage, release, run_ids, runs)
    task_id = next((task_id for task_id in task_ids(results) if task_name(task_id) == name), None)
    return None if task_id is None else render_task(results, task_id, _neighbours(release))


def _neighbours(release: str) -> Neighbours:
    return Neighbours(
        frozen=lambda run_id, name: f"{report_link(release, run_id)}/frozen/{name}",
        run=report_link,
        contents=f"{PREFIX}/",
        report=report_link(release),
        tasks=f"{report_link(release)}/tasks",
        task=lambda task_id: f"{report_link(release)}/tasks/{task_name(task_id)}",
    )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _running(storage: str) -> str:
    runs = running_runs(Storage(storage))
    links = {run.run_id: f"/runs/flow-run/{quote(run.run_id, safe='')}" for run in runs}
    return render_running(runs, contents=f"{PREFIX}/", generated=_now(), links=links)


def _frozen(storage: str, run_id: str, name: str) -> Answer:
    pages, pictures = _frozen_of(storage, run_id)
    if name in pages:
        return Answer(200, frozen_page(pages[name], Storage(storage)))
    if name in pictures:
        return Answer(200, picture_page(pictures[name], Storage(storage)))
    return Answer(404, _notice("No such page was used to judge this run."))


@lru_cache(maxsize=4)
def _frozen_of(storage: str, run_id: str) -> tuple[Mapping[str, FrozenPage], Mapping[str, FigurePicture]]:
    run = load_score_run(Storage(storage), run_id)
    return frozen_pages([run]), answer_pictures([run])


def _contents(storage: str, runs: list[ScoreRun]) -> str:
    entries = []
    for release in sorted({run.release for run in runs}):
        of_release = [run for run in runs if run.release == release]
        newest = tuple(run.run_id for run in newest_runs(of_release))
        try:
            entry = _entry(storage, release, newest)
        except LitgaugeError as error:  # the others are shown, and its runs are listed
            pages = _neighbours(release)
            entry = ReleaseEntry(release, "", pages.report, pages.tasks, (), (), None, f"It cannot be shown: {error}")
        linked_runs = tuple((run, report_link(release, run.run_id)) for run in reversed(of_release))
        entries.append(replace(entry, runs=linked_runs))
    return render_contents(entries, running=f"{PREFIX}/running")


@lru_cache(maxsize=256)
def _entry(storage: str, release: str, run_ids: tuple[str, ...]) -> ReleaseEntry:
    place = Storage(storage)
    stored = load(place, release)
    runs = [load_score_run(place, run_id, ["scores"]) for run_id in run_ids]
    return release_entry(stored.benchmark, runs, _neighbours(release), caution=stored.manifest.about.caution)


def _notice(sentence: str) -> str:
    return whole_page("litgauge", _STYLE, f"<p>{printable(sentence)}</p>")


async def _send(send: Callable[..., Awaitable[None]], answer: Answer) -> None:
    body = answer.page.encode("utf-8", "replace")
    match = _POLICY.search(answer.page)
    headers = {
        "content-type": "text/html; charset=utf-8",
        "content-length": str(len(body)),
        "content-security-policy": (match[1] if match else _STRICT).replace("&#39;", "'") + _APART,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
    }
    if answer.asks_password:
        headers["www-authenticate"] = 'Basic realm="litgauge", charset="UTF-8"'
    sent = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": sent})
    await send({"type": "http.response.body", "body": body})
