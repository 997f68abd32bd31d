"""Verdicts on cited and non-cited statements."""

from tasks.verify.cited import Asker, judge_pair
from tasks.verify.facts import FactSelection, find_facts, judge_fact
from tasks.verify.findings import Finding
from tasks.verify.panel import Panel, open_panel
from tasks.verify.questions import FACT_VOTE, QUESTIONS, STATEMENT_VERDICT, SUPPORTING_PASSAGE, UNCITED_FACTS
from tasks.verify.search import HttpSearch, PagesAtHand, RecordedSearch, Searcher
from tasks.verify.settings import FactSettings, JudgeSettings, PairSettings, VoterSettings, read_judge
from tasks.verify.tally import Tally, tally
from tasks.verify.together import together
from tasks.verify.voters import Voter

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
