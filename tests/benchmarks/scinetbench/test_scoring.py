"""Which work a listed one is, and what the metrics make of it, on a network to be counted by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from litgauge.tasks.benchmark import score_rows
from litgauge.tasks.benchmarks.scinetbench.benchmark import SCINETBENCH
from litgauge.tasks.benchmarks.scinetbench.outcome import Outcome
from litgauge.tasks.benchmarks.scinetbench.release import NetworkRows
from litgauge.tasks.benchmarks.scinetbench.rows import (
    AnsweredWork,
    Measured,
    Membership,
    Mention,
    NetworkTask,
    NetworkWork,
    ReferenceList,
    SubField,
    TaskAnswer,
    Truth,
    WorkGrade,
)
from litgauge.tasks.benchmarks.scinetbench.scoring import count_rows, derive
from litgauge.tasks.records import Judge, to_table
from litgauge.tasks.text import compact_title
from tests.tables import each_row

TITLES = {
    1: "Deep learning", 2: "Deep learning", 3: "A survey of owls: how they hear", 4: "Gulls",
    5: "Terns and terns again", 6: "Auks", 7: "Skuas of the far north",
}  # fmt: skip
AUTHORS = {1: "Yann LeCun", 2: "Ian Goodfellow"}
CITES = {7: (3, 5), 6: (5,), 5: (4, 3), 4: (3,), 3: (1,)}
TASKS = {
    "novel": ("ego-centric", "novel", None, None),
    "disruptive": ("ego-centric", "disruptive", None, None),
    "cites": ("pair-wise", "cites-positively", 3, None),
    "together": ("pair-wise", "together", 3, None),
    "lineage": ("path-wise", "lineage", 7, 1),
}
TRUTH = {"novel": (3, 4), "disruptive": (5, 6), "lineage": (7, 5, 3, 1)}


def release() -> NetworkRows:
    works = [
        NetworkWork(
            number, title, compact_title(title), AUTHORS.get(number, ""), 2000 + number, f"{2000 + number}-01-01",
            f"10.1000/{number}", "1706.03762" if number == 1 else None, 1, "article", (), 0, in_corpus=True,
        )
        for number, title in TITLES.items()
    ]  # fmt: skip
    tasks = [
        NetworkTask(name, kind, relation, "birds", subject, target, 4, "?", reviewed=False)  # type: ignore[arg-type]
        for name, (kind, relation, subject, target) in TASKS.items()
    ]
    measured = [Measured(number, 0, 0, 0, 0, 0, None, None if number == 6 else float(number), None, 10.0 - number)
                for number in TITLES]  # fmt: skip
    mentions = [
        Mention(5, 3, 0, 0, "We build on it.", "positive", ""),
        Mention(5, 4, 1, 0, "As does this.", "neutral", ""),
        Mention(4, 3, 0, 0, "It fails.", "negative", ""),
    ]
    return NetworkRows(
        "scinetbench@1",
        "",
        tuple(tasks),
        {"birds": SubField("birds", "Birds", "Nature", ("bird",), 7)},
        {
            task: tuple(Truth(task, rank, work, 0.0, tied=False) for rank, work in enumerate(of, start=1))
            for task, of in TRUTH.items()
        },
        {},
        to_table(NetworkWork, works),
        to_table(ReferenceList, [ReferenceList(work, cited) for work, cited in sorted(CITES.items())]),
        to_table(Measured, measured),
        to_table(Membership, [Membership("birds", number, "bird") for number in TITLES]),
        None,
        tuple(mentions),
        {("lineage", "mean"): (7, 5, 1), ("lineage", "main-path"): (7, 6, 3, 1)},
    )


def listed(task: str, *works: str | int | dict[str, Any]) -> list[AnsweredWork]:
    rows = []
    for position, work in enumerate(works):
        told = {"openalex": work} if isinstance(work, int) else {"title": work} if isinstance(work, str) else work
        empty = {
            "title": "",
            "author": "",
            "year": None,
            "doi": None,
            "arxiv_id": None,
            "openalex": None,
            "sentiment": "",
        }
        rows.append(AnsweredWork(task, position, **{**empty, **told}))
    return rows


def found(*works: str | int | dict[str, Any], task: str = "novel") -> list[tuple[int | None, str]]:
    rows = derive({"answers": [TaskAnswer(task, "", len(works), "")], "listed": listed(task, *works)}, release())
    return [(row.work, row.rule) for row in rows["found"]]


def scores(
    answers: dict[str, Iterable[Any]], grades: Iterable[WorkGrade] = (), network: NetworkRows | None = None
) -> dict[tuple[str, str], Any]:
    rows = {
        "answers": [TaskAnswer(task, "", len(list(works)), "") for task, works in answers.items()],
        "listed": [row for task, works in answers.items() for row in listed(task, *works)],
        "grades": list(grades),
    }
    judges = [Judge("works and paths", "offline", "offline", "{}", ())] if rows["grades"] else []
    made = score_rows(SCINETBENCH.scoring, rows, network or release(), judges)[0]["scores"]
    return {(row.task_id, row.metric): row.value if row.state in ("scored", "missing") else row.state for row in made}


def test_works_are_found_by_identifier_then_title() -> None:
    assert found(4) == [(4, "openalex")]
    assert found({"doi": "10.1000/5"}) == [(5, "doi")]
    assert found({"arxiv_id": "1706.03762"}) == [(1, "arxiv")]
    assert found("A Survey of Owls. How they hear") == [(3, "title")]
    assert found("A survey of owls", task="cites") == [(None, "invented")]  # too short for a head alone
    assert found({"title": "Deep learning", "author": "Ian Goodfellow", "year": 2002}) == [(2, "title")]
    assert found("A work that nobody wrote") == [(None, "invented")]
    assert found({"openalex": 999, "title": "Gulls", "year": 2004}) == [(4, "title")]


def test_a_title_may_be_spelled_a_little_differently() -> None:
    assert found("A surveey of owls, how they hear") == [(3, "fuzzy")]
    assert found({"title": "A surveey of owls, how they hear", "year": 2003}) == [(3, "fuzzy")]
    assert found({"title": "A surveey of owls, how they hear", "year": 2013}) == [(None, "invented")]
    assert found("A survey of owls: how they heal") == [(None, "invented")]  # another word
    assert found("A survey of owls: how we hear") == [(None, "invented")]


def test_a_number_is_not_believed_against_its_title() -> None:
    assert found({"openalex": 4, "title": "Something else altogether, about cement"}) == [(None, "invented")]
    assert found({"openalex": 4, "title": "Terns and terns again", "year": 2005}) == [(5, "title")]


def test_what_comes_again_or_behind_the_length_does_not_count() -> None:
    assert found(4, 4, {"doi": "10.1000/4"}, 5, 6, 7, 3) == [
        (4, "openalex"),
        *[(4, "repeated")] * 2,
        *[(number, "openalex") for number in (5, 6, 7)],
        (3, "beyond"),
    ]
    assert found({"doi": "10.1000/5"}, "Terns and terns again") == [(5, "doi"), (5, "repeated")]


def test_ego_centric_answers() -> None:
    came = scores({"novel": [3, 5, "Invented"], "disruptive": [6, 7]})
    assert came["novel", "novelty_sos"] == pytest.approx((7 + 5) / 2)
    assert came["novel", "novelty_sos_zero"] == pytest.approx((7 + 5) / 3)
    assert came["novel", "novelty_recall"] == 0.5
    assert came["novel", "coverage"] == pytest.approx(2 / 3)
    assert came["novel", "invented_works"] == 1
    assert came["novel", "novelty_llm"] == "inapplicable"
    assert came["novel", "disruption_sos"] == "inapplicable"
    assert came["disruptive", "disruption_sos"] == 7  # 6 is not ranked, so it is left out
    assert came["disruptive", "disruption_recall"] == 0.5


def test_pair_wise_answers() -> None:
    came = scores({"cites": [5, 4, 6, 3], "together": [5, 4, 1, "Invented"]})
    assert came["cites", "cite_acc"] == pytest.approx(2 / 3)  # the work asked about does not count itself
    assert came["cites", "cite_recall"] == pytest.approx(2 / 3)  # 7 cites it, too
    assert came["cites", "cite_sentiment"] == pytest.approx(1 / 2)  # 4 cites it, and blames it; nobody has read 6
    assert came["cites", "cite_sentiment_coverage"] == pytest.approx(2 / 3)
    assert came["together", "comention_acc"] == pytest.approx(2 / 3)  # 7 cites 3 and 5, 5 cites 3 and 4, nobody 3 and 1
    assert came["together", "comention_paragraph"] == 1  # 5 mentions 3 and 4; nobody has read 7, nor who cites 1
    assert came["together", "comention_paragraph_coverage"] == pytest.approx(1 / 3)


def test_one_right_work_is_not_all_of_them() -> None:
    came = scores({"cites": [5], "together": [1]})
    assert (came["cites", "cite_acc"], came["cites", "cite_recall"]) == (1, pytest.approx(1 / 3))
    assert came["together", "comention_paragraph"] == "inapplicable"  # no text that was read tells of it


def test_paths_by_other_rules() -> None:
    came = scores({"lineage": [7, 5, 3, 1]})
    assert (came["lineage", "consistency_mean"], came["lineage", "consistency_main_path"]) == (1, 0.5)
    before = scores({"lineage": [7, 5, 3, 1]}, network=replace(release(), other_paths={}))
    assert before["lineage", "consistency_mean"] == "inapplicable"


def test_what_no_text_tells_has_no_value_for_any_answer() -> None:
    for answer in ([5, 4], [1], ["Invented"], []):
        came = scores({"cites": answer, "together": answer}, network=replace(release(), mentions=()))
        assert came["cites", "cite_sentiment"] == came["together", "comention_paragraph"] == "inapplicable"
    elsewhere = replace(release(), mentions=(Mention(3, 1, 0, 0, "As it says.", "neutral", ""),))
    assert scores({"cites": [1]}, network=elsewhere)["cites", "cite_sentiment"] == "inapplicable"
    told = scores({"cites": [], "together": []})
    assert told["cites", "cite_sentiment"] == told["together", "comention_paragraph"] == 0


@each_row(
    "path, expected",
    [
        ([7, 5, 3, 1], {"consistency": 1, "connectivity": 1, "consistency_lcs": 1, "consistency_jaccard": 1}),
        ([1, 3, 5, 7], {"consistency": 1, "connectivity": 1, "consistency_lcs": 1}),
        ([5, 3], {"consistency": 1, "connectivity": 1, "consistency_ends": 0.5}),
        ([7, 3, 1], {"consistency": 0.5, "connectivity": 1, "connected_pairs": 1, "consistency_lcs": 0.75}),
        ([7, 5, "Invented", 1], {"consistency": 0.5, "connectivity": 0, "connected_pairs": 1 / 3}),
        ([7, 1], {"consistency": 0, "connectivity": 0, "consistency_jaccard": 0.5}),
        ([], {"consistency": 0, "connectivity": 0, "connected_pairs": 0}),
    ],
)
def test_paths(path: list[Any], expected: dict[str, float]) -> None:
    came = scores({"lineage": path})
    assert {name: came["lineage", name] for name in expected} == pytest.approx(expected)


def test_a_judges_grades_are_shared_and_its_failures_are_not_the_agents() -> None:
    grades = [
        WorkGrade("", 3, "novelty", 8, "", "", "", ""),
        WorkGrade("", 5, "novelty", None, "time-out", "", "", ""),
        WorkGrade("lineage", None, "rationality", None, "time-out", "", "", ""),
    ]
    came = scores({"novel": [3, 5], "lineage": [7, 1]}, grades)
    assert came["novel", "novelty_llm"] == 8
    assert came["lineage", "rationality"] == "unscored"
    assert scores({"novel": [5]}, grades)["novel", "novelty_llm"] == "unscored"


def test_what_was_not_answered_is_worst_where_it_means_something() -> None:
    came = scores({"novel": [], "lineage": [7, 1]})
    assert came["novel", "novelty_sos"] == 0
    assert came["novel", "consistency"] == "inapplicable"
    assert came["novel", "invented_works"] == "inapplicable"


def test_lists_without_thought_are_measured_beside() -> None:
    rows = {"answers": [TaskAnswer(task, "", 0, "") for task in TASKS], "listed": []}
    derived = derive(rows, release())
    names = {row.baseline for row in derived["baselines"]}
    assert names == {"most-cited", "newest", "random"}
    newest = {
        row.metric: row.value for row in derived["baselines"] if (row.task_id, row.baseline) == ("novel", "newest")
    }
    assert newest["novelty_recall"] == 0.5  # 7, 6, 5 and 4 of which the truth has 4
    assert count_rows({**derived, "listed": []})["works_listed"] == 0


def test_an_empty_outcome_has_no_path() -> None:
    task = next(task for task in release().tasks if task.task_id == "lineage")
    assert Outcome(task, (), (), None).path == (7, 1)  # type: ignore[arg-type]
