"""Agreement of the judges of the runs on a page, and of the votes within each run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from litgauge.tasks.benchmark import ShownPage
from litgauge.tasks.benchmark.analysis import Cell, Column, Grid, Row, number_cell, text_columns
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.statistics import KindAgreement, agreements, vote_agreements


@dataclass(frozen=True, slots=True)
class AgreementView:
    """One agent's judges, or the votes of one judge."""

    title: str
    kinds: tuple[KindAgreement, ...]


def agreement_views(page: ShownPage) -> tuple[AgreementView, ...]:
    """Of each agent that several judges have judged, how far they agree; then the votes within each run."""
    from litgauge.tasks.benchmarks.reportbench.judging import verdicts, votings

    by_answers = rows_by(page.agents, lambda agent: agent.run.answers)
    views = [
        AgreementView(
            f"{agents[0].name}, by its judges", agreements({agent.run.judge: verdicts(agent.rows) for agent in agents})
        )
        for agents in by_answers.values()
        if len(agents) > 1
    ]
    names = Counter(agent.name for agent in page.agents)
    for agent in page.agents:
        judge = f" by {agent.run.judge}" if names[agent.name] > 1 else ""
        title = f"{agent.name}, votes on statements without citation{judge}"
        views.append(AgreementView(title, vote_agreements(votings(agent.rows))))
    return tuple(view for view in views if view.kinds)


def agreement_grids(views: Sequence[AgreementView]) -> Iterator[Grid]:
    """Yield a table for each agent and each run with votes."""
    columns = (*text_columns("Verdicts", "Raters"), *map(Column, ("Items", "Agree", "Fleiss", "Krippendorff")))
    for view in views:
        rows = (
            Row((
                Cell(kind.kind),
                Cell(", ".join(kind.raters)),
                Cell(str(kind.items)),
                *map(number_cell, (kind.raw, kind.fleiss, kind.krippendorff)),
            ))
            for kind in view.kinds
        )  # fmt: skip
        yield Grid(view.title, columns, tuple(rows))


def agreement_value(views: Sequence[AgreementView]) -> Mapping[str, Any]:
    """Return the same for programs."""
    return {"agreement": [asdict(view) for view in views]}
