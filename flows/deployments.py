"""The deployments that `litgauge serve` offers: a build per shipped config, and a scheduled refresh."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.deployments.runner import RunnerDeployment
from prefect.types.entrypoint import EntrypointType

from flows.build_reportbench import build_reportbench
from flows.config import CONFIGS, as_parameters, load_config
from flows.refresh_reportbench import refresh_reportbench
from flows.score_config import ScoreConfig
from flows.score_reports import score_reports

REFRESH_CRON = "0 6 * * 1"  # Mondays at six, after arXiv's week-end announcements

# One build at a time: two would ask arXiv twice as fast and the same questions at once.
_ONE_AT_A_TIME = ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.ENQUEUE)


def served_deployments() -> list[RunnerDeployment]:
    """All deployments, with every parameter filled in so that the UI's forms show them."""
    builds = [_build(path) for path in sorted((CONFIGS / "benchmarks").glob("*.yaml"))]
    return [*builds, _refresh(), _score()]


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


def _score() -> RunnerDeployment:
    pages = ScoreConfig(pages="data/sample/pages")
    deployment = score_reports.to_deployment(
        name="score",
        description="Score an agent's reports against a release; with `rescores` set, a score run is repeated.",
        parameters={"config": pages.model_dump(mode="json"), "storage": "data", "rescores": ""},
        entrypoint_type=EntrypointType.MODULE_PATH,
        tags=["litgauge"],
    )
    return cast(RunnerDeployment, deployment)
