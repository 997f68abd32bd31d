"""Where the experts' papers are lost: told by what the task gave, and by what searches and pages showed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.taxobench.parts import add_part_tasks
from litgauge.tasks.agents.shown_texts import shown_texts
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import ShownPage
from litgauge.tasks.benchmarks.taxobench.answers import given_tasks, task_spellings
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.fates import paper_fates
from litgauge.tasks.benchmarks.taxobench.importing import import_published
from litgauge.tasks.benchmarks.taxobench.page.grids import loss_grids, losses_value
from litgauge.tasks.benchmarks.taxobench.page.losses import losses
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows, load_release_rows
from litgauge.tasks.benchmarks.taxobench.rows import AnswerPaper, TreeAnswer
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.report_views import agent_views
from litgauge.tasks.llm.prices import Usage
from litgauge.tasks.llm.replies import Replies, StoredReply
from litgauge.tasks.records.trajectories import AgentCall
from litgauge.tasks.releases.release import load
from tests.benchmarks.taxobench.test_analysis import run

SAMPLE = Path(__file__).parents[3] / "data" / "sample" / "taxobench" / "surveys.jsonl"
PART = "survey-1-part-50"


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Storage:
    storage = Storage(str(tmp_path_factory.mktemp("store")))
    import_published(storage, SAMPLE)
    add_part_tasks(storage, "taxobench@1", [0.25, 0.5, 0.5])
    return storage


@pytest.fixture(scope="module")
def release(storage: Storage) -> TaxoRows:
    return load_release_rows(load(storage, "taxobench@2"))


def call(tool: str, reply: str = "", addresses: tuple[str, ...] = (), status: Any = "ok") -> AgentCall:
    return AgentCall(
        "survey-1-research", 1, tool, "", status, "", "", addresses, reply, "", 0, 0, 0.0, 0.0, "2026-01-01"
    )


def kept(storage: Storage, key: str, body: dict[str, Any]) -> str:
    reply = StoredReply(key, "search", "tool", {}, body, Usage(0, 0), 0.0, 0.0, "2026-01-01")
    return Replies(storage).keep(reply).key


def test_what_searches_and_pages_showed(storage: Storage) -> None:
    hits = [
        {"title": "Barn owls by night", "url": "https://a.example/1", "snippet": "They fly."},
        {"title": "The survey itself", "url": "https://a.example/2", "snippet": "It was withheld."},
    ]
    found = kept(storage, "aa01", {"hits": hits})
    page = kept(storage, "aa02", {"title": "A list", "text_blob": storage.keep_blob(b"Snowy owls in winter")})
    calls = [
        call("search", found, ("https://a.example/1",)),
        call("read_page", page),
        call("read_page", kept(storage, "aa03", {"error": "gone"}), status="error"),
        call("model", "lost"),
    ]
    texts = shown_texts(storage, calls)["survey-1-research"]
    assert texts == ("Barn owls by night\nhttps://a.example/1\nThey fly.", "A list\nSnowy owls in winter")
    assert shown_texts(storage, [*calls, call("command", "lost")]) == {}  # nobody knows what a program saw


def test_tasks_that_give_part_of_the_papers(storage: Storage, release: TaxoRows) -> None:
    quarter, half = (release.part_given[f"survey-1-part-{share}"] for share in (25, 50))
    papers = release.papers["survey-1"]
    assert quarter < half
    assert len(half) == round(len(papers) / 2)
    given = next(task for task in given_tasks(release) if task.task_id == PART)
    assert given.papers == ()  # to be found and organised: not a task of agents that organise alone
    assert all((paper.title in given.text) == (paper.paper in half) for paper in papers)
    assert PART in task_spellings("1", {"mode": "part-50"})
    modes = [task.mode for task in release.tasks]
    assert {mode: modes.count(mode) for mode in set(modes)} == {"deep-research": 3, "bottom-up": 3, "part-given": 6}
    assert not add_part_tasks(storage, "taxobench@2", [0.5, 0.25])["new"]
    for wrong in ([0.0], [1.0], [float("nan")]):
        with pytest.raises(UnusableInput, match="between 0 and 1"):
            add_part_tasks(storage, "taxobench@2", wrong)


def placed(release: TaxoRows, task_id: str, nodes: dict[int, int]) -> list[AnswerPaper]:
    """The experts' papers at these positions, at these topics of an agent's tree."""
    titles = [paper.title for paper in release.trees["survey-1"].papers]
    return [
        AnswerPaper(task_id, at, node, titles[position], position, "title")
        for at, (position, node) in enumerate(nodes.items())
    ]


def test_each_paper_has_one_fate(release: TaxoRows) -> None:
    expert = release.trees["survey-1"]
    places = {position: paper.node for position, paper in enumerate(expert.papers)}
    renumbered = {position: 40 - node for position, node in places.items()}  # other topics, the same groups
    answer = TreeAnswer("survey-1-research", "", "")

    def fates(nodes: dict[int, int], shown: Any = None, task_id: str = "survey-1-research") -> dict[int, str]:
        texts = {task_id: shown} if shown is not None else {}
        given = replace(answer, task_id=task_id)
        return {row.position: row.fate for row in paper_fates([given], placed(release, task_id, nodes), release, texts)}

    assert set(fates(renumbered).values()) == {"placed"}
    first, *rest = renumbered
    other = next(position for position in rest if places[position] != places[first])
    assert fates({**renumbered, first: renumbered[other]})[first] == "misplaced"
    one_topic = fates(dict.fromkeys(renumbered, 1))
    largest = max(list(places.values()).count(node) for node in set(places.values()))
    assert list(one_topic.values()).count("placed") == largest  # the topic has one partner

    without = {position: renumbered[position] for position in rest}
    assert fates(without)[first] == "unknown"
    assert fates(without, ["Nothing of it"])[first] == "never-found"
    assert fates(without, [f"1. {expert.papers[first].title}. 2021"])[first] == "dropped"
    assert fates(without, (), "survey-1-bottom-up")[first] == "dropped"  # it was given
    in_part = fates({}, (), PART)
    assert sorted(in_part.values()).count("dropped") == len(release.part_given[PART])
    assert sorted(in_part.values()).count("never-found") == len(in_part) - len(release.part_given[PART])


def test_shares_by_mode_and_what_was_given(release: TaxoRows) -> None:
    loaded = run(release, "finder", "part-given", 0.5, 0.5)
    answers = [TreeAnswer(task.task_id, "", "") for task in release.tasks if task.mode == "part-given"]
    rows = {**loaded.rows, "paper_fates": tuple(paper_fates(answers, [], release, {PART: ()}))}
    page = ShownPage(release, agent_views(TAXOBENCH, release, [replace(loaded, rows=rows)], None))
    given, found = losses(page)
    assert (given.part, given.shares["dropped"].share, found.part) == ("given", 1.0, "not given")
    assert found.shares["never-found"].papers == len(release.papers["survey-1"]) - len(release.part_given[PART])
    assert found.shares["dropped"].share is None  # five of six tasks left no record
    (grid,) = loss_grids([given, found])
    assert [row.cells[3].text for row in grid.rows] == ["0.0 %", "0.0 %"]
    assert losses_value([given])["losses"][0]["fates"]["dropped"]["papers"] == given.papers
