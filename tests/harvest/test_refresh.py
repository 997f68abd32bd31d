"""What is new since the last harvest: windows of days, kept as increments that go through the snapshot's rules."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from litgauge.tasks.base.errors import LitgaugeError, UnusableInput
from litgauge.tasks.engine.memory import Outcome, StageMemory, StageOutput
from litgauge.tasks.engine.progress import Event, Note, listening
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.increments import increments, last_harvested
from litgauge.tasks.harvest.refresh import harvest_new
from litgauge.tasks.harvest.rows import read_row, to_survey
from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings
from litgauge.tasks.harvest.snapshot import harvest_snapshot
from litgauge.tasks.records import Survey
from tests.harvest.conftest import Request, Server, reply, row, serve

UNTIL = date(2021, 3, 10)
PAPER = SelectionSettings()


class Arxiv:
    """An OAI-PMH service that holds records by the day they changed, and a search interface without results.

    A record whose name begins with "-" is deleted.
    """

    def __init__(self, records: dict[str, list[str]], fails_from: str = "9999", found: str = "") -> None:
        self.records, self.fails_from, self.found = records, fails_from, found

    def __call__(self, request: Request, handler: BaseHTTPRequestHandler) -> None:
        asked = request.query
        if request.path == "/api":
            return reply(handler, _feed(self.found))
        if asked["verb"] == "GetRecord":
            return reply(handler, _oai('<error code="idDoesNotExist">no</error>'))
        if asked["until"] >= self.fails_from:
            return reply(handler, _oai('<error code="badResumptionToken">expired</error>'))
        days = [day for day in sorted(self.records) if asked["from"] <= day <= asked["until"]]
        listed = "".join(_record(name, day) for day in days for name in self.records[day])
        empty = '<error code="noRecordsMatch">none</error>'
        return reply(handler, _oai(f"<ListRecords>{listed}</ListRecords>" if listed else empty))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(Storage(str(tmp_path / "store")))


def test_the_first_refresh_begins_with_the_newest_survey_that_is_known(run: Run) -> None:
    with serve(Arxiv({"2021-03-02": ["2103.00002", "2103.00001"], "2021-01-05": ["2101.00001"]})) as server:
        path = harvest_new(run, settings_for(server), PAPER, _known(run, "2021-02-01", "2021-03-01"), UNTIL)
    assert path.startswith("increments/snapshot.jsonl/2021-03-01_2021-03-10_2_")
    assert [request.query["from"] for request in server.asked] == ["2021-03-01"]
    assert [entry["id"] for entry in _rows(run, path)] == ["2103.00001", "2103.00002"]


def test_an_increment_goes_through_the_same_rules_as_the_snapshot(run: Run) -> None:
    with serve(Arxiv({"2021-03-02": ["2103.00001"]})) as server:
        path = harvest_new(run, settings_for(server), PAPER, _known(run, "2021-03-01"), UNTIL)
    assert path is not None
    surveys = [survey for part in harvest_snapshot(run.storage.locate(path), PAPER, "oai") for survey in part.surveys]
    assert [(survey.survey_id, survey.origin, survey.version) for survey in surveys] == [("2103.00001", "oai", 1)]


def test_equal_answers_make_equal_files_whatever_their_order(tmp_path: Path) -> None:
    made = []
    for number, names in enumerate((["2103.00002", "2103.00001"], ["2103.00001", "2103.00002"])):
        run = Run(Storage(str(tmp_path / str(number))))
        with serve(Arxiv({"2021-03-02": names})) as server:
            path = harvest_new(run, settings_for(server), PAPER, _known(run, "2021-03-01"), UNTIL)
        made.append((path, run.storage.read(path or "")))
    assert made[0] == made[1]


def test_a_second_refresh_on_the_same_day_asks_nothing(run: Run) -> None:
    with serve(Arxiv({"2021-03-02": ["2103.00001"]})) as server:
        known = _known(run, "2021-03-01")
        assert harvest_new(run, settings_for(server), PAPER, known, UNTIL)
        asked = len(server.asked)
        assert harvest_new(run, settings_for(server), PAPER, known, UNTIL) is None
        assert len(server.asked) == asked


def test_the_next_refresh_overlaps_the_last_by_a_day(run: Run) -> None:
    with serve(Arxiv({"2021-03-02": ["2103.00001"], "2021-03-12": ["2103.00009"]})) as server:
        known = _known(run, "2021-03-01")
        harvest_new(run, settings_for(server), PAPER, known, UNTIL)
        path = harvest_new(run, settings_for(server), PAPER, known, date(2021, 3, 12))
    assert path.startswith("increments/snapshot.jsonl/2021-03-10_2021-03-12_1_")


def test_the_days_of_an_empty_answer_are_asked_for_again_with_those_that_follow(run: Run) -> None:
    known = _known(run, "2021-01-01")
    with serve(Arxiv({})) as server:
        settings = settings_for(server)
        assert harvest_new(run, settings, PAPER, known, UNTIL) is None
        spans = [(request.query["from"], request.query["until"]) for request in server.asked]
    assert spans == [("2021-01-01", day) for day in ("2021-02-01", "2021-03-04", "2021-03-10")]
    assert last_harvested(run.storage, settings) is None
    with serve(Arxiv({"2021-01-03": ["2101.00001"]})) as server:
        path = harvest_new(run, settings_for(server), PAPER, known, UNTIL)
    assert [entry["id"] for entry in _rows(run, path)] == ["2101.00001"]


def test_a_deleted_record_leaves_a_row_that_says_so(run: Run) -> None:
    with serve(Arxiv({"2021-03-02": ["-2103.00001"]})) as server:
        path = harvest_new(run, settings_for(server), PAPER, _known(run, "2021-03-01"), UNTIL)
    (entry,) = _rows(run, path)
    assert (entry["id"], entry["deleted"], entry["update_date"]) == ("2103.00001", True, "2021-03-02")
    (part, _) = harvest_snapshot(run.storage.locate(path or ""), PAPER, "oai")
    assert part.dropped.to_pylist() == [
        {"survey_id": "2103.00001", "rule": "deleted", "example": "arXiv deleted the record on 2021-03-02"}
    ]


def test_all_sets_are_asked_one_after_the_other(run: Run) -> None:
    with serve(Arxiv({"2021-03-02": ["2103.00001"]})) as server:
        path = harvest_new(run, settings_for(server, sets=("cs", "math")), PAPER, _known(run, "2021-03-01"), UNTIL)
    assert [request.query["set"] for request in server.asked] == ["cs", "math"]
    assert [entry["id"] for entry in _rows(run, path)] == ["2103.00001"]


def test_a_long_time_is_fetched_in_months_and_what_came_before_a_failure_stays(run: Run) -> None:
    records = {"2020-12-20": ["2012.00001"], "2021-02-10": ["2102.00001"], "2021-03-05": ["2103.00001"]}
    known = _known(run, "2020-12-15")
    with serve(Arxiv(records, fails_from="2021-03-01")) as server:
        settings = settings_for(server)
        with pytest.raises(LitgaugeError, match="Run the refresh again"):
            harvest_new(run, settings, PAPER, known, UNTIL)
    assert last_harvested(run.storage, settings) == date(2021, 2, 15)
    with serve(Arxiv(records)) as server:
        settings = settings_for(server)
        harvest_new(run, settings, PAPER, known, UNTIL)
    assert [request.query["from"] for request in server.asked] == ["2021-02-15"]
    kept = [entry["id"] for path in increments(run.storage, settings) for entry in _rows(run, path)]
    assert kept == ["2012.00001", "2102.00001", "2103.00001"]


@pytest.mark.slow
def test_every_day_up_to_the_last_is_covered_whatever_the_length(tmp_path: Path) -> None:
    for days in (1, 30, 31, 32, 62, 63):
        run = Run(Storage(str(tmp_path / str(days))))
        first = date(2021, 1, 1)
        until = first + timedelta(days=days)
        records = {(first + timedelta(days=day)).isoformat(): [f"2101.{day:05}"] for day in range(days + 1)}
        with serve(Arxiv(records)) as server:
            harvest_new(run, settings_for(server), PAPER, _known(run, "2021-01-01"), until)
        spans = [(request.query["from"], request.query["until"]) for request in server.asked]
        assert (spans[0][0], spans[-1][1]) == ("2021-01-01", until.isoformat())
        assert all(end == start for (_, end), (start, _) in pairwise(spans))


def test_without_a_known_survey_it_says_to_build_once(run: Run) -> None:
    with serve(Arxiv({})) as server, pytest.raises(UnusableInput, match="Build once from a snapshot"):
        harvest_new(run, settings_for(server), PAPER, _known(run), UNTIL)
    assert server.asked == []


def test_a_corpus_of_ones_own_has_no_newer_days(run: Run) -> None:
    with serve(Arxiv({})) as server:
        assert harvest_new(run, settings_for(server, source="local"), PAPER, _known(run), UNTIL) is None
    assert server.asked == []


def test_the_polite_wait_of_the_run_comes_before_every_request(run: Run) -> None:
    waited: list[int] = []
    with serve(Arxiv({})) as server:
        polite = Run(run.storage, waits={"harvest": lambda: waited.append(len(server.asked))})
        harvest_new(polite, settings_for(server, sets=("cs", "math")), PAPER, _known(run, "2021-03-01"), UNTIL)
    assert waited == [0, 1]


@pytest.mark.parametrize(("updated", "settled"), [("2021-03-08", "2021-03-08"), ("2021-02-20", "2021-03-03")])
def test_days_of_papers_that_oai_does_not_know_yet_are_asked_for_again_for_a_week(
    run: Run, updated: str, settled: str
) -> None:
    told: list[Event] = []
    with serve(Arxiv({}, found=_entry("2102.00007", updated))) as server, listening(told.append):
        settings = settings_for(server, refresh="api")
        harvest_new(run, settings, PAPER, _known(run, "2021-02-01"), UNTIL)
    assert last_harvested(run.storage, settings) == date.fromisoformat(settled)
    assert [note.text for note in told if isinstance(note, Note)] == [
        "0 changed papers of 2021-02-01 to 2021-03-10; "
        "1 more are not known over OAI-PMH yet: the next refresh asks again"
    ]


@pytest.mark.real
def test_a_real_answer_becomes_an_increment_that_reads_like_the_snapshot(run: Run, real_data: Path) -> None:
    arxiv = real_data / "arxiv"
    answer = (arxiv / "api" / "oai_arXivRaw_cs_2019-10_01_5.xml").read_bytes()
    first_page = answer.replace(b'completeListSize="2525"', b'completeListSize="1000"')

    def pages(request: Request, handler: BaseHTTPRequestHandler) -> None:
        reply(handler, _oai("<ListRecords/>") if "resumptionToken" in request.query else first_page)

    with serve(pages) as server:
        path = harvest_new(run, settings_for(server), PAPER, _known(run, "2019-10-01"), date(2019, 10, 9))
    assert [request.query.get("resumptionToken") for request in server.asked] == [None, "3996692|1001"]
    found = _surveys(gzip.decompress(run.storage.read(path or "")).splitlines())
    expected = _surveys((arxiv / "DERIVED_oai_arXivRaw_cs_2019-10_as_snapshot.jsonl").read_bytes().splitlines())
    assert len(found) == 1000
    assert found == expected


def _surveys(lines: list[bytes]) -> dict[str, Survey]:
    return {survey.survey_id: survey for survey in (to_survey(read_row(line), "oai") for line in lines)}


def settings_for(server: Server, **changes: object) -> HarvestSettings:
    fixed = {"path": "data/snapshot.jsonl", "oai_url": f"{server.url}/oai", "api_url": f"{server.url}/api"}
    return HarvestSettings.model_validate(fixed | {"request_interval_s": 0, "attempts": 2} | changes)


def _known(run: Run, *updated: str) -> StageOutput:
    memory = StageMemory(run.storage, "harvest", "code", "{}", {"surveys": Survey})
    rows = [
        to_survey(read_row(json.dumps(row(f"2001.0000{number}", versions=None, update_date=day)).encode()), "snapshot")
        for number, day in enumerate(updated)
    ]
    return memory.close(memory.remember([Outcome("snapshot", "key", {"surveys": rows})]), ())


def _rows(run: Run, path: str | None) -> Iterator[dict[str, object]]:
    assert path is not None
    return (json.loads(line) for line in gzip.decompress(run.storage.read(path)).splitlines())


def _oai(content: str) -> str:
    return (
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2021-03-11T00:00:00Z</responseDate>'
        f"<request>x</request>{content}</OAI-PMH>"
    )


def _record(identifier: str, day: str) -> str:
    if identifier.startswith("-"):
        return (
            f'<record><header status="deleted"><identifier>oai:arXiv.org:{identifier[1:]}</identifier>'
            f"<datestamp>{day}</datestamp></header></record>"
        )
    entry = row(identifier)
    fields = "".join(
        f"<{name}>{escape(entry[name])}</{name}>"
        for name in ("id", "submitter", "title", "authors", "categories", "comments", "license", "abstract")
    )
    version = f'<version version="v1"><date>{entry["versions"][0]["created"]}</date><size>1kb</size></version>'
    return (
        f"<record><header><identifier>oai:arXiv.org:{identifier}</identifier><datestamp>{day}</datestamp></header>"
        f'<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/">{version}{fields}</arXivRaw></metadata></record>'
    )


def _feed(entry: str) -> str:
    return (
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
        'xmlns="http://www.w3.org/2005/Atom"><id>x</id><title>results</title>'
        f"<opensearch:totalResults>{1 if entry else 0}</opensearch:totalResults>{entry}</feed>"
    )


def _entry(identifier: str, updated: str) -> str:
    return (
        f"<entry><id>http://arxiv.org/abs/{identifier}v2</id><title>Engines: A Survey</title>"
        f"<updated>{updated}T17:00:00Z</updated><published>2021-02-01T17:00:00Z</published><summary>What is known."
        '</summary><arxiv:comment>Accepted by CSUR</arxiv:comment><category term="cs.CL"/>'
        '<arxiv:primary_category term="cs.CL"/><author><name>Ada Lovelace</name></author></entry>'
    )
