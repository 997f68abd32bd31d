"""Building and refreshing from the UI, for any benchmark: a config that ships, and what to change of it.

The benchmark's own pipeline does the work, and `litgauge.flows.pipeline.run` checks the keys.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from litgauge.flows.configs import (
    accepting,
    as_parameters,
    build_config_file,
    changed,
    imported,
    kind_of,
    load_build_config,
    model_file,
)
from litgauge.flows.options import AS_CONFIGURED, BuildOptions, RefreshOptions
from litgauge.flows.ui.forms import started_by
from litgauge.tasks.base.errors import ConfigError, UnusableInput
from litgauge.tasks.base.yaml_files import problems_of
from litgauge.tasks.benchmark import Benchmark, benchmark_named

CORPUS = ("harvest", "path")
"""Part and key of a config that name the file it harvests, if it harvests one."""


@started_by(BuildOptions, "build", "{config}, model: {model}")
def build_release(options: BuildOptions) -> dict[str, Any]:
    """Build a release."""
    benchmark, built = _config(options)
    result: dict[str, Any] = imported(benchmark.flows.build).fn(
        built, options.storage, **accepting(options.accept, built)
    )
    return result


@started_by(RefreshOptions, "refresh", "{config}, model: {model}")
def refresh_release(options: RefreshOptions) -> dict[str, Any]:
    """Harvest what is new, build, and release if anything changed."""
    benchmark, built = _config(options)
    if not benchmark.flows.refresh:
        raise UnusableInput("this benchmark has no refresh", where=benchmark.name)
    result: dict[str, Any] = imported(benchmark.flows.refresh).fn(built, options.storage, options.accept)
    return result


def _config(options: RefreshOptions | BuildOptions) -> tuple[Benchmark, Any]:
    return config_from_form(options.config or "", options.corpus, options.model or AS_CONFIGURED, options.advanced)


def config_from_form(name: str, corpus: str, model: str, advanced: dict[str, Any] | None) -> tuple[Benchmark, Any]:
    """Return the benchmark, and the config of that name as a form changed it.

    Raises ConfigError for what cannot be used.
    """
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
    """Return the file that a config harvests, empty if it names none; None for a benchmark that harvests nothing."""
    part, key = CORPUS
    corpus = getattr(getattr(config, part, None), key, None)
    return None if corpus is None else str(corpus)


def is_there(corpus: str | None) -> bool:
    """Return whether a corpus can be read; of an address the run finds that out."""
    return corpus is None or "://" in corpus or (bool(corpus) and Path(corpus).exists())
