"""The guard: no address that is not on the public internet is ever opened.

Two lines of defence. `check_url` refuses what an address says by itself: scheme, user and password, port, IP
literals. `GuardedBackend` is where connections are opened, and it opens none but to an IP address that it has just
looked up and judged: between check and connection there is no second look-up that could give another answer, and
every redirect passes both lines again. There is no way to turn it off.
"""

from __future__ import annotations

import asyncio
import re
import socket
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol

import httpcore
import httpx
import idna

from tasks.errors import Rejected
from tasks.web.addresses import public_address

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""All IP addresses of a host name, in the order in which to try them; raises socket.gaierror."""


class Connector(Protocol):
    """Opens a TCP connection to an IP address; raises httpcore.ConnectError or ConnectTimeout."""

    async def __call__(self, address: str, port: int, timeout_s: float | None) -> httpcore.AsyncNetworkStream: ...


MAX_URL_CHARS = 8_000
_MOST_ADDRESSES = 6  # tried for one connection
_FIRST_FREE_PORT = 1024
_LAST_PORT = 65_535
# Ports from 1024 up that other protocols listen on (the fetch standard's list, and two stores that obey plain lines).
_BAD_PORTS = frozenset(
    {1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
     10080, 11211}
)  # fmt: skip
_DEFAULT_PORTS = {"http": 80, "https": 443}
_NUMERIC_LABEL = re.compile(r"(?:\d+|0x[0-9a-f]*)", re.IGNORECASE)
_DOTS = re.compile("[\u3002\uff0e\uff61]")
_ASCII_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
_PARTS = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*):(?://(?P<authority>[^/?#\\\s\x00-\x20\x7f]*)(?=[/?#]|$))?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)


def check_url(url: str) -> httpx.URL:
    """The URL in the form in which it is requested: no fragment, the host in ASCII.

    Raises Rejected by one of the rules bad-url, scheme, credentials, port, private-address.
    """
    parts = _PARTS.fullmatch(url.strip()) if len(url) <= MAX_URL_CHARS else None
    if parts is None:
        raise _refused("bad-url", "this is no URL of a web page", url)
    scheme, authority, rest = parts["scheme"].lower(), parts["authority"], parts["rest"]
    if scheme not in _DEFAULT_PORTS:
        raise _refused("scheme", f"only http and https are opened, not {scheme}", url)
    if "@" in (authority or ""):
        raise _refused("credentials", "a URL with user or password is not opened", url)
    if not authority:
        raise _refused("bad-url", "this is no URL of a web page", url)
    host, port = _split(authority)
    host = _checked_host(host, url)
    if port and not _port_allowed(int(port)):
        raise _refused("port", f"no web page is read from port {port}", url)
    try:
        # Put together again from what was judged, so that no other reading of the URL is left.
        bracketed = f"[{host}]" if ":" in host else host
        return httpx.URL(f"{scheme}://{bracketed}{f':{port}' if port else ''}{rest}").copy_with(fragment=None)
    except (httpx.InvalidURL, ValueError):
        raise _refused("bad-url", "this is no URL of a web page", url) from None


def _split(authority: str) -> tuple[str, str]:
    host, _, port = authority.rpartition(":")
    if host and port.isascii() and (port.isdigit() or not port) and not host.endswith(":"):
        return host, port
    return authority, ""


def _checked_host(host: str, url: str) -> str:
    if host.startswith("[") and host.endswith("]"):
        return _checked_literal(host[1:-1], url)
    try:
        host = _ascii_host(host)
    except UnicodeError:  # also idna's own
        raise _refused("bad-url", "this is no name of a host", url) from None
    if not _ASCII_HOST.fullmatch(host):
        raise _refused("bad-url", "this is no name of a host", url)
    if not _NUMERIC_LABEL.fullmatch(host.rpartition(".")[2]):
        return host
    literal = _checked_literal(_dotted_quad(host), url)
    if literal != host:
        raise _refused("bad-url", f"{host} is an IP address in disguise ({literal})", url)
    return literal


def _checked_literal(literal: str, url: str) -> str:
    try:
        address, forbidden = public_address(literal)
    except ValueError:
        raise _refused("bad-url", "this is no IP address", url) from None
    if forbidden:
        raise _refused("private-address", f"{address} is not on the public internet ({forbidden})", url)
    return str(address)


def _refused(rule: str, what: str, url: str) -> Rejected:
    return Rejected(rule, what, where=url[:200])


def _ascii_host(host: str) -> str:
    """A host as the resolver gets it: width and case folded, international names in punycode, no final dot."""
    folded = _DOTS.sub(".", unicodedata.normalize("NFKC", host)).casefold()
    folded = folded.removesuffix(".")
    return folded if folded.isascii() else idna.encode(folded, uts46=True).decode("ascii")


def _dotted_quad(host: str) -> str:
    """What the C library makes of a number as a host: 2130706433, 0x7f.1, 0177.0.0.1."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return host  # a number, but no address


def _port_allowed(port: int) -> bool:
    return port in _DEFAULT_PORTS.values() or (_FIRST_FREE_PORT <= port <= _LAST_PORT and port not in _BAD_PORTS)


async def look_up(host: str, port: int) -> Sequence[str]:
    """The system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


async def connect(address: str, port: int, timeout_s: float | None) -> httpcore.AsyncNetworkStream:
    """A TCP connection to an IP address."""
    return await httpcore.AnyIOBackend().connect_tcp(address, port, timeout=timeout_s)


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Looks a host up once, judges every answer, and connects to an address that was judged."""

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
        """A connection to one of the host's addresses.

        Raises Rejected (private-address) if any of them is not public: a name that mixes the two is a trap.
        """
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in await self._public_addresses(host, port):
            try:
                return await self._connector(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def sleep(self, seconds: float) -> None:
        """A pause between tries."""
        await asyncio.sleep(seconds)

    async def _public_addresses(self, host: str, port: int) -> list[str]:
        try:
            answers = await self._resolver(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        except UnicodeError as error:  # a label that is too long for the system's resolver
            raise Rejected("bad-url", "this is no name of a host", where=host) from error
        addresses = []
        for answer in answers:
            try:
                address, forbidden = public_address(answer)
            except ValueError:
                raise Rejected(
                    "private-address", f"{host} resolves to {answer}, which is no address", where=host
                ) from None
            if forbidden:
                raise Rejected(
                    "private-address",
                    f"{host} resolves to {address}, not on the public internet ({forbidden})",
                    where=host,
                )
            addresses.append(str(address))
        return addresses[:_MOST_ADDRESSES]
