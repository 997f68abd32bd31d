"""Funnel: how many surveys each step let through, and examples of what fell out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from litgauge.tasks.records import Quarantined
from litgauge.tasks.text.markdown import shorten, table


@dataclass(frozen=True, slots=True)
class FunnelStep:
    """Items that one rule of one stage dropped."""

    stage: str
    rule: str
    dropped: int
    left: int  # how many are left after this rule
    examples: tuple[str, ...]  # "id: what the rule saw"


@dataclass(frozen=True, slots=True)
class Fallout:
    """Items that one rule dropped, before the steps are put in order."""

    stage: str
    rule: str
    dropped: int
    examples: tuple[str, ...]


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


def funnel_markdown(total: int, broken: int, steps: Sequence[FunnelStep]) -> str:
    """Return the funnel as markdown."""
    rows = [
        (step.stage, step.rule, step.dropped, step.left, "; ".join(shorten(e, 70) for e in step.examples[:3]))
        for step in steps
    ]
    left = steps[-1].left if steps else total
    head = f"**{total:,}** rows harvested, **{left:,}** surveys left."
    if broken:
        head += f" {broken:,} broken rows could not be read; they are listed in the log with their line numbers."
    return head + "\n\n" + table(["stage", "rule", "dropped", "left", "examples"], rows)


def quarantine_markdown(rows: Sequence[Quarantined], limit: int = 500) -> str:
    """Return the surveys that fell out after the harvest, each with its reason."""
    if not rows:
        return "Nothing is in quarantine."
    lines = [(row.survey_id, row.stage, row.status, row.rule, shorten(row.detail, 160)) for row in rows[:limit]]
    more = f"\n\nand {len(rows) - limit:,} more, in the release's quarantine table" if len(rows) > limit else ""
    return table(["survey", "stage", "status", "rule", "why"], lines) + more
