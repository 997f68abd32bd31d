"""A GROBID server as a function: PDF in, TEI out.

grobid-client-python makes each call in a process of its own (`grobid_call`), which is stopped when its time is over or
its memory is full: a server may do anything. What an answer means, and when it is asked for again, is decided here.
"""

from __future__ import annotations

import math
import re
import time
from functools import cache
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from tenacity import Retrying

from litgauge.tasks.base.errors import Failed, ItemError, Rejected, UnusableInput
from litgauge.tasks.fences import Limits, Stopped, shared_fence
from litgauge.tasks.http.retrying import RequestError, is_busy, retry_after_s, retrying
from litgauge.tasks.papers.pdf.settings import GrobidSettings

if TYPE_CHECKING:
    from litgauge.tasks.papers.pdf.grobid_call import Answer

START_COMMAND = "docker run --rm -p 8070:8070 grobid/grobid:0.8.2-crf"
MAX_PAUSE_S = 60.0
MEMORY_MB = 1_000
"""Of a call: several copies of a PDF, as multipart forms need, and the largest answer."""

_INTERNAL_ERROR = 500

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
        settings, tries = self._settings, self._settings.retries + 1
        with self._slots:
            deadline = time.monotonic() + settings.document_timeout_s
            try:
                asking = retrying(Retrying, tries, settings.wait_s, MAX_PAUSE_S)
                return asking.copy(sleep=lambda pause_s: _pause(pause_s, deadline))(self._ask, pdf, name, deadline)
            except RequestError as busy:
                message = f"GROBID at {self._url} was still busy ({busy}) after {tries} tries"
                raise Failed("grobid-busy", message, where=name) from busy
            except TimeoutError as error:
                message = f"GROBID had no answer within {settings.document_timeout_s:g} s"
                raise Failed("grobid-timeout", message, where=name) from error

    def _ask(self, pdf: bytes, name: str, deadline: float) -> bytes:
        """Return the TEI. Raises TimeoutError at the deadline, RequestError where another try may help."""
        from litgauge.tasks.papers.pdf.grobid_call import Call, NoAnswer, process  # with the client, which few need

        settings = self._settings
        call = Call(
            self._url,
            pdf,
            name,
            math.ceil(settings.timeout_s) + 1,  # the process is stopped before
            settings.max_answer_bytes,
            settings.consolidate_header,
            settings.consolidate_citations,
            settings.segment_sentences,
        )
        fence = shared_fence(process, Limits(settings.timeout_s, MEMORY_MB), settings.concurrency)
        answer = fence(call, time_s=deadline - time.monotonic())
        if isinstance(answer, Stopped):
            if answer.code == "time-limit" and time.monotonic() >= deadline:
                raise TimeoutError
            raise self._stopped(answer, name)
        if isinstance(answer, NoAnswer):
            if answer.unreachable:
                what = f"no GROBID server answers at {self._url}. {_start_one()}"
                raise Failed("grobid-unreachable", what, where=name)
            raise Failed("grobid-error", f"the request to GROBID broke off: {answer.reason}", where=name)
        return self._tei(answer, name)

    def _stopped(self, stopped: Stopped, name: str) -> Failed:
        if stopped.code == "time-limit":
            limit = self._settings.timeout_s
            return Failed("grobid-timeout", f"GROBID's answer was not there within {limit:g} s", where=name)
        return Failed("grobid-error", f"the request to GROBID: {stopped.message}", where=name)

    def _tei(self, answer: Answer, name: str) -> bytes:
        if answer.left_out == "packed":
            coding = answer.headers["content-encoding"][:40]
            raise Failed("grobid-error", f"the answer is packed ({coding}), which was not requested", where=name)
        if answer.left_out:
            most = self._settings.max_answer_bytes
            raise Failed("grobid-error", f"GROBID's answer has more than {most:,} bytes", where=name)
        status = answer.status
        if status == 200 and answer.body.strip():
            return answer.body
        if is_busy(status) and status != _INTERNAL_ERROR:  # which is an answer about this PDF
            raise RequestError(f"HTTP {status}", retry_after_s(answer.headers))
        if status in (200, 204):
            raise Rejected("grobid-no-content", "GROBID found no content in the PDF", where=name)
        raise _fault(answer, name)


def _pause(pause_s: float, deadline: float) -> None:
    """Wait before another try. Raises TimeoutError where that would be too late."""
    left_s = deadline - time.monotonic()
    time.sleep(max(0.0, min(pause_s, left_s)))
    if pause_s >= left_s:
        raise TimeoutError


@cache
def _slots(_url: str, concurrency: int) -> BoundedSemaphore:
    """One semaphore for a server in this process, however many `Grobid`s stand for it."""
    return BoundedSemaphore(concurrency)


def no_text_source(kind: str) -> Rejected:
    """Return what to raise for a survey that has no LaTeX where only GROBID could give its references."""
    return Rejected("no-latex", f"the source is {kind.upper()} only; GROBID reads its references. {_start_one()}")


def _fault(answer: Answer, name: str) -> ItemError:
    """GROBID answers 500 both for its own faults and, with a code in the message, for PDFs that it cannot read."""
    status, text = answer.status, " ".join(answer.body[:10_000].decode("utf-8", "replace").split())
    message = text[:200]
    if elsewhere := answer.headers.get("location", "")[:200]:
        return Failed("grobid-error", f"GROBID sends us elsewhere ({status}, {elsewhere}): not followed", where=name)
    if status == _INTERNAL_ERROR and not _PDF_AT_FAULT.search(message):
        return Failed("grobid-error", f"GROBID failed (500): {message or 'no message'}", where=name)
    if status in (_INTERNAL_ERROR, 400, 413, 415):
        return Rejected("grobid-refused", f"GROBID cannot read the PDF ({status}): {message}", where=name)
    return Failed("grobid-error", f"GROBID answered {status}: {message or 'no message'}", where=name)


def _start_one() -> str:
    return f"Start one with `{START_COMMAND}` and name it: --set fulltext.grobid.url=http://localhost:8070"
