"""`litgauge publish --site`: a leaderboard of all releases as plain files, for any web host.

    index.html                    the releases that were scored, each with who leads
    site.json                     the same for programs; written last, and the mark of a folder that is ours
    <release>/index.html          report.html of a release, with the last run of each agent and judge
    <release>/leaderboard.json    every metric's summary, as `litgauge leaderboard --json`
    <release>/tasks.html          agents by task
    <release>/tasks/<task>.html   all answers to a task, two beside each other
    <release>/frozen/<page>.html  with --evidence: pages that answers were judged by, and pictures of answers

"reportbench@3" lies in `reportbench-3`. Names are the same in every call, so links last.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from litgauge.flows.cli.frozen_files import write_frozen, write_pictures
from litgauge.flows.cli.output_files import check_folder, whole_file
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.leaderboard import leaderboard_json
from litgauge.tasks.html.report import Neighbours, release_results, render_results
from litgauge.tasks.html.results import (
    ReleaseEntry,
    release_entry,
    render_contents,
    render_task,
    render_tasks,
    task_ids,
    task_name,
)
from litgauge.tasks.ledger import LoadedRun, leaderboard, list_score_runs, load_newest
from litgauge.tasks.releases.release import load

MARK = "site.json"


@dataclass(frozen=True, slots=True)
class WrittenSite:
    """What was written."""

    folder: Path
    releases: tuple[str, ...]
    files: int
    left_out: tuple[str, ...]  # damaged runs, and why


def write_site(folder: Path, storage: str, release: str | None = None, *, evidence: bool = False) -> WrittenSite:
    """Write the pages of all scored releases, or of one; each file appears whole, the list last.

    With `evidence` also cited pages and pictures; without, those that an earlier call wrote are removed.

    Raises UnusableInput if nothing was scored, or the folder holds something else.
    """
    _check(folder)
    place = Storage(storage)
    release_name = load(place, release).name if release else None
    names = sorted({run.release for run in list_score_runs(place, release=release_name)}, key=_by_number)
    generated = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    entries, files, left_out = [], 0, []
    for name in names:
        runs, damaged = load_newest(place, name)
        left_out += [str(damage) for damage in damaged]
        if runs:
            entry, written = _write_release(folder, place, runs, generated, evidence=evidence)
            entries.append(entry)
            files += written
    if not entries:
        raise UnusableInput("no agent was scored yet", where=storage, next_step="Run `litgauge score RELEASE` first")
    _write(folder / "index.html", render_contents(entries))
    _write(folder / MARK, json.dumps({"generated": generated, "releases": [_summary(of) for of in entries]}, indent=1))
    return WrittenSite(folder, tuple(entry.release for entry in entries), files + 2, tuple(left_out))


def _write_release(
    folder: Path, storage: Storage, runs: Sequence[LoadedRun], generated: str, *, evidence: bool
) -> tuple[ReleaseEntry, int]:
    """Write the pages of one release and return its entry in the list, and the number of files."""
    stored = load(storage, runs[0].run.release)
    caution = stored.manifest.about.caution
    results = release_results(stored.benchmark.load(stored), runs, storage=storage, caution=caution)
    place = folder / _folder_name(stored.name)
    files = 0
    if not evidence and (place / "frozen").is_dir():
        shutil.rmtree(place / "frozen")
    if evidence:
        files += write_frozen(place / "frozen", runs, storage) + write_pictures(place / "frozen", runs, storage)
    tasks = task_ids(results)
    for task_id in tasks:
        page = render_task(results, task_id, _neighbours("../", evidence=evidence))
        _write(place / "tasks" / f"{task_name(task_id)}.html", page)
    beside = _neighbours("", evidence=evidence)
    _write(place / "tasks.html", render_tasks(results, beside))
    _write(place / "index.html", render_results(results, generated=generated, neighbours=beside))
    board = leaderboard(runs, caution)
    _write(place / "leaderboard.json", json.dumps(leaderboard_json(board), indent=1))
    neighbours = Neighbours(report=f"{place.name}/index.html", tasks=f"{place.name}/tasks.html")
    return release_entry(stored.benchmark, runs, neighbours, caution=caution), files + len(tasks) + 3


def _neighbours(up: str, *, evidence: bool) -> Neighbours:
    """Return the addresses of a release's pages from one of them, `up` folders below the release's own."""
    return Neighbours(
        frozen=(lambda _run, name: f"{up}frozen/{name}.html") if evidence else None,
        contents=f"{up}../index.html",
        report=f"{up}index.html",
        tasks=f"{up}tasks.html",
        task=lambda task_id: f"{up}tasks/{task_name(task_id)}.html",
    )


def _summary(entry: ReleaseEntry) -> dict[str, object]:
    return {
        "release": entry.release,
        "title": entry.title,
        "page": entry.address,
        "verdict": f"{entry.verdict.leader} {entry.verdict.claim}".strip() if entry.verdict else "",
        "agents": msgspec.to_builtins(entry.rows),
    }


def _check(folder: Path) -> None:
    check_folder(folder, "--site")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise UnusableInput(
            "this folder holds something else than a site of litgauge",
            where=str(folder),
            data="Nothing was written",
            next_step="Name a new or empty folder, or one that `litgauge publish --site` has filled",
        )


def _folder_name(release: str) -> str:
    return release.replace("@", "-")


def _by_number(release: str) -> tuple[str, int]:
    """Return the sort key: by benchmark, the newest release first."""
    name, _, number = release.partition("@")
    return name, -int(number) if number.isdecimal() else 0


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as stream:
        stream.write(text)
