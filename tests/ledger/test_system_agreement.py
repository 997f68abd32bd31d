"""Agreement on systems: of judges with each other, with people, and of people among themselves."""

from __future__ import annotations

from litgauge.tasks.benchmark import benchmark_named
from litgauge.tasks.ledger.system_agreement import people_scores, system_agreements, systems_grid
from litgauge.tasks.sheets.grades import GradedItem, PersonGrade

AGENTS = ("a", "b", "c")


def rater(*grades: float) -> dict[str, dict[tuple[str, str], float]]:
    """A rater's scores of three agents on one task."""
    return {"ta": {(agent, "t"): grade for agent, grade in zip(AGENTS, grades, strict=False)}}


def test_judges_and_people_are_compared_two_by_two() -> None:
    found = system_agreements({"gpt": rater(1, 2, 3), "gemini": rater(1, 3, 2)}, {"ann": rater(1, 2, 3)})
    assert [(one.first, one.second, round(one.par.value or 0, 3)) for one in found] == [
        ("gpt", "gemini", 0.667),
        ("gpt", "people", 1.0),
        ("gemini", "people", 0.667),
    ]
    assert found[0].as_object()["opc"]["value"] == 0.5


def test_people_are_compared_among_themselves_whichever_systems_each_saw() -> None:
    (among,) = system_agreements({}, {"ann": rater(1, 2), "bob": rater(2, 1)})
    assert (among.agreement, among.par.value) == (None, 0.0)


def test_two_systems_are_no_order() -> None:
    assert system_agreements({"gpt": rater(1, 2), "gemini": rater(1, 2)}, {}) == []


def test_a_sheets_grades_are_scores_of_agents() -> None:
    items = [GradedItem("t", agent, "", "t", {"report": agent}, {}) for agent in AGENTS]
    grades = [PersonGrade("ann", item.item, "ta", number) for number, item in enumerate(items)]
    assert people_scores(grades, items) == {"ann": rater(0, 1, 2)}


def test_the_table_names_metrics_as_the_leaderboard_does() -> None:
    found = system_agreements({"gpt": rater(1, 2, 3), "gemini": rater(1, 3, 2)}, {"ann": rater(1, 2, 3)})
    grid = systems_grid(found, benchmark_named("tvir"), "Systems")
    assert [row.cells[0].text for row in grid.rows] == ["TA"] * 3
    assert grid.rows[2].cells[4].text == "0.67"
