"""The OAI-PMH client beyond one good window (see test_refresh.py): fields, hang-ups, tokens without end."""

from __future__ import annotations

import json
import re
from datetime import date
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.harvest.oai import OaiClient
from litgauge.tasks.harvest.refresh import fetch_window
from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings
from tests.harvest.conftest import Request, Server, reply, serve

SNAPSHOT_KEYS = {
    "id", "submitter", "authors", "title", "comments", "journal-ref", "doi", "report-no", "categories", "license",
    "abstract", "versions", "update_date", "authors_parsed",
}  # fmt: skip
RECORD = """<record><header><identifier>oai:arXiv.org:cs/0112017</identifier><datestamp>2021-01-05</datestamp></header>
<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>cs/0112017</id><submitter>Ada Lovelace</submitter>
<version version="v1"><date>Mon, 17 Dec 2001 10:00:00 GMT</date><size>9kb</size></version>
<version version="v2"><date>Mon, 4 Jan 2021 10:00:00 GMT</date><size>9kb</size></version>
<title>Engines &amp; Numbers: A Survey</title><authors>Ada Lovelace</authors><categories>cs.DL cs.IR</categories>
<report-no>TR-17</report-no><license>http://creativecommons.org/licenses/by/4.0/</license>
<abstract>  What is known.</abstract></arXivRaw></metadata></record>"""


def test_a_row_has_all_fields_of_the_snapshot() -> None:
    with serve(lambda _, handler: reply(handler, _oai(RECORD))) as server:
        rows = _window(server)
    assert len(rows) == 1
    assert rows[0].keys() >= SNAPSHOT_KEYS
    assert {name: rows[0][name] for name in ("id", "submitter", "title", "report-no", "update_date", "doi")} == {
        "id": "cs/0112017",
        "submitter": "Ada Lovelace",
        "title": "Engines & Numbers: A Survey",
        "report-no": "TR-17",
        "update_date": "2021-01-05",
        "doi": None,
    }
    assert rows[0]["versions"] == [
        {"version": "v1", "created": "Mon, 17 Dec 2001 10:00:00 GMT"},
        {"version": "v2", "created": "Mon, 4 Jan 2021 10:00:00 GMT"},
    ]


def test_one_paper_with_an_old_number() -> None:
    answer = _oai(RECORD, "GetRecord")
    with serve(lambda _, handler: reply(handler, answer)) as server, OaiClient(_settings(server)) as client:
        found = client.row("cs/0112017")
    assert found is not None
    assert (found.survey_id, found.version, found.submitted) == ("cs/0112017", 2, date(2001, 12, 17))
    assert server.asked[0].query["identifier"] == "oai:arXiv.org:cs/0112017"


def test_a_connection_that_drops_is_asked_again_with_the_same_token() -> None:
    def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
        if "resumptionToken" not in request.query:
            reply(handler, _oai(RECORD + "<resumptionToken>17|1001</resumptionToken>"))
        elif len(server.asked) == 2:
            _hang_up(handler)
        else:
            reply(handler, _oai(RECORD.replace("0112017", "0112018")))

    with serve(answer) as server:
        rows = _window(server)
    assert [row["id"] for row in rows] == ["cs/0112017", "cs/0112018"]
    assert [request.query.get("resumptionToken") for request in server.asked] == [None, "17|1001", "17|1001"]


def test_a_list_that_ends_before_it_has_what_it_announced_is_not_taken_for_whole() -> None:
    first = _oai(RECORD + '<resumptionToken cursor="0" completeListSize="3">17|1001</resumptionToken>')

    def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
        reply(handler, _oai(RECORD.replace("0112017", "0112018")) if "resumptionToken" in request.query else first)

    with serve(answer) as server, pytest.raises(LitgaugeError, match=r"ends after 2 of 3 records\. Nothing of this"):
        _window(server)


def test_a_record_without_metadata_keeps_no_other_from_us() -> None:
    empty = RECORD[: RECORD.index("<metadata>")].replace("0112017", "0112018") + "</record>"
    with serve(lambda _, handler: reply(handler, _oai(empty + RECORD))) as server:
        rows = _window(server)
    assert [(row["id"], row["title"]) for row in rows] == [
        ("cs/0112018", None),
        ("cs/0112017", "Engines & Numbers: A Survey"),
    ]


def test_a_token_that_comes_back_does_not_go_on_for_ever() -> None:
    endless = _oai(RECORD + "<resumptionToken>again</resumptionToken>")
    with serve(lambda _, handler: reply(handler, endless)) as server, pytest.raises(LitgaugeError, match="never end"):
        _window(server)
    assert len(server.asked) == 2


def test_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/hostname">]>'
    body = bomb + _oai(RECORD.replace("What is known", "&b; &c;"))
    with serve(lambda _, handler: reply(handler, body)) as server:
        rows = _window(server)
    assert "aaaa" not in json.dumps(rows)


@pytest.mark.real
def test_the_real_answers_fill_every_field_that_arxiv_has(real_data: Path) -> None:
    body = (real_data / "arxiv" / "api" / "oai_ListRecords_litpuvn.xml").read_bytes()
    body = re.sub(rb'completeListSize="\d+"', b"", body)  # the rest of its list is not at hand
    with serve(lambda ask, handler: reply(handler, _oai("") if "resumptionToken" in ask.query else body)) as server:
        rows = {row["id"]: row for row in _window(server)}
    filled = {name: sum(bool(row[name]) for row in rows.values()) for name in SNAPSHOT_KEYS}
    always = {"id", "submitter", "authors", "title", "categories", "license", "abstract", "versions", "update_date"}
    assert {name for name, count in filled.items() if count == 387} == always
    assert (filled["comments"], filled["journal-ref"], filled["doi"], filled["report-no"]) == (291, 157, 163, 29)
    assert sorted(str(name) for name, row in rows.items() if row["removed"]) == [
        "0803.4354", "0808.3386", "1502.02762", "1505.00300", "1603.06854", "1605.00928",
    ]  # fmt: skip


def _window(server: Server) -> list[dict[str, Any]]:
    window = fetch_window(date(2021, 1, 1), date(2021, 1, 31), _settings(server), SelectionSettings())
    return [json.loads(line) for line in window.rows]


def _settings(server: Server) -> HarvestSettings:
    return HarvestSettings(oai_url=f"{server.url}/oai", request_interval_s=0, attempts=3)


def _oai(content: str, verb: str = "ListRecords") -> str:
    return (
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2021-03-11T00:00:00Z</responseDate>'
        f"<request>x</request><{verb}>{content}</{verb}></OAI-PMH>"
    )


def _hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("content-length", "5000")
    handler.end_headers()
    handler.wfile.write(b"<OAI-PMH")
    handler.wfile.flush()
    handler.connection.close()
