"""A window of days over OAI-PMH and over the search interface, from servers on loopback that speak as arXiv does."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler
from itertools import islice
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest

from litgauge.tasks.base.errors import ConfigError, LitgaugeError
from litgauge.tasks.harvest.api import search
from litgauge.tasks.harvest.refresh import fetch_window
from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings
from litgauge.tasks.harvest.snapshot import harvest_snapshot
from litgauge.tasks.records import Dropped, Survey, from_table
from tests.harvest.conftest import ARXIV_LICENSE, Request, Server, reply, row, serve

SINCE, UNTIL = date(2021, 1, 1), date(2021, 1, 31)
PAPER = SelectionSettings()


def record(identifier: str, *, status: str = "", source_type: str = "D", **changes: Any) -> str:
    """A record in arXivRaw, as the service writes it."""
    entry = row(identifier, **changes)
    header = (
        f"<header{status}><identifier>oai:arXiv.org:{identifier}</identifier><datestamp>2021-01-05</datestamp></header>"
    )
    if status:
        return f"<record>{header}</record>"
    version = "".join(
        f'<version version="{v["version"]}"><date>{v["created"]}</date>'
        f"<source_type>{source_type}</source_type></version>"
        for v in entry["versions"]
    )
    fields = "".join(
        f"<{name}>{escape(entry[name])}</{name}>"
        for name in ("title", "authors", "categories", "comments", "journal-ref", "doi", "license", "abstract")
        if entry[name] is not None
    )
    return (
        f'<record>{header}<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>{identifier}</id>'
        f"<submitter>A</submitter>{version}{fields}</arXivRaw></metadata></record>"
    )


def oai(content: str, token: str | None = None) -> str:
    after = "" if token is None else f'<resumptionToken cursor="0">{token}</resumptionToken>'
    body = content.replace("</ListRecords>", after + "</ListRecords>")
    return (
        '<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'
        f"<responseDate>2021-02-01T00:00:00Z</responseDate><request>x</request>{body}</OAI-PMH>"
    )


def listing(*records: str, token: str | None = None) -> str:
    return oai(f"<ListRecords>{''.join(records)}</ListRecords>", token)


def error(code: str) -> str:
    return oai(f'<error code="{code}">because</error>')


def settings(server: Server, **changes: Any) -> HarvestSettings:
    return HarvestSettings(
        **(
            {"oai_url": f"{server.url}/oai", "api_url": f"{server.url}/api", "request_interval_s": 0, "attempts": 3}
            | changes
        )
    )


def gather(harvest: HarvestSettings, selection: SelectionSettings = PAPER) -> tuple[list[Survey], list[Dropped]]:
    """The window's rows as the rules of the next harvest part them."""
    window = fetch_window(SINCE, UNTIL, harvest, selection)
    if not window.rows:
        return [], []
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as increment:
        increment.write(b"".join(line + b"\n" for line in window.rows))
        increment.flush()
        parts = list(harvest_snapshot(increment.name, selection, harvest.refresh))
    return (
        [survey for part in parts for survey in part.surveys],
        [drop for part in parts for drop in from_table(Dropped, part.dropped)],
    )


def script(*answers: str | tuple[int, str, dict[str, str]]) -> Callable[[Request, BaseHTTPRequestHandler], None]:
    """Answers one after the other."""
    left = list(answers)

    def answer(_: Request, handler: BaseHTTPRequestHandler) -> None:
        entry = left.pop(0)
        status, body, headers = (200, entry, {}) if isinstance(entry, str) else entry
        reply(handler, body, status, **headers)

    return answer


class TestOai:
    """OAI-PMH."""

    def test_pages_are_followed_by_their_tokens_and_rows_go_through_the_rules(self) -> None:
        pages = script(
            listing(record("2101.00001"), record("2101.00002", title="Engines"), token="1|1001"),
            listing(record("2101.00003", comments=None), record("2101.00004"), token=""),
        )
        with serve(pages) as server:
            surveys, dropped = gather(settings(server))
        assert [survey.survey_id for survey in surveys] == ["2101.00001", "2101.00004"]
        assert surveys[0].license == ARXIV_LICENSE
        assert surveys[0].origin == "oai"
        assert surveys[0].version == 1
        assert {drop.survey_id: drop.rule for drop in dropped} == {
            "2101.00002": "title",
            "2101.00003": "publication-evidence",
        }
        assert server.asked[0].query == {
            "verb": "ListRecords",
            "metadataPrefix": "arXivRaw",
            "from": "2021-01-01",
            "until": "2021-01-31",
        }
        assert server.asked[1].query == {"verb": "ListRecords", "resumptionToken": "1|1001"}

    def test_every_set_is_harvested_and_cross_lists_count_once(self) -> None:
        with serve(lambda _, handler: reply(handler, listing(record("2101.00001")))) as server:
            surveys, dropped = gather(settings(server, sets=("cs", "math")))
        assert (len(surveys), dropped) == (1, [])
        assert [request.query["set"] for request in server.asked] == ["cs", "math"]

    def test_an_empty_window_is_empty(self) -> None:
        with serve(script(error("noRecordsMatch"))) as server:
            assert gather(settings(server)) == ([], [])

    def test_deleted_and_withdrawn_papers_fall_out(self) -> None:
        page = listing(record("2101.00001", status=' status="deleted"'), record("2101.00002", source_type="I"))
        with serve(script(page)) as server:
            surveys, dropped = gather(settings(server))
        assert surveys == []
        assert {drop.survey_id: drop.rule for drop in dropped} == {"2101.00001": "deleted", "2101.00002": "withdrawn"}

    def test_a_busy_service_is_asked_again(self) -> None:
        past = format_datetime(datetime(2015, 10, 21, tzinfo=UTC), usegmt=True)
        answers = script(
            (503, "Retry after 0 seconds", {"retry-after": "0"}),
            (503, "", {"retry-after": past}),
            listing(record("2101.00001")),
        )
        with serve(answers) as server:
            assert len(gather(settings(server))[0]) == 1
        assert len(server.asked) == 3

    def test_a_token_that_has_expired_leaves_nothing_half_kept(self) -> None:
        answers = script(listing(record("2101.00001"), token="old"), error("badResumptionToken"))
        says = r"resumption token.*Nothing of this window was kept.*Run the refresh again"
        with serve(answers) as server, pytest.raises(LitgaugeError, match=says):
            fetch_window(SINCE, UNTIL, settings(server), PAPER)

    @pytest.mark.parametrize(
        "body",
        [
            listing(record("2101.00001"))[:-30],
            listing(record("2101.00001")).replace("</title>", ""),
            "<html/>",
            "",
            "Sorry",
        ],
    )
    def test_xml_that_is_broken_is_asked_for_again_and_never_repaired(self, body: str) -> None:
        with (
            serve(lambda _, handler: reply(handler, body)) as server,
            pytest.raises(LitgaugeError, match=r"XML|OAI-PMH"),
        ):
            gather(settings(server))
        assert len(server.asked) == 3

    def test_an_unknown_set_is_an_error_in_the_config(self) -> None:
        with serve(script(error("badArgument"))) as server, pytest.raises(ConfigError, match=r"harvest\.sets"):
            gather(settings(server, sets=("nonsense",)))

    def test_a_wrong_address_says_so_at_once(self) -> None:
        with (
            serve(lambda _, handler: reply(handler, "no", 404)) as server,
            pytest.raises(LitgaugeError, match="404"),
        ):
            gather(settings(server))
        assert len(server.asked) == 1

    def test_a_service_that_is_down_fails_after_the_attempts(self) -> None:
        with serve(script()) as server:
            down = settings(server)
        with pytest.raises(LitgaugeError, match="no answer"):
            gather(down)

    def test_the_wait_is_called_before_every_request(self) -> None:
        waits: list[int] = []
        with serve(script(listing(token="2"), (503, "", {}), listing())) as server:
            fetch_window(SINCE, UNTIL, settings(server), PAPER, lambda: waits.append(len(server.asked)))
        assert waits == [0, 1, 2]


def atom(*entries: str, total: int | None = None) -> str:
    return (
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
        'xmlns="http://www.w3.org/2005/Atom"><id>x</id><title>arXiv Query</title>'
        f"<opensearch:totalResults>{len(entries) if total is None else total}</opensearch:totalResults>"
        f"<opensearch:startIndex>0</opensearch:startIndex>{''.join(entries)}</feed>"
    )


def entry(
    identifier: str, updated: str = "2021-01-20", published: str = "2021-01-04", version: int = 2, **changes: Any
) -> str:
    values = row(identifier, **changes)
    comment = f"<arxiv:comment>{escape(values['comments'])}</arxiv:comment>" if values["comments"] else ""
    return (
        f"<entry><id>http://arxiv.org/abs/{identifier}v{version}</id><title>{escape(values['title'])}</title>"
        f"<updated>{updated}T17:00:00Z</updated><published>{published}T17:00:00Z</published>"
        "<summary>We review.</summary>"
        f'<category term="cs.CL"/><arxiv:primary_category term="cs.CL"/>{comment}'
        "<author><name>Ada Lovelace</name></author></entry>"
    )


def arxiv_server(pages: list[str], known: dict[str, str]) -> Callable[[Request, BaseHTTPRequestHandler], None]:
    def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
        if request.path == "/api":
            reply(handler, pages.pop(0))
        else:
            found = known.get(request.query["identifier"])
            reply(handler, oai(f"<GetRecord>{found}</GetRecord>") if found else error("idDoesNotExist"))

    return answer


class TestSearch:
    """The search interface, completed over OAI-PMH."""

    def test_only_what_may_be_a_survey_is_asked_for_over_oai(self) -> None:
        page = atom(
            entry("2101.00001"), entry("2101.00002", comments=None), entry("2101.00003", published="2019-01-01")
        )
        known = {"oai:arXiv.org:2101.00001": record("2101.00001")}
        with serve(arxiv_server([page], known)) as server:
            surveys, dropped = gather(settings(server, refresh="api"))
        assert [(survey.survey_id, survey.license, survey.origin) for survey in surveys] == [
            ("2101.00001", ARXIV_LICENSE, "api")
        ]
        assert dropped == []
        assert [request.path for request in server.asked] == ["/api", "/oai"]
        query = server.asked[0].query
        assert query["search_query"] == "(ti:survey OR ti:review)"
        assert (query["sortBy"], query["sortOrder"]) == ("lastUpdatedDate", "descending")

    def test_the_window_is_kept_and_reading_stops_when_a_page_is_older(self) -> None:
        pages = [
            atom(entry("2102.00001", updated="2021-02-01"), entry("2101.00001", updated="2021-01-31"), total=9),
            atom(entry("2101.00002", updated="2021-01-01"), entry("2012.00001", updated="2020-12-31"), total=9),
            atom(entry("2012.00002", updated="2020-12-30"), entry("2012.00003", updated="2020-12-29"), total=9),
        ]
        known = {f"oai:arXiv.org:{name}": record(name) for name in ("2101.00001", "2101.00002")}
        with serve(arxiv_server(pages, known)) as server:
            surveys, _ = gather(settings(server, refresh="api", page_size=2))
        assert sorted(survey.survey_id for survey in surveys) == ["2101.00001", "2101.00002"]
        assert pages == []

    def test_what_was_deleted_since_the_search_falls_out(self) -> None:
        known = {"oai:arXiv.org:2101.00001": record("2101.00001", status=' status="deleted"')}
        with serve(arxiv_server([atom(entry("2101.00001"))], known)) as server:
            surveys, dropped = gather(settings(server, refresh="api"))
        assert surveys == []
        assert [(drop.survey_id, drop.rule) for drop in dropped] == [("2101.00001", "deleted")]

    def test_what_oai_does_not_know_yet_fails_for_now(self) -> None:
        with serve(arxiv_server([atom(entry("2101.00001"))], {})) as server:
            window = fetch_window(SINCE, UNTIL, settings(server, refresh="api"), PAPER)
        assert window.rows == ()
        assert window.not_known_yet == ("2101.00001",)
        assert window.resume_at == date(2021, 1, 20)

    def test_categories_narrow_the_search(self) -> None:
        with serve(arxiv_server([atom()], {})) as server:
            gather(
                settings(server, refresh="api"),
                SelectionSettings(categories=("cs.", "math.NA"), title_words=("literature review",)),
            )
        assert server.asked[0].query["search_query"] == '(ti:"literature review") AND (cat:cs.* OR cat:math.NA)'

    def test_a_search_for_everything_is_refused(self) -> None:
        with serve(arxiv_server([], {})) as server, pytest.raises(ConfigError, match="title words or categories"):
            gather(settings(server, refresh="api"), SelectionSettings(title_words=()))

    def test_a_busy_service_is_asked_again(self) -> None:
        with serve(script((503, "", {"retry-after": "0"}), (500, "", {}), atom())) as server:
            assert gather(settings(server, refresh="api")) == ([], [])
        assert len(server.asked) == 3

    @pytest.mark.parametrize(
        "body", ["<html><p>Too many requests</html>", atom(entry("2101.00001"))[:-40], "", "<html/>"]
    )
    def test_what_is_no_feed_fails_with_a_clear_message(self, body: str) -> None:
        with (
            serve(lambda _, handler: reply(handler, body)) as server,
            pytest.raises(LitgaugeError, match=r"XML|Atom"),
        ):
            gather(settings(server, refresh="api"))
        assert len(server.asked) == 3

    def test_a_refused_query_says_what_arxiv_says(self) -> None:
        body = atom(
            "<entry><id>https://arxiv.org/api/errors#bad</id><title>Error</title><updated>2026-04-12T22:59:06Z</updated>"
            "<summary>incorrect query</summary></entry>"
        )
        with serve(script(body)) as server, pytest.raises(LitgaugeError, match="incorrect query"):
            gather(settings(server, refresh="api"))

    def test_a_server_that_asks_for_too_much_patience_is_left_alone(self) -> None:
        with serve(script((503, "", {"retry-after": "9999"}))) as server, pytest.raises(LitgaugeError, match="9999"):
            gather(settings(server, refresh="api"))


def test_rows_of_a_window_are_rows_of_the_snapshot() -> None:
    with serve(script(listing(record("2101.00001", journal_ref="CSUR 54")))) as server:
        window = fetch_window(SINCE, UNTIL, settings(server), PAPER)
    found = json.loads(window.rows[0])
    assert (found["id"], found["journal-ref"], found["versions"][0]["version"]) == ("2101.00001", "CSUR 54", "v1")


@pytest.mark.real
def test_the_real_oai_answers_give_the_rows_that_were_made_of_them(real_data: Path) -> None:
    answer = (real_data / "arxiv" / "api" / "oai_arXivRaw_cs_2019-10_01_5.xml").read_bytes()
    expected = [
        json.loads(line)
        for line in (real_data / "arxiv" / "DERIVED_oai_arXivRaw_cs_2019-10_as_snapshot.jsonl")
        .read_bytes()
        .splitlines()
    ]
    with serve(
        lambda request, handler: reply(
            handler, error("noRecordsMatch") if "resumptionToken" in request.query else answer
        )
    ) as server:
        window = fetch_window(SINCE, UNTIL, settings(server), PAPER)
        found = {entry["id"]: entry for entry in map(json.loads, window.rows)}
    assert len(found) == len(expected) == 1000
    for entry in expected:
        for name in ("title", "comments", "journal-ref", "doi", "categories", "license", "abstract"):
            assert found[entry["id"]][name] == entry[name], (entry["id"], name)


@pytest.mark.real
def test_real_withdrawn_papers_are_known_without_the_word(real_data: Path) -> None:
    answer = (real_data / "arxiv" / "api" / "oai_ListRecords_litpuvn.xml").read_bytes()
    anything = SelectionSettings(submitted_after=None, title_words=(), evidence_required=False, licenses=())
    with serve(
        lambda request, handler: reply(
            handler, error("noRecordsMatch") if "resumptionToken" in request.query else answer
        )
    ) as server:
        _, dropped = gather(settings(server), anything)
    withdrawn = {drop.survey_id for drop in dropped if drop.rule == "withdrawn"}
    assert "1605.00928" in withdrawn  # "The survey is not complete and require major updates"


@pytest.mark.real
def test_the_real_search_answers_are_read_page_after_page(real_data: Path) -> None:
    names = {
        path.name.split("_")[4]: path for path in (real_data / "arxiv" / "api").glob("arxivpy__q_testing_s*_m10_*.xml")
    }

    def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
        reply(handler, names[f"s{request.query['start']}"].read_bytes())

    with serve(answer) as server:
        harvest = settings(server, page_size=10)
        found = list(
            islice(
                search(date(1991, 1, 1), None, harvest, SelectionSettings(title_words=("testing",)), lambda: None), 60
            )
        )
    assert len(server.asked) == 6
    assert len({paper.survey_id for paper in found}) == 60
    assert all(
        paper.title and paper.abstract and paper.submitted and paper.updated and paper.categories for paper in found
    )
    assert any(paper.comments for paper in found)
    assert any(paper.version > 1 for paper in found)
