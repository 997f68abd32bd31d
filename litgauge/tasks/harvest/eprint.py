"""Download of e-prints: politely, resumed when the connection breaks, with caps, and known by content."""

from __future__ import annotations

import hashlib
import re
import time
from dataclasses import dataclass

import httpx
from tenacity import Retrying

from litgauge.tasks.base.errors import Failed, NotThere, Rejected
from litgauge.tasks.harvest.settings import SourceSettings
from litgauge.tasks.http import USER_AGENT
from litgauge.tasks.http.certificates import trusted_certificates
from litgauge.tasks.http.pacing import Wait, every
from litgauge.tasks.http.retrying import RequestError, is_busy, retry_after_s, retrying
from litgauge.tasks.records.surveys import SourceKind
from litgauge.tasks.text.filekinds import beginning, kind_of

_RANGE = re.compile(r"bytes (\d+)-\d+/(?:\d+|\*)")
_ABSENT = frozenset({404, 410})
_WITHDRAWN = re.compile(rb"\bwithdrawn\b", re.IGNORECASE)
_NOTICE_BYTES = 4096
_DOCUMENT = re.compile(rb"\\(?:document(?:class|style)|begin\s*\{document|input|bye|end)\b")
_WITHDRAWAL = re.compile(rb"\bwithdraw(?:n|al)\b", re.IGNORECASE)
_PAGE_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Fetched:
    """A source as it came: nothing unpacked, gzip included."""

    data: bytes
    sha256: str
    kind: SourceKind  # what is inside: a gzipped tar is "tar", a lone gzipped .tex is "tex"
    url: str


def fetch_eprint(
    arxiv_id: str,
    version: int | None,
    settings: SourceSettings,
    wait: Wait | None = None,
    client: httpx.Client | None = None,
) -> Fetched:
    """Return the e-print of a paper: of a version, None: of the last.

    `wait` is called before each request (default: one per `request_interval_s`). A broken download is resumed where the
    server can, else begun again; 429, 5xx and time-outs are tried again, after what Retry-After asks for.
    Raises Rejected (withdrawn, no-source, too-large, postscript, unknown-format) or Failed (server-error,
    empty-answer, html-page, forbidden, time-out).
    """
    if client is None:
        with new_client(settings) as client:
            return fetch_eprint(arxiv_id, version, settings, wait, client)
    url = settings.download_url.replace("{arxiv_id}", arxiv_id if version is None else f"{arxiv_id}v{version}")
    download = _Download(url, settings, wait or every(settings.request_interval_s), client)
    try:
        data = retrying(Retrying, settings.attempts, settings.request_interval_s, settings.max_retry_after_s)(
            download.go_on
        )
    except RequestError as error:
        raise Failed("server-error", str(error), where=url) from error
    if not data:  # what arXiv keeps of a withdrawn paper holds a notice
        raise Failed("empty-answer", "the server gave nothing", where=url)
    return fetched(data, url)


def new_client(settings: SourceSettings) -> httpx.Client:
    """A client to share between downloads, so that connections are kept."""
    return httpx.Client(
        timeout=settings.timeout_s,
        follow_redirects=True,
        verify=trusted_certificates(),
        headers={"user-agent": USER_AGENT, "accept-encoding": "identity"},
    )


def fetched(data: bytes, url: str) -> Fetched:
    """Return the source with its hash and kind. Raises as `source_kind`."""
    return Fetched(data, hashlib.sha256(data).hexdigest(), source_kind(data, url), url)


class _Download:
    """One source on its way; what has come stays when the connection breaks."""

    def __init__(self, url: str, settings: SourceSettings, wait: Wait, client: httpx.Client) -> None:
        self._url, self._settings, self._wait, self._client = url, settings, wait, client
        self._data = bytearray()
        self._validator = ""  # ETag or date of what has come: without one a resumed download could be a mixture
        self._deadline = time.monotonic() + settings.total_timeout_s

    def go_on(self) -> bytes:
        """Fetch what is missing. Raises RequestError, Rejected or Failed."""
        self._check_deadline()
        self._wait()
        headers = {}
        if self._data and self._validator:
            headers = {"range": f"bytes={len(self._data)}-", "if-range": self._validator}
        try:
            with self._client.stream("GET", self._url, headers=headers) as answer:
                self._check_status(answer)
                self._begin(answer)
                # Raw: arXiv labels archives as a content encoding, and we keep them as they are.
                for chunk in answer.iter_raw():
                    self._data += chunk
                    self._check_size(len(self._data))
                    self._check_deadline()
        except httpx.TransportError as error:
            raise RequestError(
                f"the download broke off after {len(self._data)} bytes ({type(error).__name__}: {error})"
            ) from error
        except (httpx.InvalidURL, httpx.TooManyRedirects) as error:
            raise Failed("server-error", f"{type(error).__name__}: {error}", where=self._url) from error
        return bytes(self._data)

    def _begin(self, answer: httpx.Response) -> None:
        goes_on = _RANGE.fullmatch(answer.headers.get("content-range", "").strip())
        if answer.status_code != httpx.codes.PARTIAL_CONTENT or not goes_on or int(goes_on.group(1)) != len(self._data):
            self._begin_anew()
            if answer.status_code == httpx.codes.PARTIAL_CONTENT:
                raise RequestError("the server resumed at another place than asked")
        validator = _validator(answer)
        if self._data and validator not in {"", self._validator}:
            self._begin_anew()
            raise RequestError("the source has changed since the download began")
        self._validator = validator or self._validator
        announced = answer.headers.get("content-length", "")
        if announced.isdigit():
            self._check_size(len(self._data) + int(announced))

    def _check_status(self, answer: httpx.Response) -> None:
        status = answer.status_code
        if status == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
            self._begin_anew()
            raise RequestError("the server cannot resume the download")
        if is_busy(status):
            raise RequestError(f"HTTP {status}", retry_after_s(answer.headers))
        if status in _ABSENT:
            if _WITHDRAWN.search(_beginning(answer)):
                raise Rejected("withdrawn", f"arXiv says that it was withdrawn (HTTP {status})", where=self._url)
            raise NotThere("no-source", f"arXiv has no source for it (HTTP {status})", where=self._url)
        if status == httpx.codes.FORBIDDEN:
            raise Failed(
                "forbidden", "the server refuses us (HTTP 403): slow down, or ask arXiv for access", where=self._url
            )
        if not answer.is_success:
            raise Failed("server-error", f"HTTP {status}", where=self._url)

    def _begin_anew(self) -> None:
        self._data.clear()
        self._validator = ""

    def _check_size(self, size: int) -> None:
        if size > self._settings.max_bytes:
            raise Rejected("too-large", f"more than {self._settings.max_bytes} bytes", where=self._url)

    def _check_deadline(self) -> None:
        if time.monotonic() > self._deadline:
            raise Failed("time-out", f"not done after {self._settings.total_timeout_s:.0f} s", where=self._url)


def _validator(answer: httpx.Response) -> str:
    """Return what tells one state of a file from another, byte for byte: a weak ETag does not."""
    etag = str(answer.headers.get("etag", ""))
    return str(answer.headers.get("last-modified", "")) if not etag or etag.startswith("W/") else etag


def _beginning(answer: httpx.Response) -> bytes:
    page = bytearray()
    for chunk in answer.iter_bytes():
        page += chunk
        if len(page) >= _PAGE_BYTES:
            break
    return bytes(page)


def source_kind(data: bytes, where: str) -> SourceKind:
    """Return the kind of a usable source by its content (`filekinds.kind_of`): a gzipped tar is "tar".

    Raises Rejected (withdrawn, postscript, unknown-format) or Failed (html-page).
    """
    head, kind = beginning(data), kind_of(data)
    if kind == "html":
        raise Failed("html-page", "the server gave a web page instead of the source", where=where)
    if kind == "postscript":
        raise Rejected("postscript", "the source is PostScript, which holds no readable references", where=where)
    if kind == "tar" or kind == "zip" or kind == "pdf":
        return kind
    if head is not None and _is_notice(head):
        if "://" in where:
            raise Rejected("withdrawn", "arXiv holds only a notice of withdrawal", where=where)
        what = "a notice without a document" if head.strip() else "nothing"
        raise Rejected("unknown-format", f"the file holds {what}", where=where)
    if kind == "tex":
        return kind
    raise Rejected("unknown-format", f"neither tar, zip, TeX nor PDF: it begins with {data[:12]!r}", where=where)


def _is_notice(text: bytes) -> bool:
    """Empty, or what arXiv keeps of a withdrawn paper: a few lines, often after %auto-ignore, and no document."""
    words = text.strip()
    if not words:
        return True
    return (
        len(text) < _NOTICE_BYTES
        and not _DOCUMENT.search(words)
        and (words.startswith(b"%auto-ignore") or bool(_WITHDRAWAL.search(words)))
    )
