"""The deployments that `litgauge serve` offers: a build per shipped config, and a scheduled refresh."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.deployments.runner import RunnerDeployment
from prefect.types.entrypoint import EntrypointType

from flows.reportbench.build import build_reportbench
from flows.reportbench.config import CONFIGS, as_parameters, load_config
from flows.reportbench.refresh import refresh_reportbench
from flows.reportbench.score_forms import JUDGES, OWN, rescore_run, score_agent
from tasks.engine.storage import Storage
from tasks.ledger import list_score_runs
from tasks.releases.release import list_releases

REFRESH_CRON = "0 6 * * 1"  # Mondays at six, after arXiv's week-end announcements

# One build at a time: two would ask arXiv twice as fast and the same questions at once.
_ONE_AT_A_TIME = ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.ENQUEUE)


def served_deployments() -> list[RunnerDeployment]:
    """All deployments, with every parameter filled in so that the UI's forms show them."""
    builds = [_build(path) for path in sorted((CONFIGS / "benchmarks").glob("*.yaml"))]
    return [*builds, _refresh(), *_score()]


def _build(path: Path) -> RunnerDeployment:
    deployment = build_reportbench.to_deployment(
        name=path.stem,
        description=f"Build a release with configs/benchmarks/{path.name}; change any value in the form.",
        parameters={"config": as_parameters(load_config(path)), "storage": "data"},
        concurrency_limit=_ONE_AT_A_TIME,
        entrypoint_type=EntrypointType.MODULE_PATH,
        tags=["litgauge"],
    )
    return cast(RunnerDeployment, deployment)  # a coroutine only inside an event loop


def _refresh() -> RunnerDeployment:
    config = load_config(CONFIGS / "benchmarks" / "paper.yaml")
    deployment = refresh_reportbench.to_deployment(
        name="weekly",
        description="Harvest what is new on arXiv, build, and release if anything changed.",
        parameters={"config": as_parameters(config), "storage": "data"},
        cron=REFRESH_CRON,
        concurrency_limit=_ONE_AT_A_TIME,
        entrypoint_type=EntrypointType.MODULE_PATH,
        tags=["litgauge"],
    )
    return cast(RunnerDeployment, deployment)  # a coroutine only inside an event loop


def _score() -> list[RunnerDeployment]:
    storage = Storage("data")
    releases = [*dict.fromkeys(entry["release"].partition("@")[0] for entry in list_releases(storage))]
    releases += [entry["release"] for entry in reversed(list_releases(storage))]
    judges = sorted(path.stem for path in JUDGES.glob("*.yaml"))
    runs = [run.run_id for run in reversed(list_score_runs(storage))]
    agents = [*dict.fromkeys(run.agent for run in reversed(list_score_runs(storage)))]
    scoring = score_agent.to_deployment(
        name="score", description="Score an agent's reports against a release.", tags=["litgauge"],
        entrypoint_type=EntrypointType.MODULE_PATH, enforce_parameter_schema=False,
    )  # fmt: skip
    again = rescore_run.to_deployment(
        name="rescore", description="Score a run again: another release, judge or metric code.", tags=["litgauge"],
        entrypoint_type=EntrypointType.MODULE_PATH, enforce_parameter_schema=False,
    )  # fmt: skip
    return [
        _offering(scoring, release=releases, judge=judges, agent=agents),
        _offering(again, release=releases, judge=[OWN, *judges], run=runs),
    ]


def _offering(deployment: object, **choices: Sequence[str]) -> RunnerDeployment:
    """The deployment with a form that suggests what exists; the schema is not enforced, so new names may be typed."""
    made = cast(RunnerDeployment, deployment)
    for name, values in choices.items():
        if values:
            made._parameter_openapi_schema.properties[name]["examples"] = list(values)
            if name != "agent":  # a new agent is the usual case
                made._parameter_openapi_schema.properties[name]["enum"] = list(values)
    return made
