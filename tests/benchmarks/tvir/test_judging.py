"""A judge's answers about a report with figures, to rows: what counts, what is repaired, what is our failure."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from litgauge.tasks.benchmarks.tvir.judging import textual
from litgauge.tasks.benchmarks.tvir.judging.questions import (
    ALIGNMENT,
    COMPOSITION,
    CONTRADICTIONS,
    DEPTH,
    SUPPORT,
    WRITING,
    Contradictions,
    InstructionAlignment,
    MultimodalComposition,
)
from litgauge.tasks.benchmarks.tvir.judging.textual import CitedFact, ShownReport
from litgauge.tasks.figures import gradings as visual
from litgauge.tasks.figures.questions import (
    CAPTION_QUALITY,
    CHART_QUALITY,
    CHART_SOURCES,
    CONTEXT_INTEGRATION,
    CaptionQuality,
    ChartSources,
)
from litgauge.tasks.figures.shown import PixelMeasures, ShownFigure
from litgauge.tasks.judge.grading import Judgement, failures
from litgauge.tasks.llm.pictures import PictureInput
from litgauge.tasks.llm.question import Question
from tests.tables import each_row

SOURCE = ("q@1", "m", "key")
TEXT = (
    "# Owls\n\nThe valley had 40 owls in 2020, counted by three wardens at night.\n\n"
    "Later the report says that the valley had 75 owls in 2020, counted by three wardens at night.\n"
)
REPORT = ShownReport("r1", 1, "Count the owls.", TEXT, ("Is the number of owls given?", "Is there a chart of owls?"))
PICTURE = PictureInput("ab" * 32, "image/png", 1000, 640, 480)
FIGURE = ShownFigure(
    "r1", 1, 3, (PICTURE,), PixelMeasures(0.1, blank=False, tofu=False, short_side=480), "Figure 1",
    "Owls counted in the valley", "As Figure 1 shows, owls were counted in the valley.\n<figure>", "compared", "",
    "[page 1] Owls\nIn the valley 40 owls were counted by wardens in 2020.",
)  # fmt: skip


def graded(score: int = 8) -> dict[str, Any]:
    return {"reason": "because", "score": score}


def heard(answer: Any, fault: str = "") -> Judgement[Any]:
    return Judgement(answer, "", SOURCE, fault)


FAILED: Judgement[Any] = Judgement(None, "no-answer", SOURCE)


def test_every_item_is_answered_once_and_the_fault_names_the_others() -> None:
    answer = InstructionAlignment.model_validate(
        {"items": [{"number": 1, "reason": "x", "extent": "full"}, {"number": 3, "reason": "x", "extent": "none"}]}
    )
    assert textual.alignment_fault(REPORT, answer) == (
        "items without answer: 2; items that were not given, or are answered twice: 3"
    )


@each_row("said, read", [(1, "full"), (0.5, "partial"), ("0", "none"), ("0.5", "partial"), ("full", "full")])
def test_an_extent_may_be_a_number(said: Any, read: str) -> None:
    answer = InstructionAlignment.model_validate({"items": [{"number": 1, "reason": "x", "extent": said}]})
    assert answer.items[0].extent == read


@each_row("said", ["8/20", 0, 11, True, "good", None, 7.5])
def test_a_grade_that_is_none_is_refused(said: Any) -> None:
    with pytest.raises(ValidationError):
        MultimodalComposition.model_validate(
            {"layout": {"reason": "x", "score": said}, "variety": {**VARIETY, "score": 5}}
        )


VARIETY: dict[str, Any] = {"topic": "balanced", "image_kinds": ["a", "A "], "chart_kinds": ["bar"], "reason": "x"}


def test_a_grade_outside_the_range_is_asked_for_again_and_then_moved() -> None:
    answer = MultimodalComposition.model_validate({"layout": graded("8/10"), "variety": {**VARIETY, "score": 9}})  # type: ignore[arg-type]
    assert "from 5 to 6, not 9" in textual.composition_fault(REPORT, answer)
    rows = textual.COMPOSITION_GRADING.rows(REPORT, heard(answer, "outside"))
    assert [(row.dimension, row.score, row.raw) for row in rows[:2]] == [("layout", 8, 8), ("variety", 6, 9)]
    assert (rows[2].image_kinds, rows[2].chart_kinds, rows[2].low, rows[2].high) == (1, 1, 5, 6)
    assert textual.COMPOSITION_GRADING.keeps_unsound


def test_only_contradictions_with_two_quotes_of_the_report_count_and_each_once() -> None:
    pair = {"first": "The valley had 40 owls in 2020", "second": "the valley had 75 owls in 2020"}
    answer = Contradictions.model_validate(
        {
            "contradictions": [
                {"description": "40 or 75", **pair},
                {"description": "75 or 40", "first": pair["second"], "second": pair["first"]},
                {"description": "made up", "first": pair["first"], "second": "there were no wardens at all"},
            ],
            "total": 7,
        }
    )
    count, *issues = textual.CONTRADICTIONS_GRADING.rows(REPORT, heard(answer))
    assert (count.issues, count.stated, count.figure) == (1, 7, -1)
    assert [issue.reason for issue in issues] == [
        "",
        "listed before",
        "not in the report: there were no wardens at all",
    ]


def test_a_contradiction_with_a_source_needs_words_of_the_source() -> None:
    answer = ChartSources.model_validate(
        {
            "picture_seen": True,
            "summary": "the bar of 2020",
            "contradictions": [
                {"description": "40", "shown": "75 owls", "quote": "In the valley 40 owls were counted"},
                {"description": "made up", "shown": "75 owls", "quote": "no owl was ever counted there"},
            ],
        }
    )
    count, *issues = visual.CHART_SOURCES_GRADING.rows(FIGURE, heard(answer))
    assert (count.issues, count.figure, [issue.counted for issue in issues]) == (1, 3, [True, False])


@pytest.mark.parametrize("grading", [visual.CAPTION_GRADING, visual.CONTEXT_GRADING, visual.CHART_SOURCES_GRADING])
def test_a_judge_that_saw_no_picture_is_asked_again(grading: Any) -> None:
    class Blind:
        picture_seen = False

    assert "no picture" in grading.fault(FIGURE, Blind())


def test_a_weak_caption_is_replaced_and_a_missing_one_graded_zero() -> None:
    weak = CaptionQuality.model_validate(
        {
            "picture_seen": True, "accuracy": graded(6), "sufficiency": graded(9), "clarity": graded(9),
            "better_caption": " Owls \n of the valley ",
        }
    )  # fmt: skip
    *grades, revision = visual.CAPTION_GRADING.rows(FIGURE, heard(weak))
    assert ([row.score for row in grades], revision.caption) == ([6, 9, 9], "Owls of the valley")
    good = weak.model_copy(update={"accuracy": weak.clarity})
    assert len(visual.CAPTION_GRADING.rows(FIGURE, heard(good))) == 3
    without = ShownFigure(**{**_fields(FIGURE), "caption": ""})
    *grades, revision = visual.CAPTION_GRADING.rows(without, heard(good))
    assert ([row.score for row in grades], revision.caption) == ([0, 0, 0], "Owls of the valley")


def _fields(figure: ShownFigure) -> dict[str, Any]:
    return {name: getattr(figure, name) for name in ShownFigure.__dataclass_fields__}


@each_row(
    "grading, thing",
    [
        (textual.ALIGNMENT_GRADING, REPORT),
        (textual.WRITING_GRADING, REPORT),
        (textual.COMPOSITION_GRADING, REPORT),
        (textual.CONTRADICTIONS_GRADING, REPORT),
        (visual.CHART_QUALITY_GRADING, FIGURE),
        (visual.CAPTION_GRADING, FIGURE),
        (visual.CHART_SOURCES_GRADING, FIGURE),
    ],
)
def test_a_failed_judge_leaves_rows_without_a_value(grading: Any, thing: Any) -> None:
    rows = grading.rows(thing, FAILED)
    assert rows
    assert all(grading.failed(row) for row in rows)
    assert grading.outcomes(rows) == ["no-answer"]


def test_a_fact_with_an_unread_page_is_unscored_unless_the_others_bear_it_out() -> None:
    fact = CitedFact("r1", 1, 0, "40 owls", "", ("p1",), "In the valley 40 owls", "compared", 1, "p2: timeout")

    def outcome(verdict: str) -> str:
        answer = SUPPORT.answer.model_validate({"reason": "x", "verdict": verdict})
        (row,) = textual.SUPPORT_GRADING.rows(fact, heard(answer))
        return str(row.outcome)

    assert [outcome(verdict) for verdict in ("supported", "partial", "unsupported")] == [
        "supported",
        "failed",
        "failed",
    ]


def test_a_page_that_we_could_not_get_is_no_failure_of_the_judge() -> None:
    fact = CitedFact("r1", 1, 0, "40 owls", "", (), "", "failed", 1, "http-403")
    rows = {"support": [textual.unasked_support(fact)]}
    assert rows["support"][0].outcome == "failed"
    assert failures([textual.SUPPORT_GRADING], rows) == []


@each_row(
    "question, inputs",
    [
        (
            SUPPORT,
            {"statement": "The valley had 40 owls.", "passages": "In 2020 the valley had 40 owls.", "context": ""},
        ),
        (ALIGNMENT, {"items": "1. Is the number of owls given?\n2. Is there a chart?", "report": TEXT, "task": ""}),
        (WRITING, {"report": TEXT}),
        (WRITING, {"report": ""}),
        (DEPTH, {"task": "Count the owls.", "report": TEXT}),
        (CONTRADICTIONS, {"report": TEXT}),
        (COMPOSITION, {"report": TEXT, "image_kinds": ["photo"], "chart_kinds": []}),
        (CHART_QUALITY, {"measures": {"ink": 0.0, "blank": True}}),
        (CAPTION_QUALITY, {"caption": "none", "context": TEXT, "measures": {}}),
        (CONTEXT_INTEGRATION, {"label": "Figure 1", "caption": "Owls", "context": "Figure 1 shows owls."}),
        (CHART_SOURCES, {"caption": "In 2020 the valley had 75 owls.", "passages": "In 2020 the valley had 40 owls."}),
    ],
)
def test_rules_answer_every_question(question: Question[Any], inputs: dict[str, Any]) -> None:
    assert isinstance(question.offline(inputs), question.answer)


def test_rules_find_two_numbers_for_one_thing_and_an_empty_chart() -> None:
    counted = "The northern valley had {} breeding owls, counted by wardens."
    answer = CONTRADICTIONS.offline({"report": f"{counted.format(40)}\n\n{counted.format(75)}"})
    assert answer.total == 1
    blank = CHART_QUALITY.offline({"measures": {"ink": 0.0, "blank": True}})
    assert not any(getattr(blank, name) for name in ("no_overlap", "rendering", "contrast"))
