"""Replies without end, and replies that unpack to gigabytes: a fault of their question, and no more is read of them."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from pydantic import BaseModel

from litgauge.tasks.llm import ModelSettings, Replies, Unscored, open_door
from litgauge.tasks.llm.answers import Invalid, read_answer
from tests.llm.questions import IS_REVIEW, KEY_ENV, papers
from tests.tables import each_row


@cache
def bomb() -> bytes:
    """Some 200 kB that unpack to a thousand times as much."""
    return gzip.compress(b" " * 200_000_000, 9)


class _Endless(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    sent = 0

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on stderr."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-type", "application/json")
        if self.path.startswith("/bomb"):
            self.send_header("content-encoding", "gzip")
            self.send_header("content-length", str(len(bomb())))
            self.end_headers()
            self.wfile.write(bomb())
            return
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"100000\r\n" + b" " * 0x100000 + b"\r\n")
                _Endless.sent += 0x100000
        except OSError:
            self.close_connection = True


@pytest.fixture(scope="module")
def root() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Endless)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["endless", "bomb"])
async def test_it_is_not_read_to_its_end(root: str, path: str, replies: Replies) -> None:
    settings = ModelSettings(
        provider="openai", model="m", base_url=f"{root}/{path}", api_key_env=KEY_ENV, timeout_s=30, retries=3
    )
    reply = await open_door(settings, replies=replies).ask(IS_REVIEW, papers(1)[0])

    assert isinstance(reply.answer, Unscored)
    assert reply.answer.reason == "too-large"
    assert _Endless.sent < 64_000_000  # what the kernel took in besides the sixteen that were read


class Answer(BaseModel):
    """Yes or no."""

    yes: bool


@each_row(
    "said, right",
    [
        (" " * 80_000 + '{"yes": true}' + " " * 80_000, True),
        ("{" + " " * 80_000, False),
        ("{ " * 80_000, False),
        ('{"yes": true} ' * 20_000, True),
        ("".join(f'{{"yes": {str(n % 2 == 0).lower()}}} ' for n in range(20_000)), False),
        ("<think>" * 40_000, False),
    ],
)
def test_long_replies_are_read_in_one_pass(said: str, right: bool) -> None:
    began = time.process_time()
    answer = read_answer(said, Answer)

    assert isinstance(answer, Invalid) is not right
    assert time.process_time() - began < 2
