"""An arXiv on loopback that holds the sample's papers: OAI-PMH with whatever is wrong in a week, and e-prints."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.config import BuildConfig
from tests.flows.live import SAMPLE
from tests.harvest.conftest import Request, Server, reply

SAMPLES = SAMPLE.parents[2] / "data" / "sample"
Row = dict[str, Any]


def sample_row(survey_id: str) -> Row:
    """The metadata of one of the sample's papers, as the snapshot has it."""
    rows = [json.loads(line) for line in (SAMPLES / "surveys.jsonl").read_text(encoding="utf-8").splitlines()]
    return next(row for row in rows if row["id"] == survey_id) | {"source": None}


def released_ids() -> list[str]:
    """The sample's papers that come into a release."""
    lines = (SAMPLES / "fates.jsonl").read_text(encoding="utf-8").splitlines()
    return [row["id"] for row in map(json.loads, lines) if row["fate"] == "released"]


def arxiv_date(day: date) -> str:
    """A day as arXiv writes the date of a version."""
    return datetime(day.year, day.month, day.day, 10).strftime("%a, %d %b %Y %H:%M:%S GMT")


class Arxiv:
    """OAI-PMH and e-prints; `changed` are records by id, as they are now, `sources` e-prints unlike the sample's."""

    def __init__(self) -> None:
        self.changed: dict[str, Row] = {}
        self.sources: dict[str, bytes | int] = {}  # by id and version: bytes, or the status of the answer
        self.fault: Callable[[str], str | int] | None = None  # makes another answer, or a status, of the right one

    def change(self, row: Row, day: date, **fields: Any) -> Row:
        """A record that changed on a day."""
        self.changed[row["id"]] = row | fields | {"update_date": day.isoformat()}
        return self.changed[row["id"]]

    def __call__(self, request: Request, handler: BaseHTTPRequestHandler) -> None:
        """Answer a request."""
        if request.path.startswith("/e-print/"):
            name = request.path.rsplit("/", 1)[-1]
            data = self.sources.get(name)
            if isinstance(data, int):
                return reply(handler, "no", status=data)
            if data is None:
                (source,) = (SAMPLES / "sources").glob(f"{name.partition('v')[0]}.*")
                data = source.read_bytes()
            return reply(handler, data)
        asked = request.query
        rows = [row for row in self.changed.values() if asked["from"] <= row["update_date"] <= asked["until"]]
        listed = "".join(map(record, rows))
        content = f"<ListRecords>{listed}</ListRecords>" if rows else '<error code="noRecordsMatch">none</error>'
        answer = (
            '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-01-01T00:00:00Z</responseDate>'
            f"<request>x</request>{content}</OAI-PMH>"
        )
        faulty = self.fault(answer) if self.fault else answer
        if isinstance(faulty, int):
            return reply(handler, "out of order", status=faulty)
        return reply(handler, faulty)


def record(row: Row) -> str:
    """A record of OAI-PMH in arXivRaw; of a row that is `deleted` its header."""
    if row.get("deleted"):
        return (
            f'<record><header status="deleted"><identifier>oai:arXiv.org:{row["id"]}</identifier>'
            f"<datestamp>{row['update_date']}</datestamp></header></record>"
        )
    names = ("id", "submitter", "title", "authors", "categories", "comments", "journal-ref", "license", "abstract")
    fields = "".join(f"<{name}>{escape(row[name])}</{name}>" for name in names if row[name])
    versions = "".join(
        f'<version version="{version["version"]}"><date>{version["created"]}</date><size>1kb</size></version>'
        for version in row["versions"]
    )
    return (
        f"<record><header><identifier>oai:arXiv.org:{row['id']}</identifier>"
        f"<datestamp>{row['update_date']}</datestamp></header>"
        f'<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/">{fields}{versions}</arXivRaw></metadata></record>'
    )


def write_snapshot(folder: Path, rows: list[Row]) -> None:
    """The base file that refreshes count from."""
    (folder / "snapshot.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def config_for(folder: Path, server: Server, **parts: Any) -> BuildConfig:
    """The sample's config for this arXiv."""
    base = load_build_config(SAMPLE).model_dump(mode="json")
    base["harvest"] |= {
        "source": "snapshot", "path": str(folder / "snapshot.jsonl"), "oai_url": f"{server.url}/oai",
        "request_interval_s": 0, "attempts": 1,
    }  # fmt: skip
    base["sources"] |= {"download_url": f"{server.url}/e-print/{{arxiv_id}}", "request_interval_s": 0, "attempts": 1}
    base["opt_out"] = None
    return BuildConfig.model_validate(base | parts)
