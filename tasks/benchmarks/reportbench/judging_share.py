"""How much of what was asked the judge failed on: a run that it failed too often is no result to build on."""

from __future__ import annotations

from collections.abc import Iterator

from tasks.benchmark import Rows
from tasks.benchmarks.reportbench.run_tables import RunTables
from tasks.judge.failed_share import check_failed_share
from tasks.records import JointVerdict, PairVerdict
from tasks.records.unscored import left_by_budget


def check_judging(rows: Rows, max_failed_share: float, run_id: str) -> None:
    """Raises TooManyFailures if the judge gave no verdict on a larger share of what it was asked.

    What the budget did not reach, and pages that we failed to get, are no failures of the judge.
    """
    check_failed_share(_asked(RunTables.of(rows)), max_failed_share, run_id)


def _asked(tables: RunTables) -> Iterator[str]:
    """Of every verdict that a judge was asked for why there is none; "" where there is one."""
    cited: list[PairVerdict | JointVerdict] = [*tables.pairs, *tables.joint]
    for pair in cited:
        if pair.question and not left_by_budget(pair.reason):
            yield pair.reason or "no reason given" if pair.outcome == "judge-failed" else ""
    for fact in tables.facts:
        if fact.truth != "not-sampled" and not any(map(left_by_budget, fact.reasons)):
            yield next(iter(fact.reasons), "no vote") if fact.truth == "unscored" else ""
