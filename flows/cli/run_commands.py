"""The command that runs an agent of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flows.cli.console import JsonOption, ModelOption, StorageOption, VerboseOption, app, quiet_prefect


@app.command()
def run(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    agent: Annotated[
        str | None,
        typer.Option("--agent", help="An agent of configs/agents by its name, or a file; of a replay its own"),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", help="How tables show the agent; the file's name if none")
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="The first so many tasks alone")] = None,
    budget: Annotated[
        float | None, typer.Option("--budget", min=0, help="Most US dollars that the run may spend; never passed")
    ] = None,
    replay: Annotated[
        str | None,
        typer.Option("--replay", help="Repeat this agent run from its recorded calls, without network or money"),
    ] = None,
    to: Annotated[Path | None, typer.Option("--out", help="Write the answers here as well, a file a task")] = None,
    more: Annotated[
        list[str] | None, typer.Option("--set", help="Any other setting of the agent: name=value, e.g. max_calls=8")
    ] = None,
    model: ModelOption = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Run an agent on a release: its answers, and every call that led to them, go into the ledger.

    What it will cost is printed before its first paid call. A run that was killed, or on whose tasks we failed, goes on
    with the same command, and nothing is asked or paid for twice. Then `litgauge score R --run RUN` scores it.

    Example: `litgauge run reportbench@1 --agent configs/agents/base-model.yaml --limit 5 --budget 2`
    """
    quiet_prefect(storage, verbose)
    from flows.cli.running import Wanted, run_agent

    run_agent(
        release, Wanted(agent, name, limit, budget, replay, to, tuple(more or ()), model), storage, as_json=as_json
    )


@app.command()
def trajectory(
    run: Annotated[str, typer.Argument(help="Id of an agent run, as run printed it")],
    task: Annotated[str | None, typer.Option("--task", help="Every call of this task alone")] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show what an agent did in a run: how each task ended, every call, and which of its sources it has read.

    Example: `litgauge trajectory 2026-11-22-base-model-1 --task 9912.00001:paragraph`
    """
    from flows.cli.running import print_trajectory

    print_trajectory(run, task, storage, as_json=as_json)
