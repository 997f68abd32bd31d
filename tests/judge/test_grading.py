"""A judge grades things: what is asked, what becomes of an answer, and what is kept of a failure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from litgauge.tasks.benchmark import grade_labels, known_benchmarks
from litgauge.tasks.benchmarks.literature_review.judging import REVIEW_GRADES, REVIEW_RANKS
from litgauge.tasks.benchmarks.scinetbench.judging import GRADES
from litgauge.tasks.benchmarks.taxobench.judging import TREE_ERRORS, TREE_GRADES
from litgauge.tasks.engine import Context, ItemInput
from litgauge.tasks.engine.code_digest import Target, targets_of
from litgauge.tasks.engine.memory import Outcome
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge.grading import Grading, Judgement, budget_left, failures
from litgauge.tasks.llm.question import Question
from tests.engine.counting import count_letters
from tests.judge.judges import KEY_ENV, data_in, door_to
from tests.llm.openai_server import KEY, Asked, OpenAIServer
from tests.tables import each_row

SHIPPED = (TREE_GRADES, TREE_ERRORS, GRADES, REVIEW_GRADES, REVIEW_RANKS)
REPEATED = "it says the same twice"


class Colours(BaseModel):
    """The colours of a bird."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    colours: list[str]


@dataclass(frozen=True, slots=True)
class Bird:
    """What is judged."""

    task_id: str
    name: str


@dataclass(frozen=True, slots=True)
class ColourGrade:
    """How many colours a bird has."""

    task_id: str
    dimension: str
    score: int | None
    reason: str
    question: str
    model: str
    reply: str


def rows_of(bird: Bird, judgement: Judgement[Colours]) -> list[ColourGrade]:
    score = len(judgement.answer.colours) if judgement.answer else None
    return [ColourGrade(bird.task_id, "colours", score, judgement.failure, *judgement.source)]


def repeated(_bird: Bird, answer: Colours) -> str:
    return REPEATED if len(set(answer.colours)) < len(answer.colours) else ""


@pytest.fixture
def grading(tmp_path: Path) -> Grading[Bird, Colours]:
    """A grading whose question asks for the colours of a bird; a bird without name has none."""
    (tmp_path / "bird_colours.md").write_text("You know birds.\n---\nWhich colours has {{name}}? {{fault}}\n")
    question = Question("bird_colours", 1, Colours, lambda _inputs: Colours(colours=["grey"]), folder=tmp_path)
    return Grading(
        name="bird-colours",
        role="birds",
        things="birds",
        thing=Bird,
        table="colour_grades",
        row=ColourGrade,
        questions=(question,),
        ask=lambda bird: (question, {"name": bird.name}) if bird.name else None,
        rows=rows_of,
        fault=repeated,
    )


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """A model that knows owls, repeats itself about gulls until told, about terns always, and of auks says nothing."""
    monkeypatch.setenv(KEY_ENV, KEY)

    def colours(asked: Asked) -> dict[str, Any]:
        inputs = data_in(asked.user)
        if inputs["name"] == "auk":
            return {"colours": "black and white"}
        again = inputs["name"] == "tern" or (inputs["name"] == "gull" and inputs["fault"] != REPEATED)
        return {"colours": ["white", "white"] if again else ["white", "brown"]}

    with OpenAIServer({"bird_colours": colours}, schemas="ignored") as server:
        yield server


def judged(
    grading: Grading[Any, Any], things: Sequence[Any], server: OpenAIServer, folder: Path, **changes: Any
) -> dict[str, Outcome]:
    items = [ItemInput(one.name, one.name, {"birds": (one,)}, {"birds": Bird}) for one in things]
    context = Context(Storage(str(folder)), None, model=door_to(server, folder / "replies", **changes))
    return {outcome.id: outcome for outcome in grading.stage.compute(items, context)}


BIRDS = [Bird(str(number), name) for number, name in enumerate(["owl", "gull", "tern", "auk", ""])]


@pytest.mark.slow
def test_an_answer_makes_rows_and_a_failure_rows_that_say_why(
    grading: Grading[Bird, Colours], model: OpenAIServer, tmp_path: Path
) -> None:
    found = judged(grading, BIRDS, model, tmp_path)
    rows: dict[str, Any] = {name: outcome.rows["colour_grades"] for name, outcome in found.items()}  # type: ignore[index]
    assert {name: [row.score for row in of] for name, of in rows.items()} == {
        "owl": [2], "gull": [2], "tern": [None], "auk": [None], "": [],
    }  # fmt: skip
    assert {name: outcome.settled for name, outcome in found.items()} == {
        "owl": True, "gull": True, "tern": False, "auk": False, "": True,
    }  # fmt: skip
    assert rows["tern"][0].reason == f"invalid-answer: {REPEATED}"
    assert rows["owl"][0].question == "bird_colours@1"
    assert rows["owl"][0].model == model.model
    assert rows["owl"][0].reply
    kept = {"colour_grades": [row for bird in BIRDS for row in rows[bird.name]]}
    first, second, third, fourth = grading.outcomes(kept["colour_grades"])
    assert (first, second, third) == ("", "", f"invalid-answer: {REPEATED}")
    assert fourth
    assert failures([grading], kept) == [first, second, third, fourth]
    assert budget_left([grading], kept) == 0
    labels = list(grade_labels("colour_grades")(kept))
    assert [(one.kind, one.label) for one in labels] == [("judge_colours", "2")] * 2 + [("judge_colours", None)] * 2


def test_what_was_answered_is_not_asked_again(
    grading: Grading[Bird, Colours], model: OpenAIServer, tmp_path: Path
) -> None:
    once = judged(grading, BIRDS[:3], model, tmp_path)
    asked = model.log.requests
    again = judged(grading, BIRDS[:3], model, tmp_path)
    assert {name: outcome.rows for name, outcome in once.items()} == {name: one.rows for name, one in again.items()}
    assert (asked, model.log.requests) == (5, 5)  # the gull and the tern twice


def test_what_the_budget_does_not_reach_is_no_failure_of_the_judge(grading: Grading[Bird, Colours]) -> None:
    rows = [
        ColourGrade(str(n), "colours", None, why, "q@1", "m", "") for n, why in enumerate(["budget: $1", "refused"])
    ]
    kept = {"colour_grades": [*rows, replace(rows[0], task_id="9", score=3)]}
    assert failures([grading], kept) == ["refused", ""]
    assert budget_left([grading], kept) == 1


def test_a_forecast_asks_what_the_stage_asks_first(
    grading: Grading[Bird, Colours], model: OpenAIServer, tmp_path: Path
) -> None:
    judged(grading, BIRDS[:1], model, tmp_path)
    asked = grading.first_question(ItemInput("owl", "", {"birds": (BIRDS[0],)}, {"birds": Bird}))
    assert asked is not None
    (body,) = model.log.bodies
    shown = data_in(str(body["messages"][-1]["content"]))
    assert shown == asked[1]
    assert grading.first_question(ItemInput("", "", {"birds": (BIRDS[4],)}, {"birds": Bird})) is None


@pytest.mark.parametrize("part", ["ask", "rows", "fault"])
def test_the_code_of_every_function_of_a_declaration_decides_the_rows(
    grading: Grading[Bird, Colours], part: str
) -> None:
    elsewhere = replace(grading, **{part: count_letters})
    assert Target(count_letters.__module__, count_letters.__name__) in targets_of(elsewhere.stage)


@each_row("grading", SHIPPED)
def test_what_a_benchmark_has_graded_is_kept_in_its_run(grading: Grading[Any, Any]) -> None:
    tables = {
        (table.name, table.row): benchmark.scoring
        for benchmark in known_benchmarks().values()
        for table in benchmark.scoring.tables
    }
    scoring = tables[grading.table, grading.row]
    assert grading.role in scoring.judged.values()
