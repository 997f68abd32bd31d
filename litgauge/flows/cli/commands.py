"""The command line as a whole."""

from __future__ import annotations

from typing import Annotated

import typer

from litgauge.flows.cli.console import out
from litgauge.flows.cli.groups import Commands

__all__ = ["app"]

app = typer.Typer(
    name="litgauge",
    cls=Commands,
    help="Benchmarks for deep-research agents out of the scientific literature.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from litgauge.tasks.releases.manifest import litgauge_version

        out.print(f"litgauge {litgauge_version()}")
        raise typer.Exit


@app.callback()
def everything(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Benchmarks for deep-research agents out of the scientific literature."""
