"""Scoring from the UI, for whatever benchmark a release is of: asked for by names that exist."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from litgauge.flows.configs import as_parameters, changed, imported, judge_file, score_config
from litgauge.flows.options import LATEST, NOBODY, OWN, RescoreOptions, ScoreOptions
from litgauge.flows.ui.forms import started_by
from litgauge.tasks.base.shipped_files import own_or_shipped
from litgauge.tasks.benchmark import Benchmark
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import agent_of_answers, find_score_run, list_agent_runs
from litgauge.tasks.records import ScoreRun, judged_by
from litgauge.tasks.releases.release import load


def _run_name(values: Mapping[str, Any]) -> str:
    agent = values.get("agent") or Path(str(values.get("reports"))).name
    return f"{agent} on {values.get('release')}, {judged_by(str(values.get('judge')))}"


@started_by(ScoreOptions, "score", _run_name)
def score_agent(options: ScoreOptions) -> dict[str, Any]:
    """Score an agent's answers against a release; returns what the benchmark's own score flow returns."""
    return score_from_form(options)


def score_from_form(options: ScoreOptions) -> dict[str, Any]:
    """Score as a form says, inside the flow that asks for it.

    Without a judge what needs one has no number. Without a folder of pages the web is read, for the sample's agents
    the pages that ship with them, and for an agent run those that it read.
    """
    storage = Storage(options.storage)
    benchmark = load(storage, options.release).benchmark
    values: dict[str, Any] = {"release": options.release, "run": options.run}
    values["agent"] = options.agent or _agent_of(options.run, options.storage)
    if options.judge not in (None, "", NOBODY):
        values["judge"] = judge_file(str(options.judge))
    if read := str(options.pages or "") or pages_of(storage, benchmark, options.run):
        values["pages"] = read
    if options.ask_again:
        values["ask_again"] = True
    if options.forecast:
        values["forecast_only"] = True
    config = score_config(benchmark, values)
    if options.advanced:
        config = score_config(benchmark, changed(as_parameters(config), options.advanced))
    return run_score(benchmark, config, options.storage)


def _agent_of(answers: str, storage: str) -> str:
    """Return the agent of an agent run; of a folder or file of answers its name."""
    place = Path(own_or_shipped(answers))
    return place.stem if place.exists() else agent_of_answers(Storage(storage), answers)


@started_by(RescoreOptions, "rescore", "{run} again")
def rescore_run(options: RescoreOptions) -> dict[str, Any]:
    """Score a run's answers again, with another release, judge or metric code."""
    run_id, storage = options.run.split(" ")[0], options.storage
    release = options.release
    if release == LATEST:
        release = find_score_run(Storage(storage), run_id).release.partition("@")[0]
    judge = None if options.judge in (None, OWN) else judge_file(str(options.judge))
    benchmark, config = rescore_config(release, run_id, judge, storage)
    return run_score(benchmark, config, storage, rescores=run_id)


def run_label(run: ScoreRun) -> str:
    """Return the name of a score run in forms: its id, then what a person knows it by."""
    return f"{run.run_id} ({run.agent} on {run.release}, {run.judge})"


def pages_of(storage: Storage, benchmark: Benchmark, answers: str) -> str:
    """Return the folder of stored pages that was read instead of the web: by an agent of ours, or by those that ship.

    "" for any other answers, and for a benchmark that looks at no page.
    """
    if "pages" not in imported(benchmark.flows.score_config).model_fields:
        return ""
    if (folder := Path(own_or_shipped(answers))).exists():
        shipped = Path(own_or_shipped(benchmark.example.answers)).parent.resolve()
        return own_or_shipped(benchmark.example.pages) if shipped in folder.resolve().parents else ""
    run = next((run for run in list_agent_runs(storage) if run.run_id == answers and run.ours), None)
    return str(json.loads(run.settings).get("pages") or "") if run else ""


def run_score(benchmark: Benchmark, config: Any, storage: str, rescores: str = "") -> dict[str, Any]:
    """Return the benchmark's scoring inside the flow that asks for it."""
    result: dict[str, Any] = imported(benchmark.flows.score).fn(config, storage, rescores)
    return result


def rescore_config(
    release: str, run_id: str, judge: Path | None, storage: str, engine: Mapping[str, Any] = MappingProxyType({})
) -> tuple[Benchmark, Any]:
    """Return the benchmark, and the config that repeats a score run on a release, with its own judge if no other
    is named.
    """
    place = Storage(storage)
    old = find_score_run(place, run_id)
    benchmark = load(place, release).benchmark
    before = imported(benchmark.flows.score_config).model_validate_json(old.settings)
    values = {name: getattr(before, name) for name in type(before).model_fields}
    values |= {"release": release, "run": f"the answers of {old.agent_run}", "agent": old.agent, **engine}
    if "ask_again" in values:
        values["ask_again"] = False
    if judge is not None:
        values["judge"] = judge
    return benchmark, score_config(benchmark, values, in_ledger=True)
