"""Share of questions on which the judge failed; above a limit the run fails."""

from __future__ import annotations

from collections.abc import Iterable

from tasks.base.errors import TooManyFailures


def check_failed_share(
    answers: Iterable[str], max_failed_share: float, run_id: str, verdicts: str = "verdicts"
) -> None:
    """Raise TooManyFailures if the judge failed on a larger share of the questions.

    `answers` has the reason for each missing answer, "" for an answer. Questions that the budget did not reach, and
    pages that we failed to get, are no failures of the judge and not among them.
    """
    outcomes = list(answers)
    failed = [reason for reason in outcomes if reason]
    if len(failed) <= max_failed_share * len(outcomes):
        return
    raise TooManyFailures(
        f"the judge failed on {len(failed):,} of {len(outcomes):,} {verdicts}, more than the allowed share of "
        f"{max_failed_share:.0%} (the first: {failed[0]})",
        where=f"score run {run_id}",
        data="The run is in the ledger with what was judged; the rest of it is unscored",
        next_step="See that the judge answers, and run the same command again: what was judged is not paid for twice",
    )
