"""Verdicts on cited and non-cited statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.judge.cited import judge_pair as judge_pair
    from litgauge.tasks.judge.facts import FactSelection as FactSelection
    from litgauge.tasks.judge.facts import find_facts as find_facts
    from litgauge.tasks.judge.facts import judge_fact as judge_fact
    from litgauge.tasks.judge.facts import judge_facts as judge_facts
    from litgauge.tasks.judge.joint import judge_jointly as judge_jointly
    from litgauge.tasks.judge.panel import Panel as Panel
    from litgauge.tasks.judge.panel import open_panel as open_panel
    from litgauge.tasks.judge.questions import FACT_VOTE as FACT_VOTE
    from litgauge.tasks.judge.questions import JOINT_VERDICT as JOINT_VERDICT
    from litgauge.tasks.judge.questions import QUESTIONS as QUESTIONS
    from litgauge.tasks.judge.questions import STATEMENT_VERDICT as STATEMENT_VERDICT
    from litgauge.tasks.judge.questions import SUPPORTING_PASSAGE as SUPPORTING_PASSAGE
    from litgauge.tasks.judge.questions import UNCITED_FACTS as UNCITED_FACTS
    from litgauge.tasks.judge.search import Finding as Finding
    from litgauge.tasks.judge.search import RecordedSearch as RecordedSearch
    from litgauge.tasks.judge.search import Searcher as Searcher
    from litgauge.tasks.judge.search_endpoint import HttpSearch as HttpSearch
    from litgauge.tasks.judge.settings import FactSettings as FactSettings
    from litgauge.tasks.judge.settings import JudgeSettings as JudgeSettings
    from litgauge.tasks.judge.settings import PairSettings as PairSettings
    from litgauge.tasks.judge.settings import SearchSettings as SearchSettings
    from litgauge.tasks.judge.settings import VoterSettings as VoterSettings
    from litgauge.tasks.judge.voters import Tally as Tally
    from litgauge.tasks.judge.voters import Voter as Voter
    from litgauge.tasks.judge.voters import tally as tally

__getattr__ = late_names(__name__, __file__)
