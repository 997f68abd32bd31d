"""Running agents from the command line, with progress, and telling what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from flows.agent_configs import load_agent_config
from flows.cli.console import err, kept_in, out, print_json
from flows.cli.output_files import check_folder
from flows.cli.progress import TerminalProgress
from flows.cli.scoring import settings_of
from flows.temporary_server import have_prefect
from tasks.engine.progress import listening
from tasks.engine.storage import Storage
from tasks.errors import UnusableInput
from tasks.ledger import load_agent_run, restored_answers


@dataclass(frozen=True)
class Wanted:
    """What the user named of a run."""

    agent: str | None
    name: str | None
    limit: int | None
    budget: float | None
    replay: str | None
    to: Path | None
    more: tuple[str, ...]
    model: str | None


def run_agent(release: str, wanted: Wanted, storage: str, *, as_json: bool) -> None:
    """Run, keep, and print what came of it."""
    if wanted.to is not None:
        check_folder(wanted.to)
    result = _run(release, wanted, storage)
    if wanted.to is not None:
        write_answers(result["run"], wanted.to, storage)
    if as_json:
        print_json(result)
    else:
        print_run(result, storage)


def _run(release: str, wanted: Wanted, storage: str) -> dict[str, Any]:
    agent = _agent(wanted)
    have_prefect()
    from flows.agent_runs import run_on_release

    with TerminalProgress(err) as progress, listening(progress):
        result: dict[str, Any] = run_on_release(
            release=release,
            agent=agent,
            name=wanted.name or "",
            limit=wanted.limit,
            storage=storage,
            replay=wanted.replay or "",
        )
    return result


def _agent(wanted: Wanted) -> dict[str, Any]:
    """The config as plain values; of a replay none, unless one is named: then it is the run's own."""
    changes = settings_of(wanted.more)
    if wanted.budget is not None:
        changes["budget_usd"] = wanted.budget
    if wanted.agent is not None:
        return load_agent_config(wanted.agent, model=wanted.model, changes=changes).model_dump(mode="json")
    if wanted.replay is None:
        raise UnusableInput("no agent is named", where="--agent", next_step="Name one of configs/agents, or a file")
    return {}


def write_answers(run_id: str, to: Path, storage: str) -> None:
    """Write the answers of an agent run into a folder, a file a task."""
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
    grid = Table("what", "number")
    for name, number in result["counts"].items():
        grid.add_row(name.replace("_", " "), f"{number:,}")
    out.print(grid)
    spent = result["spent"]
    if spent["calls"] or spent["cached"] or spent["searches"]:
        out.print(
            f"${spent['usd']:.2f} spent now for {spent['calls']:,} calls and {spent['searches']:,} searches; "
            f"{spent['cached']:,} answers were stored. All calls of the run: ${result['cost']['usd']:.2f}.",
            soft_wrap=True,
        )
    out.print(f"then: litgauge score {result['release']} --run {result['run']}{kept_in(storage)}", soft_wrap=True)
