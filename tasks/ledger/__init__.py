"""Agent runs, score runs, what they cost and where their numbers come from."""

from tasks.ledger.change import MetricChange, explain_change
from tasks.ledger.release_rows import ReleaseRows, SourceLine, SourceLines, load_release_rows
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
from tasks.ledger.scoring import MatchedReport, judged_tasks, match_report, score_tables
from tasks.ledger.tables import TABLES, RunTables, count_rows
from tasks.ledger.tracing import ReportTrace, TracedFact, TracedPair, TracedWork, Tracer

__all__ = [
    "TABLES",
    "LoadedRun",
    "MatchedReport",
    "MetricChange",
    "ReleaseRows",
    "ReportTrace",
    "RunTables",
    "SourceLine",
    "SourceLines",
    "TracedFact",
    "TracedPair",
    "TracedWork",
    "Tracer",
    "append_agent_run",
    "append_score_run",
    "count_rows",
    "explain_change",
    "find_score_run",
    "judged_tasks",
    "list_agent_runs",
    "list_score_runs",
    "load_agent_run",
    "load_release_rows",
    "load_score_run",
    "match_report",
    "newest_runs",
    "score_run_folder",
    "score_tables",
]
