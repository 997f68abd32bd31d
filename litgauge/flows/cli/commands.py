"""All commands: each of these modules registers its own, in the order in which --help shows them."""

from __future__ import annotations

from importlib import import_module

from litgauge.flows.cli import (  # noqa: F401
    analysis,
    build_commands,
    network_commands,
    release_commands,
    run_commands,
    score_commands,
    source_commands,
    storage_commands,
)
from litgauge.flows.cli.console import app
from litgauge.tasks.base.shipped import COMMANDS_FOR_ANYBODY

__all__ = ["app"]

for _name, _place in COMMANDS_FOR_ANYBODY.items():
    _module, _, _function = _place.partition(":")
    app.command(_name)(getattr(import_module(_module), _function))
