"""Reference of commands: what `litgauge COMMAND --help` says of each, panel by panel, in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from typer.cli import get_docs_for_click
from typer.main import get_command

from litgauge.flows.cli.commands import app
from litgauge.flows.cli.panels import BENCHMARKS, PANELS
from litgauge.tasks.benchmark import known_benchmarks

_HEAD = """# Commands

Every command has `--help`, and `--json` where a program might read what it says. Exit codes: 0 done (rejected items \
are counted and shown), 1 failed, 2 unusable input or config, 3 finished, but with more failed items than allowed \
or with a release that is held, 130 ended by Ctrl-C, 143 by SIGTERM.

"""


_LEFT_OUT = re.compile(r"^\* `-h, --help`.*\n|^\*\*Usage\*\*:\n\n|^\*\*Commands\*\*:\n\n(?:\* .*\n)*", re.MULTILINE)
"""What every command has, and the list of a group's commands, which follow it."""


def command_reference() -> str:
    """Return the page: a section for each panel of --help, a part for each command."""
    return _HEAD + "\n".join(_sections())


def _sections() -> Iterator[str]:
    group: Any = get_command(app)
    context = group.make_context("litgauge", [], resilient_parsing=True)
    for panel, commands in PANELS.items():
        yield f"## {panel.partition(':')[0]}\n"
        for name in known_benchmarks() if panel == BENCHMARKS else commands:
            command = group.get_command(context, name)
            described = get_docs_for_click(obj=command, ctx=context, indent=2, name=name, call_prefix="litgauge")
            yield _LEFT_OUT.sub("", described)
