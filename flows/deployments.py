"""The deployments that `litgauge serve` offers: a build per shipped config, a scheduled refresh, scoring."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.deployments.runner import RunnerDeployment
from prefect.types.entrypoint import EntrypointType

from flows.configs import (
    as_parameters,
    imported,
    kind_of,
    load_build_config,
    shipped_build_configs,
    shipped_judges,
)
from flows.score_forms import OWN, rescore_run, score_agent
from tasks.declaration import Benchmark, benchmark_named, known_benchmarks
from tasks.engine.storage import Storage
from tasks.errors import LitgaugeError
from tasks.ledger import list_score_runs
from tasks.releases.release import list_releases

REFRESH_CRON = "0 6 * * 1"  # Mondays at six, after arXiv's week-end announcements

log = logging.getLogger(__name__)

# One build at a time: two would ask arXiv twice as fast and the same questions at once.
_ONE_AT_A_TIME = ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.ENQUEUE)


def served_deployments(storage: str = "data") -> list[RunnerDeployment]:
    """All deployments of all benchmarks, with every parameter filled in so that the UI's forms show them.

    A config that cannot be read is left out with a warning: it must not stop the others.
    """
    builds = [deployment for path in shipped_build_configs() for deployment in _builds(path, storage)]
    refreshes = [
        deployment for benchmark in known_benchmarks().values() for deployment in _refreshes(benchmark, storage)
    ]
    return [*builds, *refreshes, *_scoring(storage)]


def _builds(path: Path, storage: str) -> Iterator[RunnerDeployment]:
    try:
        benchmark = benchmark_named(kind_of(path))
        config = load_build_config(path, benchmark)
    except LitgaugeError as error:
        log.warning("no deployment for %s: %s", path.name, error)
        return
    yield _deployed(
        benchmark.flows.build,
        name=path.stem,
        description=f"Build a release with configs/benchmarks/{path.name}; change any value in the form.",
        parameters={"config": as_parameters(config), "storage": storage},
        concurrency_limit=_ONE_AT_A_TIME,
    )


def _refreshes(benchmark: Benchmark, storage: str) -> Iterator[RunnerDeployment]:
    """A weekly refresh with the config that harvests a source which grows, the first by name that does."""
    if not benchmark.flows.refresh:
        return
    config = _growing(benchmark)
    if config is not None:
        yield _deployed(
            benchmark.flows.refresh,
            name="weekly",
            description="Harvest what is new on arXiv, build, and release if anything changed.",
            parameters={"config": as_parameters(config), "storage": storage},
            cron=REFRESH_CRON,
            concurrency_limit=_ONE_AT_A_TIME,
        )


def _growing(benchmark: Benchmark) -> Any:
    for path in shipped_build_configs():
        try:
            if kind_of(path) == benchmark.name and getattr(
                config := load_build_config(path, benchmark), "grows", False
            ):
                return config
        except LitgaugeError:
            continue  # `_builds` has told of it
    return None


def _scoring(storage: str) -> list[RunnerDeployment]:
    place = Storage(storage)
    releases = [*dict.fromkeys(entry["release"].partition("@")[0] for entry in list_releases(place))]
    releases += [entry["release"] for entry in reversed(list_releases(place))]
    judges = shipped_judges()
    runs = [run.run_id for run in reversed(list_score_runs(place))]
    agents = [*dict.fromkeys(run.agent for run in reversed(list_score_runs(place)))]
    scoring = score_agent.to_deployment(
        name="score",
        description="Score an agent's answers against a release.",
        tags=["litgauge"],
        entrypoint_type=EntrypointType.MODULE_PATH,
        enforce_parameter_schema=False,
    )
    again = rescore_run.to_deployment(
        name="rescore",
        description="Score a run again: another release, judge or metric code.",
        tags=["litgauge"],
        entrypoint_type=EntrypointType.MODULE_PATH,
        enforce_parameter_schema=False,
    )
    return [
        _offering(scoring, release=releases, judge=judges, agent=agents),
        _offering(again, release=releases, judge=[OWN, *judges], run=runs),
    ]


def _deployed(place: str, **told: Any) -> RunnerDeployment:
    deployment = imported(place).to_deployment(**told, entrypoint_type=EntrypointType.MODULE_PATH, tags=["litgauge"])
    return cast(RunnerDeployment, deployment)  # a coroutine only inside an event loop


def _offering(deployment: object, **choices: Sequence[str]) -> RunnerDeployment:
    """The deployment with a form that suggests what exists; the schema is not enforced, so new names may be typed."""
    made = cast(RunnerDeployment, deployment)
    for name, values in choices.items():
        if values:
            made._parameter_openapi_schema.properties[name]["examples"] = list(values)
            if name != "agent":  # a new agent is the usual case
                made._parameter_openapi_schema.properties[name]["enum"] = list(values)
    return made
