"""Share of questions on which the judge failed; above a limit the run fails."""

from __future__ import annotations

from collections.abc import Iterable

from tasks.base.errors import TooManyFailures


def check_failed_share(
    answers: Iterable[str], max_failed_share: float, run_id: str, verdicts: str = "verdicts"
) -> None:
    """Raises TooManyFailures if the judge gave no answer to a larger share of what it was asked.

    `asked` says of everything that the judge was asked for why there is no answer, "" where there is one; what the
    budget did not reach, and pages that we failed to get, are no failures of the judge and not among it.
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
