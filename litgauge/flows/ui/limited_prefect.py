"""Prefect's server with short refusals, and with a budget for validating values against a schema of others."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import regex
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from jsonschema.exceptions import ValidationError
from prefect.server.api.server import create_app
from prefect.utilities.schema_tools import validation
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount

from litgauge.flows.ui.server_guard import App, Receive, Scope, Send

SCHEMA_CPU_S = 2.0
MOST_COMPLAINT = 1_000_000  # characters of all errors; each repeats the value that it is about
PATTERN_TIMEOUT_S = 0.5  # for one text
LONGEST_PATTERN = 1_000
_SHOWN_ERRORS = 20
_UNPROCESSABLE = 422
_REFUSED_KEYWORDS = ("patternProperties", "unevaluatedProperties", "unevaluatedItems")
"""Keywords of schemas that no form of ours has, and whose cost nothing bounds."""

Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]


class UnboundedSchema(validation.ValidationError, ValueError):
    """A schema that costs too much; Prefect answers both its bases with 422, each in another place."""


@dataclass
class _Budget:
    """What the schemas of one request may still cost."""

    until: float = field(default_factory=lambda: time.thread_time() + SCHEMA_CPU_S)
    characters: int = MOST_COMPLAINT

    def spend(self, characters: int = 0) -> None:
        self.characters -= characters
        if self.characters < 0:
            raise UnboundedSchema(f"its errors are longer than {MOST_COMPLAINT:,} characters")
        if time.thread_time() > self.until:
            raise UnboundedSchema(f"it takes longer than {SCHEMA_CPU_S:g} s")


_BUDGET: ContextVar[_Budget] = ContextVar("_BUDGET")


class LimitedPrefect:
    """Prefect's application, whose API says no more of a wrong body than its first errors, and validates in time."""

    def __init__(self) -> None:
        self._app: App = create_app(final=True)
        api = next(route.app for route in self._app.routes if isinstance(route, Mount) and route.path == "/api")
        assert isinstance(api, FastAPI)
        api.add_exception_handler(RequestValidationError, _briefly)
        keywords = validation._VALIDATOR.VALIDATORS
        keywords |= dict.fromkeys(_REFUSED_KEYWORDS, _refused) | {"pattern": _pattern, "uniqueItems": _unique_items}
        keywords |= {name: _within_budget(keyword) for name, keyword in keywords.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        _BUDGET.set(_Budget())
        await self._app(scope, receive, send)


async def _briefly(_request: Request, error: Exception) -> JSONResponse:
    """Return the first errors without what was sent: Prefect's own answer repeats the whole body in each."""
    assert isinstance(error, RequestValidationError)
    errors = error.errors()
    shown = [{"loc": list(e["loc"]), "msg": e["msg"], "type": e["type"]} for e in errors[:_SHOWN_ERRORS]]
    content = {"exception_message": "Invalid request received.", "exception_detail": shown, "errors": len(errors)}
    return JSONResponse(content, status_code=_UNPROCESSABLE)


def _within_budget(keyword: Keyword) -> Keyword:
    def bounded(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        budget = _BUDGET.get()
        budget.spend()
        if "patternProperties" in schema:  # other keywords look for its patterns, too
            _refused()
        for error in keyword(validator, value, instance, schema) or ():
            budget.spend(len(error.message))
            yield error

    return bounded


def _refused(*_: Any) -> None:
    raise UnboundedSchema(f"it has one of {', '.join(_REFUSED_KEYWORDS)}")


def _pattern(_validator: Any, pattern: str, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, str):
        return
    if len(pattern) > LONGEST_PATTERN:
        raise UnboundedSchema(f"it has a pattern of more than {LONGEST_PATTERN:,} characters")
    try:
        match = regex.search(pattern, instance, timeout=PATTERN_TIMEOUT_S)
    except TimeoutError:
        raise UnboundedSchema(f"a pattern of it takes longer than {PATTERN_TIMEOUT_S:g} s") from None
    except regex.error as error:
        raise UnboundedSchema(f"invalid pattern: {error}") from None
    if not match:
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _unique_items(_validator: Any, unique: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    if unique and isinstance(instance, list):
        distinct = {json.dumps(value, sort_keys=True, default=str) for value in instance}
        if len(distinct) < len(instance):
            yield ValidationError("it holds something twice")
