"""All commands of `litgauge`, those of benchmarks in their groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from typer.main import get_command

from litgauge.flows.cli.commands import app


def parts_of(group: Any) -> Mapping[str, Any]:
    """The commands of a group by name; nothing for a command."""
    names = group.list_commands(None) if hasattr(group, "list_commands") else ()
    return {name: group.get_command(None, name) for name in names}


COMMANDS: Mapping[str, Any] = parts_of(get_command(app))
"""The generic commands, and the groups."""


def every_command() -> Iterator[tuple[str, Any]]:
    """Each command by all its words, `taxobench folders`; groups are none."""
    for name, command in COMMANDS.items():
        parts = parts_of(command)
        yield from ((f"{name} {part}", one) for part, one in parts.items())
        if not hasattr(command, "list_commands"):
            yield name, command
