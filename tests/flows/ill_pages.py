"""The command line on a web that fails often: the sample's pages, of which a share of all requests goes wrong.

    LITGAUGE_TEST_PAGES=folder LITGAUGE_TEST_FAULTS=0.3 python -m tests.flows.ill_pages score …

The faults are those of a server or a line that is ill for the moment: no run may take them for the page's own.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import httpx

from litgauge.flows.cli import main
from litgauge.tasks.judge import stored_pages
from litgauge.tasks.web import EvidenceSettings, Fetcher
from litgauge.tasks.web.reading.document import ReadPdf
from litgauge.tasks.web.replay import ReplayTransport

PAGES = "LITGAUGE_TEST_PAGES"
FAULTS = "LITGAUGE_TEST_FAULTS"
_QUICK = {"interval_s": 0.0, "host_intervals_s": {}, "attempts": 6, "backoff_s": 0.01, "robots": False}


class IllTransport(httpx.AsyncBaseTransport):
    """Answers from a folder of pages, or fails."""

    def __init__(self, folder: Path, share: float) -> None:
        self._pages = ReplayTransport(folder)
        self._share = share
        self._dice = random.Random()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """A stored page, or something else in its place."""
        if self._dice.random() < self._share:
            return self._dice.choice(_ILL)(request)
        return await self._pages.handle_async_request(request)


def _silent(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("silence", request=request)


def _unreachable(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("no route", request=request)


def _broken_off(request: httpx.Request) -> httpx.Response:
    raise httpx.RemoteProtocolError("the connection ended within the body", request=request)


def _busy(request: httpx.Request) -> httpx.Response:
    return httpx.Response(httpx.codes.TOO_MANY_REQUESTS, headers={"retry-after": "0"}, request=request)


def _down(request: httpx.Request) -> httpx.Response:
    return httpx.Response(httpx.codes.SERVICE_UNAVAILABLE, text="<html>Down for maintenance</html>", request=request)


_ILL: tuple[Callable[[httpx.Request], httpx.Response], ...] = (_silent, _unreachable, _broken_off, _busy, _down)


def _fetcher(settings: EvidenceSettings, read_pdf: ReadPdf) -> Fetcher:
    transport = IllTransport(Path(os.environ[PAGES]), float(os.environ[FAULTS]))
    return Fetcher(settings.model_copy(update=_QUICK), read_pdf, transport)


if __name__ == "__main__":
    stored_pages.Fetcher = _fetcher  # type: ignore[assignment,misc]
    main()
