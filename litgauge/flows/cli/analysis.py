"""`litgauge analysis`: the analyses of a benchmark over all agents of a release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from litgauge.flows.cli.console import JsonOption, StorageOption, err, print_json

if TYPE_CHECKING:
    from litgauge.tasks.benchmark import ShownPage
    from litgauge.tasks.releases.release import StoredRelease


def analysis(
    release: Annotated[str, typer.Argument(help="taxobench@1, literature-review@1, or a name for its latest")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Print the analyses over all agents of a release, as the report page shows them.

    These are tables of the benchmark's paper and the agreement of its judges, as far as the benchmark has them.
    A narrow terminal shows no intervals; --json has all.

    Example: `litgauge analysis taxobench@1`
    """
    from litgauge.flows.cli.grids import print_grid
    from litgauge.tasks.base.errors import UnusableInput
    from litgauge.tasks.benchmark import PagePart
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.releases.release import load

    stored = load(Storage(storage), release)
    parts = [part for part in stored.benchmark.page.parts if isinstance(part, PagePart) and part.grids]
    if not parts:
        raise UnusableInput(
            f"it is a release of {stored.benchmark.title}, which has no analysis beyond its report page",
            where=stored.name,
            next_step=f"litgauge report {stored.name}",
        )
    page = _page(stored)
    views = [(part, part.view(page)) for part in parts]
    if as_json:
        values = [part.value(view) for part, view in views if part.value]
        print_json({"release": stored.name} | {name: value for of in values for name, value in of.items()})
        return
    grids = [grid for part, view in views for grid in (part.grids(view) if part.grids else ())]
    for grid in grids:
        print_grid(grid)
    if not grids:
        err.print(f"Nothing to show yet: {', '.join(part.title for part in parts)}.", soft_wrap=True)


def _page(release: StoredRelease) -> ShownPage:
    """Return the newest run of every agent and judge, as the page's parts see them."""
    from litgauge.tasks.base.errors import UnusableInput
    from litgauge.tasks.benchmark import ShownAgent, ShownPage
    from litgauge.tasks.ledger import leaderboard, load_newest, load_trajectory

    runs, left_out = load_newest(release.storage, release.name)
    for damage in left_out:
        err.print(Text(f"left out: {damage}"), soft_wrap=True)
    if not runs:
        raise UnusableInput(
            "no agent was scored on it yet", where=release.name, next_step=f"Run litgauge score {release.name}"
        )
    loaded = {run.run.run_id: run for run in runs}
    agents = [
        ShownAgent(
            number,
            row.agent,
            row.run,
            {**loaded[row.run.run_id].rows, **load_trajectory(release.storage, row.run.agent_run)},
            row.summaries,
            (),
        )
        for number, row in enumerate(leaderboard(runs).rows)
    ]
    return ShownPage(release.benchmark.load(release), agents)
