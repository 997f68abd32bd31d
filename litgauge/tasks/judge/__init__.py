"""Verdicts on cited and non-cited statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.judge.cited import judge_pair
    from litgauge.tasks.judge.facts import FactSelection, find_facts, judge_fact, judge_facts
    from litgauge.tasks.judge.joint import judge_jointly
    from litgauge.tasks.judge.panel import Panel, open_panel
    from litgauge.tasks.judge.questions import (
        FACT_VOTE,
        JOINT_VERDICT,
        QUESTIONS,
        STATEMENT_VERDICT,
        SUPPORTING_PASSAGE,
        UNCITED_FACTS,
    )
    from litgauge.tasks.judge.search import Finding, RecordedSearch, Searcher
    from litgauge.tasks.judge.search_endpoint import HttpSearch
    from litgauge.tasks.judge.settings import FactSettings, JudgeSettings, PairSettings, SearchSettings, VoterSettings
    from litgauge.tasks.judge.voters import Tally, Voter, tally

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

__getattr__ = late_names(
    __name__,
    {
        "cited": "judge_pair",
        "facts": "FactSelection find_facts judge_fact judge_facts",
        "joint": "judge_jointly",
        "panel": "Panel open_panel",
        "questions": "FACT_VOTE JOINT_VERDICT QUESTIONS STATEMENT_VERDICT SUPPORTING_PASSAGE UNCITED_FACTS",
        "search": "Finding RecordedSearch Searcher",
        "search_endpoint": "HttpSearch",
        "settings": "FactSettings JudgeSettings PairSettings SearchSettings VoterSettings",
        "voters": "Tally Voter tally",
    },
)
