"""Checks of an address by itself: scheme, user and password, port, IP literals in any disguise."""

from __future__ import annotations

import re
import socket
import unicodedata

import httpx
import idna

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.http.guard.ranges import public_address

MAX_URL_CHARS = 8_000
_FIRST_FREE_PORT = 1024
_LAST_PORT = 65_535
_LONGEST_PORT = 5  # digits; Python makes no number of some thousands
# Ports from 1024 up that other protocols listen on (the fetch standard's list, and two stores that obey plain lines).
_BAD_PORTS = frozenset(
    {1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
     10080, 11211}
)  # fmt: skip
_SCHEMES = frozenset({"http", "https"})
_DEFAULT_PORTS = frozenset({80, 443})
_NUMERIC_LABEL = re.compile(r"(?:\d+|0x[0-9a-f]*)", re.IGNORECASE)
_DOTS = re.compile("[\u3002\uff0e\uff61]")
_ASCII_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
_PARTS = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*):(?://(?P<authority>[^/?#\\\s\x00-\x20\x7f]*)(?=[/?#]|$))?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)


def check_url(url: str) -> httpx.URL:
    """Return the URL in the form in which it is requested: no fragment, the host in ASCII.

    Raises Rejected by one of the rules bad-url, scheme, credentials, port, private-address.
    """
    parts = _PARTS.fullmatch(url.strip()) if len(url) <= MAX_URL_CHARS else None
    if parts is None:
        raise _refused("bad-url", "this is no URL of a web page", url)
    scheme, authority, rest = parts["scheme"].lower(), parts["authority"], parts["rest"]
    if scheme not in _SCHEMES:
        raise _refused("scheme", f"only http and https are opened, not {scheme}", url)
    if "@" in (authority or ""):
        raise _refused("credentials", "a URL with user or password is not opened", url)
    if not authority:
        raise _refused("bad-url", "this is no URL of a web page", url)
    host, port = _split(authority)
    host = _checked_host(host, url)
    if port and (len(port) > _LONGEST_PORT or not _port_allowed(int(port))):
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
    """Return what the C library makes of a number as a host: 2130706433, 0x7f.1, 0177.0.0.1."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return host  # a number, but no address


def _port_allowed(port: int) -> bool:
    return port in _DEFAULT_PORTS or (_FIRST_FREE_PORT <= port <= _LAST_PORT and port not in _BAD_PORTS)
