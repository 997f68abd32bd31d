"""JSON schemas of the UI's forms, which Prefect draws as selects, toggles and boxes.

Prefect keeps a form's schema with its deployment, so what it offers is what was there when it was written last; `serve`
writes it again when that changes (`flows.open_forms`).
"""

from __future__ import annotations

import inspect
import signal
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar, get_args

from prefect import Flow, flow
from prefect.runtime import flow_run
from prefect.states import Completed
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from litgauge.flows.options import REQUIRED, SAME, OptionField, Options, options_of
from litgauge.flows.runtime.log_records import use_plain_records
from litgauge.flows.ui.orphans import end_with_parent
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.yaml_files import problems_of

Schema = dict[str, Any]
Kind = TypeVar("Kind", bound=Options)

ENTRYPOINTS: set[str] = set()
"""Entry points of the flows that forms start, filled as their modules are imported."""

LEAVE = "As it is"
CHANGE = "Change"


def started_by(
    kind: type[Kind], name: str, run_name: str | Callable[[Mapping[str, Any]], str]
) -> Callable[[Callable[[Kind], dict[str, Any]]], Flow[..., dict[str, Any]]]:
    """A flow that a form starts: its parameters are the fields of a class of options, with their descriptions.

    What the form sends is checked as the command line's options are, else ConfigError. `run_name` is a template of the
    parameters, or makes the name of a run from them.
    """
    named = run_name if isinstance(run_name, str) else lambda: run_name(flow_run.parameters)
    fields = {field.option.form or field.name: field for field in options_of(kind) if field.option.ui}
    checked = _checked(kind)

    def flow_of(run: Callable[[Kind], dict[str, Any]]) -> Flow[..., dict[str, Any]]:
        def start(**sent: Any) -> Any:
            end_with_parent(signal.SIGTERM)
            use_plain_records()
            values = {fields[name].name: value for name, value in sent.items() if value != ""}
            try:
                options = checked.model_validate(values)
            except ValidationError as error:
                problems = "; ".join(problems_of(error, checked))
                raise ConfigError(problems, where="the form", data="Nothing was run") from None
            return state_of(run(kind(**dict(options))))

        parameters = [_parameter(name, field) for name, field in fields.items()]
        start.__name__, start.__qualname__, start.__module__ = run.__name__, run.__qualname__, run.__module__
        arguments = "\n".join(f"    {name}: {field.option.description}" for name, field in fields.items())
        start.__doc__ = f"{inspect.getdoc(run)}\n\nArgs:\n{arguments}\n"
        start.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        start.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        ENTRYPOINTS.add(f"{run.__module__}.{run.__name__}")
        return flow(name=name, flow_run_name=named, persist_result=False)(start)

    return flow_of


def state_of(result: dict[str, Any]) -> Any:
    """Return the result of a run, with warnings as a state that the UI shows."""
    if warnings := result.get("warnings"):
        return Completed(name="Completed with a warning", message=" ".join(warnings), data=result)
    return result


def _checked(kind: type[Options]) -> type[BaseModel]:
    """Return a model of the options, with which pydantic checks what a form sends."""
    fields: dict[str, Any] = {}
    for field in options_of(kind):
        default = ... if field.default is REQUIRED else field.default
        fields[field.name] = (field.type, Field(default, ge=field.option.least, le=field.option.most))
    return create_model(kind.__name__, __config__=ConfigDict(extra="forbid", protected_namespaces=()), **fields)


def _parameter(name: str, field: OptionField) -> inspect.Parameter:
    """Return the parameter of the flow; a box of text where the command line may leave it out."""
    default = field.option.in_form
    if default is SAME and field.default is not REQUIRED:
        default = field.default
    annotation: Any = field.type
    if default is not None and NoneType in get_args(annotation):
        (annotation,) = (arg for arg in get_args(annotation) if arg is not NoneType)
    annotation = str if annotation is Path else annotation
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def form(started: Flow[..., Any], fields: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    """Return the flow's form with these fields, in their order, each with what is said of it here besides its own
    docs.
    """
    own = started.parameters.model_dump()["properties"]
    properties = {}
    for position, (name, field) in enumerate(fields.items()):
        shape = () if {"anyOf", "enum"} & set(field) else ("type", "anyOf")
        own_values = {key: own[name][key] for key in ("description", "default", *shape) if key in own[name]}
        title = name.replace("_", " ").capitalize()
        properties[name] = {"title": title, **own_values, **field, "position": position}
    for name in required:
        properties[name].pop("default", None)
    return {"title": "Parameters", "type": "object", "properties": properties, "required": list(required)}


def choice(values: Sequence[str]) -> Schema:
    """One of these; free text where there is none yet."""
    return {"type": "string", "enum": list(values)} if values else {"type": "string"}


def choice_or(values: Sequence[str], other: str) -> Schema:
    """One of these or, after a click on the word for it, any other text.

    Text comes first: Prefect's older UI shows the first of several that take a string, and so lets no path be typed
    where that is a list. The newer one opens the list, which has the value.
    """
    if not values:
        return {"type": "string"}
    return {"anyOf": [{"title": other, "type": "string"}, {"title": "Known", **choice(values)}]}


def folded(**boxes: Schema) -> Schema:
    """Nothing, or after a click one of these boxes, by the word to click on."""
    closed = {"title": LEAVE, "type": "null"}
    return {"anyOf": [closed, *({**box, "title": title} for title, box in boxes.items())], "default": None}


def box(settings: type[BaseModel], values: Mapping[str, Any], without: Iterable[str] = ()) -> Schema:
    """A box with the fields of a settings class, filled in with these values instead of its own defaults.

    The boxes within it are folded: what is not opened there is not sent (`litgauge.flows.configs.changed`).
    """
    schema = settings.model_json_schema(ref_template="#/{model}")
    drawn = _filled(schema, values, schema.get("$defs", {}))
    shown = {name: _folded(part) for name, part in drawn["properties"].items() if name not in without}
    return {**drawn, "properties": shown}


def _folded(field: Schema) -> Schema:
    if "properties" not in field:
        return field
    head: Schema = {key: field.pop(key) for key in ("title", "description") if key in field}
    return {**head, **folded(**{CHANGE: field})}


def _filled(schema: Mapping[str, Any], value: Any, named: Mapping[str, Any]) -> Schema:
    """Return the schema with what it refers to put in its place, and the value as its default wherever it has one."""
    filled = {key: part for key, part in schema.items() if key != "$defs"}
    if reference := filled.pop("$ref", None):
        filled = {**named[reference.removeprefix("#/")], **filled}
    if "properties" in filled:
        values = value if isinstance(value, Mapping) else {}
        filled.pop("default", None)
        filled["properties"] = {
            name: _filled(part, values.get(name, part.get("default")), named)
            for name, part in filled["properties"].items()
        }
        return filled
    for key in ("items", "additionalProperties"):
        if isinstance(filled.get(key), Mapping):
            filled[key] = _filled(filled[key], None, named)
            filled[key].pop("default", None)
    if "anyOf" in filled:
        filled["anyOf"] = [_filled(part, None, named) for part in filled["anyOf"]]
        for part in filled["anyOf"]:
            part.pop("default", None)
    return {**filled, "default": value}
