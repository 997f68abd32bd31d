"""Rows as arXiv writes them, and servers on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

ARXIV_LICENSE = "http://arxiv.org/licenses/nonexclusive-distrib/1.0/"


def row(identifier: str = "2101.00001", **changes: Any) -> dict[str, Any]:
    """A row that passes the paper's rules."""
    return {
        "id": identifier,
        "submitter": "Ada Lovelace",
        "authors": "Ada Lovelace, Charles Babbage",
        "title": f"Engines for the\n  Analysis of Numbers: A Survey ({identifier})",
        "comments": "Accepted by ACM Computing Surveys",
        "journal-ref": None,
        "doi": None,
        "report-no": None,
        "categories": "cs.CL math.NA",
        "license": ARXIV_LICENSE,
        "abstract": "  We review what is known about engines.\n",
        "versions": [{"version": "v1", "created": "Mon, 4 Jan 2021 10:00:00 GMT"}],
        "update_date": "2021-01-05",
        "authors_parsed": [["Lovelace", "Ada", ""], ["Babbage", "Charles", ""]],
    } | {name.replace("_ref", "-ref"): value for name, value in changes.items()}


def versions(count: int) -> list[dict[str, str]]:
    """So many versions, one a month."""
    return [
        {"version": f"v{n}", "created": f"Mon, 4 {['Jan', 'Feb', 'Mar', 'Apr'][n - 1]} 2021 10:00:00 GMT"}
        for n in range(1, count + 1)
    ]


def write_rows(path: Path, *rows: dict[str, Any] | str | bytes) -> str:
    """The rows as JSON lines; strings and bytes stand as they are."""
    lines = [
        line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode()
        for line in rows
    ]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return str(path)


@dataclass
class Request:
    """What a server was asked."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]


@dataclass
class Server:
    """A server on loopback and all that it was asked."""

    url: str
    asked: list[Request] = field(default_factory=list)


Answer = Callable[[Request, BaseHTTPRequestHandler], None]


def reply(handler: BaseHTTPRequestHandler, body: bytes | str, status: int = 200, **headers: str) -> None:
    """A whole answer."""
    data = body.encode() if isinstance(body, str) else body
    handler.send_response(status)
    for name, value in ({"content-length": str(len(data))} | headers).items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(data)


@contextmanager
def serve(answer: Answer) -> Iterator[Server]:
    """A server that answers GET with `answer` until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            request = Request(parts.path, query, {name.lower(): value for name, value in self.headers.items()})
            server.asked.append(request)
            try:
                answer(request, self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        http.daemon_threads = True
        server = Server(f"http://127.0.0.1:{http.server_address[1]}")
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()


@pytest.fixture(scope="session")
def real_rows(real_data: Path) -> list[Path]:
    """The real rows in the snapshot's schema."""
    return [
        real_data / "arxiv" / "DERIVED_oai_arXivRaw_cs_2019-10_as_snapshot.jsonl",
        real_data / "arxiv" / "tomcarter_sample.jsonl",
        real_data / "arxiv" / "unarXive_sample_metadata_2212.jsonl",
        real_data / "arxiv" / "wanng_first200.jsonl",
        real_data / "arxiv" / "local_corpus.jsonl",
        real_data / "reportbench_v1.1" / "ReportBench_v1.1.jsonl",
    ]
