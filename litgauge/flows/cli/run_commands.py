"""Command that runs an agent of ours."""

from __future__ import annotations

from typing import Annotated

import typer

from litgauge.flows.cli.console import JsonOption, StorageOption, quiet_prefect
from litgauge.flows.cli.options import with_options
from litgauge.flows.options import AgentOptions


@with_options(AgentOptions)
def run(options: AgentOptions) -> None:
    """Run an agent on a release, and keep its answers and all of its calls in the ledger.

    What it will cost is printed before its first paid call. A run that was killed, or on whose tasks we failed, goes on
    with the same command, and nothing is asked or paid for twice. Then `litgauge score R --run RUN` scores it.

    Example: `litgauge run reportbench@1 --agent configs/agents/base-model.yaml --limit 5 --budget 2`
    """
    quiet_prefect(options.storage, options.verbose)
    from litgauge.flows.cli.running import run_agent

    run_agent(options)


def import_inspect(
    log: Annotated[str, typer.Argument(help="A log of inspect_ai: .eval or .json")],
    release: Annotated[str, typer.Option("--release", help="Release whose tasks its samples are")],
    name: Annotated[str, typer.Option("--name", help="Name of the agent in tables; by default the model's name")] = "",
    epoch: Annotated[int, typer.Option("--epoch", min=1, help="Which of several answers to a sample")] = 1,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Import a log of inspect_ai as an agent run: answers, calls, tokens, and how each sample ended.

    Example: `litgauge import-inspect logs/2026-11-24.eval --release reportbench@1`
    """
    from litgauge.flows.agents.inspect_logs import import_inspect_log
    from litgauge.flows.cli.console import kept_in, out, print_json
    from litgauge.flows.cli.running import print_statistics

    result = import_inspect_log(log, release, storage, name, epoch)
    if as_json:
        print_json(result)
        return
    out.print(f"{result['agent']} on {result['release']}: agent run {result['run']}", soft_wrap=True)
    print_statistics(result["statistics"])
    out.print(f"then: litgauge score {result['release']} --run {result['run']}{kept_in(storage)}", soft_wrap=True)


def trajectory(
    run: Annotated[str, typer.Argument(help="Id of an agent run, as run printed it")],
    task: Annotated[str | None, typer.Option("--task", help="Only this task, with every call")] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show what an agent did in a run: how each task ended, every call, and which of its sources it read.

    Example: `litgauge trajectory 2026-11-22-base-model-1 --task 9912.00001:paragraph`
    """
    from litgauge.flows.cli.running import print_trajectory

    print_trajectory(run, task, storage, as_json=as_json)
