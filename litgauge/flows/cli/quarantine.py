"""Behind `litgauge quarantine`: what fell out of a build, why, and what to do about it; starts without Prefect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.text import Text

from litgauge.flows.cli.console import out, print_json
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Quarantined
from litgauge.tasks.records.quarantine import next_step
from litgauge.tasks.releases.fallen import FallenOut, fallen_of_last_run, fallen_of_release
from litgauge.tasks.text.markdown import shorten

Rule = tuple[str, str, str]  # stage, status, rule
_DETAIL = 100


def print_quarantine(release: str | None, storage: str, *, limit: int, as_json: bool = False) -> None:
    """Print what fell out of a release's build, or of the last run, whether it came to a release or not.

    On a terminal at most `limit` items of each rule, as JSON all. Raises as `fallen_of_release` and
    `fallen_of_last_run` do.
    """
    place = Storage(storage)
    fallen = fallen_of_last_run(place) if release is None else fallen_of_release(place, release)
    if as_json:
        print_json(_as_json(fallen))
        return
    show_fallen(fallen, out, limit)


def show_last_run(storage: str, console: Console, limit: int = 3) -> None:
    """Show what fell out of the last run, a few items of each rule."""
    show_fallen(fallen_of_last_run(Storage(storage)), console, limit)


def show_fallen(fallen: FallenOut, console: Console, limit: int) -> None:
    """Print the rules that let something fall, each with what to do about it and its items."""
    if fallen.unknown:
        warning = f"Storage no longer holds the output of {', '.join(fallen.unknown)}: see the release's table."
        console.print(warning, soft_wrap=True)
    if not fallen.rows:
        console.print(f"Nothing was rejected in {fallen.of}.", soft_wrap=True)
        return
    console.print(f"{len(fallen.rows):,} items fell out of {fallen.of}", soft_wrap=True)
    for (stage, status, rule), rows in _by_rule(fallen.rows).items():
        head = Text.assemble("\n", (f"{stage}: {_rule(status, rule)}", "bold"), f", {len(rows):,}")
        console.print(Text.assemble(head, (f" → {next_step(rule, status)}", "dim")), soft_wrap=True)
        for row in rows[:limit]:
            console.print(f"  {row.survey_id}: {shorten(row.detail, _DETAIL) or 'no more is known'}", soft_wrap=True)
        if len(rows) > limit:
            console.print(f"  … and {len(rows) - limit:,} more: --limit, or --json for all", soft_wrap=True)


def fallen_line(fallen: FallenOut) -> str:
    """Return how many items fell out by each rule of each stage, in a line."""
    rules = [
        f"{len(rows):,} {_rule(status, rule)} ({stage})"
        for (stage, status, rule), rows in _by_rule(fallen.rows).items()
    ]
    return f"Rejected or failed: {', '.join(rules) or 'nothing'}."


def _rule(status: str, rule: str) -> str:
    return rule if status == "rejected" else f"{rule} (failed for now)"


def _by_rule(rows: Iterable[Quarantined]) -> Mapping[Rule, Sequence[Quarantined]]:
    """Return the items by stage and rule, in the order in which they were rejected or failed."""
    rules: dict[Rule, list[Quarantined]] = {}
    for row in rows:
        rules.setdefault((row.stage, row.status, row.rule), []).append(row)
    return rules


def _as_json(fallen: FallenOut) -> dict[str, Any]:
    items = [
        {"item": row.survey_id, **asdict(row), "next_step": next_step(row.rule, row.status)} for row in fallen.rows
    ]
    for item in items:
        del item["survey_id"]
    return {"of": fallen.of, "not_in_storage": list(fallen.unknown), "items": items}
