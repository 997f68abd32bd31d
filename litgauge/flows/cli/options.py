"""Typer commands whose options are the fields of a class (`litgauge.flows.options`)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import typer

from litgauge.flows.options import REQUIRED, OptionField, Options, options_of

Kind = TypeVar("Kind", bound=Options)


def with_options(kind: type[Kind]) -> Callable[[Callable[[Kind], None]], Callable[..., None]]:
    """Return a decorator of commands: the fields of a class are their options, handed over as one object."""

    def command_of(command: Callable[[Kind], None]) -> Callable[..., None]:
        def run(**values: Any) -> None:
            command(kind(**values))

        parameters = [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                annotation=Annotated[field.type, _terminal(field)],
                default=inspect.Parameter.empty
                if field.option.argument or field.default is REQUIRED
                else field.default,
            )
            for field in options_of(kind)
            if field.option.terminal
        ]
        run.__name__, run.__module__, run.__doc__ = command.__name__, command.__module__, command.__doc__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return command_of


def option_of(kind: type[Options], name: str) -> Any:
    """Return one field of a class of options as typer wants it, for commands that have no class of their own."""
    return next(_terminal(field) for field in options_of(kind) if field.name == name)


def _terminal(field: OptionField) -> Any:
    option = field.option
    if option.argument:
        return typer.Argument(help=option.description)
    return typer.Option(
        *option.names, envvar=option.variable, help=option.description, min=option.least, max=option.most
    )
