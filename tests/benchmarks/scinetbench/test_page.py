"""What the page shows of a path: years and citations, which steps are citations, and what the agent made up."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from litgauge.tasks.benchmark.printed_values import shown_counts
from litgauge.tasks.benchmarks.scinetbench.page.answers import HIT, INVENTED, MISSED, OTHER, AnswerView, answer_views
from litgauge.tasks.benchmarks.scinetbench.rows import TaskAnswer
from litgauge.tasks.benchmarks.scinetbench.scoring import derive
from litgauge.tasks.statistics import OTHER_TASK, TaskScore, summarise
from tests.benchmarks.scinetbench.test_scoring import listed, release


def view(*works: str | int) -> AnswerView:
    """The page's view of a path: 7 cites 5, 5 cites 3, 3 cites 1 is the true one."""
    rows = {"answers": [TaskAnswer("lineage", "", len(works), "")], "listed": listed("lineage", *works)}
    (views,) = answer_views(release(), [SimpleNamespace(rows=derive(rows, release()))], None)
    return views["lineage"]


def test_the_true_path_is_one_whatever_the_agent_has() -> None:
    shown = view(7, 6, 1).truth
    assert [one.work for one in shown] == [7, 5, 3, 1]
    assert [one.cites_next for one in shown] == [True, True, True, None]
    assert [one.mark for one in shown] == [HIT, MISSED, MISSED, HIT]
    assert [one.year for one in shown] == [2007, 2005, 2003, 2001]


@pytest.mark.parametrize("turned", [False, True])
def test_what_the_agent_made_up_stands_in_its_path_by_its_title(turned: bool) -> None:
    works: list[str | int] = [7, "A work that nobody wrote", "Nor was this one written", 6]
    shown = view(*([*works[:0:-1], 7] if turned else works)).path
    assert [one.title for one in shown][1:3] == ["A work that nobody wrote", "Nor was this one written"]
    assert [one.mark for one in shown] == [HIT, INVENTED, INVENTED, OTHER, OTHER]
    assert [one.cites_next for one in shown] == [False, False, False, False, None]


def test_what_a_task_does_not_ask_for_is_no_gap() -> None:
    """Neither a reason for what is left out nor counted beside a mean; a metric of other tasks alone does not apply."""
    scores = [TaskScore(task, "c", (), "novelty_sos", "inapplicable", None, 0.0, 0.0, OTHER_TASK) for task in "ab"]
    other = summarise(scores)
    assert (other.applies, shown_counts(other)) == (False, "0/0/0")
    both = summarise([*scores, replace(scores[0], task_id="c", reason="nothing is known")])
    assert (both.applies, shown_counts(both)) == (True, "0/0/0 n/a 1")
