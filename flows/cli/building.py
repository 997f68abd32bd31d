"""Running builds from the command line, with progress, and telling what came of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from flows.cli.console import REPOSITORY, err, kept_in
from flows.cli.progress import TerminalProgress
from flows.configs import default_config, imported, load_build_config
from tasks.declaration import benchmark_named
from tasks.engine.progress import listening
from tasks.errors import UnusableInput
from tasks.text.markdown import shorten

SAMPLE_CONFIG = REPOSITORY / "configs" / "benchmarks" / "sample.yaml"
SAMPLE_CORPUS = REPOSITORY / "data" / "sample" / "surveys.jsonl"


@dataclass(frozen=True)
class Told:
    """What came of a run, for a person and for a program."""

    text: RenderableType
    value: dict[str, Any]

    def show(self, out: Console, *, as_json: bool) -> None:
        """Print it."""
        if as_json:
            out.print_json(data=self.value)
        else:
            out.print(self.text, soft_wrap=True)


@dataclass(frozen=True)
class Asked:
    """What the user named of a build: the config, and what stands for the same in it."""

    config: Path | None = None
    papers: Path | None = None
    snapshot: Path | None = None
    name: str | None = None
    undated: str | None = None

    def changes(self) -> dict[str, Any]:
        """What it changes of the config. Raises UnusableInput for two inputs."""
        if self.papers and self.snapshot:
            raise UnusableInput("name either papers of your own or arXiv's snapshot", where="--papers, --snapshot")
        changes: dict[str, Any] = {}
        if named := self.papers or self.snapshot:
            changes["harvest"] = {"source": "local" if self.papers else "snapshot", "path": str(named), "root": None}
        if self.name:
            changes["benchmark"] = self.name
        if self.undated:
            changes["prompts"] = {"undated": self.undated}
        return changes


def run_build(benchmark: str, asked: Asked, storage: str, model: Path | None) -> Told:
    """Build, with progress on the terminal. Raises UnusableInput if there is no such benchmark or config."""
    return _run("build", benchmark, asked, storage, model)


def run_refresh(benchmark: str, config: Path | None, storage: str, model: Path | None) -> Told:
    """Refresh, with progress on the terminal. Raises as `run_build` does."""
    return _run("refresh", benchmark, Asked(config), storage, model)


def build_sample(storage: str) -> Told:
    """The release of the embedded sample."""
    return run_build("reportbench", Asked(SAMPLE_CONFIG, papers=SAMPLE_CORPUS), storage, None)


def _run(what: str, name: str, asked: Asked, storage: str, model: Path | None) -> Told:
    benchmark = benchmark_named(name)
    place = getattr(benchmark.flows, what)
    if not place:
        raise UnusableInput(f"it has no {what}", where=benchmark.name)
    changes = asked.changes()
    path = asked.config or default_config(benchmark, own_papers=asked.papers is not None)
    config = load_build_config(path, benchmark, model, changes)
    with TerminalProgress(err) as progress, listening(progress):
        result: dict[str, Any] = imported(place)(config=config, storage=storage)
    return Told(Group(_funnel(result), _release(result, config, storage)), result)


def _funnel(result: dict[str, Any]) -> RenderableType:
    """What each step let through, of benchmarks that say so."""
    if not result.get("funnel"):
        return Text()
    grid = Table("stage", "rule", "dropped", "left", "for example", title="Funnel", title_justify="left")
    for step in result["funnel"]:
        example = shorten(step["examples"][0], 70) if step["examples"] else ""
        grid.add_row(step["stage"], step["rule"], f"{step['dropped']:,}", f"{step['left']:,}", Text(example))
    return grid


def _release(result: dict[str, Any], config: Any, storage: str) -> Text:
    head = "frozen as" if result["new"] else "nothing changed: still"
    counts = ", ".join(f"{rows:,} {table}" for table, rows in result["tables"].items())
    told = Text.assemble(f"{head} ", (result["release"], "bold"), f" in {result['path']}\n{counts}")
    if getattr(getattr(config, "model", None), "provider", "") == "offline":
        told.append("\nQuestions were answered offline, by rules and not by a model; the release says so.")
    told.append(f"\nWhat an agent is given: litgauge tasks {result['release']} --out FOLDER{kept_in(storage)}")
    return told
