"""All commands: each of these modules registers its own, in the order in which --help shows them."""

from __future__ import annotations

from flows.cli import (  # noqa: F401
    build_commands,
    network_commands,
    release_commands,
    run_commands,
    score_commands,
    source_commands,
    storage_commands,
    tree_commands,
)
from flows.cli.console import app

__all__ = ["app"]
