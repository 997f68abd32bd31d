"""Scoring from the UI, for whatever benchmark a release is of: asked for by names that exist."""

from __future__ import annotations

import json
import signal
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner

from flows.configs import as_parameters, changed, imported, judge_file, score_config
from flows.orphans import end_with_parent
from tasks.base.shipped import FIRST
from tasks.benchmark import Benchmark
from tasks.engine.storage import Storage
from tasks.ledger import find_score_run, list_agent_runs
from tasks.records import ScoreRun
from tasks.releases.release import load

OWN = "the run's own"
LATEST = "the latest of the run's own"


@flow(
    name="score",
    flow_run_name="{agent} on {release}, judged by {judge}",
    task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
    persist_result=False,
)
def score_agent(
    release: str = FIRST,
    agent: str = "careful",
    reports: str = "data/sample/agents/careful",
    judge: str = "offline",
    storage: str = "data",
    pages: str = "",
    forecast_only: bool = False,
    advanced: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Score an agent's answers against a release.

    Args:
        release: reportbench@3, or reportbench for the latest
        agent: name of the agent, as tables show it
        reports: folder of its answers, in any known format, or the id of an agent run
        judge: who judges, a file of configs/judges; without a meaning for benchmarks that ask nobody
        storage: where everything is kept, a folder or s3://bucket/path
        pages: folder of stored pages to use instead of the web; empty for the web, and for the sample's agents, who
            cite pages that are nowhere else, for the pages that ship with them; for an agent run those that it read
        forecast_only: say what judging would cost, and ask nobody
        advanced: any other setting of the benchmark's scoring; what is not changed stays as it is

    Returns what the benchmark's own score flow returns.
    """
    end_with_parent(signal.SIGTERM)
    benchmark = load(Storage(storage), release).benchmark
    values: dict[str, Any] = {"release": release, "run": reports, "agent": agent}
    if "judge" in imported(benchmark.flows.score_config).model_fields:
        values["judge"] = judge_file(judge)
    if read := pages or pages_of(Storage(storage), benchmark, reports):
        values["pages"] = read
    if forecast_only:
        values["forecast_only"] = True
    config = score_config(benchmark, values)
    if advanced:
        config = score_config(benchmark, changed(as_parameters(config), advanced))
    return run_score(benchmark, config, storage)


@flow(
    name="rescore",
    flow_run_name="{run} again",
    task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
    persist_result=False,
)
def rescore_run(run: str, release: str = LATEST, judge: str = OWN, storage: str = "data") -> dict[str, Any]:
    """Score a run's answers again, with another release, judge or metric code.

    Args:
        run: the score run to repeat, by its id
        release: reportbench@3, reportbench for the latest, or the latest of the name that the run was scored on
        judge: who judges, a file of configs/judges, or the run's own judge
        storage: where everything is kept, a folder or s3://bucket/path

    Returns what the benchmark's own score flow returns.
    """
    end_with_parent(signal.SIGTERM)
    run_id = run.split(" ")[0]
    if release == LATEST:
        release = find_score_run(Storage(storage), run_id).release.partition("@")[0]
    benchmark, config = rescore_config(release, run_id, None if judge == OWN else judge_file(judge), storage)
    return run_score(benchmark, config, storage, rescores=run_id)


def named_run(run: ScoreRun) -> str:
    """How a form names a score run: its id, then what a person knows it by."""
    return f"{run.run_id} ({run.agent} on {run.release}, {run.judge})"


def pages_of(storage: Storage, benchmark: Benchmark, answers: str) -> str:
    """The folder of stored pages that was read instead of the web: by an agent of ours, or by those that ship.

    "" for any other answers, and for a benchmark that looks at no page.
    """
    if "pages" not in imported(benchmark.flows.score_config).model_fields:
        return ""
    if Path(answers).exists():
        shipped = Path(benchmark.example.answers).parent.resolve()
        return benchmark.example.pages if shipped in Path(answers).resolve().parents else ""
    run = next((run for run in list_agent_runs(storage) if run.run_id == answers and run.ours), None)
    return str(json.loads(run.settings).get("pages") or "") if run else ""


def run_score(benchmark: Benchmark, config: Any, storage: str, rescores: str = "") -> dict[str, Any]:
    """The benchmark's scoring inside the flow that asks for it."""
    result: dict[str, Any] = imported(benchmark.flows.score).fn(config, storage, rescores)
    return result


def rescore_config(
    release: str, run_id: str, judge: Path | None, storage: str, engine: Mapping[str, Any] = MappingProxyType({})
) -> tuple[Benchmark, Any]:
    """The benchmark, and the config that repeats a score run on a release, with its own judge if no other is named."""
    place = Storage(storage)
    old = find_score_run(place, run_id)
    benchmark = load(place, release).benchmark
    before = imported(benchmark.flows.score_config).model_validate_json(old.settings)
    values = {name: getattr(before, name) for name in type(before).model_fields}
    values |= {"release": release, "run": f"the answers of {old.agent_run}", "agent": old.agent, **engine}
    if judge is not None:
        values["judge"] = judge
    return benchmark, score_config(benchmark, values, kept=True)
