"""Every search provider against answers in its published form, over HTTP on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.search.provider import UnreadAnswer, hits
from litgauge.tasks.agents.search.providers import PROVIDERS
from litgauge.tasks.agents.search.settings import SearchSettings
from litgauge.tasks.agents.search.web import WebSearch
from litgauge.tasks.base.errors import BudgetExhausted, ConfigError, EndpointRefused, Failed
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Budget, Replies
from tests.agents.search_answers import MANNERS, Manner, as_text
from tests.agents.search_server import SearchServer, search_server
from tests.tables import each_row

KEY = "sk-search-9cW4nTq2YxL7vR5s"
every_provider = pytest.mark.parametrize("name", list(MANNERS))


@pytest.fixture(scope="module")
def server() -> Iterator[SearchServer]:
    with search_server() as running:
        yield running


@pytest.fixture(autouse=True)
def _nothing_asked_yet(server: SearchServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.requests.clear()
    monkeypatch.setenv("SEARCH_KEY", KEY)


def opened(name: str, server: SearchServer, folder: Path, budget: Budget | None = None, **more: Any) -> WebSearch:
    manner = MANNERS[name]
    said = {"api_key_env": "SEARCH_KEY" if manner.key_at else "", "interval_s": 0, "backoff_s": 0, "retries": 2}
    settings = SearchSettings(provider=name, base_url=server.root, **{**said, **more})  # type: ignore[arg-type]
    return WebSearch(settings, replies=Replies(Storage(str(folder))), budget=budget)


def sent_query(manner: Manner, request: tuple[str, str, dict[str, str], bytes]) -> str:
    _, path, _, body = request
    return str(json.loads(body)[manner.query]) if body else parse_qs(urlsplit(path).query)[manner.query][0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "iso-8859-1"])
@every_provider
async def test_answers_in_other_encodings(name: str, encoding: str, server: SearchServer, tmp_path: Path) -> None:
    text = as_text(MANNERS[name].good).replace("Depth", "Écu")
    server.say((200, text.encode(encoding)), headers={"content-type": f"text/plain; charset={encoding}"})
    first, *_ = await opened(name, server, tmp_path).search("graph networks", 10)
    assert first.title == "Graphs in Écu"


@every_provider
async def test_results_are_read_whatever_is_missing_in_them(name: str, server: SearchServer, tmp_path: Path) -> None:
    manner = MANNERS[name]
    server.say((200, as_text(manner.good)))
    search = opened(name, server, tmp_path)
    first, *others = await search.search("graph networks", 10)
    assert (first.title, first.snippet, first.date) == ("Graphs in Depth", manner.snippet, "2021-03-05")
    assert first.identity.title == "Graphs in Depth"
    assert len(others) == 1
    assert all(hit.url.startswith("https://") and hit.title for hit in (first, *others))
    assert others[0].date == ("1999" if "hep-th" in others[0].url else "") or not others[0].date
    assert search.spent.searches == 1


@every_provider
async def test_it_is_asked_as_its_documentation_says(name: str, server: SearchServer, tmp_path: Path) -> None:
    manner = MANNERS[name]
    server.say((200, as_text(manner.good)))
    await opened(name, server, tmp_path).search("graph & networks é", 10)
    ((method, path, headers, body),) = server.requests
    assert (method, urlsplit(path).path) == (manner.method, manner.path)
    assert all(word in sent_query(manner, server.requests[0]) for word in ("graph", "networks", "é"))
    parameters = {key: values[0] for key, values in parse_qs(urlsplit(path).query).items()}
    assert manner.more.items() <= parameters.items()
    assert "litgauge" in headers["user-agent"]
    if manner.key_at.startswith("?"):
        assert parameters[manner.key_at[1:]] == KEY
    elif manner.key_at:
        assert headers[manner.key_at] == manner.key_prefix + KEY
    else:
        assert KEY not in f"{headers}{path}{body!r}"


UNTIL = {
    "serpapi": "tbs=cdr:1,cd_max:5/31/2020",
    "serper": '"tbs":"cdr:1,cd_max:5/31/2020"',
    "brave": "freshness=1900-01-01to2020-05-31",
    "tavily": '"end_date":"2020-05-31"',
    "arxiv": "(all:graphs) AND submittedDate:[190001010000 TO 202005312359]",
    "semantic-scholar": "publicationDateOrYear=:2020-05-31",
    "openalex": "filter=to_publication_date:2020-05-31",
}


@every_provider
async def test_the_last_day_goes_to_engines_that_can_look_for_it(
    name: str, server: SearchServer, tmp_path: Path
) -> None:
    server.say((200, as_text(MANNERS[name].good)))
    search = opened(name, server, tmp_path)
    for until in (None, date(2020, 5, 31)):
        await search.search("graphs", 10, until)
    sent = [unquote_plus(f"{path} {body.decode()}") for _, path, _, body in server.requests]
    assert len(sent) == (2 if name in UNTIL else 1)
    assert [UNTIL.get(name, "no such thing") in one for one in sent] == [False, True][: len(sent)]


@every_provider
async def test_a_search_is_paid_for_once(name: str, server: SearchServer, tmp_path: Path) -> None:
    server.say((200, as_text(MANNERS[name].good)))
    first = await opened(name, server, tmp_path).search("graph networks", 5)
    again = opened(name, server, tmp_path)
    assert await again.search(" graph\nnetworks ", 5) == first
    assert len(server.requests) == 1
    assert (again.spent.searches, again.spent.cached) == (0, 1)


@every_provider
async def test_nothing_found_is_no_failure(name: str, server: SearchServer, tmp_path: Path) -> None:
    for number, empty in enumerate(MANNERS[name].empty):
        server.say((200, as_text(empty)))
        assert await opened(name, server, tmp_path / str(number)).search("graph networks", 5) == ()


@every_provider
async def test_an_answer_of_another_form_is_asked_again_and_never_stored(
    name: str, server: SearchServer, tmp_path: Path
) -> None:
    manner = MANNERS[name]
    for number, wrong in enumerate((*manner.wrong, "\x00", "[]", "{}", "1", '"text"', "null")):
        server.say((200, as_text(wrong)), (200, as_text(manner.good)))
        found = await opened(name, server, tmp_path / str(number)).search("graph networks", 5)
        assert [hit.title for hit in found][:1] == ["Graphs in Depth"], wrong
    server.say((200, as_text(manner.wrong[0])))
    with pytest.raises(Failed) as failed:
        await opened(name, server, tmp_path).search("graph networks", 5)
    assert failed.value.rule == "search-broken-answer"
    assert not Storage(str(tmp_path)).names("replies")


@every_provider
async def test_a_busy_provider_is_asked_again_then_our_failure(name: str, server: SearchServer, tmp_path: Path) -> None:
    manner = MANNERS[name]
    busy = '{"message": "Too Many Requests: rate limit of your plan, quota_limit 2000. See https://e.org/billing"}'
    server.say((429, busy), (503, "<html>busy</html>"), (200, as_text(manner.good)))
    assert await opened(name, server, tmp_path / "a").search("graph networks", 5)
    server.say((500, busy))
    search = opened(name, server, tmp_path / "b")
    with pytest.raises(Failed) as failed:
        await search.search("graph networks", 5)
    assert failed.value.rule == "search-server-error"
    assert search.spent.faults == 3


@every_provider
async def test_what_a_person_must_mend_ends_the_run(name: str, server: SearchServer, tmp_path: Path) -> None:
    manner = MANNERS[name]
    for (status, said), word in ((manner.no_credit, "no-credit"), (manner.bad_key, "key-refused")):
        server.say((status, as_text(said)))
        with pytest.raises(EndpointRefused, match=word):
            await opened(name, server, tmp_path).search("graph networks", 5)
    for status, said in ((404, "{}"), (301, ""), (200, "<!DOCTYPE html><html><body>Sign in</body></html>")):
        server.say((status, said), headers={"location": server.root + "/elsewhere"} if status == 301 else {})
        with pytest.raises(EndpointRefused):
            await opened(name, server, tmp_path).search("graph networks", 5)
        assert "elsewhere" not in server.requests[-1][1]


@every_provider
async def test_a_query_that_it_refuses_is_told_to_the_agent(name: str, server: SearchServer, tmp_path: Path) -> None:
    status, said = MANNERS[name].bad_query
    server.say((status, as_text(said)))
    with pytest.raises(ToolError, match="refuses"):
        await opened(name, server, tmp_path).search("graph networks", 5)
    with pytest.raises(ToolError, match="empty"):
        await opened(name, server, tmp_path).search(" \n\0", 5)


@pytest.mark.parametrize(
    "query", ["\ud800 half a pair", "w " * 5_000, "x" * 5_000, "a\0b", '"quoted" AND -not', "你好 图"]
)
async def test_any_query_can_be_sent(query: str, server: SearchServer, tmp_path: Path) -> None:
    for name, manner in MANNERS.items():
        server.say((200, as_text(manner.good)))
        await opened(name, server, tmp_path / name).search(query, 5)
        assert 0 < len(sent_query(manner, server.requests[-1])) <= 500


async def test_a_key_is_nowhere_but_in_the_request(
    server: SearchServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="httpx")
    server.say((200, json.dumps({"search_metadata": {"echo": KEY}, "organic_results": []})))
    await opened("serpapi", server, tmp_path).search("graph", 5)
    server.say((401, f"no {KEY}"))
    with pytest.raises(EndpointRefused) as refused:
        await opened("serpapi", server, tmp_path).search("other", 5)
    assert KEY not in f"{refused.value}{caplog.text}"
    assert all(KEY.encode() not in path.read_bytes() for path in tmp_path.rglob("*.json"))


async def test_a_missing_key_names_its_variable(
    server: SearchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SEARCH_KEY")
    with pytest.raises(ConfigError, match="SEARCH_KEY"):
        await opened("brave", server, tmp_path).search("graph", 5)
    assert not server.requests


async def test_an_answer_without_end_is_not_read_to_its_end(server: SearchServer, tmp_path: Path) -> None:
    server.say((200, b'{"results": "' + b"x" * 5_000_000))
    with pytest.raises(Failed, match="more than"):
        await opened("tavily", server, tmp_path).search("graph", 5)


async def test_nobody_there(tmp_path: Path) -> None:
    settings = SearchSettings(provider="searxng", base_url="http://127.0.0.1:9", retries=1, backoff_s=0)
    search = WebSearch(settings, replies=Replies(Storage(str(tmp_path))))
    with pytest.raises(EndpointRefused, match="base_url"):
        await search.search("graph", 5)


async def test_searches_keep_to_the_budget(server: SearchServer, tmp_path: Path) -> None:
    server.say((200, as_text(MANNERS["serper"].good)))
    search = opened("serper", server, tmp_path, Budget(0.0015), usd_per_search=0.001)
    await search.search("one", 5)
    with pytest.raises(BudgetExhausted):
        await search.search("two", 5)
    assert search.spent.usd == 0.001


async def test_papers_with_any_word_where_none_has_all(server: SearchServer, tmp_path: Path) -> None:
    manner = MANNERS["arxiv"]
    server.say((200, as_text(manner.empty[0])), (200, as_text(manner.good)))
    assert await opened("arxiv", server, tmp_path).search("the depth of graph-based networks", 5)
    sent = [sent_query(manner, request) for request in server.requests]
    assert sent == ["all:depth AND all:graph-based AND all:networks", "all:depth OR all:graph-based OR all:networks"]
    server.say((200, as_text(manner.good)))
    await opened("arxiv", server, tmp_path).search("ti:graph AND cat:cs.LG", 5)
    assert sent_query(manner, server.requests[-1]) == "ti:graph AND cat:cs.LG"


@every_provider
@given(
    said=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["organic_results", "organic", "web", "results", "data", "total", "link", "url", "title", "date",
                     "year", "externalIds", "openAccessPdf", "query", "search_metadata", "status", "type", "error"]
                ),
                inner,
                max_size=5,
            )
        ),
        max_leaves=12,
    )
)  # fmt: skip
def test_any_json_is_results_or_no_answer(name: str, said: Any) -> None:
    try:
        found = hits(PROVIDERS[name].read(json.dumps(said), date(2026, 11, 22)), 10)
    except UnreadAnswer:
        return
    assert all(hit.url.startswith("http") and "\n" not in hit.title for hit in found)


@each_row(
    "base, url",
    [
        ("", "https://api.search.brave.com/res/v1/web/search"),
        ("http://h:1", "http://h:1/res/v1/web/search"),
        ("http://h:1/res/v1", "http://h:1/res/v1/web/search"),
        ("http://h:1/res/v1/web/search/", "http://h:1/res/v1/web/search"),
        ("http://h:1/proxy/brave", "http://h:1/proxy/brave/res/v1/web/search"),
        ("http://h:1/proxy/res/v1", "http://h:1/proxy/res/v1/web/search"),
        ("http://h:1/re", "http://h:1/re/res/v1/web/search"),
    ],
)
def test_a_base_url_may_have_some_of_the_path(base: str, url: str) -> None:
    assert PROVIDERS["brave"].url(base) == url
    assert PROVIDERS["serpapi"].url("http://h:1/search.json") == "http://h:1/search.json"
    assert PROVIDERS["serpapi"].url("http://h:1/search") == PROVIDERS["serpapi"].url("http://h:1")


def test_what_a_config_leaves_out_is_the_providers_own() -> None:
    brave = SearchSettings.model_validate({"provider": "Brave"})
    assert (brave.key_variable, brave.results, brave.limits.interval_s) == ("BRAVE_API_KEY", 10, 1.0)
    assert SearchSettings.model_validate({"provider": "semantic_scholar"}).address == "https://api.semanticscholar.org"
    assert SearchSettings.model_validate({"provider": "serper", "api_key_env": ""}).key_variable == ""
    # A form that changes the provider alone changes all that is the provider's own.
    changed = SearchSettings.model_validate(brave.model_dump(mode="json") | {"provider": "tavily"})
    assert (changed.key_variable, changed.limits.usd_per_search) == ("TAVILY_API_KEY", 0.008)
    local = SearchSettings.model_validate({"provider": "local", "api_key_env": "OPENAI_API_KEY"})
    assert (local.key_variable, local.address) == ("", "")
    assert SearchSettings().provider == "local"


@each_row(
    "given",
    [
        {"provider": "searxng"},
        {"provider": "bing"},
        {"provider": 5},
        {"provider": "brave", "base_url": "ftp://x"},
        {"provider": "brave", "base_url": "https://user:word@x"},
        {"provider": "brave", "base_url": "https://x/?key=1"},
        {"provider": "brave", "results": 0},
        {"provider": "brave", "api_key_env": "sk-123"},
    ],
)
def test_an_impossible_config_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SearchSettings.model_validate(given)
