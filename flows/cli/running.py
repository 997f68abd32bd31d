"""The commands that run a flow: `demo`, `build`, `refresh`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from flows.reportbench.build import build_reportbench
from flows.reportbench.config import BuildConfig, load_config
from flows.reportbench.refresh import refresh_reportbench
from flows.terminal import TerminalProgress
from tasks.engine.progress import listening
from tasks.pages.markdown import shorten

Told = tuple[RenderableType, dict[str, Any]]


def run_build(config: Path, storage: str, model: Path | None, err: Console) -> Told:
    """Build, with progress on the terminal; gives the text for a person and the JSON for a program."""
    return _run(build_reportbench, load_config(config, model), storage, err)


def run_refresh(config: Path, storage: str, model: Path | None, err: Console) -> Told:
    """Refresh, with progress on the terminal."""
    return _run(refresh_reportbench, load_config(config, model), storage, err)


def _run(flow: Callable[..., dict[str, Any]], config: BuildConfig, storage: str, err: Console) -> Told:
    with TerminalProgress(err) as progress, listening(progress):
        result = flow(config=config, storage=storage)
    return Group(_funnel(result), _told(result, config)), result


def _funnel(result: dict[str, Any]) -> Table:
    grid = Table("stage", "rule", "dropped", "left", "for example", title="Funnel", title_justify="left")
    for step in result["funnel"]:
        example = shorten(step["examples"][0], 70) if step["examples"] else ""
        grid.add_row(step["stage"], step["rule"], f"{step['dropped']:,}", f"{step['left']:,}", Text(example))
    return grid


def _told(result: dict[str, Any], config: BuildConfig) -> Text:
    tables = result["tables"]
    head = "frozen as" if result["new"] else "nothing changed: still"
    lines = [
        f"{head} [bold]{result['release']}[/] in {result['path']}",
        f"{tables['surveys']} surveys, {tables['references']} references, {tables['prompts']} prompts, "
        f"{tables['tasks']} tasks; {tables['quarantine']} in quarantine",
    ]
    if config.model.provider == "offline":
        lines.append("Questions were answered [bold]offline[/], by rules and not by a model; the release says so.")
    return Text.from_markup("\n".join(lines))
