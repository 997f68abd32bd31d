"""Typer commands whose options are the fields of a class (`litgauge.flows.options`)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import annotated_types
import typer
from pydantic.fields import FieldInfo

from litgauge.flows.options import Option, Options, options_of

Kind = TypeVar("Kind", bound=Options)


def with_options(kind: type[Kind]) -> Callable[[Callable[[Kind], None]], Callable[..., None]]:
    """Return a decorator of commands: the fields of a class are their options, handed over as one object."""

    def command_of(command: Callable[[Kind], None]) -> Callable[..., None]:
        def run(**values: Any) -> None:
            command(kind(**values))

        parameters = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                annotation=Annotated[field.annotation, _terminal(field, option)],
                default=inspect.Parameter.empty if option.argument or field.is_required() else field.default,
            )
            for name, field, option in options_of(kind)
            if option.terminal
        ]
        run.__name__, run.__module__, run.__doc__ = command.__name__, command.__module__, command.__doc__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return command_of


def option_of(kind: type[Options], name: str) -> Any:
    """Return one field of a class of options as typer wants it, for commands that have no class of their own."""
    return next(_terminal(field, option) for field_name, field, option in options_of(kind) if field_name == name)


def _terminal(field: FieldInfo, option: Option) -> Any:
    bounds: dict[str, Any] = {}
    for bound in field.metadata:
        if isinstance(bound, annotated_types.Ge):
            bounds["min"] = bound.ge
        elif isinstance(bound, annotated_types.Le):
            bounds["max"] = bound.le
    if option.argument:
        return typer.Argument(help=field.description)
    return typer.Option(*option.names, envvar=option.variable, help=field.description, **bounds)
