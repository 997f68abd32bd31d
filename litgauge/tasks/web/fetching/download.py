"""One page over the network, hop by hop, under every limit: bytes, time, redirects."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Literal

import httpx

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.http.guard import check_url
from litgauge.tasks.http.retrying import retry_after_s
from litgauge.tasks.web.fetching.faults import (
    NETWORK_ERRORS,
    FetchFault,
    UnfetchedError,
    fault_of,
    http_fault,
    too_large,
)
from litgauge.tasks.web.fetching.unpacking import CODINGS, Unpacker
from litgauge.tasks.web.settings import EvidenceSettings

Kind = Literal["page", "picture"]
"""Media types that are asked for."""

_ACCEPT: Mapping[Kind, str] = {
    "page": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5",
    "picture": "image/png,image/jpeg,image/webp,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
}
_MOVED = frozenset({301, 302, 303, 307, 308})

Turn = Callable[[httpx.URL], AbstractAsyncContextManager[None]]
"""Waits until a request to the URL's host may be made, and holds a place for it."""

Permit = Callable[[httpx.URL], Awaitable[None]]
"""Raises UnfetchedError if the URL must not be asked for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Final answer of a server."""

    url: str  # after redirects
    http_status: int
    headers: tuple[tuple[str, str], ...]
    hops: tuple[str, ...]  # the addresses asked, in order; the last one is `url`
    data: bytes  # unpacked


class Clock:
    """Time spent on the network: it stands still while a page waits in line."""

    def __init__(self, total_s: float) -> None:
        self._left_s = total_s

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Raise TimeoutError once the time is used up."""
        started = time.monotonic()
        try:
            async with asyncio.timeout(max(0.0, self._left_s)):
                yield
        finally:
            self._left_s -= time.monotonic() - started


class Download:
    """Gets pages through one transport. Every hop is judged by the guard and waits for its turn."""

    def __init__(self, transport: httpx.AsyncBaseTransport, settings: EvidenceSettings, turn: Turn) -> None:
        self._transport, self._settings, self._turn = transport, settings, turn

    async def get(
        self, url: str, permit: Permit | None = None, max_bytes: int | None = None, kind: Kind = "page"
    ) -> Answer:
        """Return the page or picture behind `url` and its redirects; every hop needs a permit.

        Raises UnfetchedError.
        """
        clock, cookies = Clock(self._settings.total_timeout_s), httpx.Cookies()
        hops: list[str] = []
        following = url
        try:
            while len(hops) <= self._settings.max_redirects:
                target = check_url(following)
                hops.append(str(target))
                if permit:
                    await permit(target)
                async with self._turn(target), clock.running():
                    answer = await self._hop(self._request(target, cookies, kind), cookies, max_bytes)
                if isinstance(answer, Answer):
                    return replace(answer, hops=tuple(hops))
                following = answer
            most = self._settings.max_redirects
            raise UnfetchedError(FetchFault("too-many-redirects", f"more than {most} redirects"))
        except (Rejected, UnfetchedError, *NETWORK_ERRORS) as error:
            raise UnfetchedError(fault_of(error), tuple(hops)) from error

    async def _hop(self, request: httpx.Request, cookies: httpx.Cookies, max_bytes: int | None) -> Answer | str:
        """Return the page, or where it sends us."""
        url = request.url
        response = await self._transport.handle_async_request(request)
        response.request = request
        try:
            cookies.extract_cookies(response)
            if response.status_code in _MOVED and "location" in response.headers:
                return _join(url, response.headers["location"])
            if not response.is_success:
                raise UnfetchedError(http_fault(response.status_code, retry_after_s(response.headers)))
            headers = tuple(response.headers.multi_items())
            data = await _body(response, max_bytes or self._settings.max_bytes)
            return Answer(str(url), response.status_code, headers, (), data)
        finally:
            await response.aclose()

    def _request(self, url: httpx.URL, cookies: httpx.Cookies, kind: Kind) -> httpx.Request:
        timeout = httpx.Timeout(
            self._settings.read_timeout_s, connect=self._settings.connect_timeout_s, pool=self._settings.total_timeout_s
        )
        headers = {
            "host": url.netloc.decode("ascii"),  # said here, since httpx would decode a name to see that it is one
            "user-agent": self._settings.user_agent,
            "accept": _ACCEPT[kind],
            "accept-language": "en,*;q=0.5",
            "accept-encoding": ", ".join(CODINGS),
        }
        request = httpx.Request("GET", url, headers=headers, extensions={"timeout": timeout.as_dict()})
        cookies.set_cookie_header(request)
        return request


def _join(base: httpx.URL, location: str) -> str:
    try:
        return str(base.join(location.strip()))
    except (httpx.InvalidURL, ValueError):
        # The guard says what is wrong with it: a name that no parser takes may still be an address in disguise.
        return location


async def _body(response: httpx.Response, max_bytes: int) -> bytes:
    announced = response.headers.get("content-length", "")
    if announced.isdecimal() and float(announced) > max_bytes:
        raise UnfetchedError(too_large(max_bytes))
    unpacker = Unpacker(response.headers.get("content-encoding", ""), max_bytes)
    async for chunk in response.aiter_raw():
        unpacker.feed(chunk)
    return unpacker.finish()
