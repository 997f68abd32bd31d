"""Command that runs an agent of ours."""

from __future__ import annotations

from typing import Annotated

import typer

from litgauge.flows.cli.console import JsonOption, StorageOption, app, quiet_prefect
from litgauge.flows.cli.options import with_options
from litgauge.flows.options import AgentOptions


@app.command()
@with_options(AgentOptions)
def run(options: AgentOptions) -> None:
    """Run an agent on a release: its answers, and every call that led to them, go into the ledger.

    What it will cost is printed before its first paid call. A run that was killed, or on whose tasks we failed, goes on
    with the same command, and nothing is asked or paid for twice. Then `litgauge score R --run RUN` scores it.

    Example: `litgauge run reportbench@1 --agent configs/agents/base-model.yaml --limit 5 --budget 2`
    """
    quiet_prefect(options.storage, options.verbose)
    from litgauge.flows.cli.running import run_agent

    run_agent(options)


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
    from litgauge.flows.cli.running import print_trajectory

    print_trajectory(run, task, storage, as_json=as_json)
