"""Behind `litgauge prune`: what nobody needs any more, shown and removed; starts without Prefect."""

from __future__ import annotations

from datetime import timedelta

from rich.table import Table

from flows.cli.console import out, print_json
from tasks.engine.needed import named_in
from tasks.engine.prune import PrunePlan, plan_prune, prune
from tasks.engine.storage import Storage

RECORDS = ("releases", "claims", "ledger", "evidence")
"""The folders whose files name what must stay."""


def prune_storage(url: str, older_than_h: float, *, yes: bool, replies: bool, as_json: bool) -> None:
    """Show what would go or, with `yes`, remove it and show what went."""
    storage = Storage(url)
    plan = plan_prune(storage, named_in(storage, RECORDS), timedelta(hours=older_than_h), replies=replies)
    shown = prune(storage, plan) if yes else plan
    if as_json:
        print_json({"removed": yes, "files": shown.counts, "bytes": shown.bytes})
        return
    out.print(_table(shown))
    total = sum(shown.bytes.values())
    done = "removed" if yes else "would go; `litgauge prune --yes` removes it"
    out.print(f"{sum(shown.counts.values()):,} files, {total / 1e6:,.1f} MB {done}", soft_wrap=True)


def _table(plan: PrunePlan) -> Table:
    grid = Table("what", "files", "MB")
    for kind, count in plan.counts.items():
        grid.add_row(kind, f"{count:,}", f"{plan.bytes[kind] / 1e6:,.1f}")
    return grid
