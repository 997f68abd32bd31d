"""What is said over all agents: each mode by itself, inputs, recall and structure, types of errors."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from litgauge.tasks.benchmark import ShownPage, score_rows
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.judging import (
    DIMENSIONS,
    ERROR_TYPES,
    TAXONOMY_ERRORS,
    TREE_ERRORS,
    TREE_GRADES,
    quality_inputs,
)
from litgauge.tasks.benchmarks.taxobench.judging import TreeErrors as TreeErrorsAnswer
from litgauge.tasks.benchmarks.taxobench.page.ablation import ablation
from litgauge.tasks.benchmarks.taxobench.page.calibration import NO_BETTER, calibration
from litgauge.tasks.benchmarks.taxobench.page.error_types import EVERYBODY, error_types
from litgauge.tasks.benchmarks.taxobench.page.grids import (
    calibrated_grids,
    calibrated_value,
    errors_value,
    inputs_value,
)
from litgauge.tasks.benchmarks.taxobench.page.recall_structure import recall_structure
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import AgentInput, TreeAnswer, TreeErrors, TreeGrade, TreeScore
from litgauge.tasks.benchmarks.taxobench.trees import Tree
from litgauge.tasks.html.report import render_report
from litgauge.tasks.html.report_views import agent_views
from litgauge.tasks.judge.grading import failures
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.llm.schema import strict_schema
from litgauge.tasks.records import Judge, ScoreRun, Spending
from tests.benchmarks.taxobench.test_page import EXPERT, imported

SURVEYS = 4


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> TaxoRows:
    folder = tmp_path_factory.mktemp("surveys")
    rows = [{"id": n, "survey_topic": f"Of birds {n}", "gt": EXPERT} for n in range(1, SURVEYS + 1)]
    (folder / "items.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return imported(folder, folder / "items.jsonl")


def measured(task_id: str, recall: float, ari: float) -> TreeScore:
    values = dict.fromkeys(
        ("coverage", "ami", "homogeneity", "completeness", "v_measure", "ted", "ted_unordered",
         "ted_unordered_least", "nsr", "nsp", "soft_f1", "sem_path"), 0.5,
    )  # fmt: skip
    numbers = {"expected": 3, "found": 2, "missing": 1, "doubled": 0, "invented": 0}
    return TreeScore(
        task_id=task_id, source="answer", state="measured", recall=recall, ari=ari, embedding="lexical", remarks="",
        **values, **numbers,
    )  # fmt: skip


def run(
    release: TaxoRows, agent: str, mode: str, recall: float, ari: float, *, grade: int | None = 3, given: str = ""
) -> LoadedRun:
    """A score run whose trees are all alike but for their survey."""
    tasks = [task for task in release.tasks if task.mode == mode]
    rows: dict[str, Any] = {
        "answers": [TreeAnswer(task.task_id, "a.json", json.dumps(EXPERT)) for task in tasks],
        "answer_nodes": [],
        "answer_papers": [],
        "tree_scores": [measured(task.task_id, recall, ari + 0.01 * n) for n, task in enumerate(tasks)],
        "tree_grades": [
            TreeGrade(task.task_id, name, grade, "", "so", "q@1", "judge", "") for task in tasks for name in DIMENSIONS
        ],
        "agent_inputs": [AgentInput("gpt", given)] if given else [],
        "tree_errors": [],
    }
    judges = (Judge("trees", "offline", "offline", "{}", ()),)
    made, counts = score_rows(TAXOBENCH.scoring, rows, release, judges)
    found = ScoreRun(
        agent, agent, "", "", release.name, release.digest, judges, {}, "{}", Spending(), "", "", "", "",
        benchmark="taxobench", counts=counts,
    )  # fmt: skip
    return LoadedRun(found, {name: tuple(of) for name, of in made.items()})


def page_of(release: TaxoRows, *runs: LoadedRun) -> ShownPage:
    return ShownPage(release, agent_views(TAXOBENCH, release, runs, None))


def with_errors(loaded: LoadedRun, *trees: dict[str, tuple[str, ...]] | None) -> LoadedRun:
    """The run with these types of errors, tree by tree; None where the judge failed."""
    tasks = [answer.task_id for answer in loaded.rows["answers"]]
    rows = [
        TreeErrors(
            task, name, found is not None, (found or {}).get(name, ()), tuple("e" for _ in (found or {}).get(name, ())),
            "" if found is not None else "time-out", "q@1", "judge", "",
        )
        for task, found in zip(tasks, trees, strict=True)
        for name in DIMENSIONS
    ]  # fmt: skip
    return replace(loaded, rows={**loaded.rows, "tree_errors": tuple(rows)})


@pytest.mark.slow
def test_recall_and_structure_are_told_with_n_and_an_interval(release: TaxoRows) -> None:
    runs = [run(release, f"a{n}", "deep-research", 0.1 * n, 0.5, grade=1 + (n + n % 2) % 5) for n in range(5)] + [
        run(release, "given", "bottom-up", 1.0, 0.5)
    ]
    found = recall_structure(page_of(release, *runs))
    (average,) = [line for line in found.lines if line.metric.name == "judge_average" and line.mode == "deep-research"]
    assert average.correlation is not None
    assert (average.n, average.correlation.n) == (5, 5)
    assert average.correlation.low is not None
    assert average.correlation.low < average.correlation.rho
    (picture,) = found.pictures  # who is given the papers finds all of them: there is nothing to see
    assert (picture.mode, picture.metric.name, len(picture.marks)) == ("deep-research", "judge_average", 5)
    shown = render_report(release, runs)
    assert "5 agents prove little" in shown
    assert "Deep research: the topic alone" in shown


@pytest.mark.slow
def test_a_system_is_compared_with_itself_under_other_inputs(release: TaxoRows) -> None:
    runs = [
        run(release, "gpt", "bottom-up", 1.0, 0.3, given="title-abstract"),
        run(release, "gpt + summary", "bottom-up", 1.0, 0.2, grade=4, given="summary"),
        run(release, "other", "bottom-up", 1.0, 0.9),
    ]
    page = page_of(release, *runs)
    ((system, (first, second)),) = ablation(page).systems
    assert (system, first.input, second.input) == ("gpt, judged by offline rules", "title-abstract", "summary")
    assert "ari" in first.best
    assert "judge_average" in second.best
    assert "ted" not in first.best | second.best  # equal, so neither is the best
    assert first.differences == {}
    assert second.differences["ari"].difference == pytest.approx(-0.1)
    assert len(ablation(page).panels) == 2
    assert [one["input"] for one in inputs_value(ablation(page))["inputs"]] == ["title-abstract", "summary"]
    assert "gpt" in render_report(release, runs)


def test_scores_between_trivial_trees_and_two_experts(release: TaxoRows) -> None:
    loaded = run(release, "gpt", "bottom-up", 0.8, 0.3)
    assert calibration(page_of(release, loaded)) == ()  # nobody reviewed: no number
    own = loaded.rows["tree_scores"][:3]
    beside = [
        replace(row, source=source, ari=ari, v_measure=v, ted=ted)
        for row in own
        for source, ari, v, ted in (
            ("singletons", 0.0, 0.8, 0.6),
            ("random of the same shape", 0.1, 0.6, 0.0),  # topics of the experts: no measure of TED's zero
            ("reviewer 1 beside 2", 0.8, 0.7, 0.1),
            ("reviewer 2 beside 1", 1.0, 0.7, 0.3),
        )
    ]
    rows = {**loaded.rows, "tree_scores": (*loaded.rows["tree_scores"], *beside)}
    (table,) = calibration(page_of(release, replace(loaded, rows=rows)))
    assert (table.mode, table.surveys) == ("bottom-up", 3)
    (line,) = table.lines
    scales = {scale.metric.name: (scale, score) for scale, score in zip(table.scales, line.scores, strict=True)}
    ari, found = scales["ari"]
    assert (ari.kind, ari.zero, ari.experts) == ("random of the same shape", pytest.approx(0.1), pytest.approx(0.9))
    assert (found.value, found.surveys) == (pytest.approx((0.31 - 0.1) / 0.8), 3)  # the fourth has no review
    assert found.interval is not None
    ted, found = scales["ted"]
    assert (ted.kind, ted.zero, found.value) == ("singletons", pytest.approx(0.6), pytest.approx(0.1 / 0.4))
    assert (scales["v_measure"][0].reason, scales["v_measure"][1].value) == (NO_BETTER, None)
    told = calibrated_value([table])["calibrated"]["bottom-up"]
    assert told["agents"][0]["metrics"]["ari"]["value"] == pytest.approx(0.2625)
    (grid,) = calibrated_grids([table])
    assert [row.cells[1].text for row in grid.rows] == ["0.10", "0.90", "0.26"]


@pytest.mark.slow
def test_shares_of_types_leave_out_what_the_judge_failed_on(release: TaxoRows) -> None:
    deep = {"topology": ("too_deep", "structural_imbalance")}
    one = with_errors(run(release, "one", "bottom-up", 1.0, 0.5), deep, {}, None, deep)
    two = with_errors(run(release, "two", "bottom-up", 1.0, 0.5), {}, {}, {}, {"topology": ("too_deep",)})
    (table,) = error_types(page_of(release, one, two))
    assert [(finder.name, finder.trees, finder.failed) for finder in table.finders] == [
        (EVERYBODY, 7, 1), ("one", 3, 1), ("two", 4, 0),
    ]  # fmt: skip
    lines = {line.type: line for _, of in table.dimensions for line in of}
    assert len(lines) == 23
    assert [share.found for share in lines["too_deep"].shares] == [3, 2, 1]
    assert lines["too_deep"].shares[1].share == pytest.approx(2 / 3)
    assert lines["too_deep"].shares[1].interval is not None
    assert lines["too_deep"].published == 0.193
    assert [line.type for line in dict(table.top)["Structural topology"]][:2] == ["too_deep", "structural_imbalance"]
    assert list(failures([TREE_GRADES, TREE_ERRORS], one.rows)).count("time-out") == 1
    (told,) = errors_value(error_types(page_of(release, one, two)))["error_types"]
    assert told["agents"][0]["types"]["too_deep"]["found"] == 3
    assert "Too deep" in render_report(release, [one, two])
    assert error_types(page_of(release, run(release, "three", "bottom-up", 1.0, 0.5))) == ()


def test_the_question_about_errors_wants_every_dimension() -> None:
    whole: dict[str, Any] = {name: [] for name in DIMENSIONS}
    assert TreeErrorsAnswer.model_validate(whole).logic == []
    named = {**whole, "organisation": [{"type": " MECE Violation ", "evidence": "A; B"}]}
    assert TreeErrorsAnswer.model_validate(named).organisation[0].type == "mece_violation"
    skipped = {name: [] for name in DIMENSIONS if name != "logic"}
    elsewhere = {**whole, "logic": [{"type": "too_deep", "evidence": ""}]}
    for wrong in (skipped, elsewhere, {**whole, "logic": None}, {**whole, "logic": [{"type": "bad", "evidence": ""}]}):
        with pytest.raises(ValueError, match="logic"):
            TreeErrorsAnswer.model_validate(wrong)
    assert strict_schema(TreeErrorsAnswer) is not None
    assert sum(map(len, ERROR_TYPES.values())) == 23


def test_rules_find_what_counts_can_show() -> None:
    expert = Tree(("Birds", "Owls", "Hearing", "Gulls", "Nests"), (-1, 0, 1, 0, 3))
    flat = Tree(("Birds", *(f"Stone {n}" for n in range(12))), (-1, *[0] * 12))
    found = TAXONOMY_ERRORS.offline(quality_inputs("Birds", expert, flat))
    assert {one.type for one in found.coverage} == {
        "missing_core_branches",
        "missing_subfields",
        "irrelevant_additions",
    }
    assert {one.type for one in found.topology} == {"too_shallow", "over_expanded"}
    assert {one.type for one in found.organisation} == {"over_fragmentation"}
    same = TAXONOMY_ERRORS.offline(quality_inputs("Birds", expert, expert))
    assert (same.coverage, same.logic, same.topology) == ([], [], [])
