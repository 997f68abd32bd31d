"""Behind `litgauge prune`: what nobody needs any more, plan and removed; starts without Prefect."""

from __future__ import annotations

from datetime import timedelta

from rich.table import Table

from litgauge.flows.cli.console import out, print_json
from litgauge.flows.options import PruneOptions
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.engine.prune import PrunePlan, plan_prune, prune
from litgauge.tasks.engine.reachable import roots_in
from litgauge.tasks.engine.storage import Storage

RECORDS = ("releases", "claims", "ledger", "evidence", "documents")
"""The folders whose files name what must stay."""


def prune_plan(options: PruneOptions) -> PrunePlan:
    """Return what nobody needs any more; it is removed if the options say so.

    A form says so by the plan's code, which a page that fills in the form cannot know. Raises UnusableInput if the code
    is not that of what would go now.
    """
    storage, age = Storage(options.storage), timedelta(hours=options.older_than_h)
    plan = plan_prune(storage, roots_in(storage, RECORDS), age, replies=options.replies)
    if options.code and options.code.strip().lower() != plan.code:
        raise UnusableInput(
            f"{options.code!r} is not the code of what would go now",
            where=options.storage,
            data="Nothing was removed",
            next_step="Start the form with Remove empty, read what it lists, and type the code that it shows",
        )
    return prune(storage, plan) if options.yes or options.code else plan


def prune_storage(options: PruneOptions) -> None:
    """Print what would go or has gone."""
    plan, yes = prune_plan(options), options.yes
    if options.as_json:
        print_json({"removed": yes, "files": plan.counts, "bytes": plan.bytes})
        return
    out.print(_table(plan))
    total = sum(plan.bytes.values())
    action = "removed" if yes else "would go; `litgauge prune --yes` removes it"
    out.print(f"{sum(plan.counts.values()):,} files, {total / 1e6:,.1f} MB {action}", soft_wrap=True)


def _table(plan: PrunePlan) -> Table:
    grid = Table("what", "files", "MB")
    for kind, count in plan.counts.items():
        grid.add_row(kind, f"{count:,}", f"{plan.bytes[kind] / 1e6:,.1f}")
    return grid
