"""Agent runs, score runs, what they cost and where their numbers come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names
from litgauge.tasks.ledger.leaderboard import Leaderboard, LeaderboardRow, compare_runs, leaderboard

if TYPE_CHECKING:
    from litgauge.tasks.ledger.answers import KeptAnswers, answers_digest, keep_answers, restored_answers
    from litgauge.tasks.ledger.change import MetricChange, differing, explain_change
    from litgauge.tasks.ledger.corrections import corrections_of, keep_corrections
    from litgauge.tasks.ledger.runs import (
        TRAJECTORY,
        LoadedRun,
        agent_of_answers,
        append_agent_run,
        append_score_run,
        dated_before_the_last,
        find_score_run,
        list_agent_runs,
        list_score_runs,
        load_agent_run,
        load_newest,
        load_score_run,
        load_trajectory,
        newest_runs,
        older_runs,
        score_run_folder,
    )

__all__ = [
    "TRAJECTORY",
    "KeptAnswers",
    "Leaderboard",
    "LeaderboardRow",
    "LoadedRun",
    "MetricChange",
    "agent_of_answers",
    "answers_digest",
    "append_agent_run",
    "append_score_run",
    "compare_runs",
    "corrections_of",
    "dated_before_the_last",
    "differing",
    "explain_change",
    "find_score_run",
    "keep_answers",
    "keep_corrections",
    "leaderboard",
    "list_agent_runs",
    "list_score_runs",
    "load_agent_run",
    "load_newest",
    "load_score_run",
    "load_trajectory",
    "newest_runs",
    "older_runs",
    "restored_answers",
    "score_run_folder",
]

__getattr__ = late_names(
    __name__,
    {
        "answers": "KeptAnswers answers_digest keep_answers restored_answers",
        "change": "MetricChange differing explain_change",
        "corrections": "corrections_of keep_corrections",
        "runs": """
        TRAJECTORY LoadedRun append_agent_run append_score_run dated_before_the_last find_score_run
        agent_of_answers list_agent_runs list_score_runs load_agent_run load_newest load_score_run load_trajectory
        newest_runs older_runs score_run_folder
        """,
    },
)
