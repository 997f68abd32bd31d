"""Agent runs, score runs, what they cost and where their numbers come from."""

from tasks.ledger.change import MetricChange, explain_change
from tasks.ledger.runs import (
    LoadedRun,
    append_agent_run,
    append_score_run,
    find_score_run,
    list_agent_runs,
    list_score_runs,
    load_agent_run,
    load_score_run,
    newest_runs,
    score_run_folder,
)

__all__ = [
    "LoadedRun",
    "MetricChange",
    "append_agent_run",
    "append_score_run",
    "explain_change",
    "find_score_run",
    "list_agent_runs",
    "list_score_runs",
    "load_agent_run",
    "load_score_run",
    "newest_runs",
    "score_run_folder",
]
