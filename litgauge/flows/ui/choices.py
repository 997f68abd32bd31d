"""Choices that forms offer, and the values they are filled in with: from a storage and the files that ship."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from litgauge.flows.configs import shipped_build_configs, shipped_judges, shipped_models
from litgauge.flows.ui.forms import Schema, choice, choice_or
from litgauge.flows.ui.score_forms import run_label
from litgauge.tasks.answers.names import folded_name
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.base.shipped_files import own_or_shipped
from litgauge.tasks.benchmark import Benchmark, known_benchmarks
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import list_agent_runs, list_score_runs
from litgauge.tasks.ledger.run_files import RUN
from litgauge.tasks.ledger.runs import AGENT_RUNS, SCORE_RUNS
from litgauge.tasks.releases.manifest import MANIFEST
from litgauge.tasks.releases.release import list_releases, load


@dataclass(frozen=True)
class Choices:
    """Choices in a storage, as of now."""

    storage: str
    releases: tuple[str, ...]  # the newest first, each name by itself before all
    runs: tuple[str, ...]
    answers: tuple[str, ...]  # that can be scored: agent runs of ours, the newest first, then folders
    benchmarks: Mapping[str, Benchmark]  # of the releases with one name
    answered: Mapping[str, str]  # the newest answers to releases with one name: an agent run of ours, or a folder

    @property
    def benchmark(self) -> Benchmark:
        """Of the release that forms are filled in with: the newest, or the one that would be built first."""
        return self.benchmarks.get(self.release) or next(iter(known_benchmarks().values()))

    @property
    def release(self) -> str:
        """Release that forms are filled in with."""
        return next(iter([*self.releases, *known_benchmarks()]))

    @property
    def answers_of_release(self) -> str:
        """Answers to that release: the newest there are, else those that ship if they fit; "" if nothing does."""
        if answers := self.answered.get(self.release):
            return answers
        shipped = own_or_shipped(self.benchmark.example.answers)
        return shipped if not self.releases or answer_some(Path(shipped), Storage(self.storage), self.release) else ""

    @property
    def offered_benchmarks(self) -> Mapping[str, Benchmark]:
        """Benchmarks of the releases that there are, by name; all where there is none yet."""
        return {benchmark.name: benchmark for benchmark in self.benchmarks.values()} or known_benchmarks()

    def releases_of(self, benchmark: Benchmark) -> tuple[str, ...]:
        """Those of one benchmark."""
        return tuple(
            release for release in self.releases if self.benchmarks.get(release.partition("@")[0]) is benchmark
        )


def choices_in(storage: str) -> Choices:
    """Return the choices in a storage and this folder."""
    place = Storage(storage)
    releases = [entry["release"] for entry in reversed(list_releases(place))]
    latest = dict.fromkeys(release.partition("@")[0] for release in releases)
    agent_runs = list(reversed(list_agent_runs(place)))
    ours = [run for run in agent_runs if run.ours]
    scored_before = [run.source for run in agent_runs if not run.ours and Path(run.source).is_dir()]
    benchmarks = {name: benchmark for name in latest if (benchmark := _benchmark_of(place, name)) is not None}
    offered = benchmarks.values() or known_benchmarks().values()
    return Choices(
        storage,
        (*latest, *releases),
        tuple(run_label(run) for run in reversed(list_score_runs(place))),
        tuple(dict.fromkeys([*(run.run_id for run in ours), *_shipped_answers(offered), *scored_before])),
        benchmarks,
        {
            run.release.partition("@")[0]: run.run_id if run.ours else run.source
            for run in reversed(agent_runs)
            if run.ours or run.source in scored_before
        },
    )


def _shipped_answers(benchmarks: Iterable[Benchmark]) -> list[str]:
    folders = dict.fromkeys(
        Path(own_or_shipped(benchmark.example.answers)).parent for benchmark in benchmarks if benchmark.example.answers
    )
    return [str(path) for folder in folders for path in sorted(folder.glob("*")) if path.is_dir()]


def answer_some(folder: Path, storage: Storage, release: str) -> bool:
    """Return whether files of a small folder name a task of the release: by their name, their folder's, or in rows."""
    try:
        stored = load(storage, release)
        tasks = [str(task) for task in stored.table(stored.benchmark.tasks)["task_id"].to_pylist()]
    except (LitgaugeError, KeyError):
        return False
    names = {folded_name(task) for task in tasks}
    for file in folder.rglob("*") if folder.is_dir() else ():
        stems = {folded_name(file.stem), folded_name(file.parent.name)}
        if any(task == name or task.startswith(f"{name}-") for task in names for name in stems):
            return True
        if file.suffix in (".json", ".jsonl", ".csv") and any(f'"{task}"' in file.read_text("utf-8") for task in tasks):
            return True
    return False


def _benchmark_of(storage: Storage, name: str) -> Benchmark | None:
    """Return the benchmark of the latest release with this name.

    None where that cannot be read, which is no form's fault.
    """
    try:
        return load(storage, name).benchmark
    except LitgaugeError:
        return None


def release_choice(releases: Sequence[str]) -> Schema:
    """One of the releases that there are."""
    return {**choice(releases), "description": "A name by itself means its latest release."}


def storage_choice(own: str) -> Schema:
    """This server's storage, others that lie beside it, or any other."""
    beside = [str(path.parent) for path in sorted(Path().glob("data/*/releases"))]
    storages: Sequence[str] = [*dict.fromkeys([own, *beside])]
    return {**choice_or(storages, "Another"), "description": "Where everything is kept, a folder or s3://bucket/path."}


Marks = tuple[tuple[str, ...], ...]


class StorageMarks:
    """Marks of a storage, looked at again and again."""

    def __init__(self, storage: str) -> None:
        self._storage = Storage(storage)
        self._complete: set[str] = set()

    def look(self) -> Marks:
        """Return the names of all that a form could offer now: equal while nothing came or went.

        Runs and releases count once the file that makes them visible is there. Their folders exist before that.
        """
        names = self._storage.names
        releases = [f"releases/{name}/{number}" for name in names("releases") for number in names(f"releases/{name}")]
        scored = [f"{SCORE_RUNS}/{name}" for name in names(SCORE_RUNS)]
        runs = [f"{folder}/{run}" for folder in scored for run in names(folder)]
        configs = [f"{path.name} {path.stat().st_mtime_ns}" for path in shipped_build_configs()]
        corpora = [str(path) for path in sorted(Path("data").glob("*"))]
        return (
            self._visible(releases, MANIFEST),
            self._visible(runs, RUN),
            self._visible([f"{AGENT_RUNS}/{run}" for run in names(AGENT_RUNS)], RUN),
            tuple(configs),
            (*shipped_judges(), *shipped_models()),
            tuple(corpora),
        )

    def _visible(self, folders: Sequence[str], last_file: str) -> tuple[str, ...]:
        for folder in folders:
            if folder not in self._complete and self._storage.exists(f"{folder}/{last_file}"):
                self._complete.add(folder)
        return tuple(folder for folder in folders if folder in self._complete)
