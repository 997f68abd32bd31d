"""The configs that ship, and any other file: read as the benchmark that they are for wants them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
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


def load_build_config(
    path: Path,
    benchmark: Benchmark | None = None,
    model_path: Path | None = None,
    changes: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """The build config in a YAML file, its model replaced by that of `model_path` if given.

    `changes` stand for keys of the file, of a part for the keys of that part.

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
    for name, change in changes.items():
        part = values.get(name)
        values[name] = {**part, **change} if isinstance(part, dict) and isinstance(change, Mapping) else change
    return validated(
        imported(declared.flows.build_config),
        values,
        path,
        data="Nothing was run",
        next_step="The files in configs/benchmarks show every key",
    )


def shipped_build_configs() -> Iterator[Path]:
    """The build configs in configs/benchmarks, by name."""
    yield from sorted((CONFIGS / "benchmarks").glob("*.yaml"))


def default_config(benchmark: Benchmark, *, own_papers: bool = False) -> Path:
    """The config of a benchmark that is used where none is named: paper.yaml, else its first one that ships.

    For papers of the user's own it is local.yaml, if it is of this benchmark.

    Raises UnusableInput if none ships.
    """
    own = [path for path in shipped_build_configs() if kind_of(path) == benchmark.name]
    if not own:
        raise UnusableInput("no config of it ships", where=benchmark.name, next_step="Name one: --config FILE")
    return next((path for path in own if path.stem == ("local" if own_papers else "paper")), own[0])


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


def shipped_or_own(path: str) -> Path:
    """A path from the working directory or, where nothing is there, from the repository, if it ships."""
    shipped = CONFIGS.parent / path
    return shipped if not Path(path).exists() and shipped.exists() else Path(path)


def judge_file(name: str) -> Path:
    """The file of a judge that ships, by its name; any other path as it is."""
    shipped = CONFIGS / "judges" / f"{name}.yaml"
    return shipped if shipped.exists() else Path(name)


def shipped_judges() -> list[str]:
    """The names of the judges in configs/judges."""
    return sorted(path.stem for path in (CONFIGS / "judges").glob("*.yaml"))


def _shipped() -> str:
    names = ", ".join(path.name for path in shipped_build_configs())
    return f"Name a file, or one that ships in configs/benchmarks: {names}"
