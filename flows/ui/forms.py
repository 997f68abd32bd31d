"""What the UI's forms are made of: JSON schemas that Prefect draws as selects, toggles and boxes.

Prefect keeps a form's schema with its deployment, so what it offers is what was there when it was written last; `serve`
writes it again when that changes (`flows.open_forms`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from prefect import Flow
from pydantic import BaseModel

Schema = dict[str, Any]

LEAVE = "As it is"
CHANGE = "Change"


def form(flow: Flow[..., Any], fields: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    """The flow's form with these fields, in their order, each with what is said of it here besides its own docs."""
    own = flow.parameters.model_dump()["properties"]
    properties = {}
    for position, (name, field) in enumerate(fields.items()):
        shape = () if {"anyOf", "enum"} & set(field) else ("type", "anyOf")
        kept = {key: own[name][key] for key in ("description", "default", *shape) if key in own[name]}
        title = name.replace("_", " ").capitalize()
        properties[name] = {"title": title, **kept, **field, "position": position}
    for name in required:
        properties[name].pop("default", None)
    return {"title": "Parameters", "type": "object", "properties": properties, "required": list(required)}


def choice(values: Sequence[str]) -> Schema:
    """One of these; free text where there is none yet."""
    return {"type": "string", "enum": list(values)} if values else {"type": "string"}


def choice_or(values: Sequence[str], other: str) -> Schema:
    """One of these or, after a click on the word for it, any other text."""
    if not values:
        return {"type": "string"}
    return {"anyOf": [{"title": "Known", **choice(values)}, {"title": other, "type": "string"}]}


def folded(**boxes: Schema) -> Schema:
    """Nothing, or after a click one of these boxes, by the word to click on."""
    closed = {"title": LEAVE, "type": "null"}
    return {"anyOf": [closed, *({**box, "title": title} for title, box in boxes.items())], "default": None}


def box(settings: type[BaseModel], values: Mapping[str, Any], without: Iterable[str] = ()) -> Schema:
    """A box with the fields of a settings class, filled in with these values instead of its own defaults.

    The boxes within it are folded: what is not opened there is not sent (`flows.configs.changed`).
    """
    schema = settings.model_json_schema(ref_template="#/{model}")
    drawn = _filled(schema, values, schema.get("$defs", {}))
    shown = {name: _folded(part) for name, part in drawn["properties"].items() if name not in without}
    return {**drawn, "properties": shown}


def _folded(field: Schema) -> Schema:
    if "properties" not in field:
        return field
    told: Schema = {key: field.pop(key) for key in ("title", "description") if key in field}
    return {**told, **folded(**{CHANGE: field})}


def _filled(schema: Mapping[str, Any], value: Any, named: Mapping[str, Any]) -> Schema:
    """The schema with what it refers to put in its place, and the value as its default wherever it has one."""
    found = {key: part for key, part in schema.items() if key != "$defs"}
    if reference := found.pop("$ref", None):
        found = {**named[reference.removeprefix("#/")], **found}
    if "properties" in found:
        given = value if isinstance(value, Mapping) else {}
        found.pop("default", None)
        found["properties"] = {
            name: _filled(part, given.get(name, part.get("default")), named)
            for name, part in found["properties"].items()
        }
        return found
    for key in ("items", "additionalProperties"):
        if isinstance(found.get(key), Mapping):
            found[key] = _filled(found[key], None, named)
            found[key].pop("default", None)
    if "anyOf" in found:
        found["anyOf"] = [_filled(part, None, named) for part in found["anyOf"]]
        for part in found["anyOf"]:
            part.pop("default", None)
    return {**found, "default": value}
