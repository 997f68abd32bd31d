"""A GROBID server on loopback that answers from a script."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Script:
    """What the server answers: (status, body) in turn, the last one again and again; -1 never answers."""

    answers: list[tuple[int, bytes]]
    retry_after: str | None = None
    asked: list[bytes] = field(default_factory=list)  # bodies of the requests
    headers: list[dict[str, str]] = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0
    hold_s: float = 0.0
    released: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)


class _Handler(BaseHTTPRequestHandler):
    script: Script

    def do_POST(self) -> None:
        script = self.script
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with script.lock:
            script.asked.append(self.path.encode() + b"\n" + body)
            script.headers.append(dict(self.headers))
            status, answer = script.answers[min(len(script.asked), len(script.answers)) - 1]
            script.in_flight += 1
            script.most_in_flight = max(script.most_in_flight, script.in_flight)
        if status == -1 or script.hold_s:
            script.released.wait(5 if status == -1 else script.hold_s)
        with script.lock:
            script.in_flight -= 1
        if status == -1:
            self.close_connection = True
        else:
            self._answer(status, answer)

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        if self.script.retry_after is not None:
            self.send_header("Retry-After", self.script.retry_after)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if status != 204:
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def grobid_server(script: Script) -> Iterator[str]:
    """The address of a running server."""
    handler = type("Handler", (_Handler,), {"script": script})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        script.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def raw_server(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """The address of a server that reads each request and then does what it is told with the connection."""
    listening = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def serve() -> None:
        while not ended.is_set():
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                request = b""
                while not request.endswith(b"--\r\n"):  # the end of its last part
                    request += connection.recv(1 << 20)
                answer(connection)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        ended.set()
        listening.close()
