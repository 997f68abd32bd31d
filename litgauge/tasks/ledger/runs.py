"""Runs in the ledger, appended atomically: each concurrent run has a folder, and readers see only complete runs.

    ledger/claims/<run id>.json                                 claim of the id; created first, exclusively
    ledger/labels/<release>/<run id>/<sha256>.json              corrections of a score run's means by people's labels
    ledger/order/<number>                                       counts the runs, to order them
    ledger/agent_runs/<run id>/answers.parquet                  the files of an agent's answers to one release
    ledger/agent_runs/<run id>/<outcomes, calls, withheld>.parquet      trajectory of an agent that we ran
    ledger/score_runs/<release>/<run id>/<table>.parquet        every row between answers and numbers
    ledger/score_runs/<release>/<run id>/summaries.json         means and intervals of the scores
    …/<run id>/run.json                                         written last: makes the run visible

A killed run leaves an id that is not used again, and files that are not read. The benchmark declares the tables of a
score run.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

import msgspec

from litgauge.tasks.base.errors import DamagedFile, LitgaugeError, UnusableInput
from litgauge.tasks.benchmark import Benchmark, Rows, benchmark_named
from litgauge.tasks.benchmark.scoring import SCORES
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger.answers import ANSWERS, answers_digest
from litgauge.tasks.ledger.corrections import corrections_of
from litgauge.tasks.ledger.kept_summaries import SUMMARIES, decode_summaries, encode_summaries
from litgauge.tasks.ledger.run_files import (
    RUN,
    FoundDocuments,
    RunDocument,
    RunFile,
    encode_document,
    find_documents,
    read_document,
    read_files_of,
    read_rows_of,
)
from litgauge.tasks.records import AgentRun, AnswerFile, ScoreRun, Table, to_table
from litgauge.tasks.records.trajectories import CALLS, OUTCOMES, WITHHELD, AgentCall
from litgauge.tasks.statistics.corrected import Correction
from litgauge.tasks.statistics.means import Summary

TRAJECTORY = (OUTCOMES, CALLS, WITHHELD)
"""Tables stored beside the answers of an agent that we ran."""

AGENT_RUNS = "ledger/agent_runs"
SCORE_RUNS = "ledger/score_runs"
_CLAIMS = "ledger/claims"
_ORDER = "ledger/order"
_LONGEST_NAME = 40
_DIGITS = re.compile(r"([0-9]+)")


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A score run with the rows of the requested tables."""

    run: ScoreRun
    rows: Rows
    corrections: Mapping[str, Correction] = field(default_factory=dict)  # of its means by people's labels, by metric
    summaries: Mapping[str, Summary] | None = None  # summaries of its scores, by metric; None: not kept

    @property
    def benchmark(self) -> Benchmark:
        """Return the benchmark that declares its tables and metrics."""
        return benchmark_named(self.run.benchmark)


def append_agent_run(
    storage: Storage, run: AgentRun, files: Sequence[AnswerFile], trajectory: Rows = MappingProxyType({})
) -> AgentRun:
    """Store an agent's answers and return the run with its id; equal files for the same release are stored once.

    `trajectory` are the rows of `TRAJECTORY` of an agent that we ran; they count for equality too.
    """
    run = replace(run, digest=answers_digest(files), files=len(files), trajectory=_trajectory_digest(trajectory))
    for earlier in list_agent_runs(storage, agent=run.agent):
        if _same_answers(earlier, run) and _is_whole(storage, earlier):
            return earlier
    run_id = _claim(storage, run.agent, run.ingested)
    run = replace(run, run_id=run_id, order=_next_number(storage, run_id))
    tables = (ANSWERS, *(TRAJECTORY if run.ours else ()))
    _write(storage, f"{AGENT_RUNS}/{run_id}", run, tables, {ANSWERS.name: files, **trajectory})
    return run


def append_score_run(storage: Storage, run: ScoreRun, rows: Rows) -> ScoreRun:
    """Store a score run with its rows and return it with its id.

    Every call makes a new run, also while others are appended; its files are written before the run
    becomes visible.
    """
    run_id = _claim(storage, run.agent, run.ended)
    run = replace(run, run_id=run_id, order=_next_number(storage, run_id))
    _write(storage, score_run_folder(run), run, benchmark_named(run.benchmark).scoring.all_tables, rows)
    return run


def score_run_folder(run: ScoreRun) -> str:
    """Return the folder of a score run, relative to the storage root."""
    return f"{SCORE_RUNS}/{run.release}/{run.run_id}"


def list_agent_runs(storage: Storage, *, agent: str | None = None) -> list[AgentRun]:
    """Return the agent runs of the ledger, oldest first, without unreadable ones."""
    runs = [document.run for document in find_documents(storage, [AGENT_RUNS], AgentRun).documents]
    chosen = [run for run in runs if agent in (None, run.agent)]
    return sorted(chosen, key=_when)


def agent_of_answers(storage: Storage, answers: str) -> str:
    """Return the agent of an agent run, named by its id.

    Raises UnusableInput if the answers are no such run, and so have no agent.
    """
    if Path(answers).exists():
        raise UnusableInput("these are answers of an agent without a name", where=answers, next_step="Name it: --agent")
    runs = list_agent_runs(storage)
    for run in runs:
        if run.run_id == answers:
            return run.agent
    last = ", ".join(run.run_id for run in runs[-5:]) or "none yet"
    raise UnusableInput(
        f"there is neither such a folder nor such an agent run (the last agent runs: {last})", where=f"--run {answers}"
    )


def list_score_runs(storage: Storage, *, release: str | None = None, agent: str | None = None) -> list[ScoreRun]:
    """Return the score runs of the ledger, oldest first; `release` is a full name, "reportbench@3".

    Unreadable runs are left out: see `load_newest` and `older_runs`.
    """
    runs = [document.run for document in _score_runs(storage, release).documents]
    return sorted((run for run in runs if agent in (None, run.agent)), key=_when)


def older_runs(storage: Storage, release: str | None = None) -> list[str]:
    """Return the ids of score runs of an older format, which are not read."""
    return list(_score_runs(storage, release).older)


def newest_runs(runs: Iterable[ScoreRun]) -> list[ScoreRun]:
    """Return the last run of each agent and judge, in order, as a leaderboard shows them."""
    newest = {(run.agent, run.judge): run for run in sorted(runs, key=_when)}
    return sorted(newest.values(), key=_when)


def dated_before_the_last(runs: Iterable[ScoreRun]) -> list[ScoreRun]:
    """Return the runs with an end before that of a run that the ledger counted earlier: a clock was wrong."""
    late, latest = [], ""
    for run in sorted(runs, key=_when):
        if run.order and run.ended < latest:
            late.append(run)
        latest = max(latest, run.ended) if run.order else latest
    return late


def load_newest(
    storage: Storage, release: str, tables: Iterable[str] | None = None, *, summarised: bool = False
) -> tuple[list[LoadedRun], list[DamagedFile]]:
    """Return the last intact run of each agent and judge on a release, and the errors of damaged runs.

    Runs have the rows of these tables, by default all; `summarised` ones have summaries, and rows of scores only
    if no summaries were kept. A damaged run is replaced by the previous one, if there is one.
    """
    listing = _score_runs(storage, release)
    names = None if tables is None else list(tables)
    runs, damaged = [document.run for document in listing.documents], list(listing.damaged)
    loaded: dict[str, LoadedRun] = {}
    while pending := [run for run in newest_runs(runs) if run.run_id not in loaded]:
        for run in pending:
            try:
                load = _load_summarised if summarised else load_score_run
                loaded[run.run_id] = load(storage, run, names)
            except DamagedFile as damage:
                damaged.append(damage)
                runs.remove(run)
    return [loaded[run.run_id] for run in newest_runs(runs)], damaged


def find_score_run(storage: Storage, run_id: str) -> ScoreRun:
    """Return the score run with this id. Raises UnusableInput if there is none, DamagedFile if it is damaged."""
    listing = _score_runs(storage)
    runs = sorted((document.run for document in listing.documents), key=_when)
    for run in runs:
        if run.run_id == run_id:
            return run
    for damage in listing.damaged:
        if damage.path.split("/")[-2] == run_id:
            raise damage
    if run_id in listing.older:
        raise UnusableInput(
            "an older version of litgauge wrote this run", where=run_id, next_step="Score the agent again"
        )
    last = ", ".join(run.run_id for run in runs[-5:]) or "none yet"
    answers = any(run.run_id == run_id for run in list_agent_runs(storage))
    what = "this is a run of answers, not a scoring" if answers else "there is no such score run"
    raise UnusableInput(f"{what} (the last score runs: {last})", where=run_id)


def load_score_run(storage: Storage, run: ScoreRun | str, tables: Iterable[str] | None = None) -> LoadedRun:
    """Return a score run with the rows of these tables, by default all.

    Raises UnusableInput if there is no such run, DamagedFile if one of its files is missing or was changed.
    """
    run = find_score_run(storage, run) if isinstance(run, str) else run
    folder = score_run_folder(run)
    document = _score_document(storage, folder)
    declared = benchmark_named(document.run.benchmark).scoring.all_tables
    names = None if tables is None else set(tables)
    selected = [table for table in declared if names is None or table.name in names]
    rows = read_rows_of(storage, folder, document.files, selected)
    return LoadedRun(
        document.run, rows, corrections_of(storage, document.run), _kept_summaries(storage, folder, document)
    )


def _load_summarised(storage: Storage, run: ScoreRun, _tables: object) -> LoadedRun:
    folder = score_run_folder(run)
    document = _score_document(storage, folder)
    summaries = _kept_summaries(storage, folder, document)
    if summaries is None:
        return load_score_run(storage, run, [SCORES.name])
    read_files_of(storage, folder, {f"{SCORES.name}.parquet": document.files[SCORES.name]})  # raises if it is damaged
    return LoadedRun(document.run, {}, corrections_of(storage, document.run), summaries)


def _score_document(storage: Storage, folder: str) -> RunDocument[ScoreRun]:
    try:
        return read_document(storage, f"{folder}/{RUN}", ScoreRun)
    except FileNotFoundError:
        raise UnusableInput("there is no such run", where=storage.locate(folder)) from None


def _kept_summaries(storage: Storage, folder: str, document: RunDocument[ScoreRun]) -> Mapping[str, Summary] | None:
    if SUMMARIES not in document.files:
        return None
    return decode_summaries(read_files_of(storage, folder, {SUMMARIES: document.files[SUMMARIES]})[SUMMARIES])


def load_agent_run(storage: Storage, run_id: str) -> tuple[AgentRun, tuple[AnswerFile, ...]]:
    """Return an agent run and the files of its answers. Raises as `load_score_run` does."""
    folder = f"{AGENT_RUNS}/{run_id}"
    try:
        document = read_document(storage, f"{folder}/{RUN}", AgentRun)
    except FileNotFoundError:
        last = ", ".join(run.run_id for run in list_agent_runs(storage)[-5:]) or "none yet"
        raise UnusableInput(f"no such agent run (the last ones: {last})", where=run_id) from None
    return document.run, tuple(read_rows_of(storage, folder, document.files, [ANSWERS])[ANSWERS.name])


def load_trajectory(storage: Storage, run_id: str) -> Rows:
    """Return the rows of `TRAJECTORY` of an agent run, {} if we did not run it. Raises as `load_agent_run` does."""
    folder = f"{AGENT_RUNS}/{run_id}"
    run = load_agent_run(storage, run_id)[0]
    if not run.ours:
        return {}
    document = read_document(storage, f"{folder}/{RUN}", AgentRun)
    return read_rows_of(storage, folder, document.files, TRAJECTORY)


def _trajectory_digest(trajectory: Rows) -> str:
    """Return the digest of the rows; a call without a part keeps its digest from before parts existed."""
    digest = hashlib.sha256()
    for row in (row for table in TRAJECTORY for row in trajectory.get(table.name, ())):
        encoded = msgspec.json.encode(row, order="deterministic")
        digest.update(encoded.replace(b',"role":""}', b"}") if isinstance(row, AgentCall) else encoded)
        digest.update(b"\n")
    return digest.hexdigest() if trajectory else ""


def _same_answers(first: AgentRun, second: AgentRun) -> bool:
    return all(getattr(first, name) == getattr(second, name) for name in ("digest", "release_digest", "trajectory"))


def _is_whole(storage: Storage, run: AgentRun) -> bool:
    try:
        load_agent_run(storage, run.run_id)
    except DamagedFile:
        return False
    return True


def _score_runs(storage: Storage, release: str | None = None) -> FoundDocuments[ScoreRun]:
    releases = [release] if release else storage.names(SCORE_RUNS)
    return find_documents(storage, [f"{SCORE_RUNS}/{name}" for name in releases], ScoreRun)


def _when(run: AgentRun | ScoreRun) -> tuple[int, datetime, list[tuple[int, str]]]:
    """Return the sort key of runs: the ledger's own count, then the end of the run, then numbers in its id.

    Clocks may be wrong, so they decide only between runs without a count, or with the same (two merged storages).
    """
    moment = run.ended if isinstance(run, ScoreRun) else run.ingested
    try:
        when = datetime.fromisoformat(moment)
    except ValueError:  # not written by litgauge
        when = datetime.min
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return run.order, when, [(int(part), "") if part.isdecimal() else (-1, part) for part in _DIGITS.split(run.run_id)]


def _claim(storage: Storage, agent: str, when: str) -> str:
    """Claim and return a new run id, never used before: the day, the agent, a number."""
    stem = f"{(when or _now())[:10]}-{_slug(agent)}"
    number_of = re.compile(re.escape(stem) + r"-([0-9]+)\.json")
    # The claim of an existing run may have been deleted.
    releases = [f"{SCORE_RUNS}/{name}" for name in storage.names(SCORE_RUNS)]
    runs = [f"{name}.json" for folder in (AGENT_RUNS, *releases) for name in storage.names(folder)]
    names = [*storage.names(_CLAIMS), *runs]
    numbers = [int(match[1]) for name in names if (match := number_of.fullmatch(name))]
    number = max(numbers, default=0) + 1
    note = msgspec.json.encode({"agent": agent, "claimed": _now()})
    while not storage.create(f"{_CLAIMS}/{stem}-{number}.json", note):
        number += 1
    return f"{stem}-{number}"


def _next_number(storage: Storage, run_id: str) -> int:
    """Return a new number, higher than those of all earlier runs."""
    number = max((int(name) for name in storage.names(_ORDER) if name.isdecimal()), default=0) + 1
    while not storage.create(f"{_ORDER}/{number}", run_id.encode()):
        number += 1
    return number


def _slug(agent: str) -> str:
    """Return the agent's name as part of a file name: letters, digits and dots of any script."""
    return re.sub(r"[^\w.]+", "-", agent.casefold())[:_LONGEST_NAME].strip("-.") or "agent"


def _write(storage: Storage, folder: str, run: AgentRun | ScoreRun, tables: Sequence[Table], rows: Rows) -> None:
    from litgauge.tasks.engine.memory import parquet_bytes  # loads pyarrow

    entries = {}
    for table in tables:
        own = rows.get(table.name, ())
        data = parquet_bytes(to_table(table.row, own))
        _create(storage, f"{folder}/{table.name}.parquet", data)
        entries[table.name] = RunFile(hashlib.sha256(data).hexdigest(), len(data), len(own))
    if isinstance(run, ScoreRun):
        data = encode_summaries(rows.get(SCORES.name, ()))
        _create(storage, f"{folder}/{SUMMARIES}", data)
        entries[SUMMARIES] = RunFile(hashlib.sha256(data).hexdigest(), len(data), 0)
    _create(storage, f"{folder}/{RUN}", encode_document(run, entries))


def _create(storage: Storage, path: str, data: bytes) -> None:
    if not storage.create(path, data):
        raise LitgaugeError(
            "another run has written here",
            where=storage.locate(path),
            data="The run was not added to the ledger; its stages are remembered",
            next_step="Run the same command again",
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
