"""Verdicts on cited and non-cited statements."""

from tasks.judge.cited import Asker, judge_pair
from tasks.judge.facts import FactSelection, find_facts, judge_fact
from tasks.judge.findings import Finding
from tasks.judge.panel import Panel, open_panel
from tasks.judge.questions import FACT_VOTE, QUESTIONS, STATEMENT_VERDICT, SUPPORTING_PASSAGE, UNCITED_FACTS
from tasks.judge.search import HttpSearch, PagesAtHand, RecordedSearch, Searcher
from tasks.judge.settings import FactSettings, JudgeSettings, PairSettings, VoterSettings, read_judge
from tasks.judge.tally import Tally, tally
from tasks.judge.together import together
from tasks.judge.voters import Voter

__all__ = [
    "FACT_VOTE",
    "QUESTIONS",
    "STATEMENT_VERDICT",
    "SUPPORTING_PASSAGE",
    "UNCITED_FACTS",
    "Asker",
    "FactSelection",
    "FactSettings",
    "Finding",
    "HttpSearch",
    "JudgeSettings",
    "PagesAtHand",
    "PairSettings",
    "Panel",
    "RecordedSearch",
    "Searcher",
    "Tally",
    "Voter",
    "VoterSettings",
    "find_facts",
    "judge_fact",
    "judge_pair",
    "open_panel",
    "read_judge",
    "tally",
    "together",
]
