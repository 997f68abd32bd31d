"""Order of `litgauge --help`: panels, and the commands in each."""

from __future__ import annotations

from collections.abc import Mapping

BENCHMARKS = "Benchmarks: commands for the releases of one alone"

PANELS: Mapping[str, tuple[str, ...]] = {
    "Start": ("demo", "init", "serve"),
    "Build": ("build", "refresh", "import", "releases", "show", "funnel", "diff", "publish"),
    "Agents": ("tasks", "run", "trajectory", "import-inspect"),
    "Score": ("score", "rescore", "audit", "agreement"),
    "Results": ("leaderboard", "compare", "report", "analysis"),
    "Without a release": ("extract", "read", "match", "trees", "network"),
    BENCHMARKS: (),
    "Upkeep": ("quarantine", "verify", "prune"),
}

PANEL_OF: Mapping[str, str] = {command: panel for panel, commands in PANELS.items() for command in commands}


def place_of(command: str) -> tuple[int, int]:
    """Return where --help lists a command: a command that no panel names counts as a benchmark's group."""
    panel = PANEL_OF.get(command, BENCHMARKS)
    commands = PANELS[panel]
    return [*PANELS].index(panel), commands.index(command) if command in commands else 0
