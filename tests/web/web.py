"""A web on loopback that misbehaves, and the resolver and connector that lead to it.

    with Web() as web:
        web.names["journal.example"] = [PUBLIC]      # what the resolver answers
        page = await web.fetch("http://journal.example/hang")
        web.opened                                    # the addresses that were connected to

Names resolve to public-looking addresses; the connector maps those to the server on 127.0.0.1. What the guard lets
through by mistake would reach the connector, which only writes it down.
"""

from __future__ import annotations

import gzip
import socket
import ssl
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import httpcore

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.web import EvidenceSettings, FetchedPage, Fetcher, GuardedTransport

PUBLIC = "93.184.216.34"
OTHER_PUBLIC = "151.101.1.6"
PUBLIC_V6 = "2606:2800:220:1:248:1893:25c8:1946"
SITE = "journal.example"
MAX_BYTES = 300_000

ARTICLE = """<!doctype html><html><head><title>On loops - Journal</title>
<meta name="citation_title" content="On loops"><meta name="citation_author" content="Ada Example">
<meta name="citation_doi" content="10.5555/Loops.1"></head>
<body><article><h1>On loops</h1><p>A loop of 42 turns is enough for all purposes that the authors know of.</p></article>
</body></html>"""
PDF = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF"

QUICK = EvidenceSettings(
    interval_s=0.0,
    host_intervals_s={},
    backoff_s=0.01,
    attempts=2,
    connect_timeout_s=1.0,
    read_timeout_s=0.5,
    total_timeout_s=1.0,
    max_bytes=MAX_BYTES,
    max_redirects=5,
    max_crawl_delay_s=0.05,
)

_NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # trusts no certificate, and is made in no time


def read_pdf(data: bytes) -> tuple[str | None, str]:
    """A reader that knows one PDF."""
    if data != PDF:
        raise Rejected("no-text", "only pictures")
    return "A printed page", "Abstract\nThe printed page says 42."


@dataclass
class Web:
    """Resolver, connector and server in one."""

    names: dict[str, list[Any]] = field(default_factory=lambda: {SITE: [PUBLIC]})
    unresolved: dict[str, int] = field(default_factory=dict)  # names, and what the resolver fails with
    pages: dict[str, Callable[[Any, Web], None]] = field(default_factory=lambda: dict(_PAGES))
    robots: str | int = ""  # the file, or the HTTP status instead of it
    looked_up: Counter[str] = field(default_factory=Counter)
    opened: list[tuple[str, int]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)  # paths, without robots.txt
    hosts: list[str] = field(default_factory=list)
    sent: Counter[str] = field(default_factory=Counter)  # bytes per path, of endless pages
    under_way: int = 0
    most_under_way: int = 0
    tls: ssl.SSLContext | None = None  # of the server
    trust: ssl.SSLContext | None = None  # of the client
    server_names: list[str | None] = field(default_factory=list)

    def __enter__(self) -> Web:
        _packed_zeros()
        self.closing = threading.Event()
        self.lock = threading.Lock()
        self._http = _Server(("127.0.0.1", 0), _handler_for(self))
        if self.tls:
            self.tls.sni_callback = lambda _socket, name, _context: self.server_names.append(name)
            self._http.socket = self.tls.wrap_socket(self._http.socket, server_side=True, do_handshake_on_connect=False)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    @property
    def port(self) -> int:
        """Where the server really listens."""
        return int(self._http.server_address[1])

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        """The addresses of a name; a list of lists answers each look-up differently."""
        self.looked_up[host] += 1
        answers = self.names.get(host)
        if host in self.unresolved:
            raise socket.gaierror(self.unresolved[host], "the resolver fails")
        if answers is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        if answers and isinstance(answers[0], list):
            return answers[min(self.looked_up[host], len(answers)) - 1]
        return answers

    async def connect(self, address: str, port: int, timeout_s: float | None) -> httpcore.AsyncNetworkStream:
        """A connection to the server, whatever the address."""
        self.opened.append((address, port))
        return await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", self.port, timeout=timeout_s)

    def transport(self) -> GuardedTransport:
        """The guarded way to this web."""
        return GuardedTransport(self.resolve, self.connect, self.trust or _NOBODY)

    def fetcher(self, settings: EvidenceSettings = QUICK) -> Fetcher:
        """A fetcher on this web."""
        return Fetcher(settings, read_pdf, self.transport())

    async def fetch(self, url: str, settings: EvidenceSettings = QUICK) -> FetchedPage:
        """One page."""
        async with self.fetcher(settings) as fetcher:
            return await fetcher.fetch(url)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader that hangs up is what these tests are about."""


def _handler_for(web: Web) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            """Silence."""

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/robots.txt":
                self._robots()
                return
            with web.lock:
                web.asked.append(self.path)
                web.hosts.append(self.headers["host"])
                web.under_way += 1
                web.most_under_way = max(web.most_under_way, web.under_way)
            try:
                page = web.pages.get(parts.path)
                if page is None:
                    self.page(404, b"not here")
                else:
                    page(self, web)
            finally:
                with web.lock:
                    web.under_way -= 1

        def _robots(self) -> None:
            if isinstance(web.robots, int):
                self.page(web.robots, b"")
            elif web.robots:
                self.page(200, web.robots.encode(), "text/plain")
            else:
                self.page(404, b"")

        def page(self, status: int, body: bytes, kind: str = "text/html", **headers: str) -> None:
            """A complete answer."""
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        @property
        def query(self) -> dict[str, str]:
            """The parameters of the address."""
            return {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}

        def times(self, web: Web) -> int:
            """How often this page was asked for, this time included."""
            with web.lock:
                return web.asked.count(self.path)

    return Handler


def _article(to: Any, web: Web) -> None:
    to.page(200, ARTICLE.encode(), "text/html; charset=utf-8")


def _slow_article(to: Any, web: Web) -> None:
    web.closing.wait(0.05)
    _article(to, web)


def _hang(to: Any, web: Web) -> None:
    web.closing.wait(5)


def _trickle(to: Any, web: Web) -> None:
    to.send_response(200)
    to.send_header("content-length", "100000")
    to.end_headers()
    while not web.closing.wait(0.05):
        to.wfile.write(b"<p>")
        to.wfile.flush()


def _redirect(to: Any, web: Web) -> None:
    to.page(302, b"", location=unquote(to.query["to"]))


def _loop(to: Any, web: Web) -> None:
    to.page(302, b"", location="/pool" if to.path == "/loop" else "/loop")


def _cookie(to: Any, web: Web) -> None:
    if "seen=1" in (to.headers["cookie"] or ""):
        _article(to, web)
    else:
        to.page(302, b"", location="/cookie", set_cookie="seen=1; Path=/")


def _refresh(to: Any, web: Web) -> None:
    to.page(200, b'<html><head><meta http-equiv="refresh" content="0; url=/article"></head><body>Wait.</body></html>')


def _refresh_loop(to: Any, web: Web) -> None:
    to.page(200, b'<html><head><meta http-equiv="refresh" content="0;url=/refresh-loop"></head></html>')


def _refresh_late(to: Any, web: Web) -> None:
    late = "9" * 5_000
    to.page(200, f'<html><head><meta http-equiv="refresh" content="{late};url=/nothing"></head><p>Stay.'.encode())


def _refresh_inside(to: Any, web: Web) -> None:
    to.page(200, b'<html><head><meta http-equiv="refresh" content="0;url=http://127.0.0.1/"></head></html>')


def _huge(to: Any, web: Web) -> None:
    """A gigabyte, made as it is sent."""
    to.send_response(200)
    to.send_header("content-type", "text/html")
    to.send_header("connection", "close")
    to.end_headers()
    chunk = b"<p>word " * 8192
    for _ in range(1_000_000_000 // len(chunk)):
        to.wfile.write(chunk)
        web.sent[to.path] += len(chunk)


def _announced(to: Any, web: Web) -> None:
    to.send_response(200)
    to.send_header("content-length", "1000000000")
    to.end_headers()
    to.wfile.write(b"<p>")


def _bomb(to: Any, web: Web) -> None:
    to.page(200, _packed_zeros(), content_encoding="gzip")


@cache
def _packed_zeros() -> bytes:
    return gzip.compress(b"<p>boom</p>" + bytes(30_000_000), 6)


def _zipped(to: Any, web: Web) -> None:
    packer = {"gzip": lambda: gzip.compress(ARTICLE.encode()), "deflate": lambda: zlib.compress(ARTICLE.encode()),
              "raw": lambda: _raw_deflate(ARTICLE.encode()), "br": lambda: b"\x0b\x00", "lie": lambda: ARTICLE.encode(),
              "cut": lambda: gzip.compress(ARTICLE.encode())[:-30]}[to.query["as"]]  # fmt: skip
    name = {"raw": "deflate", "lie": "gzip", "cut": "gzip"}.get(to.query["as"], to.query["as"])
    to.page(200, packer(), content_encoding=name)


def _raw_deflate(data: bytes) -> bytes:
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packing.compress(data) + packing.flush()


def _cut(to: Any, web: Web) -> None:
    to.send_response(200)
    to.send_header("content-length", "5000")
    to.end_headers()
    to.wfile.write(b"<p>The connection ends he")
    to.close_connection = True


def _drop(to: Any, web: Web) -> None:
    to.connection.shutdown(socket.SHUT_RDWR)
    to.close_connection = True


def _status(to: Any, web: Web) -> None:
    headers = {"retry_after": to.query["after"]} if "after" in to.query else {}
    to.page(int(to.query["is"]), b"no", **headers)


def _flaky(to: Any, web: Web) -> None:
    if to.times(web) == 1:
        to.page(int(to.query["first"]), b"busy", retry_after=to.query.get("after", "0"))
    else:
        _article(to, web)


def _lie(to: Any, web: Web) -> None:
    bodies = {
        "pdf": PDF,
        "html": ARTICLE.encode(),
        "png": b"\x89PNG\r\n\x1a\n" + bytes(64),
        "zip": b"PK\x03\x04" + bytes(64),
        "text": b"Just words, no markup. Forty-two of them would be too many.",
        "json": b'{"answer": 42}',
        "scan": b"%PDF-1.4 pictures only",
        "empty": b"",
        "script": b"<html><body><script>draw()</script></body></html>",
        "wall": b"<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>",
    }
    to.page(200, bodies[to.query["body"]], unquote(to.query["says"]))


def _charset(to: Any, web: Web) -> None:
    text = "<html><head>{meta}<title>Café</title></head><body><p>Prix: dix-huit euros à Besançon, naïveté.</p></body>"
    meta = f'<meta charset="{to.query["meta"]}">' if "meta" in to.query else ""
    kind = f"text/html; charset={to.query['says']}" if "says" in to.query else "text/html"
    to.page(200, text.format(meta=meta).encode(to.query["bytes"]), kind)


def _printed(to: Any, web: Web) -> None:
    to.page(200, PDF, "application/pdf")


def _busy(to: Any, web: Web) -> None:
    to.page(503, b"")


_PAGES: dict[str, Callable[[Any, Web], None]] = {
    "/article": _article,
    "/slow-article": _slow_article,
    "/closed/article": _article,
    "/hang": _hang,
    "/trickle": _trickle,
    "/redirect": _redirect,
    "/loop": _loop,
    "/pool": _loop,
    "/cookie": _cookie,
    "/refresh": _refresh,
    "/refresh-loop": _refresh_loop,
    "/refresh-inside": _refresh_inside,
    "/refresh-late": _refresh_late,
    "/huge": _huge,
    "/announced": _announced,
    "/bomb": _bomb,
    "/zipped": _zipped,
    "/cut": _cut,
    "/drop": _drop,
    "/status": _status,
    "/flaky": _flaky,
    "/lie": _lie,
    "/charset": _charset,
    "/abs/2101.00001": _article,
    "/pdf/2101.00001": _printed,
    "/abs/2101.00002": _article,
    "/abs/2101.00003": _article,
    "/pdf/2101.00003": _busy,
}
