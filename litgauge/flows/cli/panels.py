"""Order of `litgauge --help`: panels, the commands in each, and their functions."""

from __future__ import annotations

from collections.abc import Mapping

from litgauge.tasks.base.shipped import COMMANDS_FOR_ANYBODY

BENCHMARKS = "Benchmarks: commands for the releases of one alone"

PANELS: Mapping[str, Mapping[str, str]] = {
    "Start": {
        "demo": "litgauge.flows.cli.build_commands:demo",
        "init": "litgauge.flows.cli.storage_commands:init",
        "serve": "litgauge.flows.cli.storage_commands:serve",
    },
    "Build": {
        "build": "litgauge.flows.cli.build_commands:build",
        "refresh": "litgauge.flows.cli.build_commands:refresh",
        "import": "litgauge.flows.cli.build_commands:import_",
        "releases": "litgauge.flows.cli.release_commands:releases",
        "show": "litgauge.flows.cli.release_commands:show",
        "funnel": "litgauge.flows.cli.release_commands:funnel",
        "diff": "litgauge.flows.cli.release_commands:diff",
        "publish": "litgauge.flows.cli.release_commands:publish",
    },
    "Agents": {
        "tasks": "litgauge.flows.cli.release_commands:tasks",
        "run": "litgauge.flows.cli.run_commands:run",
        "trajectory": "litgauge.flows.cli.run_commands:trajectory",
        "import-inspect": "litgauge.flows.cli.run_commands:import_inspect",
    },
    "Score": {
        "score": "litgauge.flows.cli.score_commands:score",
        "rescore": "litgauge.flows.cli.score_commands:rescore",
        "audit": "litgauge.flows.cli.score_commands:audit",
        "agreement": "litgauge.flows.cli.score_commands:agreement",
    },
    "Results": {
        "leaderboard": "litgauge.flows.cli.score_commands:leaderboard",
        "compare": "litgauge.flows.cli.score_commands:compare",
        "report": "litgauge.flows.cli.score_commands:report",
        "analysis": "litgauge.flows.cli.analysis:analysis",
    },
    "Without a release": {
        "extract": "litgauge.flows.cli.source_commands:extract",
        "read": "litgauge.flows.cli.source_commands:read",
        "match": "litgauge.flows.cli.source_commands:match",
        **COMMANDS_FOR_ANYBODY,
        "network": "litgauge.flows.cli.network_commands:network",
    },
    BENCHMARKS: {},
    "Upkeep": {
        "quarantine": "litgauge.flows.cli.release_commands:quarantine",
        "verify": "litgauge.flows.cli.release_commands:verify",
        "prune": "litgauge.flows.cli.storage_commands:prune",
    },
}
"""The function of each command, or its group of commands, as "module:name"; it is imported when it is asked for."""

PANEL_OF: Mapping[str, str] = {command: panel for panel, commands in PANELS.items() for command in commands}


def place_of(command: str) -> tuple[int, int]:
    """Return where --help lists a command: a command that no panel names counts as a benchmark's group."""
    panel = PANEL_OF.get(command, BENCHMARKS)
    commands = [*PANELS[panel]]
    return [*PANELS].index(panel), commands.index(command) if command in commands else 0
