"""Running agents from the command line, with progress, and telling what came of it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from litgauge.flows.agents.config import config_of, load_agent_config
from litgauge.flows.cli.console import err, kept_in, out, print_json
from litgauge.flows.cli.output_files import check_folder
from litgauge.flows.cli.own_settings import settings_of
from litgauge.flows.cli.progress import TerminalProgress
from litgauge.flows.options import AgentOptions
from litgauge.flows.runtime.temporary_server import begin_prefect, have_prefect
from litgauge.tasks.agents.spending import unpriced
from litgauge.tasks.agents.statistics import run_statistics
from litgauge.tasks.base.errors import ConfigError, UnusableInput
from litgauge.tasks.engine.progress import listening
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import load_agent_run, load_trajectory, restored_answers
from litgauge.tasks.records import AgentRun, AnswerFile
from litgauge.tasks.records.trajectories import AgentCall, AgentOutcome
from litgauge.tasks.text.markdown import shorten


def run_agent(options: AgentOptions) -> None:
    """Run, keep, and print what came of it."""
    if options.to is not None:
        check_folder(options.to)
    result = run_wanted(options)
    if options.to is not None:
        write_answers(result["run"], options.to, options.storage)
    if options.as_json:
        print_json(result)
    else:
        print_run(result, options.storage)


def run_wanted(options: AgentOptions) -> dict[str, Any]:
    """Run an agent and keep what came of it; what `run_on_release` returns."""
    agent = _agent(options)
    begin_prefect()  # beside the imports of what runs
    from litgauge.flows.agents.run import run_on_release

    have_prefect()
    with TerminalProgress(err) as progress, listening(progress):
        result: dict[str, Any] = run_on_release(
            release=options.release,
            agent=agent,
            name=options.name or "",
            limit=options.limit,
            storage=options.storage,
            replay=options.replay or "",
        )
    return result


def _agent(options: AgentOptions) -> dict[str, Any]:
    """Return the config as plain values; of a replay none, unless one is named: then it is the run's own."""
    changes = settings_of(options.more or ())
    if options.budget is not None:
        changes["budget_usd"] = options.budget
    if options.agent is not None:
        return load_agent_config(options.agent, model=options.model, changes=changes).model_dump(mode="json")
    if not options.replay:
        raise UnusableInput("no agent is named", where="--agent", next_step="Name one of configs/agents, or a file")
    return {}


def write_answers(run_id: str, to: Path, storage: str) -> None:
    """Write the answers of an agent run into a folder, a file a task, or a folder where an answer has files."""
    place = Storage(storage)
    _, files = load_agent_run(place, run_id)
    with restored_answers(place, files) as folder:
        for file in files:
            target = to / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((folder / file.path).read_bytes())


def print_run(result: Mapping[str, Any], storage: str) -> None:
    """Print what an agent run came to."""
    out.print(
        Text.assemble((result["agent"], "bold"), f" on {result['release']}: agent run {result['run']}"), soft_wrap=True
    )
    if "replayed" in result:
        out.print(f"{result['replayed']:,} answers replayed from recorded calls: the same to the byte", soft_wrap=True)
    unknown = result["unpriced"]
    print_statistics(result["statistics"], unknown)
    spent = result["spent"]
    if spent["calls"] or spent["cached"] or spent["searches"]:
        now = _money(spent["usd"], unknown).capitalize()
        out.print(
            f"{now} spent now for {spent['calls']:,} calls and {spent['searches']:,} "
            f"searches; {spent['cached']:,} answers were stored. All calls that the answers rest on: "
            f"{_money(result['statistics']['usd'], unknown)}.",
            soft_wrap=True,
        )
    option = kept_in(storage)
    out.print(f"every call: litgauge trajectory {result['run']}{option}", soft_wrap=True)
    out.print(f"then: litgauge score {result['release']} --run {result['run']}{option}", soft_wrap=True)


def print_statistics(numbers: Mapping[str, Any], unpriced: str = "") -> None:
    """Print how tasks ended, and what was done for them; `unpriced` is the model whose price nobody knows."""
    out.print("tasks: " + ", ".join(f"{count:,} {name}" for name, count in numbers["outcomes"].items()), soft_wrap=True)
    calls = [f"{numbers[name]:,} {words}" for name, words in _CALLS.items() if numbers[name]]
    out.print("calls: " + (", ".join(calls) or "none"), soft_wrap=True)
    if numbers["cited"]:
        share = numbers["cited_read_share"]
        reading_share = (
            f", of which {numbers['cited_read']:,} were read ({share or 0:.0%}), {numbers['cited_found']:,} found "
            f"and never opened, {numbers['cited_unmet']:,} met nowhere"
        )
        unknown = "; what the agent read is not known"
        out.print(f"cited pages: {numbers['cited']:,}{unknown if share is None else reading_share}", soft_wrap=True)
    if numbers["unfiltered"]:
        out.print(
            f"{numbers['unfiltered']:,} tasks were answered by a product that searches by itself: neither the survey "
            "nor what is younger than the cut-off could be kept from it; scores count both (survey_cited, late works)",
            soft_wrap=True,
        )
    for fence, count in numbers["fences"].items():
        out.print(f"fence of {count:,} programs: {fence}", soft_wrap=True)
    if numbers["files"]:
        out.print(f"files of answers: {numbers['files']:,}", soft_wrap=True)
    thoughts = f" ({numbers['reasoning_tokens']:,} of them thoughts)" if numbers["reasoning_tokens"] else ""
    tokens = f"{numbers['prompt_tokens']:,} + {numbers['completion_tokens']:,} tokens{thoughts}"
    cost = _money(numbers["usd"], unpriced, digits=4)
    out.print(f"cost: {cost}, {tokens}, {numbers['seconds']:,.0f} s of calls", soft_wrap=True)
    if unpriced:
        out.print(
            f"The model's calls count as $0: configs/prices.yaml has no valid price of {unpriced}.", soft_wrap=True
        )


def _money(usd: float, unpriced: str, digits: int = 2) -> str:
    """An amount; where the model's price is not known, only what was paid for besides."""
    if not unpriced:
        return f"${usd:.{digits}f}"
    return f"an unknown amount and ${usd:.{digits}f}" if usd else "an unknown amount"


_CALLS = {
    "turns": "turns of the model",
    "searches": "searches",
    "pages_read": "pages read",
    "errors": "that could not be done",
    "refused": "refused (none was left)",
    "withheld": "results kept from the agent",
    "undecided": "results shown that may be the survey",
    "undated": "results without a date",
}


def print_trajectory(run_id: str, task: str | None, storage: str, *, as_json: bool) -> None:
    """Print what an agent did in a run, or on one task of it. Raises UnusableInput where nothing of it is kept."""
    place = Storage(storage)
    run, answer_files = load_agent_run(place, run_id)
    if not run.ours:
        raise UnusableInput("these answers were brought: how they came about is not known", where=run_id)
    rows = {
        name: [row for row in table if task in (None, row.task_id)]
        for name, table in load_trajectory(place, run_id).items()
    }
    if task is not None and not rows["outcomes"]:
        raise UnusableInput(f"the run has no task {task}", where=run_id)
    numbers = run_statistics(rows["outcomes"], rows["calls"], rows["withheld"]).as_json()
    files = _files_of(rows["outcomes"], answer_files)
    if as_json:
        tables = {name: [asdict(row) for row in table] for name, table in {**rows, "files": files}.items()}
        print_json({"run": run_id, "agent": run.agent, "release": run.release, "statistics": numbers, **tables})
        return
    out.print(Text.assemble((run.agent, "bold"), f" on {run.release}: agent run {run_id}"), soft_wrap=True)
    print_statistics(numbers, _unpriced(run))
    _print_calls(rows["outcomes"] if task is None else (), rows["calls"] if task is not None else ())
    for withheld in rows["withheld"] if task is not None else ():
        fate = "undecided, and shown," if withheld.shown else "kept back"
        out.print(f"{fate} in call {withheld.number}: {withheld.url} ({withheld.why})", soft_wrap=True)
    for file in files if task is not None else ():
        out.print(f"file: {file.path} ({file.size:,} bytes)", soft_wrap=True)


def _files_of(outcomes: Sequence[AgentOutcome], answer_files: Sequence[AnswerFile]) -> list[AnswerFile]:
    """The files of these answers among those of a run: each answer's own, and those in its folder."""
    own = {outcome.file for outcome in outcomes if outcome.file}
    folders = {outcome.file.partition("/")[0] for outcome in outcomes if outcome.files}
    return [file for file in answer_files if file.path in own or file.path.partition("/")[0] in folders]


def _unpriced(run: AgentRun) -> str:
    """See `unpriced`; "" also for a config that this litgauge does not take any more."""
    with contextlib.suppress(ConfigError, UnusableInput):
        return unpriced(config_of(json.loads(run.settings)))
    return ""


def _print_calls(outcomes: Sequence[AgentOutcome], calls: Sequence[AgentCall]) -> None:
    """A line per task, or per call of a task."""
    if outcomes:
        grid = Table("task", "outcome", "characters", "files", "cited", "read", "detail")
        for outcome in outcomes:
            numbers = (outcome.characters, outcome.files, outcome.cited, outcome.cited_read)
            grid.add_row(
                outcome.task_id, outcome.outcome, *(f"{number:,}" for number in numbers), shorten(outcome.detail, 60)
            )
        out.print(grid)
    for call in calls:
        place = f"{call.number:>4} {call.tool}"
        arguments = shorten(call.arguments, 160)
        came = call.detail or ("" if call.scores else ", ".join(call.addresses))
        cost = f"{call.prompt_tokens:,} + {call.completion_tokens:,} tokens, " if call.model else ""
        out.print(Text.assemble((place, "bold"), f" {arguments}"), soft_wrap=True)
        out.print(
            f"     {call.status}{f': {shorten(came, 300)}' if came else ''} ({cost}{call.seconds:.1f} s)",
            soft_wrap=True,
        )
        for score, address in zip(call.scores, call.addresses, strict=False):
            out.print(f"     {score:>12.4f}  {address}", soft_wrap=True)
