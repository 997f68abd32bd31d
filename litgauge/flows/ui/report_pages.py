"""Report pages of one storage, shown by the server of `litgauge serve` beside the UI, behind the same guard.

    /litgauge/                            the releases that were scored, and their runs
    /litgauge/reports/<release>           report.html of a release: the last run of each agent and judge
    /litgauge/reports/<release>/<run>     the same page for one run
    …/<run>/frozen/<page>                 a page that the run was judged by, as it was frozen; a picture of an answer

Nothing else is served: names are looked up among those that the ledger has and never become a path. A page can do
nothing to the server even if a report brought a script through: it is an origin of its own (`sandbox`), which the guard
refuses, and its policy lets it load and send nothing.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

import anyio.to_thread

from litgauge.flows.ui.address import knows_password
from litgauge.flows.ui.server_guard import App, Receive, Scope, Send
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.benchmark import FrozenPage
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.frozen_pages import frozen_page, frozen_pages
from litgauge.tasks.html.picture_pages import answer_pictures, picture_page
from litgauge.tasks.html.plain_pages import PALETTE, printable, whole_page
from litgauge.tasks.html.report import Neighbours, render_report
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
    runs = list_score_runs(Storage(storage))
    if not path:
        return Answer(200, _contents(runs))
    match path.split("/"):
        case ["reports", release]:
            chosen = newest_runs(run for run in runs if run.release == release)
        case ["reports", release, run_id]:
            chosen = [run for run in runs if (run.release, run.run_id) == (release, run_id)]
        case ["reports", release, run_id, "frozen", name] if any(
            (run.release, run.run_id) == (release, run_id) for run in runs
        ):
            return _frozen(storage, run_id, name)
        case _:
            chosen = []
    if not chosen:
        return Answer(404, _notice("There is no such report in this storage."))
    return Answer(200, _report(storage, chosen[0].release, tuple(run.run_id for run in chosen), len(runs)))


@lru_cache(maxsize=4)
def _report(storage: str, release: str, run_ids: tuple[str, ...], _known: int) -> str:
    """Return the page of runs that never change, made once while it is looked at and no run is added to its history."""
    place = Storage(storage)
    stored = load(place, release)
    runs = [run for run in list_score_runs(place, release=release) if run.run_id in run_ids]
    return render_report(
        stored.benchmark.load(stored),
        [load_score_run(place, run) for run in runs],
        storage=place,
        generated=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        neighbours=Neighbours(
            frozen=lambda run_id, name: f"{report_link(release, run_id)}/frozen/{name}", run=report_link
        ),
        caution=stored.manifest.about.caution,
    )


def _frozen(storage: str, run_id: str, name: str) -> Answer:
    pages, pictures = _frozen_of(storage, run_id)
    if name in pages:
        return Answer(200, frozen_page(pages[name], Storage(storage)))
    if name in pictures:
        return Answer(200, picture_page(pictures[name], Storage(storage)))
    return Answer(404, _notice("This run was judged by no such page."))


@lru_cache(maxsize=4)
def _frozen_of(storage: str, run_id: str) -> tuple[Mapping[str, FrozenPage], Mapping[str, FigurePicture]]:
    run = load_score_run(Storage(storage), run_id)
    return frozen_pages([run]), answer_pictures([run])


def _contents(runs: list[ScoreRun]) -> str:
    parts = ["<h1>Reports</h1>"]
    for release in sorted({run.release for run in runs}):
        rows = "".join(
            f'<tr><td><a href="{report_link(release, run.run_id)}">{printable(run.run_id)}</a></td>'
            f"<td>{printable(run.agent)}</td><td>{printable(run.judge)}</td><td>{printable(run.ended)}</td></tr>"
            for run in reversed(runs)
            if run.release == release
        )
        parts.append(
            f'<h2><a href="{report_link(release)}">{printable(release)}: all agents</a></h2>'
            f"<table><tr><th>run</th><th>agent</th><th>judge</th><th>ended</th></tr>{rows}</table>"
        )
    return whole_page("Reports", _STYLE, "".join(parts) if runs else _nothing())


def _nothing() -> str:
    return "<h1>Reports</h1><p>Nothing was scored in this storage yet: start <b>score</b> in the UI.</p>"


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
