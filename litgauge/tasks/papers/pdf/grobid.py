"""A GROBID server as a function: PDF in, TEI out.

Spoken to through httpx. grobid-client-python does not fit a server that may do anything: requests, on which it stands,
bounds the time between two bytes but no answer as a whole, reads answers of any length into memory, unpacks what is
packed, and follows redirects. Its `process_pdf` besides asks a busy server again without end, and tells a dead server
as a bad PDF.
"""

from __future__ import annotations

import asyncio
import re
from functools import cache
from threading import BoundedSemaphore

import httpx
from tenacity import AsyncRetrying

from litgauge.tasks.base.errors import Failed, ItemError, Rejected, UnusableInput
from litgauge.tasks.http.certificates import trusted_certificates
from litgauge.tasks.http.retrying import RequestError, is_busy, retry_after_s, retrying
from litgauge.tasks.papers.pdf.settings import GrobidSettings

START_COMMAND = "docker run --rm -p 8070:8070 grobid/grobid:0.8.2-crf"
MAX_PAUSE_S = 60.0

_PDF_AT_FAULT = re.compile(r"\b(BAD_INPUT_DATA|NO_BLOCKS|TOO_MANY_BLOCKS|TOO_MANY_TOKENS|PDFALTO_CONVERSION_FAILURE)\b")


class Grobid:
    """One server, for any number of threads: a process has at most `settings.concurrency` requests in flight there."""

    def __init__(self, settings: GrobidSettings) -> None:
        if settings.url is None:
            raise UnusableInput("no GROBID server is configured", where="fulltext.grobid.url", next_step=_start_one())
        self._settings = settings
        self._url = settings.url.rstrip("/")
        self._slots = _slots(self._url, settings.concurrency)

    def process(self, pdf: bytes, name: str) -> bytes:
        """GROBID's TEI for a PDF; `name` is what the server's log calls it.

        Waits and asks again while the server is busy, `settings.retries` times. Raises
        Rejected("grobid-no-content") where GROBID finds nothing in the PDF and Rejected("grobid-refused") where it
        cannot read it; Failed("grobid-busy"), Failed("grobid-timeout"), Failed("grobid-unreachable") and
        Failed("grobid-error") where the server is at fault: what it sends does not count as said about the PDF before
        it has ended, in time and within the size that is allowed.
        """
        with self._slots:
            return asyncio.run(self._process(pdf, name))

    async def _process(self, pdf: bytes, name: str) -> bytes:
        settings = self._settings
        tries = settings.retries + 1
        try:
            async with asyncio.timeout(settings.document_timeout_s), self._client() as client:
                return await retrying(AsyncRetrying, tries, settings.wait_s, MAX_PAUSE_S)(self._ask, client, pdf, name)
        except RequestError as busy:
            raise Failed(
                "grobid-busy", f"GROBID at {self._url} was still busy ({busy}) after {tries} tries", where=name
            ) from busy
        except TimeoutError as error:
            raise Failed(
                "grobid-timeout", f"GROBID had no answer within {settings.document_timeout_s:g} s", where=name
            ) from error

    def _client(self) -> httpx.AsyncClient:
        # The clock around each request and around all of them bounds the time, not one between two bytes.
        return httpx.AsyncClient(
            timeout=None, verify=trusted_certificates() if self._url.startswith("https:") else False
        )

    async def _ask(self, client: httpx.AsyncClient, pdf: bytes, name: str) -> bytes:
        limit = self._settings.timeout_s
        request = client.build_request(
            "POST",
            f"{self._url}/api/processFulltextDocument",
            files={"input": (name, pdf, "application/pdf")},
            data=self._form(),
            headers={"Accept": "application/xml", "Accept-Encoding": "identity"},
        )
        try:
            async with asyncio.timeout(limit):
                response = await client.send(request, stream=True)
                try:
                    body = await self._body(response, name)
                finally:
                    await response.aclose()
        except TimeoutError as error:
            raise Failed("grobid-timeout", f"GROBID's answer was not there within {limit:g} s", where=name) from error
        except httpx.ConnectError as error:
            raise Failed(
                "grobid-unreachable", f"no GROBID server answers at {self._url}. {_start_one()}", where=name
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL, httpx.CookieConflict) as error:
            raise Failed("grobid-error", f"the request to GROBID broke off: {error!r:.300}", where=name) from error
        return _answer(response, body, name)

    async def _body(self, response: httpx.Response, name: str) -> bytes:
        """Return the answer as it stands on the wire.

        Nothing is unpacked, and no more of it is read than is allowed.
        """
        if coding := response.headers.get("content-encoding", "identity").strip().lower().replace("identity", ""):
            raise Failed("grobid-error", f"the answer is packed ({coding[:40]}), which nobody asked for", where=name)
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > self._settings.max_answer_bytes:
                most = self._settings.max_answer_bytes
                raise Failed("grobid-error", f"GROBID's answer has more than {most:,} bytes", where=name)
        return bytes(body)

    def _form(self) -> dict[str, str]:
        wishes = {
            "consolidateHeader": self._settings.consolidate_header,
            "consolidateCitations": self._settings.consolidate_citations,
            "includeRawCitations": True,  # they alone tell whether an author list was cut short by "et al."
            "segmentSentences": self._settings.segment_sentences,
        }
        return {name: "1" if wish else "0" for name, wish in wishes.items()}


@cache
def _slots(_url: str, concurrency: int) -> BoundedSemaphore:
    """One semaphore for a server in this process, however many `Grobid`s stand for it."""
    return BoundedSemaphore(concurrency)


def no_text_source(kind: str) -> Rejected:
    """Return what to raise for a survey that has no LaTeX where only GROBID could give its references."""
    return Rejected("no-latex", f"the source is {kind.upper()} only; GROBID reads its references. {_start_one()}")


def _answer(response: httpx.Response, body: bytes, name: str) -> bytes:
    status = response.status_code
    if status == 200 and body.strip():
        return body
    if is_busy(status) and status != httpx.codes.INTERNAL_SERVER_ERROR:  # which is an answer about this PDF
        raise RequestError(f"HTTP {status}", retry_after_s(response.headers))
    if status in (200, 204):
        raise Rejected("grobid-no-content", "GROBID found no content in the PDF", where=name)
    raise _fault(response, body, name)


def _fault(response: httpx.Response, body: bytes, name: str) -> ItemError:
    """GROBID answers 500 both for its own faults and, with a code in the message, for PDFs that it cannot read."""
    status, answer = response.status_code, " ".join(body[:10_000].decode("utf-8", "replace").split())
    message = answer[:200]
    if response.has_redirect_location:
        elsewhere = response.headers["location"][:200]
        return Failed("grobid-error", f"GROBID sends us elsewhere ({status}, {elsewhere}): not followed", where=name)
    if status == 500 and not _PDF_AT_FAULT.search(message):
        return Failed("grobid-error", f"GROBID failed (500): {message or 'no message'}", where=name)
    if status in (500, 400, 413, 415):
        return Rejected("grobid-refused", f"GROBID cannot read the PDF ({status}): {message}", where=name)
    return Failed("grobid-error", f"GROBID answered {status}: {message or 'no message'}", where=name)


def _start_one() -> str:
    return f"Start one with `{START_COMMAND}` and name it: --set fulltext.grobid.url=http://localhost:8070"
