"""Runs in the ledger: many append at once, each its own partition, and nobody sees half of one.

    ledger/claims/<run id>.json                                 who took the id; made first, exclusively
    ledger/agent_runs/<run id>/answers.parquet                  the files of an agent's answers to one release
    ledger/score_runs/<release>/<run id>/<table>.parquet        every row between answers and numbers
    …/<run id>/run.json                                         made last: the run is there once this is

A run that is killed leaves an id that nobody uses again, and files that nobody reads. Which tables a score run has is
its benchmark's business.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

import msgspec

from tasks.declaration import Benchmark, Rows, benchmark_named
from tasks.engine.memory import parquet_bytes
from tasks.engine.storage import Storage
from tasks.errors import LitgaugeError, UnusableInput
from tasks.ledger.answers import ANSWERS, answers_digest
from tasks.records import AgentRun, AnswerFile, ScoreRun, Table, from_table, optional_columns, schema_of, to_table
from tasks.records.parquet import read_parquet

Kept = TypeVar("Kept", AgentRun, ScoreRun)

RUN = "run.json"
FORMAT = 2  # 1: agent runs without their files, score rows of ReportBench alone; such runs are not read
_AGENT_RUNS = "ledger/agent_runs"
_SCORE_RUNS = "ledger/score_runs"
_CLAIMS = "ledger/claims"
_LONGEST_NAME = 40


class RunFile(msgspec.Struct, frozen=True):
    """One file of a run."""

    sha256: str
    bytes: int
    rows: int


class RunDocument(msgspec.Struct, Generic[Kept], frozen=True):
    """What run.json says: the run, and the files that belong to it."""

    format: int
    run: Kept
    files: dict[str, RunFile]


class _Format(msgspec.Struct):
    format: int


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A score run with its rows; a table that was not asked for is not among them."""

    run: ScoreRun
    rows: Rows

    @property
    def benchmark(self) -> Benchmark:
        """The benchmark that declares its tables and metrics."""
        return benchmark_named(self.run.benchmark)


def append_agent_run(storage: Storage, run: AgentRun, files: Sequence[AnswerFile]) -> AgentRun:
    """Keep an agent's answers and return the run with its id; the same files for the same release are kept once."""
    digest = answers_digest(files)
    for known in list_agent_runs(storage, agent=run.agent):
        if (known.digest, known.release_digest) == (digest, run.release_digest):
            return known
    run_id = _claim(storage, run.agent, run.ingested)
    run = replace(run, run_id=run_id, digest=digest, files=len(files))
    _write(storage, f"{_AGENT_RUNS}/{run_id}", run, (ANSWERS,), {ANSWERS.name: files})
    return run


def append_score_run(storage: Storage, run: ScoreRun, rows: Rows) -> ScoreRun:
    """Keep a score run with its rows and return it with its id.

    Every call makes a run of its own, whatever else is appended at the same time; its files are there before the
    run is seen.
    """
    run = replace(run, run_id=_claim(storage, run.agent, run.ended))
    _write(storage, score_run_folder(run), run, benchmark_named(run.benchmark).scoring.all_tables, rows)
    return run


def score_run_folder(run: ScoreRun) -> str:
    """Where a score run lies, relative to the storage root."""
    return f"{_SCORE_RUNS}/{run.release}/{run.run_id}"


def list_agent_runs(storage: Storage, *, release: str | None = None, agent: str | None = None) -> list[AgentRun]:
    """The agent runs of the ledger, oldest first."""
    runs = [document.run for document in _documents(storage, [_AGENT_RUNS], AgentRun)]
    chosen = [run for run in runs if release in (None, run.release) and agent in (None, run.agent)]
    return sorted(chosen, key=lambda run: (run.ingested, run.run_id))


def list_score_runs(storage: Storage, *, release: str | None = None, agent: str | None = None) -> list[ScoreRun]:
    """The score runs of the ledger, oldest first; `release` is a full name, "reportbench@3"."""
    releases = [release] if release else storage.names(_SCORE_RUNS)
    runs = [document.run for document in _documents(storage, [f"{_SCORE_RUNS}/{name}" for name in releases], ScoreRun)]
    return sorted((run for run in runs if agent in (None, run.agent)), key=lambda run: (run.ended, run.run_id))


def older_runs(storage: Storage, release: str) -> list[str]:
    """The ids of score runs on a release that an older litgauge wrote, which are not read."""
    read = {run.run_id for run in list_score_runs(storage, release=release)}
    folder = f"{_SCORE_RUNS}/{release}"
    return [name for name in storage.names(folder) if name not in read and storage.exists(f"{folder}/{name}/{RUN}")]


def newest_runs(runs: Iterable[ScoreRun]) -> list[ScoreRun]:
    """Of each agent and judge the last run, in the order of the runs: what a leaderboard shows."""
    newest = {(run.agent, run.judge): run for run in runs}
    return sorted(newest.values(), key=lambda run: (run.ended, run.run_id))


def find_score_run(storage: Storage, run_id: str) -> ScoreRun:
    """The score run with this id; UnusableInput that names those there are, if it is none."""
    runs = list_score_runs(storage)
    for run in runs:
        if run.run_id == run_id:
            return run
    known = ", ".join(run.run_id for run in runs[-5:]) or "none yet"
    if any(run_id in older_runs(storage, release) for release in storage.names(_SCORE_RUNS)):
        raise UnusableInput("an older litgauge wrote this run", where=run_id, next_step="Score the agent again")
    answers = any(run.run_id == run_id for run in list_agent_runs(storage))
    what = "this is a run of answers, not a scoring" if answers else "there is no such score run"
    raise UnusableInput(f"{what} (the last score runs: {known})", where=run_id)


def load_score_run(storage: Storage, run: ScoreRun | str, tables: Iterable[str] | None = None) -> LoadedRun:
    """A score run with the rows of these tables, all by default.

    Raises UnusableInput if there is no such run, LitgaugeError if a file of it is missing or was changed.
    """
    run = find_score_run(storage, run) if isinstance(run, str) else run
    folder = score_run_folder(run)
    document = _read(storage, f"{folder}/{RUN}", ScoreRun)
    declared = benchmark_named(document.run.benchmark).scoring.all_tables
    wanted = None if tables is None else set(tables)
    chosen = [table for table in declared if wanted is None or table.name in wanted]
    return LoadedRun(document.run, _rows(storage, folder, document.files, chosen))


def load_agent_run(storage: Storage, run_id: str) -> tuple[AgentRun, tuple[AnswerFile, ...]]:
    """An agent run and the files of its answers. Raises as `load_score_run` does."""
    folder = f"{_AGENT_RUNS}/{run_id}"
    if not storage.exists(f"{folder}/{RUN}"):
        known = ", ".join(run.run_id for run in list_agent_runs(storage)[-5:]) or "none yet"
        raise UnusableInput(f"there is no such agent run (the last ones: {known})", where=run_id)
    document = _read(storage, f"{folder}/{RUN}", AgentRun)
    return document.run, tuple(_rows(storage, folder, document.files, [ANSWERS])[ANSWERS.name])


def _claim(storage: Storage, agent: str, when: str) -> str:
    """A run id that nobody else has or ever had: the day, the agent, a number."""
    stem = f"{(when or _now())[:10]}-{_slug(agent)}"
    number_of = re.compile(re.escape(stem) + r"-([0-9]+)\.json")
    taken = [int(found[1]) for name in storage.names(_CLAIMS) if (found := number_of.fullmatch(name))]
    number = max(taken, default=0) + 1
    note = msgspec.json.encode({"agent": agent, "claimed": _now()})
    while not storage.create(f"{_CLAIMS}/{stem}-{number}.json", note):
        number += 1
    return f"{stem}-{number}"


def _slug(agent: str) -> str:
    """The agent's name as a part of a file name: letters, digits and dots of any script."""
    return re.sub(r"[^\w.]+", "-", agent.casefold())[:_LONGEST_NAME].strip("-.") or "agent"


def _write(storage: Storage, folder: str, run: AgentRun | ScoreRun, tables: Sequence[Table], rows: Rows) -> None:
    entries = {}
    for table in tables:
        own = rows.get(table.name, ())
        data = parquet_bytes(to_table(table.row, own))
        _create(storage, f"{folder}/{table.name}.parquet", data)
        entries[table.name] = RunFile(hashlib.sha256(data).hexdigest(), len(data), len(own))
    document = {"format": FORMAT, "run": run, "files": entries}
    _create(storage, f"{folder}/{RUN}", msgspec.json.format(msgspec.json.encode(document), indent=1))


def _create(storage: Storage, path: str, data: bytes) -> None:
    if not storage.create(path, data):
        raise LitgaugeError(
            "another run has written here",
            where=storage.locate(path),
            data="The run was not added to the ledger; nothing of it is lost, its stages are remembered",
            next_step="Run the same command again",
        )


def _documents(storage: Storage, folders: Iterable[str], kind: type[Kept]) -> list[RunDocument[Kept]]:
    """The whole runs in these folders; one of an older format is passed over."""
    paths = [f"{folder}/{name}/{RUN}" for folder in folders for name in storage.names(folder)]
    whole = [path for path in paths if storage.exists(path)]
    found = zip(whole, storage.read_many(whole), strict=True)
    return [_decode(data, path, kind) for path, data in found if _format(data, path) == FORMAT]


def _format(data: bytes, where: str) -> int:
    try:
        return msgspec.json.decode(data, type=_Format).format
    except msgspec.DecodeError as error:
        raise _unreadable(where, error) from error


def _read(storage: Storage, path: str, kind: type[Kept]) -> RunDocument[Kept]:
    try:
        return _decode(storage.read(path), storage.locate(path), kind)
    except FileNotFoundError:
        raise UnusableInput("there is no such run", where=path) from None


def _decode(data: bytes, where: str, kind: type[Kept]) -> RunDocument[Kept]:
    try:
        document: RunDocument[Kept] = msgspec.json.decode(data, type=RunDocument[kind])  # type: ignore[valid-type]
    except msgspec.DecodeError as error:
        raise _unreadable(where, error) from error
    return document


def _unreadable(where: str, error: Exception) -> LitgaugeError:
    return LitgaugeError(
        f"this is no run: {error}",
        where=where,
        data="No run was changed",
        next_step="Restore the file, or remove the run's folder",
    )


def _rows(
    storage: Storage, folder: str, entries: Mapping[str, RunFile], tables: Sequence[Table]
) -> dict[str, Sequence[Any]]:
    """The rows of these tables, as far as the run has them."""
    files = _files(storage, folder, entries, [table.name for table in tables])
    return {table.name: tuple(_of_file(table, files[table.name])) for table in tables if table.name in files}


def _of_file(table: Table, data: bytes) -> Iterator[Any]:
    found = read_parquet(data)
    known = {*found.column_names, *optional_columns(table.row)}
    if missing := [column for column in schema_of(table.row).names if column not in known]:
        raise LitgaugeError(
            f"the run's table {table.name} has no column {', '.join(missing)}: an older litgauge wrote it",
            next_step="Use that version, or score the agent again",
        )
    return from_table(table.row, found)


def _files(storage: Storage, folder: str, entries: Mapping[str, RunFile], names: Sequence[str]) -> dict[str, bytes]:
    present = [name for name in names if name in entries]
    paths = [f"{folder}/{name}.parquet" for name in present]
    try:
        found = dict(zip(present, storage.read_many(paths), strict=True))
    except FileNotFoundError as error:
        raise _damaged(storage.locate(folder), "a file of the run is missing") from error
    for name, data in found.items():
        if hashlib.sha256(data).hexdigest() != entries[name].sha256:
            raise _damaged(storage.locate(f"{folder}/{name}.parquet"), "this is not the file that the run wrote")
    return found


def _damaged(where: str, what: str) -> LitgaugeError:
    return LitgaugeError(what, where=where, data="Nothing was read from it", next_step="Score the agent again")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
