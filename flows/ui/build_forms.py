"""Building and refreshing from the UI, for whatever benchmark a config is of: a config that ships, and what to change.

Prefect starts what is asked for here; the benchmark's own pipeline does it, and checks the keys (`flows.opening`).
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec

from prefect import Flow, flow
from prefect.task_runners import ThreadPoolTaskRunner
from pydantic import ValidationError

from flows.configs import (
    as_parameters,
    build_config_file,
    changed,
    imported,
    kind_of,
    load_build_config,
    model_file,
)
from flows.orphans import end_with_parent
from tasks.base.errors import ConfigError, UnusableInput
from tasks.base.yaml_files import problems_of
from tasks.benchmark import Benchmark, benchmark_named

P = ParamSpec("P")
AS_CONFIGURED = "as the config says"
CORPUS = ("harvest", "path")
"""Where a config names what it harvests, if it harvests a file."""


_ARGUMENTS = """

Args:
    config: a file of configs/benchmarks, by its name
    corpus: the snapshot or the file of surveys that it begins with; empty for the one that the config names
    model: who answers the questions, a file of configs/models
    storage: where everything is kept, a folder or s3://bucket/path
    advanced: any other setting of the config; what is not changed stays as the file has it

Returns what the benchmark's own pipeline returns.
"""


def _form(name: str) -> Callable[[Callable[P, dict[str, Any]]], Flow[P, dict[str, Any]]]:
    """A flow that a form starts; all forms of this module ask for the same."""

    def made(run: Callable[P, dict[str, Any]]) -> Flow[P, dict[str, Any]]:
        run.__doc__ = (run.__doc__ or "") + _ARGUMENTS
        return flow(
            name=name,
            flow_run_name="{config}, model: {model}",
            task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
            persist_result=False,
        )(run)

    return made


@_form("build")
def build_release(
    config: str = "sample",
    corpus: str = "",
    model: str = AS_CONFIGURED,
    storage: str = "data",
    advanced: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Build a release."""
    benchmark, built = _started(config, corpus, model, advanced)
    result: dict[str, Any] = imported(benchmark.flows.build).fn(built, storage)
    return result


@_form("refresh")
def refresh_release(
    config: str = "paper",
    corpus: str = "",
    model: str = AS_CONFIGURED,
    storage: str = "data",
    advanced: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Harvest what is new, build, and release if anything changed."""
    benchmark, built = _started(config, corpus, model, advanced)
    if not benchmark.flows.refresh:
        raise UnusableInput("this benchmark has no refresh", where=benchmark.name)
    result: dict[str, Any] = imported(benchmark.flows.refresh).fn(built, storage)
    return result


def _started(name: str, corpus: str, model: str, advanced: dict[str, Any] | None) -> tuple[Benchmark, Any]:
    end_with_parent(signal.SIGTERM)
    return asked_config(name, corpus, model, advanced)


def asked_config(name: str, corpus: str, model: str, advanced: dict[str, Any] | None) -> tuple[Benchmark, Any]:
    """The benchmark, and the config of that name as a form changed it. Raises ConfigError for what cannot be used."""
    path = build_config_file(name)
    benchmark = benchmark_named(kind_of(path))
    usual = load_build_config(path, benchmark, None if model == AS_CONFIGURED else model_file(model))
    changes = dict(advanced or {})
    if corpus:
        part, key = CORPUS
        changes[part] = {**(changes.get(part) or {}), key: corpus}
    if not changes:
        return benchmark, usual
    kind = type(usual)
    try:
        return benchmark, kind.model_validate(changed(as_parameters(usual), changes))
    except ValidationError as error:
        raise ConfigError(
            "; ".join(problems_of(error, kind)), where=f"the form for {path.name}", data="Nothing was run"
        ) from None


def corpus_of(config: Any) -> str | None:
    """The file that a config harvests, empty if it names none; None for a benchmark that harvests nothing."""
    part, key = CORPUS
    found = getattr(getattr(config, part, None), key, None)
    return None if found is None else str(found)


def is_there(corpus: str | None) -> bool:
    """Whether a corpus can be read; of an address that is found out by the run."""
    return corpus is None or "://" in corpus or (bool(corpus) and Path(corpus).exists())
