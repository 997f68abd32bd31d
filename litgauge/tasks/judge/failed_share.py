"""Share of questions on which the judge failed; above a limit the run fails."""

from __future__ import annotations

from collections.abc import Iterable

from litgauge.tasks.base.errors import TooManyFailures
from litgauge.tasks.records.unscored import left_by_endpoint


def check_failed_share(
    answers: Iterable[str], max_failed_share: float, run_id: str, verdicts: str = "verdicts"
) -> None:
    """Raise TooManyFailures if the judge failed on a larger share of the questions, or its endpoint stopped answering.

    `answers` has the reason for each missing answer, "" for an answer. Questions that the budget did not reach, and
    pages that we failed to get, are no failures of the judge and not among them.
    """
    outcomes = list(answers)
    failed = [reason for reason in outcomes if reason]
    not_asked = [reason for reason in failed if left_by_endpoint(reason)]
    if len(failed) <= max_failed_share * len(outcomes) and not not_asked:
        return
    why = (
        f"{len(not_asked):,} were skipped: {not_asked[0]}"
        if not_asked
        else f"more than the allowed share of {max_failed_share:.0%} (the first: {failed[0]})"
    )
    raise TooManyFailures(
        f"the judge failed on {len(failed):,} of {len(outcomes):,} {verdicts}, {why}",
        where=f"score run {run_id}",
        data="The run is in the ledger with what was judged; the rest of it is unscored",
        next_step="See that the judge answers, and run the same command again: what was judged is not paid for twice. "
        "Invalid and refused answers are stored: --ask-again requests them again",
    )
