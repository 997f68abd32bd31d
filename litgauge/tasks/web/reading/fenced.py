"""Documents read in processes beside this one, started once and reused: what a library makes of a stranger's bytes (a
gigabyte of elements, a crash, a loop without end) ends with that document.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import threading
import traceback
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import asdict, dataclass

import msgspec

from litgauge.tasks.base.errors import ItemError
from litgauge.tasks.fences import Limits, Stopped, run_fenced
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.web.reading.characters import decode_text
from litgauge.tasks.web.reading.document import HTML_PER_TEXT, ReadPdf, read_document
from litgauge.tasks.web.reading.media_types import HTML, content_type, is_readable
from litgauge.tasks.web.reading.webpage import ReadPage, markdown_of

_READERS = min(2, os.cpu_count() or 1)  # documents read at once: more pages wait for their servers than for us


@dataclass(frozen=True, slots=True)
class Document:
    """Bytes of a server's answer and how to read them; the function that reads PDFs is given by name."""

    data: bytes
    header: str  # the content type that the server says
    url: str
    read_pdf: ReadPdf | None  # None: a page of HTML is wanted as Markdown, and nothing else
    max_chars: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A document as it was read; no `page` where it is of no type that can be, or for the reason in `rule`."""

    content_type: str  # told by content
    page: ReadPage | None = None
    rule: str = ""
    what: str = ""
    trace: str = ""  # where it broke, if nobody foresaw that


def read_in_fence(document: Document) -> Reading:
    """Return what a document says; whatever reading it raises is told, and only a want of memory is raised."""
    kind = ""
    try:
        kind = content_type(document.data, document.header)
        if not is_readable(kind):
            return Reading(kind)
        if document.read_pdf is None:
            if kind != HTML:
                return Reading(kind)
            text = decode_text(document.data, document.header)[: document.max_chars * HTML_PER_TEXT]
            page = ReadPage(None, markdown_of(text, document.url), WorkIdentity(), None)
            return Reading(kind, _storable(page, document.max_chars))
        page = read_document(
            kind, document.data, document.header, document.url, document.read_pdf, max_chars=document.max_chars
        )
        return Reading(kind, _storable(page, document.max_chars))
    except ItemError as reason:
        return Reading(kind, rule=reason.rule, what=reason.what)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a document makes a reader raise stays with the document
        what = traceback.format_exception_only(error)[-1].strip()
        return Reading(kind, rule="bug", what=what, trace="".join(traceback.format_exception(error)))


def _storable(page: ReadPage, max_chars: int) -> ReadPage:
    """Return the page with no more text than is kept, and no half of a surrogate pair, which no UTF-8 holds."""
    fields = asdict(page) | {"text": page.text[:max_chars]}
    return msgspec.convert(json.loads(json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace")), ReadPage)


async def read_markdown(data: bytes, url: str, limits: Limits, max_chars: int) -> str:
    """Return the text of a page of HTML as Markdown; "" where it cannot be read."""
    reading = await fenced_reader(limits).read(Document(data, "", url, None, max_chars))
    return reading.page.text if isinstance(reading, Reading) and reading.page else ""


def fenced_reader(limits: Limits) -> FencedReader:
    """Return the reader of this process with these limits; it lives as long as the process."""
    key = (os.getpid(), limits)  # threads do not live on in a forked process
    with _starting:
        return _readers.setdefault(key, FencedReader(limits))


_readers: dict[tuple[int, Limits], FencedReader] = {}
_starting = threading.Lock()

_Waiting = tuple[Document, "Future[Reading | Stopped]"]


class FencedReader:
    """Reads documents for whoever asks, from any thread or event loop, some at once."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: queue.SimpleQueue[_Waiting] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._readings = self._threads = 0

    async def read(self, document: Document) -> Reading | Stopped:
        """Return the document as it was read, or the limit that it passed; waiting in line does not count."""
        future: Future[Reading | Stopped] = Future()
        self._waiting.put((document, future))
        self._have_threads()
        try:
            return await asyncio.wrap_future(future)
        finally:
            with self._lock:
                self._readings -= 1

    def _have_threads(self) -> None:
        with self._lock:
            self._readings += 1
            if self._threads < min(self._readings, _READERS):
                self._threads += 1
                threading.Thread(target=self._work, name="page-reader", daemon=True).start()

    def _work(self) -> None:
        while True:
            waiting: list[Future[Reading | Stopped] | None] = []
            try:
                for result in run_fenced(_or_nothing, self._documents(waiting), self._limits):
                    if (future := waiting.pop(0)) is not None and result is not None:
                        future.set_result(result)
            except Exception as error:  # noqa: BLE001 - no process could be started: told to who waits for it
                if not waiting:
                    waiting.append(self._next()[1])
                for future in filter(None, waiting):
                    future.set_exception(error)

    def _documents(self, waiting: list[Future[Reading | Stopped] | None]) -> Iterator[Document | None]:
        """One document after the other; after each comes nothing, since a result is given once the next input is."""
        while True:
            document, future = self._next()
            waiting.append(future)
            yield document
            waiting.append(None)
            yield None

    def _next(self) -> _Waiting:
        while True:
            document, future = self._waiting.get()
            if future.set_running_or_notify_cancel():  # else who asked is gone
                return document, future


def _or_nothing(document: Document | None) -> Reading | None:
    return None if document is None else read_in_fence(document)
