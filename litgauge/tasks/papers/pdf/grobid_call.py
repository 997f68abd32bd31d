"""One call of grobid-client-python, made in a process that `Grobid` bounds in time and memory.

The client knows GROBID's interface: the address of its service, the form, the document as a part of it. What it would
do with a server that may do anything is left out: following redirects, unpacking, reading answers of any length,
asking a busy server again without end, and telling a server that is not there as a PDF that cannot be read.
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import requests
from grobid_client.grobid_client import GrobidClient
from requests.structures import CaseInsensitiveDict
from urllib3.exceptions import HTTPError, MaxRetryError, NewConnectionError

_HEADERS = {"Accept": "application/xml", "Accept-Encoding": "identity"}
_WISHES = ("consolidateHeader", "consolidateCitations", "segmentSentences")
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Call:
    """A PDF, and what GROBID shall do with it."""

    url: str
    pdf: bytes
    name: str
    timeout_s: int  # of silence
    max_bytes: int  # of the answer
    consolidate_header: bool
    consolidate_citations: bool
    segment_sentences: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered: all of it, or why not ("packed", "too-long")."""

    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes = b""
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """A request that broke off; `unreachable` if no server took it."""

    reason: str
    unreachable: bool


def process(call: Call) -> Answer | NoAnswer:
    """Return what the server answers to one request."""
    document = io.BytesIO(call.pdf)
    document.name = call.name
    client = _Client(call)
    client.process_pdf(
        "processFulltextDocument",
        document,
        consolidate_header=call.consolidate_header,
        consolidate_citations=call.consolidate_citations,
        include_raw_citations=True,  # they alone tell whether an author list was cut short by "et al."
        segment_sentences=call.segment_sentences,
    )
    assert client.outcome is not None  # the client sends a request, or raises
    return client.outcome


class _Client(GrobidClient):
    """The client with an exchange of ours; `outcome` is what its last request came to."""

    DEFAULT_CONFIG = {**GrobidClient.DEFAULT_CONFIG, "logging": {"level": "CRITICAL", "console": False}}  # noqa: RUF012

    def __init__(self, call: Call) -> None:
        super().__init__(grobid_server=call.url, timeout=call.timeout_s, check_server=False)
        self.outcome: Answer | NoAnswer | None = None
        self._max_bytes = call.max_bytes

    def call_api(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        data: Mapping[str, str] | None = None,
        files: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> tuple[requests.Response, int]:
        try:
            response = requests.request(
                method,
                url,
                headers={**(headers or {}), **_HEADERS},
                params=params,
                data={**dict.fromkeys(_WISHES, "0"), **(data or {})},
                files=files,
                timeout=timeout,
                stream=True,
                allow_redirects=False,
                auth=_no_credentials,
                verify=os.environ.get("SSL_CERT_FILE") or True,
            )
            with response:
                answer = _read(response, self._max_bytes)
        except (requests.RequestException, HTTPError, OSError, ValueError) as error:
            self.outcome = NoAnswer(f"{error!r:.300}", _is_unreachable(error))
            raise
        self.outcome = answer
        return _as_response(answer), answer.status

    def _handle_server_busy_retry(self, file_path: str, *_: Any) -> tuple[str, int, str]:
        return file_path, 503, ""

    def _handle_unexpected_error(self, file_path: str, error: Exception) -> tuple[str, int, str]:
        if not isinstance(self.outcome, NoAnswer):  # memory that ran out, or a bug
            raise error
        return file_path, 500, ""


def _no_credentials(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Return the request as it is: without this, requests sends what ~/.netrc has for the host."""
    return request


def _read(response: requests.Response, max_bytes: int) -> Answer:
    """Return the answer as it stands on the wire: nothing is unpacked, and no more is read than is allowed."""
    status, headers = response.status_code, {name.lower(): value for name, value in response.headers.items()}
    if headers.get("content-encoding", "identity").strip().lower().replace("identity", ""):
        return Answer(status, headers, left_out="packed")
    body = bytearray()
    for chunk in response.raw.stream(_CHUNK, decode_content=False):
        body += chunk
        if len(body) > max_bytes:
            return Answer(status, headers, left_out="too-long")
    if int(headers.get("content-length", len(body))) != len(body):
        raise ValueError(f"{len(body)} bytes came, {headers['content-length'][:40]} were announced")
    return Answer(status, headers, bytes(body))


def _as_response(answer: Answer) -> requests.Response:
    """Return the answer in the shape that the client reads."""
    response = requests.Response()
    response.status_code, response.headers = answer.status, CaseInsensitiveDict(answer.headers)
    response.raw, response.encoding = io.BytesIO(answer.body), "utf-8"
    return response


def _is_unreachable(error: Exception) -> bool:
    cause = error.args[0] if error.args else None
    return isinstance(cause, MaxRetryError) and isinstance(cause.reason, NewConnectionError)
