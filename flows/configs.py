"""The configs that ship, and any other file: read as the benchmark that they are for wants them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from tasks.declaration import Benchmark, benchmark_named
from tasks.errors import UnusableInput
from tasks.yaml_files import problems_of, read_mapping, validated

CONFIGS = Path(__file__).resolve().parents[1] / "configs"
FIRST = "reportbench"  # the benchmark of a config that does not say of which kind it is


def imported(place: str) -> Any:
    """What a declaration names as "module:name"."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def kind_of(path: Path) -> str:
    """The benchmark that a build config is for. Raises ConfigError if the file cannot be read."""
    return str(read_mapping(path, next_step=_shipped()).get("kind", FIRST))


def load_build_config(path: Path, benchmark: Benchmark | None = None, model_path: Path | None = None) -> Any:
    """The build config in a YAML file, its model replaced by that of `model_path` if given.

    Raises ConfigError with the line, the path to the key and what is allowed there, UnusableInput if the file is for
    another benchmark than `benchmark`, or the benchmark cannot be built.
    """
    kind = kind_of(path)
    if benchmark is not None and kind != benchmark.name:
        raise UnusableInput(f"this config is for {kind}, not for {benchmark.name}", where=str(path))
    declared = benchmark or benchmark_named(kind)
    if not declared.flows.build_config:
        raise UnusableInput("this benchmark is not built, only imported", where=declared.name)
    values = read_mapping(path)
    if model_path is not None:
        values["model"] = read_mapping(model_path, next_step="configs/models has examples")
    return validated(
        imported(declared.flows.build_config),
        values,
        path,
        data="Nothing was run",
        next_step="The files in configs/benchmarks show every key",
    )


def changed(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The values with what a form changed of them, at any depth; a box that stayed closed is no change.

    >>> changed({"sample": {"size": 5, "seed": 0}, "name": "a"}, {"sample": {"size": 9}, "name": None})
    {'sample': {'size': 9, 'seed': 0}, 'name': None}
    >>> changed({"sample": {"size": 5}}, {"sample": None})
    {'sample': {'size': 5}}
    """
    merged = dict(values)
    for name, change in changes.items():
        before = values.get(name)
        if isinstance(before, Mapping):
            merged[name] = changed(before, change) if isinstance(change, Mapping) else before
        else:
            merged[name] = change
    return merged


def shipped_build_configs() -> Iterator[Path]:
    """The build configs in configs/benchmarks, by name."""
    yield from sorted((CONFIGS / "benchmarks").glob("*.yaml"))


def default_config(benchmark: Benchmark) -> Path:
    """The config of a benchmark that is used where none is named: paper.yaml, else its first one that ships.

    Raises UnusableInput if none ships.
    """
    own = [path for path in shipped_build_configs() if kind_of(path) == benchmark.name]
    if not own:
        raise UnusableInput("no config of it ships", where=benchmark.name, next_step="Name one: --config FILE")
    return next((path for path in own if path.stem == "paper"), own[0])


def as_parameters(config: BaseModel) -> Mapping[str, Any]:
    """The config as plain values, as a deployment's parameters hold it."""
    return config.model_dump(mode="json")


def score_config(benchmark: Benchmark, values: Mapping[str, Any]) -> Any:
    """The config of a score run from what the user named; UnusableInput for what the benchmark has no use for."""
    kind = imported(benchmark.flows.score_config)
    if unknown := sorted(set(values) - set(kind.model_fields)):
        raise UnusableInput(
            f"{benchmark.title} has no use for {', '.join(unknown)}", next_step="Leave it out, and run again"
        )
    if isinstance(values.get("judge"), Path):
        path = values["judge"]
        judge = kind.model_fields["judge"].annotation
        next_step = "configs/judges has examples, docs/judging.md lists every key"
        values = {
            **values,
            "judge": validated(judge, read_mapping(path, next_step=next_step), path, next_step=next_step),
        }
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        raise UnusableInput("; ".join(problems_of(error, kind)), data="Nothing was scored") from None


def build_config_file(name: str) -> Path:
    """The file of a build config that ships, by its name."""
    return CONFIGS / "benchmarks" / f"{Path(name).name}.yaml"


def model_file(name: str) -> Path:
    """The file of a model that ships, by its name."""
    return CONFIGS / "models" / f"{Path(name).name}.yaml"


def judge_file(name: str) -> Path:
    """The file of a judge that ships, by its name; any other path as it is."""
    shipped = CONFIGS / "judges" / f"{name}.yaml"
    return shipped if shipped.exists() else Path(name)


def shipped_models() -> list[str]:
    """The names of the models in configs/models."""
    return sorted(path.stem for path in (CONFIGS / "models").glob("*.yaml"))


def shipped_judges() -> list[str]:
    """The names of the judges in configs/judges."""
    return sorted(path.stem for path in (CONFIGS / "judges").glob("*.yaml"))


def _shipped() -> str:
    names = ", ".join(path.name for path in shipped_build_configs())
    return f"Name a file, or one that ships in configs/benchmarks: {names}"
