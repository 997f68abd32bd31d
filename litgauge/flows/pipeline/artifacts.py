"""Prefect's artifacts, which its UI shows as Markdown: of any benchmark, a score run's numbers and what fell out."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from prefect.artifacts import create_markdown_artifact

from litgauge.tasks.benchmark import Metric
from litgauge.tasks.benchmark.printed_values import NONE, heading, shown, shown_interval
from litgauge.tasks.engine.progress import Event, ItemsDone, listening
from litgauge.tasks.engine.reusing import is_only_reusing
from litgauge.tasks.html.funnel import quarantine_markdown
from litgauge.tasks.records import Quarantined, judged_by
from litgauge.tasks.text.markdown import escaped, shorten, table

if TYPE_CHECKING:
    from litgauge.tasks.ledger import LeaderboardRow
    from litgauge.tasks.statistics import Summary

_SHOWN = 20  # lines of a list


def show_markdown(key: str, markdown: str, description: str) -> None:
    """Show Markdown beside the run, under a key of its own; nothing of a run that only reuses.

    Texts of others in it must have gone through `litgauge.tasks.text.markdown`; the description is taken as plain text.
    """
    if not is_only_reusing():  # by a run that Prefect does not know of
        create_markdown_artifact(key=key, markdown=markdown, description=escaped(description))


def show_score(
    row: LeaderboardRow, metrics: Sequence[Metric], listed: Mapping[str, Sequence[str]], storage: str, verdict: str
) -> None:
    """Show who leads, the numbers of a score run, a line per metric, and what was not scored."""
    run = row.run
    parts = [
        f"**{escaped(verdict)}**",
        f"### {escaped(run.agent)} on {escaped(run.release)}",
        f"Run `{run.run_id}`, {escaped(judged_by(run.judge))}. {_way_to_the_report(run.release, run.run_id, storage)}",
        _numbers(row.summaries, metrics),
        *_left_out(row.summaries, metrics),
        *(_list(kind, lines) for kind, lines in listed.items() if lines),
    ]
    if run.spent.calls:
        parts.append(f"{run.spent.calls:,} calls, ${run.spent.usd:.4f}.")
    show_markdown("score", "\n\n".join(parts), f"{run.run_id}: {run.agent} on {run.release}")


@contextlib.contextmanager
def quarantine_kept() -> Iterator[None]:
    """Show what fell out in this run if the block raises: a run that ends well shows the list of all stages itself."""
    fallen: list[Quarantined] = []

    def note(event: Event) -> None:
        if isinstance(event, ItemsDone):
            fallen.extend(
                Quarantined(state.id, event.stage, state.status, state.rule, state.detail)
                for state in event.states
                if state.status != "done"
            )

    try:
        with listening(note):
            yield
    except Exception:
        if fallen:
            show_markdown(
                "fallen-out",
                f"The run failed. Rejected or failed so far:\n\n{quarantine_markdown(fallen)}",
                "Items rejected before the run failed, with reasons",
            )
        raise


def _way_to_the_report(release: str, run_id: str, storage: str) -> str:
    from litgauge.flows.ui.report_pages import SHOWN_STORAGE, report_link  # loads all that makes a page

    if os.environ.get(SHOWN_STORAGE) != storage:
        return f"Its page: `litgauge report {release} --storage {storage}`"
    return f"[Report]({report_link(release, run_id)}) · [all agents]({report_link(release)})"


def _numbers(summaries: Mapping[str, Summary], metrics: Sequence[Metric]) -> str:
    lines = []
    for metric in metrics:
        if (summary := summaries.get(metric.name)) is not None:
            interval = shown_interval(metric, summary.interval)
            counts = f"{summary.scored} / {summary.unscored} / {summary.missing}"
            counts += f", {summary.not_asked} not asked" if summary.not_asked else ""
            lines.append((heading(metric), shown(metric, summary.mean), interval, counts))
    return table(["metric", "mean", "95 % interval", "scored / unscored / missing"], lines)


def _left_out(summaries: Mapping[str, Summary], metrics: Sequence[Metric]) -> Iterator[str]:
    """Yield why answers have no value, each reason once with the metrics that it touches."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for metric in metrics:
        for state, reason, count in summaries[metric.name].reasons if metric.name in summaries else ():
            reasons.setdefault((state, reason or NONE), []).append(f"{heading(metric)} {count}")
    if reasons:
        lines = [(state, reason, ", ".join(touched)) for (state, reason), touched in reasons.items()]
        yield f"#### Not scored\n\n{table(['state', 'why', 'metrics and how many'], lines)}"


def _list(kind: str, lines: Sequence[str]) -> str:
    shown_lines = [f"- {escaped(shorten(line, 160))}" for line in lines[:_SHOWN]]
    more = [f"- and {len(lines) - _SHOWN:,} more"] if len(lines) > _SHOWN else []
    return "\n".join([f"#### {kind.capitalize()} ({len(lines):,})", "", *shown_lines, *more])
