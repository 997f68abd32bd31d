"""The benchmark of the rules on real text reads its material; what it finds is printed, not tested."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from perf.offline_judge import extracted_facts, outcome, storm


@pytest.mark.real
async def test_real_reports_are_judged_to_the_end(real_data: Path, tmp_path: Path) -> None:
    cases = list(storm(real_data / "reports/deepscholar/storm"))
    facts = list(extracted_facts(real_data / "reports/openai_deep_research/fact_extracted.jsonl"))
    door = open_door(ModelSettings(), replies=Replies(Storage(str(tmp_path))))

    outcomes = [(await outcome(door, case.statement, case.title, case.text))[0] for case in [*cases, *facts[::10]]]

    assert Counter(case.label for case in cases) == {"y": 8, "h": 10, "n": 7}
    assert len(facts) == 745
    assert set(outcomes) <= {"supported", "not-supported"}
