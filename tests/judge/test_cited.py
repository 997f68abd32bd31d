"""A statement and its page, judged by a model on loopback: each pair ends in one of four ways."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.judge import PairSettings, judge_pair
from litgauge.tasks.offline.verifier import NAME
from litgauge.tasks.records import PairVerdict
from tests.judge.judges import data_in, door_to, quoting
from tests.judge.world import link, page, statement
from tests.llm.openai_server import Asked, OpenAIServer
from tests.tables import each_row

TEXT = (
    "Raft is a consensus algorithm for managing a replicated log. It is not true that Raft is slower than Paxos. "
    "A user study shows that students learn it faster."
)
STATEMENT = statement("Raft manages a replicated log.")
SETTINGS = PairSettings()


def yes(asked: Asked) -> Mapping[str, Any]:
    """Every statement is supported."""
    return {"reason": "It says so.", "supported": True}


def no(asked: Asked) -> Mapping[str, Any]:
    """No statement is supported."""
    return {"reason": "It says something else.", "supported": False}


def first_sentence(asked: Asked) -> Mapping[str, Any]:
    """The first sentence is the passage."""
    return quoting("Raft is a consensus algorithm for managing a replicated log.")


async def judged(folder: Path, answers: Mapping[str, Any], **changes: Any) -> tuple[PairVerdict, OpenAIServer]:
    """The verdict, and the server that was asked."""
    with OpenAIServer(answers) as server:
        verdict = await judge_pair(
            STATEMENT, page(title="Raft"), changes.pop("text", TEXT), door_to(server, folder, **changes), SETTINGS
        )
    return verdict, server


def schemas(server: OpenAIServer) -> list[str]:
    """Which questions were asked, in their order."""
    return [body["response_format"]["json_schema"]["name"] for body in server.log.bodies]


async def test_supported(tmp_path: Path) -> None:
    verdict, server = await judged(tmp_path, {"supporting_passage": first_sentence, "statement_verdict": yes})

    assert (verdict.outcome, verdict.hallucination, verdict.reason) == ("supported", "", "It says so.")
    assert verdict.passage == "Raft is a consensus algorithm for managing a replicated log."
    assert verdict.evidence_sha256 == "ab" * 32
    assert (verdict.question, verdict.model) == ("statement_verdict@1", server.model)
    assert list(tmp_path.glob(f"replies/*/{verdict.reply}.json"))
    assert schemas(server) == ["supporting_passage", "statement_verdict"]
    assert data_in(server.log.bodies[1]["messages"][1]["content"])["passage"] == verdict.passage


async def test_not_supported_by_the_verifier(tmp_path: Path) -> None:
    verdict, _ = await judged(tmp_path, {"supporting_passage": first_sentence, "statement_verdict": no})

    assert (verdict.outcome, verdict.hallucination) == ("not-supported", "statement")


async def test_without_a_passage_the_verifier_is_not_asked(tmp_path: Path) -> None:
    verdict, server = await judged(tmp_path, {"supporting_passage": lambda _: quoting()})

    assert (verdict.outcome, verdict.hallucination, verdict.passage) == ("not-supported", "statement", "")
    assert verdict.question == "supporting_passage@1"
    assert schemas(server) == ["supporting_passage"]


@pytest.mark.slow
async def test_a_quote_that_is_not_in_the_page_is_refused_and_asked_again(tmp_path: Path) -> None:
    def corrects_itself(asked: Asked) -> Mapping[str, Any]:
        if "does not stand in the document" in asked.user:
            return first_sentence(asked)
        return quoting("Raft is the best algorithm for managing a replicated log.")

    verdict, server = await judged(tmp_path, {"supporting_passage": corrects_itself, "statement_verdict": yes})

    assert verdict.outcome == "supported"
    assert schemas(server) == ["supporting_passage", "supporting_passage", "statement_verdict"]


async def test_a_judge_that_goes_on_inventing_quotes_has_failed(tmp_path: Path) -> None:
    verdict, server = await judged(
        tmp_path, {"supporting_passage": lambda _: quoting("Raft is the best algorithm there is.")}
    )

    assert (verdict.outcome, verdict.hallucination) == ("judge-failed", "")
    assert verdict.reason.startswith("passage-not-in-page")
    assert schemas(server) == ["supporting_passage"] * 2


async def test_a_quote_is_seen_with_the_sentence_that_it_was_cut_from(tmp_path: Path) -> None:
    verdict, _ = await judged(
        tmp_path, {"supporting_passage": lambda _: quoting("Raft is slower than Paxos"), "statement_verdict": no}
    )

    assert verdict.passage == "It is not true that Raft is slower than Paxos."


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["false", "true", 0, 1, None, "no"])
async def test_only_a_boolean_is_a_verdict(tmp_path: Path, wrong: Any) -> None:
    verdict, server = await judged(
        tmp_path,
        {"supporting_passage": first_sentence,
         "statement_verdict": lambda _: {"reason": "So.", "supported": wrong}},
        max_replies=2,
    )  # fmt: skip

    assert verdict.outcome == "judge-failed"
    assert verdict.reason.startswith("invalid-answer")
    assert schemas(server) == ["supporting_passage", "statement_verdict", "statement_verdict"]


@each_row(
    "changes, outcome, hallucination, reason",
    [
        ({"status": "unreachable", "reason": "http-404"}, "unreachable", "citation", "http-404"),
        ({"status": "unreachable", "reason": "dns"}, "unreachable", "citation", "dns"),
        ({"status": "unreachable", "reason": "time-out"}, "unreachable", "", "time-out"),
        ({"status": "refused", "reason": "private-address"}, "unreachable", "citation", "private-address"),
        ({"status": "failed", "reason": "robots"}, "judge-failed", "", "page-robots"),
        ({"status": "failed", "reason": "http-403"}, "judge-failed", "", "page-http-403"),
    ],
)
async def test_pages_that_could_not_be_had_cost_nothing(
    tmp_path: Path, changes: dict[str, Any], outcome: str, hallucination: str, reason: str
) -> None:
    with OpenAIServer({}) as server:
        verdict = await judge_pair(STATEMENT, page(**changes), "", door_to(server, tmp_path), SETTINGS)

    assert (verdict.outcome, verdict.hallucination, verdict.reason) == (outcome, hallucination, reason)
    assert server.log.requests == 0


async def test_a_page_without_text_is_our_failure(tmp_path: Path) -> None:
    verdict, server = await judged(tmp_path, {}, text=" \n ")

    assert (verdict.outcome, verdict.reason) == ("judge-failed", "page-without-text")
    assert server.log.requests == 0


async def test_another_work_than_the_one_named_is_a_citation_hallucination(tmp_path: Path) -> None:
    entry = "[1] Kulkarni et al., 2025. Reinforcement Learning for Text-to-SQL with Execution Rewards. arXiv."
    raft = page(title="In Search of an Understandable Consensus Algorithm", scholarly=True)
    with OpenAIServer({"supporting_passage": lambda _: quoting()}) as server:
        verdict = await judge_pair(
            STATEMENT, raft, TEXT, door_to(server, tmp_path), SETTINGS, link=link(raft.url, entry)
        )

    assert (verdict.outcome, verdict.hallucination) == ("not-supported", "citation")
    assert "In Search of an Understandable Consensus Algorithm" in verdict.reason


@pytest.mark.slow
async def test_a_long_page_costs_no_more_than_a_short_one(tmp_path: Path) -> None:
    filler = "Nothing of interest is said in this sentence of the long page. "
    text = filler * 6_000 + TEXT + " " + filler * 6_000
    verdict, server = await judged(
        tmp_path, {"supporting_passage": first_sentence, "statement_verdict": yes}, text=text
    )

    assert verdict.outcome == "supported"
    shown = data_in(server.log.bodies[0]["messages"][1]["content"])["document"]
    assert "Raft is a consensus algorithm" in shown
    assert len(shown) < 5_000


async def test_what_it_stands_for_is_shown_but_not_judged(tmp_path: Path) -> None:
    with OpenAIServer({"supporting_passage": first_sentence, "statement_verdict": yes}) as server:
        await judge_pair(
            statement("It manages a replicated log."),
            page(),
            TEXT,
            door_to(server, tmp_path),
            SETTINGS,
            context="Raft was published in 2014.",
        )

    for body in server.log.bodies:
        shown = data_in(body["messages"][1]["content"])
        assert shown["context"] == "Raft was published in 2014."
        assert shown["statement"] == "It manages a replicated log."


async def test_a_verdict_names_both_replies_behind_it(tmp_path: Path) -> None:
    verdict, _ = await judged(tmp_path, {"supporting_passage": first_sentence, "statement_verdict": yes})

    stored = {path.stem for path in tmp_path.rglob("*.json")}
    assert {verdict.passage_reply, verdict.reply} == stored
    assert verdict.passage_reply != verdict.reply


@pytest.mark.parametrize(("text", "asked"), [(TEXT, 0), ("Paxos was published by Lamport, who manages gulls.", 1)])
async def test_a_judge_is_asked_only_where_the_local_verifier_is_unsure(tmp_path: Path, text: str, asked: int) -> None:
    """Of the second page it is not sure enough that it does not say so."""
    settings = PairSettings(local_verifier=0.95 if asked else 0.6)
    with OpenAIServer({"supporting_passage": lambda _: quoting()}) as server:
        verdict = await judge_pair(STATEMENT, page(title="Raft"), text, door_to(server, tmp_path), settings)
    assert server.log.replies == asked
    assert verdict.outcome == ("not-supported" if asked else "supported")
    assert (verdict.model == NAME) == (not asked)
    assert verdict.passage in text
