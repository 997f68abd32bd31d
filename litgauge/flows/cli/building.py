"""Running builds from the command line, with progress, and telling what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from litgauge.flows.cli.build_memory import BuildMemory
from litgauge.flows.cli.console import err, kept_in, out, print_json
from litgauge.flows.cli.funnels import funnel_tables
from litgauge.flows.cli.own_settings import settings_of
from litgauge.flows.cli.progress import TerminalProgress
from litgauge.flows.cli.quarantine import fallen_line, show_last_run
from litgauge.flows.configs import accepting, config_file, default_config, imported, load_build_config
from litgauge.flows.options import BuildOptions, RefreshOptions
from litgauge.flows.runtime.engine import engine_options
from litgauge.flows.runtime.reused_runs import run_flow
from litgauge.flows.runtime.temporary_server import begin_prefect
from litgauge.tasks.base.errors import ReleaseHeld, TooManyFailures, UnusableInput
from litgauge.tasks.benchmark import benchmark_named
from litgauge.tasks.engine.progress import listening
from litgauge.tasks.engine.run_records import RunRecord, last_run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.fingerprint import check_input
from litgauge.tasks.releases.fallen import fallen_of_release


@dataclass(frozen=True)
class Outcome:
    """Result of a command, for a person and for a program."""

    text: RenderableType
    value: dict[str, Any]

    def show(self, *, as_json: bool) -> None:
        """Print it."""
        if as_json:
            print_json(self.value)
        else:
            out.print(self.text, soft_wrap=True)


def run_build(options: BuildOptions) -> Outcome:
    """Build, with progress on the terminal.

    Raises UnusableInput if there is no such benchmark or config, ReleaseHeld after showing why.
    """
    if options.papers and options.snapshot:
        raise UnusableInput("name either papers of your own or arXiv's snapshot", where="--papers, --snapshot")
    changes: dict[str, Any] = {}
    if named := options.papers or options.snapshot:
        check_input(str(named))
        changes["harvest"] = {"source": "local" if options.papers else "snapshot", "path": str(named), "root": None}
    if options.name:
        changes["benchmark"] = options.name
    if options.topics:
        changes["topics"] = options.topics
    if options.undated:
        changes["prompts"] = {"undated": options.undated}
    return _run("build", options, changes, own_papers=options.papers is not None)


def run_refresh(options: RefreshOptions) -> Outcome:
    """Refresh, with progress on the terminal. Raises as `run_build` does."""
    return _run("refresh", options, {})


def _run(
    what: str,
    options: RefreshOptions | BuildOptions,
    changes: Mapping[str, Any],
    *,
    own_papers: bool = False,
) -> Outcome:
    benchmark, storage, model = benchmark_named(options.benchmark), options.storage, options.model
    place = getattr(benchmark.flows, what)
    if not place:
        raise UnusableInput(f"it has no {what}", where=benchmark.name)
    named = options.config
    path = default_config(benchmark, own_papers=own_papers) if named is None else _file("benchmarks", named)
    before = last_run(Storage(storage))
    own_model = None if model is None else _file("models", model)
    engine, settings = engine_options(options.engine, options.scheduler), settings_of(options.more or ())
    memory = BuildMemory(what, options, path)
    if not memory.is_unchanged():
        begin_prefect()  # beside the imports of what builds
    config = load_build_config(path, benchmark, own_model, {**changes, **engine}, settings)
    choices = accepting(options.accept, config)
    flow = imported(place)
    try:
        with TerminalProgress(err) as progress, listening(progress):
            result: dict[str, Any] = run_flow(flow, config=config, storage=storage, **choices)
    except ReleaseHeld as error:
        from rich.markdown import Markdown  # loads a parser

        err.print(Markdown(error.changes, hyperlinks=False))
        raise
    except (UnusableInput, TooManyFailures):
        _show_what_fell_out(storage, before)
        raise
    memory.keep()
    funnel = funnel_tables(result) if result.get("counts") else []
    return Outcome(Group(*funnel, _release(result, config, storage)), result)


def _file(folder: str, name: str) -> Path:
    return config_file(folder, name, {"benchmarks": "--config", "models": "--model"}[folder])


def _show_what_fell_out(storage: str, before: RunRecord | None) -> None:
    """Of a run that came to nothing: what its stages let fall, on the terminal's other half, for JSON stays JSON."""
    if last_run(Storage(storage)) != before:
        show_last_run(storage, err)


def _release(result: dict[str, Any], config: Any, storage: str) -> Text:
    if not result["release"]:
        return _waiting(result, config, storage)
    head = "frozen as" if result["new"] else "nothing changed: still"
    counts = ", ".join(f"{rows:,} {table}" for table, rows in result["tables"].items())
    text = Text.assemble(f"{head} ", (result["release"], "bold"), f" in {result['path']}\n{counts}")
    fallen = fallen_of_release(Storage(storage), result["release"])
    text.append(f"\n{fallen_line(fallen)}")
    if fallen.rows:
        text.append(f" Why, and what to do about it: litgauge quarantine {result['release']}{kept_in(storage)}")
    if result.get("caution"):
        text.append(f"\n{result['caution']}", "bold yellow")
    if result.get("waiting"):
        text.append(f"\n{_to_review(result, config, storage)}")
    if getattr(getattr(config, "model", None), "provider", "") == "offline":
        text.append("\nQuestions were answered offline, by rules and not by a model; the release says so.")
    text.append(f"\nWhat an agent is given: litgauge tasks {result['release']} --out FOLDER{kept_in(storage)}")
    return text


def _waiting(result: dict[str, Any], config: Any, storage: str) -> Text:
    """A build whose items all wait for people."""
    return Text.assemble(
        ("nothing was released", "bold"),
        ": tasks without a review are in no release\n",
        _to_review(result, config, storage),
    )


def _to_review(result: dict[str, Any], config: Any, storage: str) -> str:
    command = f"litgauge {config.kind} review {config.benchmark} --out FOLDER{kept_in(storage)}"
    count = len(result["waiting"])
    return f"{count} {'item waits' if count == 1 else 'items wait'} for a review by experts: {command}"
