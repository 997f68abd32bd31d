"""Funnel and quarantine of a build as Markdown, for Prefect's artifacts."""

from __future__ import annotations

from collections.abc import Sequence

from litgauge.tasks.records import Quarantined
from litgauge.tasks.releases.funnel import Funnel, stages_markdown
from litgauge.tasks.text.markdown import shorten, table


def funnel_markdown(funnel: Funnel) -> str:
    """Return the funnel, by stage and by rule."""
    rows = [
        (step.stage, step.rule, step.dropped, step.left, "; ".join(shorten(e, 70) for e in step.examples[:3]))
        for step in funnel.steps
    ]
    remaining = funnel.steps[-1].left if funnel.steps else funnel.harvested
    head = f"**{funnel.harvested:,}** rows harvested, **{remaining:,}** surveys left."
    if funnel.broken:
        head += f" {funnel.broken:,} broken rows could not be read; they are listed in the log with their line numbers."
    rules = table(["stage", "rule", "dropped", "left", "examples"], rows)
    return f"{head}\n\n{stages_markdown(funnel)}\n\n{rules}"


def quarantine_markdown(rows: Sequence[Quarantined], limit: int = 500) -> str:
    """Return the surveys that fell out after the harvest, each with its reason."""
    if not rows:
        return "Nothing is in quarantine."
    lines = [(row.survey_id, row.stage, row.status, row.rule, shorten(row.detail, 160)) for row in rows[:limit]]
    more = f"\n\nand {len(rows) - limit:,} more, in the release's quarantine table" if len(rows) > limit else ""
    return table(["survey", "stage", "status", "rule", "why"], lines) + more
