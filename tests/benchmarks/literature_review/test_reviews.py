"""The literature-review study: what is given in each setting, topics of strangers' files, grades, ranks and gains."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import read_answers
from litgauge.tasks.benchmarks.literature_review.answers import ANSWERS
from litgauge.tasks.benchmarks.literature_review.build.materials import Materials
from litgauge.tasks.benchmarks.literature_review.build.network import NetworkRelease, load_network
from litgauge.tasks.benchmarks.literature_review.build.topics import check_works, chosen_topics, read_topics
from litgauge.tasks.benchmarks.literature_review.judging import (
    DIMENSIONS,
    REVIEW_GRADES,
    REVIEW_QUALITY,
    REVIEW_RANKING,
    Ranking,
    ReviewGrades,
    competition_ranks,
    quality_inputs,
    ranking_fault,
    ranking_inputs,
    shown_orders,
)
from litgauge.tasks.benchmarks.literature_review.prompts import material_of, with_material
from litgauge.tasks.benchmarks.literature_review.release_rows import StudyRows
from litgauge.tasks.benchmarks.literature_review.rows import (
    Material,
    ReviewGrade,
    ReviewTask,
    ReviewTopic,
    WrittenReview,
)
from litgauge.tasks.benchmarks.literature_review.scoring import count_rows, task_results
from litgauge.tasks.benchmarks.literature_review.settings import SETTINGS, MaterialSettings
from litgauge.tasks.benchmarks.literature_review.study import relative_gain
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge.grading import failures
from litgauge.tasks.offline.reviews import written_review
from litgauge.tasks.releases.release import load
from litgauge.tasks.statistics import Group, Ratio, TaskScore
from tests.benchmarks.scinetbench.frozen import frozen_network
from tests.tables import each_row


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> NetworkRelease:
    storage = Storage(str(tmp_path_factory.mktemp("study")))
    return load_network(load(storage, frozen_network(storage).name))


def materials(network: NetworkRelease, named: str = "sub-fields", **settings: Any) -> dict[tuple[str, str], Material]:
    topics = chosen_topics(network, named, Path(), None, 0)
    found = Materials(network, topics, MaterialSettings(**settings))
    return {(topic.topic, setting): found.of(topic, setting) for topic in topics for setting in SETTINGS}


@pytest.mark.slow
def test_each_setting_gives_its_own_relations_and_no_more(network: NetworkRelease) -> None:
    found = materials(network)
    assert found["owls", "none"].text == ""
    assert found["owls", "none"].applies
    ego, pair, path = (found["owls", name].text for name in ("ego", "pair", "path"))
    assert ego.index("Owls in flight") < ego.index("Discs of owls") < ego.index("disruptive")
    assert "cited" not in ego.lower()
    assert "“Gulls at sea” (2005, OpenAlex W5) — with approval: “We build on discs.”" in pair
    assert "In “Gulls at sea” (2005, OpenAlex W5), with “Gulls of roofs” (2004, OpenAlex W4): We build on" in pair
    assert [path.index(f"OpenAlex W{work})") for work in (1, 3, 5, 6)] == sorted(
        path.index(f"OpenAlex W{work})") for work in (1, 3, 5, 6)
    )
    assert "“untitled” (2006" in path  # a work without a title
    assert found["owls", "path"].works == 4
    assert found["owls", "ego"].sha256 == hashlib.sha256(ego.encode()).hexdigest()
    short = materials(network, works=1, abstract_characters=0)["owls", "ego"]
    assert (short.works, "Of Owls" in short.text) == (2, False)


@pytest.mark.slow
def test_a_setting_without_material_is_not_applicable_and_says_why(network: NetworkRelease) -> None:
    found = materials(network)
    assert found["gulls", "ego"].applies
    for setting, why in (("pair", "no pair-wise query"), ("path", "no path-wise query")):
        assert not found["gulls", setting].applies
        assert why in found["gulls", setting].reason
    assert ("auks", "none") not in found  # nothing is asked about it


def test_paths_are_topics_as_in_the_paper(network: NetworkRelease) -> None:
    (topic,) = chosen_topics(network, "paths", Path(), 20, 0)
    assert (topic.topic, topic.newer, topic.older) == ("owls-lineage-W6-W1", 6, 1)
    assert materials(network, "paths")["owls-lineage-W6-W1", "path"].works == 4


def test_what_a_writer_is_told_cannot_be_ended_from_within(network: NetworkRelease) -> None:
    text = materials(network)["owls", "pair"].text
    assert "</material>" in text
    told = with_material("Write.", text)
    assert told.count("</material>") == 1
    assert told.endswith("</material>\n")
    assert material_of(told).startswith("### Around one work")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plain.txt", "Owls\n\n  gulls  and terns \nMoths\n"),
        ("comma.csv", "topic,notes\nOwls,mine\n Gulls and Terns ,\nMoths,x\n"),
        ("excel.csv", "\ufeffName;;Sub_Field;\r\nOwls;;;\r\ngulls and terns;;GULLS-and terns;\r\nMoths;;;\r\n"),
        ("lines.jsonl", '{"title": "Owls"}\n{"query": "Gulls & Terns", "sub_field": "gulls"}\n{"topic": "Moths"}\n'),
    ],
)
def test_topics_of_any_file(network: NetworkRelease, tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    found = read_topics(path, network)
    assert [topic.sub_field for topic in found] == ["owls", "gulls", ""]
    assert found[2].topic == "moths"
    moths = Materials(network, found, MaterialSettings()).of(found[2], "ego")
    assert (moths.applies, moths.reason) == (False, "the release has no sub-field of this name")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("topic\nOwls\nowls\n", "csv:2"),
        ("topic,sub_field\nOwls,Eagles\n", "'Eagles'"),
        ("topic,newer,older\nOwls,W6,\n", "belong together"),
        ("topic,newer,older\nOwls,Owls in flight,W1\n", "csv:2, newer"),
        ("topic,id\n,7\n", "csv:2"),
        ("subject\nOwls\n", "no column topic"),
        ("", "no topic"),
        ("topic\n???\n", "give it an id"),
        ("topic\nOwls,and,gulls\n", "csv:2"),
        (f"topic\n{'owl ' * 100}\n", "at most 300"),
    ],
)
def test_a_file_of_topics_that_cannot_be_used_names_the_line(
    network: NetworkRelease, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "topics.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnusableInput) as error:
        read_topics(path, network)
    assert said in str(error.value)


def test_topics_may_name_the_ends_of_a_line_of_research(network: NetworkRelease, tmp_path: Path) -> None:
    path = tmp_path / "topics.csv"
    path.write_text("id,topic,newer,older\nof-discs,Owls,https://openalex.org/W6,w1\nothers,Owls,W5,W1\n")
    discs, others = read_topics(path, network)
    check_works([discs, others], network)
    found = Materials(network, [discs, others], MaterialSettings())
    assert found.of(discs, "path").works == 4
    assert "between its two works" in found.of(others, "path").reason
    with pytest.raises(UnusableInput, match="W99"):
        check_works([replace(discs, older=99)], network)


def reply(**scores: Any) -> dict[str, Any]:
    given = {name: scores.get(name, 5) for name in DIMENSIONS}
    return {name: {"reason": "It is there.", "score": score} for name, score in given.items() if score is not None}


@each_row("written, read", [(7, 7), ("7", 7), ("7/10", 7), (" 10 / 10 ", 10), ("8.0", 8)])
def test_a_grade_is_read_as_models_write_it(written: Any, read: int) -> None:
    assert ReviewGrades.model_validate(reply(depth=written)).depth.score == read


@each_row("written", [0, 11, "4/5", "70", "good", 7.5, "", "0/10", None, True])
def test_what_is_no_grade_is_no_reply(written: Any) -> None:
    with pytest.raises(ValidationError):
        ReviewGrades.model_validate(reply(depth=written))


def test_a_ranking_names_every_review_once() -> None:
    def ranks(*pairs: tuple[str, int]) -> dict[str, int] | str:
        placed = [{"letter": letter, "rank": rank} for letter, rank in pairs]
        answer = Ranking.model_validate({"reason": "depth", "ranks": placed})
        return ranking_fault(answer, "ABC") or competition_ranks(answer)

    assert ranks(("Review A", 1), ("b", 1), ("C.", 3)) == {"A": 1, "B": 1, "C": 3}
    assert ranks(("A", 4), ("B", 7), ("C", 9)) == {"A": 1, "B": 2, "C": 3}
    for wrong in ((("A", 1), ("B", 2)), (("A", 1), ("A", 2), ("C", 3)), (("A", 1), ("B", 2), ("C", 3), ("D", 4)), ()):
        assert "each of A, B, C once is asked" in ranks(*wrong)


def test_orders_are_balanced_and_drawn_by_seed_and_topic() -> None:
    items = ["none", "ego", "pair", "path"]
    orders = shown_orders(items, "owls", 8, seed=3)
    places = {one: sum(order.index(one) for order in orders) / len(orders) for one in items}
    assert set(places.values()) == {1.5}
    assert len({tuple(order) for order in orders}) == 8
    assert orders == shown_orders(items, "owls", 8, seed=3)
    assert len({tuple(shown_orders(items, f"topic {n}", 1, 0)[0]) for n in range(50)}) > 10
    assert shown_orders([], "owls", 2, 0) == [[], []]


def test_rules_tell_a_review_that_names_works_from_one_that_does_not(network: NetworkRelease) -> None:
    material = materials(network)["owls", "path"].text
    with_works, without = written_review("Owls", material), written_review("Owls", "")
    good, poor = (REVIEW_QUALITY.offline(quality_inputs("A review on owls.", text)) for text in (with_works, without))
    assert good.completeness.score > poor.completeness.score
    ranking = REVIEW_RANKING.offline(ranking_inputs("On owls.", [without, f"=== A ===\n{with_works}"]) | {"fault": ""})
    assert {one.letter: one.rank for one in ranking.ranks} == {"B": 1, "A": 2}


def study() -> StudyRows:
    tasks = [ReviewTask(f"{topic}-{setting}", topic, setting) for topic in "ab" for setting in ("none", "path")]  # type: ignore[arg-type]
    topics = {topic: ReviewTopic(topic, topic, "", "", None, None, f"Write on {topic}.") for topic in "ab"}
    given = {(one.topic, one.setting): Material(one.topic, one.setting, True, "", "", "", 0) for one in tasks}
    return StudyRows("literature-review@1", "", topics, given, tuple(tasks), {})


def test_a_judge_that_failed_is_no_low_grade() -> None:
    answers = [WrittenReview("a-none", "a-none.md", "Owls."), WrittenReview("a-path", "a-path.md", " \n")]
    answers += [WrittenReview("b-none", "", ""), WrittenReview("b-path", "x", "Gulls.")]
    told = (6, "review_quality@1", "judge", "")
    grades = [ReviewGrade("a-none", name, 4, "", *told) for name in DIMENSIONS]
    grades += [ReviewGrade("b-path", name, None, "refused: no", *told) for name in DIMENSIONS]
    from litgauge.tasks.benchmarks.literature_review.metrics import depth, quality

    rows = {"answers": answers, "grades": grades}
    scores = {one.task_id: (depth.score(one), quality.score(one)) for one in task_results(rows, study())}
    assert [score.value for score in scores["a-none"]] == [4.0, 4.0]
    assert {score.state for score in scores["b-path"]} == {"unscored"}
    for empty in ("a-path", "b-none"):
        assert {(score.state, score.value) for score in scores[empty]} == {("missing", 1.0)}
    assert sorted(failures([REVIEW_GRADES], rows)) == ["", "refused: no"]
    telling = WrittenReview("a-path", "", "As the material provided shows, owls came first.")
    assert [count_rows({"answers": of})["telling_reviews"] for of in (answers, [telling])] == [0, 1]


def score(topic: str, value: float | None, state: str = "scored") -> TaskScore:
    groups = (Group("setting", "path"),)
    return TaskScore(topic, topic, groups, "quality", state, value, value or 0, 1.0, "")  # type: ignore[arg-type]


def test_the_gain_is_a_ratio_of_means_over_topics_with_both() -> None:
    base = [score("a", 4), score("b", 6), score("c", 5), score("d", None, "unscored")]
    given = [score("a", 6), score("b", 6), score("d", 9), score("e", 9)]
    gain = relative_gain(given, base)
    assert (gain.topics, gain.base, gain.given) == (2, 5.0, 6.0)
    assert gain.gain == pytest.approx(0.2)
    assert gain.interval is not None
    assert (gain.interval.low, gain.interval.high) == pytest.approx((0.0, 0.5))
    assert relative_gain([score("x", 9)], base).gain is None
    assert Ratio(12, 10).value - 1 == pytest.approx(gain.gain)


def test_reviews_are_read_from_files_and_lines(tmp_path: Path) -> None:
    (tmp_path / "a-none.md").write_text("\ufeff# Owls", encoding="utf-8")
    (tmp_path / "rest.jsonl").write_text(
        '{"task_id": "a-path", "answer": "Of owls."}\n{"id": "b-none"}\nno JSON\n{"id": "zzz", "report": "?"}\n'
        '{"id": "a-none", "report": "again"}\n[1]\n'
    )
    (tmp_path / "notes.pdf").write_bytes(b"%PDF")
    found = read_answers(ANSWERS, tmp_path, "me", study())
    assert [(row.task_id, row.text) for row in found.rows["answers"]] == [
        ("a-none", "# Owls"), ("a-path", "Of owls."), ("b-none", ""), ("b-path", ""),
    ]  # fmt: skip
    assert {kind: len(lines) for kind, lines in found.listed.items()} == {
        "unmatched": 1, "broken": 3, "doubles": 1, "ignored": 1, "missing": 2,
    }  # fmt: skip
    with pytest.raises(UnusableInput):
        read_answers(ANSWERS, tmp_path / "notes.pdf", "me", study())
