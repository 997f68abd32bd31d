"""A GROBID server as a function: PDF in, TEI out.

The transport is `ApiClient` of grobid-client-python, the base of its `GrobidClient`. `GrobidClient.process_pdf`
takes bytes too, but (0.2.1) it cannot carry this system's errors, so it is not used:

- a server that stays busy (503) is asked again without end, by recursion, at a fixed pause;
- `requests.RequestException` is an `IOError`, which it catches first: a refused connection, a reset and
  a time-out all come back as status 400 "Failed to open file", so that a dead server looks like a bad PDF;
- its constructor replaces the handlers of its logger and prints to stderr, and its import changes the umask
  for a moment, which other threads may see.
"""

from __future__ import annotations

import re
from functools import cache
from threading import BoundedSemaphore

from grobid_client.client import ApiClient
from requests import Response
from requests.exceptions import ConnectionError as NoConnection
from requests.exceptions import RequestException, Timeout
from tenacity import Retrying

from tasks.errors import Failed, ItemError, Rejected, UnusableInput
from tasks.manners import BUSY, RequestError, retry_after_s, retrying
from tasks.pdf.settings import GrobidSettings

START_COMMAND = "docker run --rm -p 8070:8070 grobid/grobid:0.8.2-crf"
MAX_PAUSE_S = 60.0

_BUSY = BUSY - {500}  # of GROBID: an answer about this PDF
_PDF_AT_FAULT = re.compile(r"\b(BAD_INPUT_DATA|NO_BLOCKS|TOO_MANY_BLOCKS|TOO_MANY_TOKENS|PDFALTO_CONVERSION_FAILURE)\b")


class Grobid:
    """One server, for any number of threads: a process has at most `settings.concurrency` requests in flight there."""

    def __init__(self, settings: GrobidSettings) -> None:
        if settings.url is None:
            raise UnusableInput("no GROBID server is configured", where="fulltext.grobid.url", next_step=_start_one())
        self._settings = settings
        self._url = settings.url.rstrip("/")
        self._client = ApiClient(self._url)
        self._slots = _slots(self._url, settings.concurrency)

    def process(self, pdf: bytes, name: str) -> bytes:
        """GROBID's TEI for a PDF; `name` is what the server's log calls it.

        Waits and asks again while the server is busy, `settings.retries` times. Raises
        Rejected("grobid-no-content") where GROBID finds nothing in the PDF and Rejected("grobid-refused") where it
        cannot read it; Failed("grobid-busy"), Failed("grobid-timeout"), Failed("grobid-unreachable") and
        Failed("grobid-error") where the server is at fault.
        """
        settings = self._settings
        tries = settings.retries + 1
        with self._slots:
            try:
                return retrying(Retrying, tries, settings.wait_s, MAX_PAUSE_S)(self._ask, pdf, name)
            except RequestError as busy:
                raise Failed(
                    "grobid-busy", f"GROBID at {self._url} was still busy ({busy}) after {tries} tries", where=name
                ) from busy

    def _ask(self, pdf: bytes, name: str) -> bytes:
        try:
            response, status = self._client.post(
                f"{self._url}/api/processFulltextDocument",
                files={"input": (name, pdf, "application/pdf")},
                data=self._form(),
                timeout=self._settings.timeout_s,
            )
        except Timeout as error:
            raise Failed(
                "grobid-timeout", f"GROBID did not answer within {self._settings.timeout_s:g} s", where=name
            ) from error
        except NoConnection as error:
            raise Failed(
                "grobid-unreachable", f"no GROBID server answers at {self._url}. {_start_one()}", where=name
            ) from error
        except RequestException as error:
            raise Failed("grobid-error", f"the request to GROBID broke off: {error}", where=name) from error
        return _answer(response, status, name)

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
    """What to raise for a survey that has no LaTeX where only GROBID could give its references."""
    return Rejected("no-latex", f"the source is {kind.upper()} only; GROBID reads its references. {_start_one()}")


def _answer(response: Response, status: int, name: str) -> bytes:
    if status == 200 and response.content.strip():
        return bytes(response.content)
    if status in _BUSY:
        raise RequestError(f"HTTP {status}", retry_after_s(response.headers))
    if status in (200, 204):
        raise Rejected("grobid-no-content", "GROBID found no content in the PDF", where=name)
    raise _fault(response, status, name)


def _fault(response: Response, status: int, name: str) -> ItemError:
    """GROBID answers 500 both for its own faults and, with a code in the message, for PDFs that it cannot read."""
    message = " ".join(response.text.split())[:200]
    if status == 500 and not _PDF_AT_FAULT.search(message):
        return Failed("grobid-error", f"GROBID failed (500): {message or 'no message'}", where=name)
    if status in (500, 400, 413, 415):
        return Rejected("grobid-refused", f"GROBID cannot read the PDF ({status}): {message}", where=name)
    return Failed("grobid-error", f"GROBID answered {status}: {message or 'no message'}", where=name)


def _start_one() -> str:
    return f"Start one with `{START_COMMAND}` and set fulltext.grobid.url to http://localhost:8070"
