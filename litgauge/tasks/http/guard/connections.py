"""Connections only to checked addresses, and an httpx transport on top of them."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Protocol

import httpcore
import httpx

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.http.certificates import trusted_certificates
from litgauge.tasks.http.guard.ranges import public_address
from litgauge.tasks.http.guard.urls import check_url

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""All IP addresses of a host name, in the order in which to try them; raises socket.gaierror."""


class Connector(Protocol):
    """Opens a TCP connection to an IP address; raises httpcore.ConnectError or ConnectTimeout."""

    async def __call__(self, address: str, port: int, timeout_s: float | None) -> httpcore.AsyncNetworkStream: ...


_MOST_ADDRESSES = 6  # tried for one connection


async def look_up(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host from the system's resolver."""
    entries = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


async def connect(address: str, port: int, timeout_s: float | None) -> httpcore.AsyncNetworkStream:
    """Open a TCP connection to an IP address."""
    return await httpcore.AnyIOBackend().connect_tcp(address, port, timeout=timeout_s)


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Looks up a host once, checks every answer, and connects to a checked address."""

    def __init__(self, resolver: Resolver = look_up, connector: Connector = connect) -> None:
        self._resolver, self._connector = resolver, connector

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,  # noqa: ARG002 - httpcore's interface
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        """Open a connection to one of the host's addresses.

        Raises Rejected (private-address) if any of them is not public: a name that mixes the two is a trap.
        """
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in await self._public_addresses(host, port):
            try:
                return await self._connector(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def _public_addresses(self, host: str, port: int) -> list[str]:
        try:
            answers = await self._resolver(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        except UnicodeError as error:  # a label that is too long for the system's resolver
            raise Rejected("bad-url", "this is no name of a host", where=host) from error
        return [_judged(answer, host) for answer in answers][:_MOST_ADDRESSES]


def _judged(answer: str, host: str) -> str:
    try:
        address, forbidden = public_address(answer)
    except ValueError:
        raise Rejected("private-address", f"{host} resolves to {answer}, which is no address", where=host) from None
    if forbidden:
        raise Rejected(
            "private-address", f"{host} resolves to {address}, not on the public internet ({forbidden})", where=host
        )
    return str(address)


class GuardedTransport(httpx.AsyncBaseTransport):
    """httpx transport through the guard; no proxy, since a proxy would look up names for us."""

    def __init__(
        self,
        resolver: Resolver = look_up,
        connector: Connector = connect,
        tls: ssl.SSLContext | None = None,
        max_connections: int = 32,
    ) -> None:
        self._resolver = resolver
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls or trusted_certificates(from_environment=False),
            max_connections=max_connections,
            max_keepalive_connections=max_connections,
            keepalive_expiry=10.0,
            network_backend=GuardedBackend(resolver, connector),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the answer, its body not yet read.

        Raises the errors of httpcore, OSError from TLS, or Rejected by the guard.
        """
        url = check_url(str(request.url))
        answer = await self._pool.handle_async_request(
            httpcore.Request(
                request.method,
                httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                extensions=dict(request.extensions),
            )
        )
        return httpx.Response(
            answer.status,
            headers=answer.headers,
            stream=_Body(answer),
            extensions=answer.extensions,
            request=request,
        )

    async def knows(self, host: str) -> bool:
        """Return whether a host's name can be looked up from this machine."""
        try:
            return bool(await self._resolver(host, 443))
        except (OSError, UnicodeError):
            return False

    async def aclose(self) -> None:
        """Close all connections."""
        await self._pool.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._answer.aiter_stream()

    async def aclose(self) -> None:
        await self._answer.aclose()
