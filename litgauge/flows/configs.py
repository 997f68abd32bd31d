"""Configs that ship, and any other file: read as the benchmark that they are for wants them."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.base.shipped import FIRST
from litgauge.tasks.base.shipped_files import config_folders, own_or_shipped
from litgauge.tasks.base.yaml_files import problems_of, read_config, read_mapping, validated
from litgauge.tasks.benchmark import Benchmark, benchmark_named


def imported(place: str) -> Any:
    """Return the object that a declaration names as "module:name"."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def kind_of(path: Path) -> str:
    """Return the benchmark that a build config is for. Raises ConfigError if the file cannot be read."""
    return str(read_mapping(path, next_step=_shipped()).get("kind", FIRST))


_OPTIONS = {"prompts": "undated", "harvest": "papers"}
"""Options of the command line, by the part of a config that they change."""


def load_build_config(
    path: Path,
    benchmark: Benchmark | None = None,
    model_path: Path | None = None,
    changes: Mapping[str, Any] = MappingProxyType({}),
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Return the build config in a YAML file, its model replaced by that of `model_path` if given.

    `changes`, what options of the command line stand for, and then `settings` take the place of keys of the file, of a
    part of the keys of that part.

    Raises ConfigError with the line, the path to the key and what is allowed there, UnusableInput if the file is for
    another benchmark than `benchmark`, or the benchmark cannot be built.
    """
    kind = kind_of(path)
    if benchmark is not None and kind != benchmark.name:
        raise UnusableInput(f"this config is for {kind}, not for {benchmark.name}", where=str(path))
    declared = benchmark or benchmark_named(kind)
    if not declared.flows.build_config:
        raise UnusableInput("this benchmark is not built, only imported", where=declared.name)
    kind_of_config = imported(declared.flows.build_config)
    values = read_config(path, next_step=_shipped())
    if unknown := changes.keys() - kind_of_config.model_fields.keys():
        named = ", ".join(f"--{_OPTIONS.get(name, name)}" for name in sorted(unknown))
        raise UnusableInput(
            f"builds of {declared.name} have no {named}",
            where=str(path),
            data="Nothing was run",
            next_step=f"Leave it out; the configuration reference lists the settings of {declared.name}",
        )
    if model_path is not None:
        values["model"] = _model(kind_of_config, model_path)
    return validated(
        kind_of_config,
        _merged(_merged(values, changes), settings),
        path,
        data="Nothing was run",
        next_step="The files in configs/benchmarks show every key",
    )


def _model(kind_of_config: type[BaseModel], path: Path) -> dict[str, Any]:
    """Return the model in a file of its own, checked as the build config wants it."""
    if "model" not in kind_of_config.model_fields:
        raise UnusableInput("this benchmark asks no model", where=f"--model {path}", next_step="Leave it out")
    next_step = f"Name a model config, or one that ships: {', '.join(shipped('models'))}"
    declared = kind_of_config.model_fields["model"].annotation
    values = read_config(path, next_step=next_step)
    validated(declared, values, path, data="Nothing was run", next_step=next_step)  # type: ignore[arg-type]
    return values


def changed(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with what a form changed of them, at any depth; a box that stayed closed is no change.

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


def _merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with these in their place, at any depth.

    >>> _merged({"sample": {"size": 5, "seed": 0}}, {"sample": {"size": 9}, "name": "a"})
    {'sample': {'size': 9, 'seed': 0}, 'name': 'a'}
    """
    merged = dict(values)
    for name, change in changes.items():
        part = merged.get(name)
        merged[name] = _merged(part, change) if isinstance(part, Mapping) and isinstance(change, Mapping) else change
    return merged


def shipped_build_configs() -> Iterator[Path]:
    """Yield the build configs in configs/benchmarks, by name."""
    yield from (_config_of("benchmarks", name) for name in shipped("benchmarks"))


def default_config(benchmark: Benchmark, *, own_papers: bool = False) -> Path:
    """Return the config of a benchmark that is used where none is named: its paper.yaml, else its first one that ships.

    For papers of the user's own it is its local.yaml, if it has one. The file of the first benchmark is called so, that
    of another has its name in front (taxobench-paper.yaml). Raises UnusableInput if none ships.
    """
    own = [path for path in shipped_build_configs() if kind_of(path) == benchmark.name]
    if not own:
        raise UnusableInput("no config of it ships", where=benchmark.name, next_step="Name one: --config FILE")
    stem = "local" if own_papers else "paper"
    return next((path for path in own if path.stem in (stem, f"{benchmark.name}-{stem}")), own[0])


def accepting(accept: bool, config: Any) -> dict[str, bool]:
    """Return what a build or refresh is called with, besides config and storage, to release what was held.

    Raises UnusableInput where the benchmark holds nothing.
    """
    if not accept:
        return {}
    if not hasattr(config, "expectations"):
        raise UnusableInput(
            "its releases are never held, so none can be accepted",
            where=f"benchmark {config.benchmark}",
            data="Nothing was run",
            next_step="Leave --accept out",
        )
    return {"accept": True}


def as_parameters(config: BaseModel) -> Mapping[str, Any]:
    """Return the config as plain values, as a deployment's parameters hold it."""
    return config.model_dump(mode="json")


def score_config(
    benchmark: Benchmark,
    values: Mapping[str, Any],
    *,
    in_ledger: bool = False,
    judge_changes: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Return the config of a score run from what the user named; UnusableInput for what the benchmark has no use for.

    With `in_ledger` the agent's name is one of the ledger, and not checked. `judge_changes` replace keys of the
    judge's file.
    """
    kind = imported(benchmark.flows.score_config)
    if unknown := sorted(set(values) - set(kind.model_fields)):
        raise UnusableInput(
            f"{benchmark.title} has no setting {', '.join(unknown)}", next_step="Leave it out, and run again"
        )
    if isinstance(values.get("judge"), Path):
        path = values["judge"]
        declared = kind.model_fields["judge"].annotation
        judge = next(arg for arg in get_args(declared) or (declared,) if arg is not NoneType)  # it may be optional
        next_step = "configs/judges has examples, docs/judging.md lists every key"
        values = {
            **values,
            "judge": validated(
                judge, _merged(read_config(path, next_step=next_step), judge_changes), path, next_step=next_step
            ),
        }
    try:
        return kind.model_validate(values, context={"in-ledger"} if in_ledger else None)
    except ValidationError as error:
        raise UnusableInput("; ".join(problems_of(error, kind)), data="Nothing was scored") from None


def build_config_file(name: str) -> Path:
    """Return the file of a build config that ships, by its name, or any other by its path. Raises as `config_file`."""
    return config_file("benchmarks", name, "config")


def model_file(name: str) -> Path:
    """Return the file of a model that ships, by its name, or any other by its path. Raises as `config_file`."""
    return config_file("models", name, "model")


def judge_file(name: str) -> Path:
    """Return the file of a judge that ships, by its name, or any other by its path. Raises as `config_file`."""
    return config_file("judges", name, "--judge")


def config_file(folder: str, name: str, option: str) -> Path:
    """A file of configs/<folder> by its name, or any other by its path.

    Raises UnusableInput, with the names that are near, if there is neither.
    """
    file_names = shipped(folder)
    if name in file_names:
        return _config_of(folder, name)
    path = Path(own_or_shipped(name))
    if name.strip() and (path.exists() or path.is_symlink()):
        return path
    near = difflib.get_close_matches(path.stem, file_names, n=1)
    hint = f"Did you mean {near[0]}? " if near else ""
    raise UnusableInput(
        "no such file, and litgauge ships none with this name",
        where=f"{option} {name}",
        data="Nothing was run",
        next_step=f"{hint}In configs/{folder} are: {', '.join(file_names)}",
    )


def shipped(folder: str) -> list[str]:
    """Return the names of the files in configs/<folder>."""
    return sorted({path.stem for configs in config_folders() for path in (configs / folder).glob("*.yaml")})


def _config_of(folder: str, name: str) -> Path:
    """Return the file of this name, one's own before the one that ships; of the latter where there is neither."""
    paths = [configs / folder / f"{name}.yaml" for configs in config_folders()]
    return next((path for path in paths if path.is_file()), paths[-1])


def shipped_models() -> list[str]:
    """Return the names of the models in configs/models."""
    return shipped("models")


def shipped_judges() -> list[str]:
    """Return the names of the judges in configs/judges."""
    return shipped("judges")


def _shipped() -> str:
    names = ", ".join(path.name for path in shipped_build_configs())
    return f"Name a file, or one that ships in configs/benchmarks: {names}"
