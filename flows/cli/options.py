"""Typer commands whose options are the fields of a class (`flows.options`)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import annotated_types
import typer
from pydantic.fields import FieldInfo

from flows.options import Option, Options, options_of

Kind = TypeVar("Kind", bound=Options)


def with_options(kind: type[Kind]) -> Callable[[Callable[[Kind], None]], Callable[..., None]]:
    """A command that takes the fields of a class one by one, and hands them to the function as one object."""

    def made(command: Callable[[Kind], None]) -> Callable[..., None]:
        def run(**values: Any) -> None:
            command(kind(**values))

        parameters = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                annotation=Annotated[field.annotation, _offer(field, option)],
                default=inspect.Parameter.empty if option.argument or field.is_required() else field.default,
            )
            for name, field, option in options_of(kind)
            if option.terminal
        ]
        run.__name__, run.__module__, run.__doc__ = command.__name__, command.__module__, command.__doc__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return made


def _offer(field: FieldInfo, option: Option) -> Any:
    bounds: dict[str, Any] = {}
    for one in field.metadata:
        if isinstance(one, annotated_types.Ge):
            bounds["min"] = one.ge
        elif isinstance(one, annotated_types.Le):
            bounds["max"] = one.le
    if option.argument:
        return typer.Argument(help=field.description)
    return typer.Option(*option.names, envvar=option.variable, help=field.description, **bounds)
