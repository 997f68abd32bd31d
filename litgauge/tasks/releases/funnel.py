"""Funnel of a build: items left after each stage, beside the paper's counts, and items that each rule dropped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from litgauge.tasks.records import Dropped, Quarantined
from litgauge.tasks.text.markdown import table

if TYPE_CHECKING:
    from litgauge.tasks.benchmark import Benchmark
    from litgauge.tasks.engine.items import StageOutput
    from litgauge.tasks.engine.storage import Storage

HARVEST = "harvest"


@dataclass(frozen=True, slots=True)
class FunnelStep:
    """Items that one rule of one stage dropped."""

    stage: str
    rule: str
    dropped: int
    left: int  # how many are left after this rule
    examples: tuple[str, ...] = ()  # "id: what the rule saw"


@dataclass(frozen=True, slots=True)
class StageCount:
    """Items that are left after a stage, and how many the paper has there; None if it does not say."""

    stage: str
    holds: str
    left: int
    paper: int | None


class Funnel(msgspec.Struct, frozen=True):
    """All that a build let through."""

    harvested: int  # rows, broken ones included
    broken: int
    stages: tuple[StageCount, ...]
    steps: tuple[FunnelStep, ...]  # rule by rule, in the order of the stages

    @property
    def frozen(self) -> Funnel:
        """Return it as releases hold it: without examples."""
        steps = tuple(replace(step, examples=()) for step in self.steps)
        return msgspec.structs.replace(self, steps=steps)


@dataclass(frozen=True, slots=True)
class Fallout:
    """Items that one rule dropped, before the steps are put in order."""

    stage: str
    rule: str
    dropped: int
    examples: tuple[str, ...]


def build_funnel(storage: Storage, benchmark: Benchmark, outputs: Mapping[str, StageOutput]) -> Funnel | None:
    """Return the funnel of a build whose stages gave these outputs; None if it harvested nothing, or counts nothing."""
    from litgauge.tasks.engine.outputs import count_rows  # loads Arrow, which a frozen funnel needs not

    if HARVEST not in outputs or not benchmark.counted:
        return None
    harvested = outputs[HARVEST]
    later = [*benchmark.quarantine(storage, {name: of for name, of in outputs.items() if name != HARVEST})]
    fallouts = [
        *_harvest_fallouts(storage, harvested),
        *(fallout for stage in benchmark.counted for fallout in stage_fallouts(stage.name, later)),
    ]
    surveys, broken = (count_rows(storage, harvested, table) for table in ("surveys", "broken"))
    total = surveys + sum(fallout.dropped for fallout in fallouts if fallout.stage == HARVEST)
    steps = funnel_steps(total, fallouts)
    return Funnel(total, broken, tuple(_stage_counts(benchmark, outputs, total, steps)), steps)


def funnel_values(funnel: Funnel) -> dict[str, list[dict[str, Any]]]:
    """Return the funnel in the result of a build: its steps, and the counts of the stages."""
    return {"funnel": [asdict(step) for step in funnel.steps], "counts": [asdict(count) for count in funnel.stages]}


def stages_markdown(funnel: Funnel) -> str:
    """Return the counts of the stages beside the paper's, as a table."""
    rows = [(count.stage, count.holds, count.left, count.paper) for count in funnel.stages]
    return table(["stage", "what is left", "here", "in the paper"], rows)


def funnel_steps(total: int, fallouts: Sequence[Fallout]) -> tuple[FunnelStep, ...]:
    """Return the steps in the order given, each with how many of `total` rows are left after it."""
    steps = []
    remaining = total
    for fallout in fallouts:
        remaining -= fallout.dropped
        steps.append(FunnelStep(fallout.stage, fallout.rule, fallout.dropped, remaining, fallout.examples))
    return tuple(steps)


def stage_fallouts(stage: str, quarantined: Sequence[Quarantined]) -> list[Fallout]:
    """Return what a stage rejected or failed on, rule by rule, the commonest first."""
    rules: dict[str, list[Quarantined]] = {}
    for row in quarantined:
        if row.stage == stage:
            rules.setdefault(f"{row.rule}{'' if row.status == 'rejected' else ' (failed for now)'}", []).append(row)
    ordered = sorted(rules.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return [
        Fallout(stage, rule, len(rows), tuple(f"{row.survey_id}: {row.detail}" for row in rows[:3]))
        for rule, rows in ordered
    ]


def _stage_counts(
    benchmark: Benchmark, outputs: Mapping[str, StageOutput], total: int, steps: Sequence[FunnelStep]
) -> Iterator[StageCount]:
    """Yield the rows harvested, and what is left after each stage that has ended."""
    yield StageCount("", "rows harvested", total, None)
    for stage in benchmark.counted:
        total = next((step.left for step in reversed(steps) if step.stage == stage.name), total)
        if stage.holds and stage.name in outputs:
            yield StageCount(stage.name, stage.holds, total, stage.paper)


def _harvest_fallouts(storage: Storage, harvested: StageOutput) -> Iterator[Fallout]:
    """Yield broken rows, and what the rules dropped, in their order. Of millions of rows only counts are taken."""
    import pyarrow.compute as pc

    from litgauge.tasks.engine.outputs import count_rows, read_rows, read_table
    from litgauge.tasks.harvest.rows import BrokenRow
    from litgauge.tasks.harvest.rules import RULES
    from litgauge.tasks.records.arrow_values import text_scalar

    if broken := count_rows(storage, harvested, "broken"):
        first = next(read_rows(storage, harvested, "broken", BrokenRow))
        yield Fallout(HARVEST, "broken-row", broken, (f"line {first.line_number}: {first.error}",))
    dropped_rows = read_table(storage, harvested, "dropped", Dropped)
    counts = dict(zip(*(column.to_pylist() for column in pc.value_counts(dropped_rows["rule"]).flatten()), strict=True))
    for rule in dict.fromkeys(rule for rule in RULES if rule in counts) | dict.fromkeys(sorted(counts)):
        is_example = pc.not_equal(dropped_rows["example"], text_scalar(""))
        telling = pc.and_(pc.equal(dropped_rows["rule"], text_scalar(rule)), is_example)
        examples_of_rule = dropped_rows.take(pc.indices_nonzero(telling).slice(0, 3))
        examples = tuple(f"{row['survey_id']}: {row['example']}" for row in examples_of_rule.to_pylist())
        yield Fallout(HARVEST, rule, counts[rule], examples)
