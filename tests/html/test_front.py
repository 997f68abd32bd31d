"""The first lines of a page: who leads, and whether the paired test holds that for certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from litgauge.tasks.benchmark import registry
from litgauge.tasks.html.front import judge_note, verdict
from litgauge.tasks.html.report_views import agent_views
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import Judge
from litgauge.tasks.statistics import TaskScore
from tests.html.ranking import LIBRARY, RANKING, ranking_run


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.VARIABLE, "tests.html.ranking:RANKING")


def run_with(agent: str, gains: Sequence[float | None]) -> LoadedRun:
    """A run whose agent has these gains, one a task; None where it could not be scored."""
    rows = [
        TaskScore(f"t{n}", f"t{n}", (), "gain", "unscored" if gain is None else "scored", gain, gain or 0.0, 1.0, "")
        for n, gain in enumerate(gains)
    ]
    run = replace(ranking_run("good").run, agent=agent, run_id=agent)
    return LoadedRun(run, {"scores": rows, "rankings": ()})


def sentences(*runs: LoadedRun) -> tuple[str, tuple[str, ...], dict[int, str]]:
    result = verdict(RANKING, agent_views(RANKING, LIBRARY, runs, None))
    return f"{result.leader} {result.claim}".strip(), result.reasons, dict(result.standings)


def test_a_lead_that_every_task_shares_is_certain() -> None:
    claim, reasons, standings = sentences(run_with("low", range(8)), run_with("high", range(10, 18)))
    assert claim == "high leads in Gain with 13.5, and the lead is certain."
    assert reasons == ("low is 10.0 behind (95 % interval 10.0–10.0, p 0.0078) over 8 tasks.",)
    assert standings == {1: "certainly behind, p 0.0078"}


def test_a_lead_that_changes_sides_is_not_certain() -> None:
    claim, _, standings = sentences(run_with("a", [0, 5] * 4), run_with("b", [5, 1] * 4))
    assert claim == "b is ahead in Gain with 3.0, but the lead over a is not certain."
    assert standings[1].startswith("may be level, p ")


def test_some_leads_can_be_certain_and_others_not() -> None:
    claim, _, _ = sentences(run_with("a", [5, 1] * 4), run_with("b", [0, 5] * 4), run_with("c", [-9] * 8))
    assert claim == "a is ahead in Gain with 3.0, but the lead over b is not certain; over the others it is."


def test_few_tasks_decide_nothing_however_far_apart_the_agents_are() -> None:
    claim, _, standings = sentences(run_with("a", [30] * 5), run_with("b", [-10] * 5))
    assert claim == (
        "a is ahead in Gain with 30.0, but the lead is not certain: that takes 6 tasks that both agents have a value "
        "for."
    )
    assert standings == {1: "too few tasks to tell"}


def test_one_agent_leads_nobody() -> None:
    assert "It is the only agent here" in sentences(run_with("a", [1, 2]))[0]


def test_equal_means_lead_nobody() -> None:
    runs = [run_with(agent, [0, 2]) for agent in "ab"]
    assert sentences(*runs)[0] == "a and b share the best mean Gain, 1.0, so there is no leader."


def test_nobody_leads_those_without_a_value() -> None:
    claim = sentences(run_with("a", [0, 0]), run_with("b", [None, None]))[0]
    assert claim == "a has a mean Gain of 0.0. No other agent has a value there, so there is no leader."


def test_agents_without_values_are_not_ranked() -> None:
    claim, reasons, _ = sentences(run_with("a", [None]), run_with("b", [None]))
    assert claim == "No agent has a value in Gain; what was left out, and why, stands below."
    assert reasons == ()


def test_agents_on_other_tasks_are_not_compared() -> None:
    claim, reasons, _ = sentences(run_with("a", [1, None]), run_with("b", [None, 0]))
    assert "but the lead is not certain" in claim
    assert reasons == ("b and a share no task with a value in Gain.",)


def test_no_note_where_a_model_judged_and_one_where_rules_did() -> None:
    agents = agent_views(RANKING, LIBRARY, [ranking_run("good")], None)
    assert judge_note(RANKING, agents) == ""
    rules = replace(ranking_run("good").run, judges=(Judge("none", "offline", "offline", "{}", ()),))
    note = judge_note(RANKING, agent_views(RANKING, LIBRARY, [LoadedRun(rules, ranking_run("good").rows)], None))
    assert note == (
        "Offline rules judged the answers, not a model: good for a try of Ranking, not for conclusions. "
        "Gain, Rank and Skill need no judge."
    )
