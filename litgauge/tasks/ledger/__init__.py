"""Agent runs, score runs, what they cost and where their numbers come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names
from litgauge.tasks.ledger.leaderboard import Leaderboard as Leaderboard
from litgauge.tasks.ledger.leaderboard import LeaderboardRow as LeaderboardRow
from litgauge.tasks.ledger.leaderboard import compare_runs as compare_runs
from litgauge.tasks.ledger.leaderboard import leaderboard as leaderboard

if TYPE_CHECKING:
    from litgauge.tasks.ledger.answers import KeptAnswers as KeptAnswers
    from litgauge.tasks.ledger.answers import answers_digest as answers_digest
    from litgauge.tasks.ledger.answers import keep_answers as keep_answers
    from litgauge.tasks.ledger.answers import restored_answers as restored_answers
    from litgauge.tasks.ledger.change import MetricChange as MetricChange
    from litgauge.tasks.ledger.change import differing as differing
    from litgauge.tasks.ledger.change import explain_change as explain_change
    from litgauge.tasks.ledger.corrections import corrections_of as corrections_of
    from litgauge.tasks.ledger.corrections import keep_corrections as keep_corrections
    from litgauge.tasks.ledger.runs import TRAJECTORY as TRAJECTORY
    from litgauge.tasks.ledger.runs import LoadedRun as LoadedRun
    from litgauge.tasks.ledger.runs import agent_of_answers as agent_of_answers
    from litgauge.tasks.ledger.runs import append_agent_run as append_agent_run
    from litgauge.tasks.ledger.runs import append_score_run as append_score_run
    from litgauge.tasks.ledger.runs import dated_before_the_last as dated_before_the_last
    from litgauge.tasks.ledger.runs import find_score_run as find_score_run
    from litgauge.tasks.ledger.runs import list_agent_runs as list_agent_runs
    from litgauge.tasks.ledger.runs import list_score_runs as list_score_runs
    from litgauge.tasks.ledger.runs import load_agent_run as load_agent_run
    from litgauge.tasks.ledger.runs import load_newest as load_newest
    from litgauge.tasks.ledger.runs import load_score_run as load_score_run
    from litgauge.tasks.ledger.runs import load_trajectory as load_trajectory
    from litgauge.tasks.ledger.runs import newest_runs as newest_runs
    from litgauge.tasks.ledger.runs import older_runs as older_runs
    from litgauge.tasks.ledger.runs import score_run_folder as score_run_folder

__getattr__ = late_names(__name__, __file__)
