"""Commands by name, each imported when it is asked for; those of benchmarks in a group each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from typer import Typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from litgauge.flows.cli.panels import BENCHMARKS, PANEL_OF, PANELS, place_of
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.base.shipped import SHIPPED

if TYPE_CHECKING:
    from litgauge.tasks.benchmark import Benchmark


@cache
def _generic(name: str) -> Any:
    """Return a generic command, or a group of them; None if there is none of this name."""
    if name not in PANEL_OF:
        return None
    module, _, attribute = PANELS[PANEL_OF[name]][name].partition(":")
    function = getattr(import_module(module), attribute)
    if isinstance(function, Typer):
        return get_group(function)
    app = Typer(rich_markup_mode="markdown", add_completion=False)
    app.command(name)(function)
    return get_command(app)


class Commands(TyperGroup):
    """Generic commands, then a group for each benchmark.

    A command of a benchmark is also found without its name in front, as it was called once; --help does not list it so.
    """

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands: Any = dict.fromkeys(PANEL_OF)  # names that a misspelt one is compared with

    def list_commands(self, _ctx: Any) -> list[str]:
        """Return the names that --help lists, panel by panel."""
        return sorted([*self.commands, *_benchmarks()], key=place_of)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A generic command, a benchmark's group, or a benchmark's command by its former name."""
        command = _generic(cmd_name)
        if command is None and cmd_name in _benchmarks():
            return BenchmarkCommands(cmd_name)
        if command is not None:
            command.rich_help_panel = PANEL_OF.get(cmd_name)
        return command or _former_command(ctx, cmd_name)


class BenchmarkCommands(TyperGroup):
    """Group of one benchmark."""

    def __init__(self, benchmark: str) -> None:
        super().__init__(
            name=benchmark,
            help=f"Commands for releases of {benchmark} alone.",
            no_args_is_help=True,
            rich_markup_mode="markdown",
            rich_help_panel=BENCHMARKS,
        )

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of its commands; none where the benchmark declares none."""
        return self._declared().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command with this name, if there is one."""
        return self._declared().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the words name."""
        return self._declared().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the benchmark's title."""
        own = "commands for its releases alone" if self.list_commands(ctx) else "it has no commands of its own"
        self.help = f"{self._benchmark().title}: {own}."
        super().format_help(ctx, formatter)

    def _declared(self) -> TyperGroup:
        from litgauge.flows.configs import imported

        place = self._benchmark().flows.commands
        return get_group(imported(place)) if place else TyperGroup(name=self.name)

    def _benchmark(self) -> Benchmark:
        from litgauge.tasks.benchmark import benchmark_named

        return benchmark_named(str(self.name))


def _benchmarks() -> list[str]:
    """Return the names of all benchmarks; of a wrong name in the environment the commands that need it say so."""
    return [*SHIPPED, *(name for name in _elsewhere() if name not in SHIPPED)]


def _elsewhere() -> Iterator[str]:
    if os.environ.get("LITGAUGE_BENCHMARKS"):  # else nothing need be imported
        from litgauge.tasks.benchmark import known_benchmarks

        try:
            yield from known_benchmarks()
        except LitgaugeError:
            return


def _former_command(ctx: Any, name: str) -> Any:
    """Return the command that only one benchmark has; a name that several have says nothing without theirs."""
    commands = [BenchmarkCommands(benchmark).get_command(ctx, name) for benchmark in SHIPPED]
    present = [command for command in commands if command is not None]
    return present[0] if len(present) == 1 else None
