"""Which statements are facts, and how votes on them are cast."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge import FactSettings, JudgeSettings, VoterSettings, find_facts, judge_fact, open_panel
from litgauge.tasks.llm import Replies
from litgauge.tasks.llm.prices import Price, PriceList
from tests.judge.judges import data_in, door_to, model_of
from tests.judge.world import statement
from tests.llm.openai_server import Asked, OpenAIServer

REPORT = [
    statement("Twitter was founded in 2006.", 0, cited=False),
    statement("Raft is understandable.", 1),
    statement("In our view it is a beautiful idea.", 2, cited=False),
    statement("The Atari 2600 was released in 1977.", 3, cited=False),
]


def facts_named(*facts: tuple[int, str]) -> Mapping[str, Any]:
    """The answer that names these."""
    return {"facts": [{"number": number, "opening": opening} for number, opening in facts]}


async def test_facts_are_chosen_by_number_and_first_words(tmp_path: Path) -> None:
    def answer(asked: Asked) -> Mapping[str, Any]:
        return facts_named((0, "Twitter was founded in 2006."), (3, "the Atari 2600 was released"))

    with OpenAIServer({"uncited_facts": answer}) as server:
        got = await find_facts(REPORT, door_to(server, tmp_path), FactSettings(), cited=[REPORT[1]])

    assert [one.number for one in got.facts] == [0, 3]
    assert [one.number for one in got.others] == [2]  # the cited one is not among them
    shown = data_in(server.log.bodies[0]["messages"][1]["content"])
    assert shown["statements"].splitlines() == [
        "[0] Twitter was founded in 2006.", "[2] In our view it is a beautiful idea.",
        "[3] The Atari 2600 was released in 1977."]  # fmt: skip
    assert shown["cited"] == "- Raft is understandable."


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong", [(7, "Twitter was founded"), (1, "Raft is understandable."), (3, "Twitter was"), (0, "")]
)
async def test_what_was_not_shown_is_refused_and_asked_again(tmp_path: Path, wrong: tuple[int, str]) -> None:
    def corrects_itself(asked: Asked) -> Mapping[str, Any]:
        mistaken = data_in(asked.user)["fault"] == "none"
        return facts_named(wrong) if mistaken else facts_named((0, "Twitter was founded in 2006."))

    def stubborn(asked: Asked) -> Mapping[str, Any]:
        return facts_named(wrong)

    with OpenAIServer({"uncited_facts": corrects_itself}) as server:
        mended = await find_facts(REPORT, door_to(server, tmp_path / "a"), FactSettings())
    with OpenAIServer({"uncited_facts": stubborn}) as server:
        failed = await find_facts(REPORT, door_to(server, tmp_path / "b"), FactSettings())

    assert [one.number for one in mended.facts] == [0]
    assert failed.facts == failed.others == ()
    assert [(one.statement, one.truth, one.confidence) for one in failed.unscored] == [
        (0, "unscored", None), (2, "unscored", None), (3, "unscored", None)]  # fmt: skip
    assert "statement-not-shown" in failed.unscored[0].reasons[0]


async def test_long_reports_are_shown_in_parts(tmp_path: Path) -> None:
    many = [statement(f"Model {number} was released in {1900 + number}.", number, cited=False) for number in range(90)]

    def all_of_them(asked: Asked) -> Mapping[str, Any]:
        lines = data_in(asked.user)["statements"].splitlines()
        return facts_named(*((int(line[1:].split("]")[0]), line.split("] ")[1]) for line in lines))

    with OpenAIServer({"uncited_facts": all_of_them}) as server:
        got = await find_facts(many, door_to(server, tmp_path), FactSettings(batch_characters=1000))

    assert [one.number for one in got.facts] == list(range(90))
    assert server.log.requests == 3


async def test_two_models_three_votes_each(tmp_path: Path) -> None:
    """The same model twice: the second voter's votes are replies of its own."""
    asked_for: list[str] = []

    def answer(asked: Asked) -> Mapping[str, Any]:
        asked_for.append(asked.user)
        return {"reason": "So.", "sources": [], "vote": "true" if len(asked_for) % 2 else "false"}

    with OpenAIServer({"fact_vote": answer}) as server:
        voter = VoterSettings(model=model_of(server), votes=3)
        settings = JudgeSettings(voters=(voter, voter))
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))))
        got = await judge_fact(REPORT[0], panel.voters, settings)

    assert (got.truth, got.confidence, got.bound) == ("undecided", 0.5, False)
    assert len(set(got.replies)) == server.log.requests == 6


@pytest.mark.slow
async def test_votes_that_were_paid_for_are_kept_when_the_money_runs_out(tmp_path: Path) -> None:
    def answer(asked: Asked) -> Mapping[str, Any]:
        return {"reason": "So.", "sources": [], "vote": "true"}

    prices = PriceList(prices=(Price(model="*", input=0, output=1000, as_of=datetime.date(2026, 1, 1)),))
    with OpenAIServer({"fact_vote": answer}, latency_s=0.05) as server:
        model = model_of(server, parameters={"max_output_tokens": 1000})  # a call may cost 1 dollar
        settings = JudgeSettings(voters=(VoterSettings(model=model, votes=6),), budget_usd=1.02)
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))), prices=prices)
        got = await judge_fact(REPORT[0], panel.voters, settings)
        paid = server.log.replies
        assert 1 <= paid == len(list(tmp_path.glob("replies/*/*.json"))) < 6
        with_more = open_panel(
            settings.model_copy(update={"budget_usd": 9.0}), replies=Replies(Storage(str(tmp_path))), prices=prices
        )
        later = await judge_fact(REPORT[0], with_more.voters, settings)

    assert got.truth == "unscored"
    assert got.votes.count("true") == paid
    assert all(
        reason.startswith("budget: ") for vote, reason in zip(got.votes, got.reasons, strict=True) if vote == "failed"
    )
    assert (later.truth, later.votes) == ("true", ("true",) * 6)
    assert server.log.requests == 6  # nothing was paid for twice


async def test_stopping_when_decided_saves_votes(tmp_path: Path) -> None:
    def answer(asked: Asked) -> Mapping[str, Any]:
        return {"reason": "So.", "sources": [], "vote": "false"}

    with OpenAIServer({"fact_vote": answer}) as server:
        settings = JudgeSettings(
            voters=(VoterSettings(model=model_of(server), votes=3), VoterSettings(model=model_of(server), votes=3)),
            facts=FactSettings(stop_when_decided=True))  # fmt: skip
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))))
        got = await judge_fact(REPORT[0], panel.voters, settings)

    assert (got.truth, got.bound, got.votes) == ("false", True, ("false",) * 4)
    assert got.confidence == pytest.approx(4 / 6)  # at least: two votes are missing
    assert server.log.requests == 4
