"""Ego-centric queries: the most novel and the most disruptive works of every sub-field (section 3.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from litgauge.tasks.benchmarks.scinetbench.build.network.engine import fetch
from litgauge.tasks.benchmarks.scinetbench.build.queries.prompts import list_prompt
from litgauge.tasks.benchmarks.scinetbench.build.queries.relations import eligible, top_works
from litgauge.tasks.benchmarks.scinetbench.build.settings import MeasureSettings
from litgauge.tasks.benchmarks.scinetbench.rows import NetworkTask, Relation, SubField, Truth

if TYPE_CHECKING:
    from ibis.expr.types import Table

_MEASURES: tuple[tuple[Relation, str, bool], ...] = (("novel", "novelty", True), ("disruptive", "disruption", False))


def ego_queries(
    sub_fields: list[SubField], members: Table, measures: Table, settings: MeasureSettings, length: int
) -> Iterator[tuple[NetworkTask, list[Truth]]]:
    """Yield two queries per sub-field, each with its truth; none if no work of the sub-field has the measure."""
    ranked = measures.filter(eligible(measures, settings))
    for relation, value, lowest in _MEASURES:
        rows = fetch(top_works(members, ranked, value, length, lowest=lowest)).to_pylist()
        by_sub_field: dict[str, list[Truth]] = {}
        for row in rows:
            task_id = f"{row['sub_field']}-{relation}"
            truth = Truth(task_id, row["rank"], row["work"], row["value"], row["tied"])
            by_sub_field.setdefault(row["sub_field"], []).append(truth)
        for sub_field in sub_fields:
            if truths := by_sub_field.get(sub_field.sub_field):
                prompt = list_prompt(relation, sub_field=sub_field.name, length=length)
                task = NetworkTask(
                    f"{sub_field.sub_field}-{relation}",
                    "ego-centric",
                    relation,
                    sub_field.sub_field,
                    None,
                    None,
                    length,
                    prompt,
                    reviewed=False,
                )
                yield task, truths
