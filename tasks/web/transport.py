"""httpx on top of the guard: how a checked request reaches the network."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import httpcore
import httpx

from tasks.web.guard import Connector, GuardedBackend, Resolver, check_url, connect, look_up


class GuardedTransport(httpx.AsyncBaseTransport):
    """httpx's way to the network through the guard; no proxy, since a proxy would look names up for us."""

    def __init__(
        self,
        resolver: Resolver = look_up,
        connector: Connector = connect,
        tls: ssl.SSLContext | None = None,
        max_connections: int = 32,
    ) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls or httpx.create_ssl_context(trust_env=False),
            max_connections=max_connections,
            max_keepalive_connections=max_connections,
            keepalive_expiry=10.0,
            network_backend=GuardedBackend(resolver, connector),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer, its body not yet read. Raises httpx.TransportError, or Rejected by the guard."""
        url = check_url(str(request.url))
        with _as_httpx(request):
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
            stream=_Body(answer, request),
            extensions=answer.extensions,
            request=request,
        )

    async def aclose(self) -> None:
        """Close all connections."""
        await self._pool.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response, request: httpx.Request) -> None:
        self._answer, self._request = answer, request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _as_httpx(self._request):
            async for chunk in self._answer.aiter_stream():
                yield chunk

    async def aclose(self) -> None:
        await self._answer.aclose()


_ERRORS: tuple[type[Exception], ...] = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    OSError,
)


@contextmanager
def _as_httpx(request: httpx.Request) -> Iterator[None]:
    """httpcore and httpx give their errors the same names; what TLS finds while reading passes both unnamed."""
    try:
        yield
    except _ERRORS as error:
        kind = (
            httpx.ReadError
            if isinstance(error, OSError)
            else getattr(httpx, type(error).__name__, httpx.TransportError)
        )
        raise kind(str(error) or type(error).__name__, request=request) from error
