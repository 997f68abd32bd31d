"""`litgauge analysis`: what a benchmark says over all agents of a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from flows.cli.console import JsonOption, StorageOption, app, err, out, print_json

if TYPE_CHECKING:
    from tasks.benchmark import ShownPage
    from tasks.releases.release import StoredRelease


@dataclass(frozen=True)
class Analysis:
    """Results over all agents of a release."""

    shown: Sequence[RenderableType]  # tables and sentences for a terminal, in their order
    value: Mapping[str, Any]  # all of it for programs


@app.command()
def analysis(
    release: Annotated[str, typer.Argument(help="taxobench@1, literature-review@1, or a name for its latest")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Say what the agents on a release have in common, where its benchmark has such an analysis.

    Of TaxoBench: its tables by mode, inputs, recall and structure, types of errors. Of the literature-review study:
    what each material is worth, and who is preferred (figure 5 and Table 4). Of TVIR: Tables 1 to 4, 7, 8 and 12.

    The report page shows the same with its pictures; --json has every interval.

    Example: `litgauge analysis taxobench@1`
    """
    from flows.configs import imported
    from tasks.base.errors import UnusableInput
    from tasks.engine.storage import Storage
    from tasks.releases.release import load

    stored = load(Storage(storage), release)
    if not stored.benchmark.flows.analysis:
        raise UnusableInput(
            f"it is a release of {stored.benchmark.title}, which has no analysis beyond its report page",
            where=stored.name,
            next_step=f"litgauge report {stored.name}",
        )
    result: Analysis = imported(stored.benchmark.flows.analysis)(_page(stored))
    if as_json:
        print_json(result.value)
        return
    for part in result.shown:
        out.print(part, soft_wrap=isinstance(part, str))


def _page(release: StoredRelease) -> ShownPage:
    """Return the newest run of every agent and judge, as the page's parts see them."""
    from tasks.base.errors import UnusableInput
    from tasks.benchmark import ShownAgent, ShownPage
    from tasks.ledger import leaderboard, load_newest

    runs, left_out = load_newest(release.storage, release.name)
    for damage in left_out:
        err.print(Text(f"left out: {damage}"), soft_wrap=True)
    if not runs:
        raise UnusableInput(
            "no agent was scored on it yet", where=release.name, next_step=f"Run litgauge score {release.name}"
        )
    loaded = {run.run.run_id: run for run in runs}
    agents = [
        ShownAgent(number, row.agent, row.run, loaded[row.run.run_id].rows, row.summaries, ())
        for number, row in enumerate(leaderboard(runs).rows)
    ]
    return ShownPage(release.benchmark.load(release), agents)
