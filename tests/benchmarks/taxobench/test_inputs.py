"""What is drawn from papers: every span stands in the paper, or its item is empty and says why."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.build.known_papers import WantedPaper, find_papers
from litgauge.tasks.benchmarks.taxobench.build.paper_questions import CoreTask, PaperSummary, draw_inputs
from litgauge.tasks.benchmarks.taxobench.build.paper_text import PaperText, find_span, read_sections
from litgauge.tasks.benchmarks.taxobench.build.settings import PaperSettings
from litgauge.tasks.benchmarks.taxobench.paper_inputs import describe_paper
from litgauge.tasks.benchmarks.taxobench.rows import PaperInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from litgauge.tasks.offline.paper import contributions_of, core_task_of, items_of
from litgauge.tasks.records import Section
from tests.llm.openai_server import KEY, Asked, OpenAIServer
from tests.tables import each_row

OWLS = PaperText(
    "s",
    1,
    "How Barn Owls Locate Prey",
    "However dark it is, barn owls strike. We present “facial discs” as funnels – of sound.",
    ("1 Introduction",),
    ("Owls hear\nmice under snow. It is key to their winter.",),
    "fulltext",
    "",
)


@each_row(
    "span, found",
    [
        ("barn owls strike", ("barn owls strike", "abstract")),
        ("BARN OWLS LOCATE", ("Barn Owls Locate", "title")),
        (
            'We present "facial discs" as funnels - of sound.',
            ("We present “facial discs” as funnels – of sound", "abstract"),
        ),
        ("owls hear mice under snow", ("Owls hear mice under snow", "1 Introduction")),
        ("owls hear … snow", None),
        ("barn owls", None),  # two words are no span
        ("owls hear rats under snow", None),
        ("", None),
    ],
)
def test_a_span_is_found_word_by_word(span: str, found: tuple[str, str] | None) -> None:
    assert find_span(span, OWLS) == found


Answers = Mapping[str, Callable[[Asked], Mapping[str, Any]]]


def drawn(
    answers: Answers, paper: PaperText, folder: Path, monkeypatch: pytest.MonkeyPatch, **parts: Any
) -> tuple[Any, int]:
    monkeypatch.setenv("OWL_KEY", KEY)
    with OpenAIServer(dict(answers)) as server:
        model = ModelSettings(provider="openai", model=server.model, base_url=server.url, api_key_env="OWL_KEY")
        door = open_door(model, replies=Replies(Storage(str(folder))))
        wanted = parts.get("parts", ("summary", "core-task", "contributions"))
        return asyncio.run(draw_inputs(door, paper, wanted)), server.log.requests


def item(span: str, **more: str) -> dict[str, str]:
    return {"name": "Discs", "said": "Discs gather sound.", "span": span, **more}


def test_a_span_that_is_not_there_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def summary(asked: Asked) -> dict[str, Any]:
        right = "rejected" in asked.user and "owls have wings" in asked.user
        return {"items": [item("barn owls strike" if right else "owls have wings", kind="problem")]}

    rows, requests = drawn({"paper_summary": summary}, OWLS, tmp_path, monkeypatch, parts=("summary",))
    [row] = rows.rows
    assert (row.kind, row.said, row.span, row.place, row.reason, requests) == (
        "problem",
        "Discs gather sound.",
        "barn owls strike",
        "abstract",
        "",
        2,
    )


@pytest.mark.slow
def test_what_stays_without_its_span_is_empty_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: Answers = {
        "paper_contributions": lambda _: {"items": [item("barn owls strike"), item("owls play the flute")]},
        "paper_core_task": lambda _: {"phrase": "Locating prey by hearing at night."},
    }
    rows, _ = drawn(answers, OWLS, tmp_path, monkeypatch, parts=("core-task", "contributions"))
    task, good, bad = rows.rows
    assert (task.kind, task.said, task.read_from) == ("core-task", "Locating prey by hearing at night", "fulltext")
    assert (good.said, good.position) == ("Discs gather sound.", 1)
    assert (bad.said, bad.span, bad.position) == ("", "", 2)
    assert bad.reason.startswith("span-not-found")
    assert "owls play the flute" in bad.reason
    assert not rows.failed


@pytest.mark.slow
def test_a_model_that_fails_leaves_the_reason_and_is_asked_again_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, _ = drawn(
        {"paper_core_task": lambda _: {"phrase": "Owls"}}, OWLS, tmp_path, monkeypatch, parts=("core-task",)
    )
    [row] = rows.rows
    assert rows.failed
    assert (row.kind, row.said) == ("none", "")
    assert row.reason.startswith("invalid-answer")


def test_about_a_title_alone_nothing_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = PaperText("s", 1, "Owls", "", (), (), "title", "no-source")
    rows, requests = drawn({}, bare, tmp_path, monkeypatch)
    assert [(row.part, row.kind, row.reason.partition(":")[0]) for row in rows.rows] == [
        (part, "none", "no-text") for part in ("summary", "core-task", "contributions")
    ]
    assert requests == 0


@pytest.mark.parametrize("phrase", ["Four words are few", "w " * 16, 'the "best" owl of them all'])
def test_a_core_task_has_5_to_15_words_and_no_quotes(phrase: str) -> None:
    with pytest.raises(ValidationError):
        CoreTask(phrase=phrase)


def test_a_summary_has_one_problem() -> None:
    twice = [{"kind": "problem", "name": "a", "said": "b", "span": "c"}] * 2
    with pytest.raises(ValidationError, match="2 items of kind problem"):
        PaperSummary.model_validate({"items": twice})


@pytest.mark.parametrize(
    "title", ["Owls", "Owls: Birds", "OwlNet: A Model for Hearing Prey at Night in Forests", "a " * 40]
)
def test_the_offline_core_task_is_always_valid(title: str) -> None:
    assert CoreTask(phrase=core_task_of(f"Title: {title}\n\nAbstract: x"))


def test_the_rules_copy_sentences_that_stand_in_the_paper(tmp_path: Path) -> None:
    door = open_door(ModelSettings(), replies=Replies(Storage(str(tmp_path))))
    rows = asyncio.run(draw_inputs(door, OWLS, ("summary", "core-task", "contributions"))).rows
    assert {row.kind for row in rows if row.part == "summary"} >= {"problem", "method"}
    assert all(row.said and row.model == "offline" for row in rows)


def test_the_three_inputs_tell_more_and_more() -> None:
    def row(part: str, position: int, kind: str, said: str) -> PaperInput:
        return PaperInput("s", 1, part, position, kind, "Name", said, "", "", "abstract", "", "", "", "")  # type: ignore[arg-type]

    rows = [
        row("contributions", 1, "contribution", "It gathers."),
        row("core-task", 1, "core-task", "locating prey by hearing at night"),
        row("summary", 2, "method", "It funnels."),
        row("summary", 1, "problem", "It is dark."),
        row("summary", 3, "method", ""),
    ]
    assert describe_paper("Owls", "", rows, "title-abstract") == "Owls"
    assert describe_paper("Owls", "Dark.", rows, "summary").split("\n") == [
        "Owls",
        "Abstract: Dark.",
        "Problem: Name. It is dark.",
        "Method: Name. It funnels.",
    ]
    assert describe_paper("Owls", "", rows, "core-task").split("\n")[1:] == [
        "Core task: locating prey by hearing at night",
        "Contribution: Name. It gathers.",
    ]


def test_introduction_and_conclusion_are_read() -> None:
    sections = [
        Section(1, name, f"{name} text") for name in ("1 Introduction", "2 Methods", "3 Conclusions", "Appendix")
    ]
    assert [one.title for one in read_sections(sections)] == ["1 Introduction", "3 Conclusions"]
    assert [one.title for one in read_sections([Section(1, "", "all of it")])] == [""]
    assert read_sections([Section(1, "x", " ")]) == ()


def test_papers_are_found_by_number_doi_and_title(tmp_path: Path) -> None:
    rows = [
        {"id": "2003.00653", "title": "Gulls", "abstract": "Gulls eat chips."},
        {"doi": "https://doi.org/10.1000/Owls", "title": "x", "abs": "Owls\n eat mice."},
        {"display_name": "Bees That Dance in Circles", "abstract_inverted_index": {"dance.": [1], "Bees": [0]}},
    ]
    path = tmp_path / "papers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    wanted = [
        WantedPaper("s", 1, "Seagulls", "", arxiv_id="2003.00653"),
        WantedPaper("s", 2, "Owls", "", doi="10.1000/owls"),
        WantedPaper("s", 3, "Bees that dance in circles.", ""),
        WantedPaper("s", 4, "Nobody's paper at all", "own words"),
    ]
    found = find_papers(wanted, PaperSettings(path=str(path)))
    assert [one.abstract for one in found.values()] == [
        "Gulls eat chips.",
        "Owls eat mice.",
        "Bees dance.",
        "own words",
    ]
    path.write_text('{"title": "a"}\n[1]\n')
    with pytest.raises(UnusableInput, match=r"papers\.jsonl:2"):
        find_papers(wanted, PaperSettings(path=str(path)))


def test_rules_read_abstracts_of_many_ways_to_write() -> None:
    passive = (
        "Title: Optics of Soap\nAbstract: Soap films have drawn attention for centuries. A model of their colours is "
        "derived from three equations. It is found that the model agrees with what was seen. Few films last an hour."
    )
    assert {kind for kind, *_ in items_of(passive)} == {"problem", "motivation", "method", "conclusion"}
    plain = (
        "Title: Knots\nAbstract: Knots are very old things. This letter proves a bound on knots. "
        "Sailors will like to hear it."
    )
    found = {kind: said for kind, _, said, _ in items_of(plain)}
    assert found["contribution"] == found["method"] == "This letter proves a bound on knots."
    assert (found["motivation"], found["conclusion"]) == ("Knots are very old things.", "Sailors will like to hear it.")
    assert contributions_of(plain)[0][1] == found["method"]
    assert all(span in plain for _, _, _, span in items_of(plain))
    assert items_of("Title: Knots\nAbstract: ") == []
