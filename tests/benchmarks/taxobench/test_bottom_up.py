"""Organising papers from the bottom up: what holds, what is put right, and what fails visibly."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.base.errors import Failed, UnusableInput
from litgauge.tasks.benchmark import GivenPaper, GivenTask, PaperNote
from litgauge.tasks.benchmarks.taxobench.agents import BOTTOM_UP, BottomUpSettings, too_long
from litgauge.tasks.benchmarks.taxobench.bottom_up import (
    MOST_FAULTS,
    ORGANISE_PAPERS,
    Organised,
    Paper,
    Taxonomy,
    check_tree,
    organise,
    organising_inputs,
    tree_of_answer,
)
from litgauge.tasks.benchmarks.taxobench.trees import Tree, read_tree
from litgauge.tasks.benchmarks.taxobench.trees.tree import TreeBuilder, nested
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, Question, Replies, Reply, Unscored, open_door
from litgauge.tasks.llm.answers import read_answer
from tests.llm.openai_server import KEY, Asked, Faults, OpenAIServer
from tests.tables import each_row

TITLES = (
    "How barn owls locate prey by hearing",
    "Facial discs of owls as funnels of sound",
    "Silent feathers: an account of owl flight",
    "3D wind tunnels for birds of prey",
    "Wing loading of owls",
)
PAPERS = tuple(Paper(title, f"{title}\nAbstract: We say so [4].") for title in TITLES)
GOOD = {
    "name": "Owls",
    "subtopics": [
        {"name": "Hearing", "subtopics": [], "papers": ["1", "2"]},
        {"name": "Flight", "subtopics": [], "papers": ["3", "4", "5"]},
    ],
    "papers": [],
}


def grown(seed: int, papers: int) -> Tree:
    """A random tree that organises so many papers."""
    dice = random.Random(seed)
    builder = TreeBuilder()
    nodes = [builder.add("Root", -1)]
    for number in range(dice.randint(2, 9)):
        nodes.append(builder.add(f"Topic {number}", dice.choice(nodes)))
    leaves = [node for node in nodes if node not in builder.parents]
    places = [*leaves, *(dice.choice(leaves) for _ in range(papers))][: max(papers, len(leaves))]
    for number, node in enumerate(places, 1):
        builder.place(str(number), node)
    return builder.build()


def renamed(value: Any, name: str, topics: str, papers: str, paper: Callable[[str], Any]) -> Any:
    """The tree with other names of its parts."""
    found: dict[str, Any] = {name: value["name"]}
    if "subtopics" in value:
        found[topics] = [renamed(one, name, topics, papers, paper) for one in value["subtopics"]]
    if "papers" in value:
        found[papers] = [paper(one) for one in value["papers"]]
    return found


SHAPES: Mapping[str, Callable[[dict[str, Any], list[str]], str]] = {
    "as asked": lambda tree, _: json.dumps(tree),
    "in a fence, with words": lambda tree, _: (
        f"Here it is:\n```json\n{json.dumps(tree, indent=2)}\n```\nAll are there."
    ),
    "with thoughts": lambda tree, _: f"<think>{{'no'}}</think>{json.dumps(tree)}",
    "other names": lambda tree, _: json.dumps(renamed(tree, "topic", "children", "references", int)),
    "titles": lambda tree, titles: json.dumps(
        renamed(tree, "name", "subtopics", "papers", lambda number: titles[int(number) - 1])
    ),
    "numbers and titles": lambda tree, titles: json.dumps(
        renamed(tree, "name", "subtopics", "papers", lambda number: f"[{number}] {titles[int(number) - 1].upper()}")
    ),
    "objects": lambda tree, titles: json.dumps(
        renamed(tree, "label", "nodes", "papers", lambda number: {"title": titles[int(number) - 1]})
    ),
}


@each_row("shape", SHAPES)
@each_row("seed", range(4))
def test_trees_in_every_shape_that_models_write(shape: str, seed: int) -> None:
    tree = grown(seed, 12)
    titles = [
        f"A study of {word} in {n} parts"
        for n, word in enumerate(["owls", "bats", "moths", "gulls", "bees", "wasps", "ants"])
    ]
    titles += [
        f"On {word}, once more"
        for word in ["stones", "rivers", "clouds", "winds", "tides", "sands", "snow", "ice", "fog", "dew"]
    ]
    titles = titles[: len(tree.papers)]
    answer = read_answer(SHAPES[shape](nested(tree), titles), Taxonomy)
    assert isinstance(answer, Taxonomy)
    checked = check_tree(tree_of_answer(answer), titles)
    assert checked.faults == ()
    assert sorted(placed.title for placed in checked.tree.papers) == sorted(titles)
    assert len(checked.tree) == len(tree)


def broken(**changes: Any) -> Tree:
    tree = read_tree({**GOOD, **changes}).tree
    assert tree is not None
    return tree


LEAF = {"name": "All", "papers": ["1", "2", "3", "4", "5"]}


@each_row(
    "tree, told",
    [
        (broken(subtopics=[{"name": "All", "papers": ["1", "2", "4", "5"]}]), ["paper 3 is missing: “Silent"]),
        (broken(subtopics=[LEAF, {"name": "Again", "papers": ["2"]}]), ["“2” under “Owls” > “Again” stands somewhere"]),
        (broken(subtopics=[{"name": "All", "papers": [*LEAF["papers"], "6"]}]), ["“6” under “Owls” > “All” is none"]),
        (broken(subtopics=[LEAF, {"name": "Bare"}]), ["“Owls” > “Bare” has neither"]),
        (
            broken(subtopics=[{"name": "All", "papers": ["1", "2", "3", "4"]}], papers=["5"]),
            ["“Owls” has papers beside"],
        ),
        (broken(subtopics=[{**LEAF, "name": " "}]), ["a topic under “Owls” has no name"]),
        (broken(name=""), ["there is no topic at the top"]),
    ],
)
def test_every_fault_is_named(tree: Tree, told: list[str]) -> None:
    checked = check_tree(tree, TITLES)
    assert len(checked.faults) == len(told)
    for fault, start in zip(checked.faults, told, strict=True):
        assert fault.startswith(start)


def test_a_long_list_of_faults_is_cut_and_says_so() -> None:
    checked = check_tree(broken(), [f"Paper on {n} owls" for n in range(200)])
    assert checked.listed().count("\n") == MOST_FAULTS
    assert checked.listed().endswith("more")


def asked_of(answers: list[Any], faults: Faults | None = None) -> tuple[Organised, list[Asked]]:
    """What comes of a model that gives these answers one after the other."""
    heard: list[Asked] = []

    def answer(asked: Asked) -> dict[str, Any]:
        heard.append(asked)
        found: dict[str, Any] = answers[min(len(heard), len(answers)) - 1]
        return found

    kinds = {"organise_papers": answer, "organise_papers_again": answer}
    with OpenAIServer(kinds, faults=faults or Faults(), schemas="ignored") as server:
        settings = ModelSettings(
            provider="openai", model=server.model, base_url=server.url, api_key_env="KEY_OF_TEST", max_replies=2,
            backoff_s=0.01, backoff_max_s=0.02,
        )  # fmt: skip
        door = open_door(settings, replies=Replies(Storage(f"memory://bottom-up-{id(heard)}")), secrets=lambda _: KEY)
        return asyncio.run(organise("Owls", PAPERS, door.ask, attempts=3)), heard


def test_faults_are_told_and_put_right() -> None:
    wrong = {**GOOD, "subtopics": [{"name": "All", "subtopics": [], "papers": ["1", "2", "2", "4", "5"]}]}
    found, heard = asked_of([wrong, GOOD])
    assert found.tree is not None
    assert (found.replies, found.tree.names) == (2, ("Owls", "Hearing", "Flight"))
    assert [placed.title for placed in found.tree.papers] == list(TITLES)
    assert "paper 3 is missing" in heard[1].user
    assert "* 4" in heard[1].user  # its own tree stands beside the faults


@pytest.mark.slow
def test_what_stays_wrong_is_kept_with_its_faults() -> None:
    found, heard = asked_of([{**GOOD, "subtopics": [], "papers": ["1", "1", "9"]}, GOOD, {"apology": "I cannot"}])
    assert (found.replies, len(heard), found.faults) == (2, 2, ())
    found, heard = asked_of([{**GOOD, "subtopics": [], "papers": ["1", "1", "9"]}])
    assert found.tree is not None
    assert (found.replies, len(heard), len(found.faults)) == (3, 3, 6)
    assert [placed.title for placed in found.tree.papers] == [TITLES[0], TITLES[0], "9"]
    found, _ = asked_of([{**GOOD, "subtopics": []}, {"apology": "I cannot"}])
    assert found.tree is not None  # the last that is a tree
    assert found.failure is not None
    found, _ = asked_of([{"apology": "I cannot"}])
    assert isinstance(found.failure, Unscored)
    assert found.failure.reason == "invalid-answer"


@pytest.mark.slow
def test_a_misbehaving_endpoint_is_borne() -> None:
    found, _ = asked_of([GOOD], Faults(rate=0.6, seed=4, kinds=("server-error", "cut-body", "rate-limit", "prose")))
    assert found.tree is not None or (found.failure is not None and found.failure.reason == "invalid-answer")


def test_rules_organise_every_paper_once() -> None:
    answer = ORGANISE_PAPERS.offline(organising_inputs("Owls", {n: one.lines for n, one in enumerate(PAPERS, 1)}))
    checked = check_tree(tree_of_answer(answer), TITLES)
    assert checked.faults == ()
    assert len(checked.tree.categories) > 1


def test_a_list_that_does_not_fit_says_how_much_it_is(tmp_path: Path) -> None:
    settings = ModelSettings(provider="openai", model="m")
    many = [Paper(f"Title {n}", f"Title {n}\nAbstract: {'owls ' * 200}") for n in range(300)]
    assert too_long("Owls", PAPERS, settings, 128_000) == ""
    told = too_long("Owls", many, settings, 64_000)
    assert told.startswith("300 papers are about 8")
    assert "64,000: nothing was asked" in told


TASK = GivenTask(
    "survey-1-bottom-up",
    "Organise these papers.",
    papers=tuple(
        GivenPaper(title, "We say so.", (PaperNote("summary", f"Problem: prey no. {number}."),) if number else ())
        for number, title in enumerate(TITLES)
    ),
    topic="Owls",
)


class ScriptedSession:
    """A session that has a model of its own."""

    def __init__(self, answer: Any, settings: ModelSettings) -> None:
        self.asked: list[tuple[str, Mapping[str, Any], int]] = []
        self._answer, self.model = answer, settings

    async def ask(self, question: Question[Any], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Any]:
        self.asked.append((question.name, inputs, sample))
        answer = self._answer if isinstance(self._answer, Unscored) else Taxonomy.model_validate(self._answer)
        return Reply(answer, question.label, "openai", "m", "", "", False, 1, 1, 0.0)


def given_by(answer: Any, **changes: Any) -> tuple[AgentAnswer, ScriptedSession]:
    settings = BottomUpSettings(model=ModelSettings(provider="openai", model="m"), **changes)
    session = ScriptedSession(answer, settings.model)
    return asyncio.run(BOTTOM_UP.make(settings).answer(TASK, session)), session  # type: ignore[arg-type]


def test_the_agent_gives_the_tree_with_the_titles_as_they_were_given() -> None:
    given, session = given_by(GOOD)
    assert given.outcome == "answered"
    tree = read_tree(given.text).tree
    assert tree is not None
    assert [placed.title for placed in tree.papers] == list(TITLES)
    assert "prey no." not in session.asked[0][1]["papers"]
    assert BOTTOM_UP.takes(TASK)
    assert not BOTTOM_UP.takes(GivenTask("survey-1-research", "Find papers."))


def test_an_input_adds_what_the_release_holds_of_each_paper() -> None:
    _, session = given_by(GOOD, input="summary", sample=2)
    (name, inputs, sample), *_ = session.asked
    assert (name, sample) == ("organise_papers", 20)
    assert f"[2] {TITLES[1]}\nAbstract: We say so.\nProblem: prey no. 1." in inputs["papers"]
    assert "prey no. 0" not in inputs["papers"]
    settings = BottomUpSettings(name="gpt", input="summary")
    assert settings.name == "gpt + summary"
    assert BottomUpSettings.model_validate(settings.model_dump()) == settings
    assert BottomUpSettings.model_validate({**settings.model_dump(), "input": "title-abstract"}).name == "gpt"
    BOTTOM_UP.check(settings, [TASK])  # one paper is without, and that is said
    with pytest.raises(UnusableInput, match="core task and contributions of any paper") as caught:
        BOTTOM_UP.check(BottomUpSettings(input="core-task"), [TASK])
    assert "litgauge taxobench inputs" in caught.value.next_step


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (Unscored("invalid-answer", "no JSON"), "invalid-answer"),
        (Unscored("refused", "no"), "refusal"),
        (Unscored("truncated", "cut"), "cut-off"),
        (Unscored("too-long", "HTTP 400"), "context-overflow"),
    ],
)
def test_what_the_model_fails_at_is_visible_and_counts_as_missing(answer: Any, outcome: str) -> None:
    given, _ = given_by(answer)
    assert given.outcome == outcome
    assert given.detail
    assert read_tree(given.text).missing


def test_a_tree_with_faults_is_the_answer_and_says_how_many() -> None:
    lacking = {"name": "Owls", "subtopics": [GOOD["subtopics"][0], {**LEAF, "papers": [], "subtopics": []}]}
    given, _ = given_by({**lacking, "papers": ["1"]})
    assert (given.outcome, given.detail.split(":")[0]) == ("imperfect", "6 faults in its tree after 3 tries")
    tree = read_tree(given.text).tree
    assert tree is not None
    assert (tree.names, len(tree.papers)) == (("Owls", "Hearing", "All"), 3)


def test_what_we_fail_at_is_not_the_models() -> None:
    with pytest.raises(Failed):
        given_by(Unscored("time-out", "300 s"))
    given, session = given_by(GOOD, context_tokens=1_000)
    assert (given.outcome, session.asked) == ("context-overflow", [])
    small = BottomUpSettings(model=ModelSettings(provider="openai", model="m"), context_tokens=1_000)
    assert BOTTOM_UP.asks is not None
    assert BOTTOM_UP.asks(small, TASK) is None
    assert BOTTOM_UP.asks(BottomUpSettings(), TASK) is not None
