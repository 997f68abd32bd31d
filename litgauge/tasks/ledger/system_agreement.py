"""Agreement of judges and people on systems: PAR, OPC and OSC of score runs of several agents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from litgauge.tasks.benchmark import Benchmark, ShownAgent
from litgauge.tasks.benchmark.analysis import Cell, Column, Grid, Row, number_cell, text_columns
from litgauge.tasks.ledger.runs import LoadedRun
from litgauge.tasks.sheets.grades import GradedItem, PersonGrade
from litgauge.tasks.statistics import Share, SystemAgreement, mean_scores, pairwise_among, system_agreement

PEOPLE = "people"

RaterScores = Mapping[str, Mapping[tuple[str, str], float]]
"""A rater's scores by metric, of each agent and task."""


@dataclass(frozen=True)
class MetricAgreement:
    """Two raters on the systems, by one metric; `agreement` is None among people, who each rated a part."""

    metric: str
    first: str
    second: str
    agreement: SystemAgreement | None
    par: Share
    par_half: Share

    def as_object(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        shares = {"par": asdict(self.par), "par_half": asdict(self.par_half)}
        rest = asdict(self.agreement) if self.agreement else {}
        return {"metric": self.metric, "one": self.first, "other": self.second, **rest, **shares}


def judges_scores(runs: Iterable[LoadedRun | ShownAgent], benchmark: Benchmark) -> dict[str, RaterScores]:
    """Return the scores of each judge's runs; for each agent, those of the last run.

    Metrics are those that the benchmark charts; a missing answer has the worst value, as on the leaderboard.
    """
    newest = {(run.run.judge, run.run.agent): run for run in runs}
    charted = {metric.name for metric in benchmark.scoring.metrics if metric.charted}
    scores: dict[str, dict[str, dict[tuple[str, str], float]]] = defaultdict(lambda: defaultdict(dict))
    for (judge, agent), run in newest.items():
        for score in run.rows["scores"]:
            if score.metric in charted and score.value is not None:
                scores[judge][score.metric][agent, score.task_id] = score.value
    return dict(scores)


def people_scores(grades: Iterable[PersonGrade], items: Iterable[GradedItem]) -> dict[str, RaterScores]:
    """Return the grades of each person by dimension, agent and task; equal answers all get the grade."""
    places: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for item in items:
        places[item.item].add((item.agent, item.task_id))
    scores: dict[str, dict[str, dict[tuple[str, str], float]]] = defaultdict(lambda: defaultdict(dict))
    for grade in grades:
        for place in places[grade.item]:
            scores[grade.rater][grade.dimension][place] = float(grade.grade)
    return dict(scores)


def system_agreements(judges: Mapping[str, RaterScores], people: Mapping[str, RaterScores]) -> list[MetricAgreement]:
    """Return the agreement of judges with each other, of each with the mean of all people, and among people.

    A metric is compared where two raters scored the same three systems by it, or two people the same two.
    """
    metrics = dict.fromkeys(metric for of in (*judges.values(), *people.values()) for metric in of)
    agreements: list[MetricAgreement] = []
    for metric in metrics:
        graded = [of[metric] for of in people.values() if metric in of]
        raters = {judge: of[metric] for judge, of in judges.items() if metric in of}
        if graded:
            raters[PEOPLE] = mean_scores(graded)
        for first, second in combinations(raters, 2):
            if (agreement := system_agreement(raters[first], raters[second])) is not None:
                agreements.append(MetricAgreement(metric, first, second, agreement, agreement.par, agreement.par_half))
        among = pairwise_among(graded)
        if among[0].value is not None:
            agreements.append(MetricAgreement(metric, PEOPLE, "themselves", None, *among))
    return agreements


def systems_grid(agreements: Sequence[MetricAgreement], benchmark: Benchmark, title: str) -> Grid:
    """Return the agreements as a table."""
    shorts = {metric.name: metric.short for metric in benchmark.scoring.metrics}
    rows = []
    for agreement in agreements:
        result = agreement.agreement
        counts = ("", "") if result is None else (str(len(result.systems)), str(result.tasks))
        shares = (agreement.par, agreement.par_half, *(() if result is None else (result.opc, result.osc)))
        cells = [number_cell(share.value, share.interval) for share in shares]
        raters = f"{agreement.first}{', ' if result else ' among '}{agreement.second}"
        rows.append(
            Row((
                Cell(shorts.get(agreement.metric, agreement.metric)),
                Cell(raters),
                *map(Cell, counts),
                *cells,
                *[Cell("")] * (4 - len(cells)),
            ))
        )  # fmt: skip
    numbers = map(Column, ("Systems", "Tasks", "PAR", "PAR, ties half", "OPC", "OSC"))
    return Grid(title, (*text_columns("Metric", "Raters"), *numbers), tuple(rows))
