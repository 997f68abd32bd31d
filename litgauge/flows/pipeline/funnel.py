"""Funnel of a harvest: how many rows each rule and each later stage let through."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow.compute as pc

from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import count_rows, read_rows, read_table
from litgauge.tasks.engine.run import Run
from litgauge.tasks.harvest.rows import BrokenRow
from litgauge.tasks.harvest.rules import RULES
from litgauge.tasks.html.funnel import Fallout, FunnelStep, funnel_steps, stage_fallouts
from litgauge.tasks.records import Dropped, Quarantined


def build_funnel(
    run: Run, harvested: StageOutput, left_out: Sequence[Quarantined], stages: Sequence[str]
) -> tuple[int, int, tuple[FunnelStep, ...]]:
    """Rows harvested, broken rows among them, and the steps from the first rule to the release."""
    fallouts = _harvest_fallouts(run, harvested)
    surveys = count_rows(run.storage, harvested, "surveys")
    broken = count_rows(run.storage, harvested, "broken")
    if broken:
        first = next(read_rows(run.storage, harvested, "broken", BrokenRow))
        fallouts = [Fallout("harvest", "broken-row", broken, (f"line {first.line_number}: {first.error}",)), *fallouts]
    later = [fallout for stage in stages for fallout in stage_fallouts(stage, left_out)]
    total = surveys + broken + sum(fallout.dropped for fallout in fallouts if fallout.rule != "broken-row")
    return total, broken, funnel_steps(total, [*fallouts, *later])


def _harvest_fallouts(run: Run, harvested: StageOutput) -> list[Fallout]:
    dropped = read_table(run.storage, harvested, "dropped", Dropped)
    counts = dict(zip(*(column.to_pylist() for column in pc.value_counts(dropped["rule"]).flatten()), strict=True))
    fallouts = []
    for rule in dict.fromkeys(rule for rule in RULES if rule in counts) | dict.fromkeys(sorted(counts)):
        telling = pc.and_(pc.equal(dropped["rule"], rule), pc.not_equal(dropped["example"], ""))
        examples_of_rule = dropped.take(pc.indices_nonzero(telling).slice(0, 3))
        examples = tuple(f"{row['survey_id']}: {row['example']}" for row in examples_of_rule.to_pylist())
        fallouts.append(Fallout("harvest", rule, counts[rule], examples))
    return fallouts
