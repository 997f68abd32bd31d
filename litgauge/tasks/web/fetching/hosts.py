"""Limits for each host: requests at once, the pause between them, and robots.txt."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from protego import Protego

from litgauge.tasks.web.fetching.download import Download
from litgauge.tasks.web.fetching.faults import NETWORK_ERRORS, FetchFault, UnfetchedError, fault_of
from litgauge.tasks.web.reading.characters import decode_text
from litgauge.tasks.web.settings import EvidenceSettings

_ROBOTS_BYTES = 500_000  # as much as RFC 9309 asks a reader to read
_ALL_IN_VAIN, _HOSTS = 40, 5  # requests, and to how many hosts, before we believe that there is no network
_IN_VAIN = 9  # requests to a host that has not answered one, before it is left alone for the rest of a run


def host_of(url: httpx.URL) -> str:
    """Return the host as it is looked up.

    Httpx's own `host` decodes it, and not every name in use can be (`xn--a.com`).
    """
    return url.raw_host.decode("ascii")


class Queues:
    """One line per host and one for all; belongs to one event loop.

    A host that answers nothing at all, or asks for a longer pause than we make, is left alone for the rest of the run:
    so a run over hundreds of pages of a server that is down, and every run after it, sends it a handful of requests.
    Where nobody at all answers there is no network, and nothing more is asked.
    """

    def __init__(self, settings: EvidenceSettings) -> None:
        self._settings = settings
        self._everywhere = asyncio.Semaphore(settings.concurrency)
        self._places: dict[str, asyncio.Semaphore] = {}
        self._free_at: dict[str, float] = {}
        self._delays: dict[str, float] = {}
        self._unanswered: Counter[str] = Counter()  # requests to hosts that have not answered one
        self._answered: set[str] = set()
        self._closed: dict[str, str] = {}  # host -> why
        self._unknown: dict[str, FetchFault] = {}  # by host, what the resolver says of its name

    @property
    def any_answered(self) -> bool:
        """Return whether any server has answered anything."""
        return bool(self._answered)

    @asynccontextmanager
    async def turn(self, url: httpx.URL) -> AsyncIterator[None]:
        """A place in both lines, once the host may be asked again. Raises UnfetchedError (host-down) if it may not."""
        host = host_of(url)
        place = self._places.setdefault(host, asyncio.Semaphore(self._settings.host_concurrency))
        async with place:
            self._check(host)
            await self._pause(host)
            async with self._everywhere:
                self._check(host)
                try:
                    yield
                except (UnfetchedError, *NETWORK_ERRORS) as error:
                    self._note(host, fault_of(error))
                    raise
                self._answered.add(host)

    def _check(self, host: str) -> None:
        in_vain = self._unanswered.total()
        if not self._answered and in_vain >= _ALL_IN_VAIN and len(self._unanswered) >= _HOSTS:
            raise UnfetchedError(FetchFault("no-network", f"no server has answered any of {in_vain} requests"))
        if host in self._unknown:
            raise UnfetchedError(self._unknown[host])
        if why := self._closed.get(host):
            raise UnfetchedError(FetchFault("host-down", f"{host} {why}, so it is not asked again until the next run"))

    def _note(self, host: str, fault: FetchFault) -> None:
        if (fault.http_status and not fault.transient) or fault.reason in {"too-large", "bad-encoding"}:
            self._answered.add(host)
        elif fault.reason == "dns":
            self._unknown[host] = fault
        elif (fault.retry_after_s or 0.0) > self._settings.max_retry_after_s:
            self._closed[host] = f"requested a pause of {fault.retry_after_s:.0f} s"
        elif fault.transient and host not in self._answered:
            self._unanswered[host] += 1
            if self._unanswered[host] >= _IN_VAIN:
                self._closed[host] = f"has failed on {_IN_VAIN} requests and answered none"

    def hold_back(self, url: str, seconds: float) -> None:
        """Leave the URL's host in peace for so long."""
        host = host_of(httpx.URL(url))
        self._free_at[host] = max(self._free_at.get(host, 0.0), asyncio.get_running_loop().time() + seconds)

    def slow_down(self, host: str, delay_s: float) -> None:
        """Set the pause that robots.txt asks for, if it is longer than ours."""
        self._delays[host] = min(delay_s, self._settings.max_crawl_delay_s)

    async def _pause(self, host: str) -> None:
        loop = asyncio.get_running_loop()
        while (pause := self._free_at.get(host, 0.0) - loop.time()) > 0:
            await asyncio.sleep(pause)
        self._free_at[host] = loop.time() + self._interval_s(host)

    def _interval_s(self, host: str) -> float:
        own = self._settings.host_intervals_s.get(host)
        return max(self._settings.interval_s, self._delays.get(host, 0.0)) if own is None else own


class Robots:
    """Rules of robots.txt, fetched once per origin (RFC 9309)."""

    def __init__(self, settings: EvidenceSettings, download: Download, queues: Queues) -> None:
        self._settings, self._download, self._queues = settings, download, queues
        self._rules: dict[str, asyncio.Task[Protego | None]] = {}

    @property
    def under_way(self) -> list[asyncio.Task[Protego | None]]:
        """Return the look-ups that may still be running."""
        return list(self._rules.values())

    async def permit(self, url: httpx.URL) -> None:
        """Nothing if the page is open to us. Raises UnfetchedError (robots)."""
        if not self._settings.robots:
            return
        origin = f"{url.scheme}://{url.netloc.decode('ascii')}"
        if origin not in self._rules:
            self._rules[origin] = asyncio.create_task(self._read(origin, host_of(url)))
        rules = await asyncio.shield(self._rules[origin])
        if rules is None:
            reason = "the server fails on robots.txt, so nothing is asked of it for now"
            raise UnfetchedError(FetchFault("robots", reason))
        if not rules.can_fetch(str(url), self._settings.robots_token):
            raise UnfetchedError(FetchFault("robots", "robots.txt closes this page to us"))

    async def _read(self, origin: str, host: str) -> Protego | None:
        """Return the rules; None if the server is in no state to tell them."""
        try:
            answer = await self._download.get(f"{origin}/robots.txt", max_bytes=_ROBOTS_BYTES)
        except UnfetchedError as error:
            # No such file, or a host that cannot be reached anyway: the page's own request will tell.
            return None if error.fault.http_status >= httpx.codes.INTERNAL_SERVER_ERROR else Protego.parse("")
        rules = Protego.parse(decode_text(answer.data, dict(answer.headers).get("content-type", "")))
        if delay := rules.crawl_delay(self._settings.robots_token):
            self._queues.slow_down(host, delay)
        return rules
