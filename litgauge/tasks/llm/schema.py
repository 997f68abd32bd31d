"""Answer types as JSON schemas that strict endpoints accept."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import BaseModel

# What strict endpoints refuse or ignore; pydantic still checks it when the answer comes.
_UNSUPPORTED = frozenset(
    {
        "contentEncoding",
        "contentMediaType",
        "default",
        "deprecated",
        "discriminator",
        "examples",
        "maxLength",
        "maxProperties",
        "minLength",
        "minProperties",
        "readOnly",
        "title",
        "uniqueItems",
        "writeOnly",
    }
)
_INEXPRESSIBLE = frozenset({"prefixItems", "patternProperties", "propertyNames", "not", "if", "contains"})
_FORMATS = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"})


class _Inexpressible(Exception):
    """The type cannot be written as a strict schema."""


@cache
def strict_schema(answer: type[BaseModel]) -> dict[str, Any] | None:
    """The type's schema with every object closed and every field required; None if it has none.

    Mappings with free keys and tuples have no strict form: they are asked for and validated instead.
    """
    from openai import pydantic_function_tool  # half a second that the offline provider need not wait

    try:
        tool = pydantic_function_tool(answer)
        return _strict(dict(tool["function"]["parameters"]))
    except _Inexpressible:
        return None


@cache
def strict_format(name: str, answer: type[BaseModel]) -> dict[str, Any] | None:
    """The `response_format` that has an endpoint enforce the type's strict schema; None if it has none."""
    schema = strict_schema(answer)
    if schema is None:
        return None
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


@cache
def loose_schema(answer: type[BaseModel]) -> dict[str, Any]:
    """The type's schema as pydantic writes it, for models that read it."""
    return answer.model_json_schema()


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    if _INEXPRESSIBLE & schema.keys():
        raise _Inexpressible
    strict: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in _UNSUPPORTED or (keyword == "format" and value not in _FORMATS):
            continue
        if keyword == "pattern" and "(?" in value:  # look-arounds and flags are not in the common subset
            continue
        match keyword:
            case "properties" | "$defs":
                strict[keyword] = {name: _strict(part) for name, part in value.items()}
            case "anyOf" | "oneOf" | "allOf":
                strict["anyOf" if keyword == "oneOf" else keyword] = [_strict(part) for part in value]
            case "items":
                strict[keyword] = _strict(value)
            case "const":
                strict["enum"] = [value]
            case _:
                strict[keyword] = value
    if strict.get("type") == "object" and (not strict.get("properties") or strict.get("additionalProperties")):
        raise _Inexpressible
    return strict
