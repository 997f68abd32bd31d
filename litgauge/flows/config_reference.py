"""Reference of every key of every config, as the models declare it.

`python -m litgauge.flows.config_reference` prints it, and the documentation site has it.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from litgauge.flows.configs import imported
from litgauge.tasks.agents.kinds import agent_kind, agent_kinds
from litgauge.tasks.benchmark import Benchmark, known_benchmarks
from litgauge.tasks.judge import JudgeSettings
from litgauge.tasks.llm import ModelSettings
from litgauge.tasks.text.markdown import Marked, table

COMMAND = "python -m litgauge.flows.config_reference"
_HEAD = f"""# Configuration, key by key

Generated from the settings themselves by `{COMMAND}`.

A config is a YAML file below configs/; what it leaves out has the value shown here. An unknown key or an \
invalid value is reported with its line and what is allowed there. A build takes its file with `--config`, \
a score run a judge's with `--judge` and any other key with `--set KEY=VALUE`, the value as YAML. In the UI the same \
keys are the forms, under the names in bold.

Keys of a part stand in the part's own table; `judge.voters` means the key `voters` of the part `judge`. A key without \
a default must be given."""
_UNITS = (
    (r"_s$|^(?:wait|timeout|backoff)_s$|_intervals_s$", "seconds"),
    (r"_mb$", "MB"),
    (r"_gb$", "GB"),
    (r"bytes$", "bytes"),
    (r"usd", "US dollars"),
    (r"_share$|^likeness$", "a share of 1"),
    (r"char(?:s|acters)$", "characters"),
    (r"tokens", "tokens"),
    (r"years$", "years"),
    (r"pages$", "pages"),
)
_LONGEST = 90  # characters of a default that is shown
_BOUNDS = (("ge", "≥"), ("gt", ">"), ("le", "≤"), ("lt", "<"), ("min_length", "at least"), ("max_length", "at most"))


def config_reference(benchmarks: Iterable[Benchmark]) -> str:
    """Return the page in Markdown: a table a config, then one for each part that they are made of."""
    parts: dict[type[BaseModel], str] = {}
    sections = [_HEAD]
    for title, use, model in _configs(benchmarks):
        sections += [f"## {title}", use, _table(model, "", parts)]
    sections.append("## Parts")
    printed_models: set[type[BaseModel]] = set()
    while waiting := [model for model in parts if model not in printed_models]:
        for model in waiting:
            printed_models.add(model)
            sections += [f"### `{parts[model]}`", inspect.getdoc(model) or "", _table(model, parts[model], parts)]
    return "\n\n".join(sections) + "\n"


def settings_of(benchmarks: Iterable[Benchmark]) -> Iterator[tuple[type[BaseModel], str]]:
    """Every key that a config may have: its model and its name."""
    waiting = [model for _, _, model in _configs(benchmarks)]
    models: set[type[BaseModel]] = set()
    while waiting:
        model = waiting.pop()
        if model in models:
            continue
        models.add(model)
        for name, declared in model.model_fields.items():
            yield model, name
            waiting += _models_in(declared.annotation)


def sentence_of(model: type[BaseModel], name: str) -> str:
    """Return what a key does: its own sentence, else that of the settings which these extend."""
    kinds = [kind for kind in model.__mro__ if issubclass(kind, BaseModel) and name in kind.model_fields]
    return next((sentence for kind in kinds if (sentence := kind.model_fields[name].description)), "")


def _configs(benchmarks: Iterable[Benchmark]) -> Iterator[tuple[str, str, type[BaseModel]]]:
    """Title, where it is used, and model of every config."""
    for benchmark in benchmarks:
        flows = benchmark.flows
        if flows.build_config:
            use = f"A file of configs/benchmarks: `litgauge build {benchmark.name} --config FILE`."
            yield f"A build of {benchmark.title}", use, imported(flows.build_config)
        if flows.score_config:
            use = "The options of `litgauge score`, and `--set` for any other key."
            yield f"A score run of {benchmark.title}", use, imported(flows.score_config)
    yield "A judge", "A file of configs/judges: `litgauge score R --judge NAME`.", JudgeSettings
    yield "A model", "A file of configs/models: `litgauge build reportbench --model NAME`.", ModelSettings
    for kind in agent_kinds():
        yield f"An agent of the kind {kind}", f"A file of configs/agents, `kind: {kind}`.", agent_kind(kind).settings


def _table(model: type[BaseModel], path: str, parts: dict[type[BaseModel], str]) -> str:
    rows = []
    for name, declared in model.model_fields.items():
        inner = _models_in(declared.annotation)
        for part in inner:
            parts.setdefault(part, _named(part, f"{path}.{name}".lstrip("."), parts))
        links = ", ".join(f"[`{parts[part]}`](#{re.sub(r'[^a-z0-9_-]', '', parts[part].lower())})" for part in inner)
        value = (
            Marked(_holding(declared.annotation) + links) if inner else _value(declared.annotation, declared.metadata)
        )
        what = f"**{declared.title or name}.** {sentence_of(model, name)}".strip()
        rows.append(
            (Marked(f"`{name}`"), value, _default(declared), _unit(name, declared.annotation), Marked(_cell(what)))
        )
    return table(("key", "value", "default", "unit", "what it does"), rows)


def _named(part: type[BaseModel], path: str, parts: Mapping[type[BaseModel], str]) -> str:
    """Return the path by which a part is first reached, told apart from another part at the same path."""
    return path if path not in parts.values() else f"{path} ({part.__module__.split('.')[2]})"


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in get_args(annotation) for model in _models_in(inner)]


def _holding(annotation: Any) -> str:
    """Return how a key holds parts, if there may be several or none."""
    origin = get_origin(annotation)
    if origin is dict:
        return f"keys ({_value(get_args(annotation)[0])}) with: "
    if origin in (tuple, list):
        return "list of: "
    return "empty, or " if types.NoneType in get_args(annotation) else ""


def _value(annotation: Any, metadata: Iterable[Any] = ()) -> str:
    """Return what a value may be, in words: "number ≥ 0", "one of a, b", "list of text"."""
    origin, inner = get_origin(annotation), get_args(annotation)
    bounds = ", ".join(
        f"{sign} {getattr(entry, name):g}" + (" long" if "length" in name else "")
        for entry in metadata
        for name, sign in _BOUNDS
        if getattr(entry, name, None) is not None
    )
    if origin is Annotated:
        return _value(inner[0], inner[1].metadata if isinstance(inner[1], FieldInfo) else inner[1:])
    if origin is Literal:
        return "one of " + ", ".join(json.dumps(choice).strip('"') for choice in inner)
    if origin in (Union, types.UnionType):
        choices = " or ".join(_value(inner_type, metadata) for inner_type in inner if inner_type is not types.NoneType)
        return f"{choices}, or empty" if types.NoneType in inner else choices
    if origin in (tuple, list, frozenset, set):
        return f"list of: {_value(inner[0])}"
    if origin is dict:
        return f"keys ({_value(inner[0])}) with: {_value(inner[1])}"
    names = {bool: "true or false", int: "whole number", float: "number", str: "text"}
    type_name = names.get(annotation) or getattr(annotation, "__name__", "any value").replace("JsonValue", "any value")
    return f"{type_name} {bounds}".strip()


def _default(declared: FieldInfo) -> str:
    if declared.is_required():
        return "must be given"
    value = declared.get_default(call_default_factory=True)
    if isinstance(value, BaseModel) or value is PydanticUndefined:
        return ""
    if value is None or value in ("", (), [], {}):
        return "empty"
    text = json.dumps(_plain(value), ensure_ascii=False) if not isinstance(value, str) else value
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_defaults=True)
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value if isinstance(value, (bool, int, float, dict)) else str(value)


def _unit(name: str, annotation: Any) -> str:
    numeric = {int, float} & {annotation, *get_args(annotation)} or get_origin(annotation) is dict
    return next((unit for shape, unit in _UNITS if re.search(shape, name)), "") if numeric else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.stdout.write(config_reference(known_benchmarks().values()))
