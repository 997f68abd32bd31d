"""Verdicts on cited and non-cited statements."""

from tasks.judge.cited import judge_pair
from tasks.judge.facts import FactSelection, find_facts, judge_fact, judge_facts
from tasks.judge.joint import judge_jointly
from tasks.judge.panel import Panel, open_panel
from tasks.judge.questions import (
    FACT_VOTE,
    JOINT_VERDICT,
    QUESTIONS,
    STATEMENT_VERDICT,
    SUPPORTING_PASSAGE,
    UNCITED_FACTS,
)
from tasks.judge.search import Finding, RecordedSearch, Searcher
from tasks.judge.search_endpoint import HttpSearch
from tasks.judge.settings import FactSettings, JudgeSettings, PairSettings, SearchSettings, VoterSettings
from tasks.judge.voters import Tally, Voter, tally

__all__ = [
    "FACT_VOTE",
    "JOINT_VERDICT",
    "QUESTIONS",
    "STATEMENT_VERDICT",
    "SUPPORTING_PASSAGE",
    "UNCITED_FACTS",
    "FactSelection",
    "FactSettings",
    "Finding",
    "HttpSearch",
    "JudgeSettings",
    "PairSettings",
    "Panel",
    "RecordedSearch",
    "SearchSettings",
    "Searcher",
    "Tally",
    "Voter",
    "VoterSettings",
    "find_facts",
    "judge_fact",
    "judge_facts",
    "judge_jointly",
    "judge_pair",
    "open_panel",
    "tally",
]
