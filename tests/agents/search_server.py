"""A search provider on loopback: answers what it is told to, and remembers what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class SearchServer:
    """`answers` are given one after the other, the last one for ever: (status, body, headers)."""

    root: str = ""
    answers: list[tuple[int, bytes, dict[str, str]]] = field(default_factory=list)
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)  # method, path, headers, body

    def say(self, *answers: tuple[int, str | bytes], headers: dict[str, str] | None = None) -> None:
        """What it answers from now on."""
        self.answers = [
            (status, body.encode() if isinstance(body, str) else body, headers or {}) for status, body in answers
        ]


@contextmanager
def search_server() -> Iterator[SearchServer]:
    """The server while it runs."""
    owner = SearchServer()
    http = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"owner": owner}))
    http.daemon_threads = True
    owner.root = f"http://127.0.0.1:{http.server_address[1]}"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield owner
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: SearchServer

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on stderr."""

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        owner = self.owner
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        owner.requests.append((self.command, self.path, headers, body))
        status, content, more = owner.answers.pop(0) if len(owner.answers) > 1 else owner.answers[0]
        self.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(len(content)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
