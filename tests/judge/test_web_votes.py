"""Votes of models that search the web themselves, and of models that judge by what a search endpoint finds."""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.base.errors import EndpointRefused
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge import (
    FactSettings,
    HttpSearch,
    JudgeSettings,
    SearchSettings,
    VoterSettings,
    judge_fact,
    open_panel,
)
from litgauge.tasks.judge.account import judges_of, spending_of
from litgauge.tasks.llm import Budget, ModelSettings, Replies, Unscored
from litgauge.tasks.llm.prices import Price, PriceList
from tests.judge.web_server import KEY, MODEL, SEARCH_KEY, WebServer
from tests.judge.world import statement
from tests.llm.openai_server import KEY as CHAT_KEY
from tests.llm.openai_server import Asked, OpenAIServer

HUBBLE = statement("The Hubble Space Telescope was launched in 1990.", cited=False)
PRICES = PriceList(prices=(Price(model="*", input=1, output=10, as_of=datetime.date(2026, 1, 1)),))


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """All keys, in the environment."""
    monkeypatch.setenv("WEB_TEST_KEY", KEY)
    monkeypatch.setenv("CHAT_TEST_KEY", CHAT_KEY)
    monkeypatch.setenv("SEARCH_TEST_KEY", SEARCH_KEY)


def searching(server: WebServer, **changes: Any) -> JudgeSettings:
    """A judge of one model that searches by itself."""
    model = ModelSettings(
        provider="openai", model=MODEL, base_url=server.url, api_key_env="WEB_TEST_KEY", backoff_s=0.001,
        backoff_max_s=0.01, **changes)  # fmt: skip
    return JudgeSettings(voters=(VoterSettings(model=model, web="responses", votes=3),))


def yes(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """A vote for true."""
    return {"reason": "NASA says so.", "sources": ["https://nasa.gov"], "vote": "true"}


@pytest.mark.slow
async def test_a_model_that_searches_by_itself(tmp_path: Path) -> None:
    with WebServer(answer=yes) as server:
        settings = searching(server)
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))), prices=PRICES)
        verdict = await judge_fact(HUBBLE, panel.voters, settings, context="It is a telescope.")

    assert (verdict.truth, verdict.confidence, verdict.bound) == ("true", 1.0, False)
    assert verdict.votes == ("true",) * 3
    assert verdict.models == (MODEL,) * 3
    assert verdict.reasons[0] == "NASA says so. [https://nasa.gov]"
    assert len(set(verdict.replies)) == 3  # three votes are three replies
    body = server.bodies[0]
    assert body["tools"] == [{"type": "web_search", "search_context_size": "medium"}]
    assert body["tool_choice"] == "required"
    assert body["max_tool_calls"] == 5
    assert body["store"] is False
    assert body["text"]["format"]["type"] == "json_schema"
    assert body["text"]["format"]["strict"] is True
    assert [message["role"] for message in body["input"]] == ["system", "user"]
    assert "seed" not in body
    assert "1990" in body["input"][1]["content"]


async def test_searches_are_paid_for_and_kept(tmp_path: Path) -> None:
    with WebServer(answer=yes, searches=2) as server:
        settings = searching(server)
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))), prices=PRICES)
        verdict = await judge_fact(HUBBLE, panel.voters, settings)
        calls = len(server.bodies)
        again = open_panel(settings, replies=Replies(Storage(str(tmp_path))), prices=PRICES)
        repeated = await judge_fact(HUBBLE, again.voters, settings)

    assert panel.voter_doors[0].spent.searches == 6
    assert panel.voter_doors[0].spent.usd == pytest.approx(3 * ((1000 * 1 + 50 * 10) / 1e6 + 2 * 0.01))
    assert repeated == verdict
    assert len(server.bodies) == calls == 3  # nothing was asked again
    assert again.voter_doors[0].spent.usd == 0
    stored = json.loads(next(tmp_path.glob(f"replies/*/{verdict.replies[0]}.json")).read_text("utf-8"))
    assert stored["body"]["response"]["output"][0]["action"]["sources"][0]["url"] == "https://example.org/found"
    assert KEY not in json.dumps(stored)


async def test_searches_are_held_in_the_budget(tmp_path: Path) -> None:
    with WebServer(answer=yes) as server:
        settings = searching(server)
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))), prices=PRICES, budget=Budget(0.09))
        verdict = await judge_fact(HUBBLE, panel.voters, settings)

    assert server.bodies == []  # tokens alone would be 0.05, five searches are 0.05 more
    assert verdict.truth == "unscored"
    assert all(reason.startswith("budget: ") for reason in verdict.reasons)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        ({"refusal": "I can't help with that."}, "refused"),
        ({"incomplete": "max_output_tokens", "answer": lambda _: '{"reason": "NASA s'}, "truncated"),
        ({"incomplete": "content_filter", "answer": lambda _: ""}, "refused"),
        ({"answer": lambda _: {"reason": "", "sources": [], "vote": "maybe"}}, "invalid-answer"),
        ({"answer": lambda _: "true"}, "invalid-answer"),
    ],
)
async def test_a_vote_that_cannot_be_had_is_failed_and_never_false(
    tmp_path: Path, trouble: dict[str, Any], reason: str
) -> None:
    with WebServer(**trouble) as server:
        settings = searching(server, max_replies=2)
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))), prices=PRICES)
        verdict = await judge_fact(HUBBLE, panel.voters, settings)

    assert verdict.votes == ("failed",) * 3
    assert (verdict.truth, verdict.confidence) == ("unscored", None)
    assert all(said.startswith(reason) for said in verdict.reasons)


async def test_hiccups_are_waited_out(tmp_path: Path) -> None:
    with WebServer(answer=yes, statuses=[429, 500, 503]) as server:
        settings = searching(server)
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))), prices=PRICES)
        verdict = await judge_fact(HUBBLE, panel.voters, settings)

    assert verdict.votes == ("true",) * 3


def searched(server: WebServer, chat: OpenAIServer, **changes: Any) -> JudgeSettings:
    """A judge of one model and a search endpoint."""
    model = ModelSettings(provider="openai", model=chat.model, base_url=chat.url, api_key_env="CHAT_TEST_KEY")
    values: dict[str, Any] = {
        "url": f"{server.root}/find?q={{query}}&n={{count}}", "api_key_env": "SEARCH_TEST_KEY",
        "key_header": "X-Subscription-Token", "key_prefix": "", "results": "web.results", "text": "description",
        "backoff_s": 0.001, "backoff_max_s": 0.01, "retries": 2, **changes,
    }  # fmt: skip
    voter = VoterSettings(model=model, web="search", votes=3, search=SearchSettings(**values))
    return JudgeSettings(voters=(voter,))


RESULTS = {"web": {"results": [
    {"url": "https://a.org/hubble", "title": "Hubble", "description": "Launched in April 1990."},
    {"title": "no address"},
    {"url": "https://b.org/", "title": None, "description": ["First snippet.", "Second snippet."]},
]}}  # fmt: skip


async def test_a_search_endpoint_and_a_judge(tmp_path: Path) -> None:
    def vote(asked: Asked) -> Mapping[str, Any]:
        return {"reason": "It says April 1990.", "sources": ["https://a.org/hubble"], "vote": "true"}

    with WebServer(found=lambda _: RESULTS) as server, OpenAIServer({"fact_vote": vote}) as chat:
        settings = searched(server, chat)
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))))
        verdict = await judge_fact(HUBBLE, panel.voters, settings)

    assert (verdict.truth, verdict.votes) == ("true", ("true",) * 3)
    assert server.queries == [HUBBLE.text]  # one search for three votes
    assert server.headers[0]["x-subscription-token"] == SEARCH_KEY
    assert server.paths[0].endswith("&n=8")
    shown = chat.log.bodies[0]["messages"][1]["content"]
    assert "[source 1] https://a.org/hubble | Hubble\nLaunched in April 1990." in shown
    assert "First snippet.\n\nSecond snippet." in shown
    assert SEARCH_KEY not in "".join(path.read_text("utf-8") for path in tmp_path.rglob("*.json"))


async def test_what_a_search_found_is_kept(tmp_path: Path) -> None:
    with WebServer(found=lambda _: RESULTS) as server:
        settings = SearchSettings(url=f"{server.root}/find?q={{query}}", results="web.results", text="description")
        first = await HttpSearch(settings, replies=Replies(Storage(str(tmp_path)))).search("Was it 1990?")
        second = await HttpSearch(settings, replies=Replies(Storage(str(tmp_path)))).search("Was  it\n1990?")

    assert first == second
    assert len(server.queries) == 1


async def test_a_post_search(tmp_path: Path) -> None:
    with WebServer(found=lambda _: [{"url": "https://a.org", "title": "A", "snippet": "S"}]) as server:
        settings = SearchSettings(
            url=f"{server.root}/find", method="POST", body={"query": "{query}", "deep": {"max": "{count}"}}, count=3
        )
        found = await HttpSearch(settings, replies=Replies(Storage(str(tmp_path)))).search('"quotes" & more')

    assert [(one.url, one.text) for one in found] == [("https://a.org", "S")]  # type: ignore[union-attr]
    assert server.queries == ['"quotes" & more']


async def test_a_search_that_fails_fails_the_vote(tmp_path: Path) -> None:
    with WebServer(statuses=[500] * 9) as server, OpenAIServer({}) as chat:
        settings = searched(server, chat)
        verdict = await judge_fact(
            HUBBLE, open_panel(settings, replies=Replies(Storage(str(tmp_path)))).voters, settings
        )

    assert (verdict.truth, verdict.votes) == ("unscored", ("failed",) * 3)
    assert verdict.reasons[0].startswith("search-server-error")


async def test_a_refused_search_key_leaves_facts_unscored(tmp_path: Path) -> None:
    with WebServer(statuses=[401] * 9) as server, OpenAIServer({}) as chat:
        settings = searched(server, chat)
        verdict = await judge_fact(
            HUBBLE, open_panel(settings, replies=Replies(Storage(str(tmp_path)))).voters, settings
        )

    assert verdict.truth == "unscored"
    assert verdict.reasons[0].startswith("endpoint: ")
    assert "refuses" in verdict.reasons[0]


async def test_a_search_endpoint_that_refused_is_not_asked_again(tmp_path: Path) -> None:
    with WebServer(statuses=[401] * 9) as server:
        settings = SearchSettings(url=f"{server.root}/find?q={{query}}")
        search = HttpSearch(settings, replies=Replies(Storage(str(tmp_path))))
        for statement_text in ("Was it 1990?", "Was it 1991?"):
            with pytest.raises(EndpointRefused, match="the search endpoint refuses"):
                await search.search(statement_text)

    assert len(server.paths) == 1


@pytest.mark.slow
async def test_a_search_whose_outcome_nobody_knows_stays_counted(tmp_path: Path) -> None:
    """It may have been charged, as a call of a model may."""
    budget = Budget(1.0)
    with WebServer(found=lambda _: time.sleep(0.5) or []) as server:
        settings = SearchSettings(
            url=f"{server.root}/find?q={{query}}", usd_per_search=0.25, timeout_s=0.1, retries=1, backoff_s=0.001
        )
        found = await HttpSearch(settings, replies=Replies(Storage(str(tmp_path))), budget=budget).search("Late?")

    assert isinstance(found, Unscored)
    assert found.reason == "search-time-out"
    assert (budget.spent_usd, budget.unsettled_usd) == (0, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("sources", [["https://invented.org"], []])
async def test_a_vote_on_pages_that_were_not_found_is_refused(tmp_path: Path, sources: list[str]) -> None:
    def vote(asked: Asked) -> Mapping[str, Any]:
        right = "is not among" in asked.user or "names the pages" in asked.user
        return {"reason": "So.", "sources": ["https://a.org/hubble"] if right else sources, "vote": "true"}

    def stubborn(asked: Asked) -> Mapping[str, Any]:
        return {"reason": "So.", "sources": sources, "vote": "true"}

    for answer, votes in ((vote, ("true",) * 3), (stubborn, ("failed",) * 3)):
        with WebServer(found=lambda _: RESULTS) as server, OpenAIServer({"fact_vote": answer}) as chat:
            settings = searched(server, chat)
            replies = Replies(Storage(str(tmp_path / answer.__name__)))
            verdict = await judge_fact(HUBBLE, open_panel(settings, replies=replies).voters, settings)
        assert verdict.votes == votes


async def test_one_search_of_a_model_is_shared_by_the_votes_of_all(tmp_path: Path) -> None:
    """The first voter's model looks once; every vote, also those of another model, judges by what it found."""
    found = {"sources": [{"url": "https://a.org/hubble", "title": "Hubble", "text": "Launched in April 1990."}]}

    def vote(asked: Asked) -> Mapping[str, Any]:
        assert "[source 1] https://a.org/hubble | Hubble\nLaunched in April 1990." in asked.user
        return {"reason": "So.", "sources": ["https://a.org/hubble"], "vote": "true"}

    with WebServer(answer=lambda _: found, searches=3) as web, OpenAIServer({"fact_vote": vote}) as chat:
        other = ModelSettings(provider="openai", model=chat.model, base_url=chat.url, api_key_env="CHAT_TEST_KEY")
        searcher = searching(web).voters[0]
        settings = JudgeSettings(
            voters=(VoterSettings(model=other, web="none", votes=1), searcher.model_copy(update={"votes": 1}),
                    VoterSettings(model=other, web="responses", votes=2)),
            facts=FactSettings(shared_search=True),
        )  # fmt: skip
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))), prices=PRICES)
        ballots = [await panel.voters[2].vote(HUBBLE.text, "It is a telescope.", number) for number in (0, 1)]
        judges = judges_of(panel, {}, facts=True)

    assert [ballot.vote for ballot in ballots] == ["true", "true"]
    assert len(web.bodies) == 1
    assert "It is a telescope." in web.bodies[0]["input"][1]["content"]
    assert spending_of(panel).searches == 3
    assert ("search", MODEL) in {(judge.role, judge.model) for judge in judges}


async def test_two_voters_with_one_search_endpoint_pay_for_one_search(tmp_path: Path) -> None:
    def vote(asked: Asked) -> Mapping[str, Any]:
        return {"reason": "So.", "sources": ["https://a.org/hubble"], "vote": "true"}

    with WebServer(found=lambda _: RESULTS) as server, OpenAIServer({"fact_vote": vote}) as chat:
        one = searched(server, chat, usd_per_search=0.5).voters[0]
        settings = JudgeSettings(voters=(one, one))
        panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))), prices=PRICES)
        verdict = await judge_fact(HUBBLE, panel.voters, settings)

    assert verdict.votes == ("true",) * 6
    assert len(server.queries) == 1
    assert (spending_of(panel).searches, panel.budget.spent_usd) == (1, pytest.approx(0.5, rel=0.2))
