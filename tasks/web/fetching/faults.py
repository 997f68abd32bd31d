"""Why a page could not be had, and whose fault that is.

    unreachable  the page's or the agent's: counts as a citation that leads nowhere
    refused      the guard's: the address must not be opened, whoever cites it
    failed       ours: the page may be all right, but we were not let in, could not wait or cannot read it;
                 never frozen, tried again by the next run

The fault is decided here and nowhere else.
"""

from __future__ import annotations

import errno
import socket
import ssl
from dataclasses import dataclass
from typing import Literal

import httpcore
import httpx

from tasks.errors import ItemError
from tasks.manners import BUSY, RequestError

Status = Literal["ok", "unreachable", "refused", "failed"]

_REFUSED = frozenset({"scheme", "credentials", "port", "private-address"})
_FAILED = frozenset(
    {
        "robots",  # our manners, not the agent's mistake
        "too-large",
        "no-network",
        "dns-busy",
        "no-text",  # a page that needs a browser
        "bot-wall",
        "no-full-text",
        "unreadable",
        "not-frozen",
        "bug",
    }
)
# The page is there, but not for us: no account, a robot, too fast, not in this country.
_NOT_FOR_US = frozenset({401, 402, 403, 407, 429, 451})
_TRANSIENT = frozenset({"time-out", "dns-busy", "closed-early", "connection", "no-network", "protocol"})
# The network's own transport raises httpcore's errors, others those of httpx; what TLS finds in reading is an OSError.
NETWORK_ERRORS = (
    httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, httpx.HTTPError, OSError,
)  # fmt: skip
_TIME_OUTS = (TimeoutError, httpcore.TimeoutException, httpx.TimeoutException)
_NO_CONNECTION = (httpcore.ConnectError, httpx.ConnectError)
_BROKEN_OFF = (
    httpcore.ReadError, httpcore.WriteError, httpcore.RemoteProtocolError,
    httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError, OSError,
)  # fmt: skip
_NO_NETWORK = frozenset({errno.ENETUNREACH, errno.ENETDOWN, errno.EMFILE, errno.ENFILE})


@dataclass(frozen=True, slots=True)
class FetchFault:
    """Why there is no page."""

    reason: str  # kebab-case
    what: str = ""  # in words
    http_status: int = 0
    retry_after_s: float | None = None

    @property
    def status(self) -> Status:
        """Whose fault it is."""
        if self.reason in _REFUSED:
            return "refused"
        if self.reason in _FAILED or self.reason.startswith("pdf-") or self.http_status in _NOT_FOR_US:
            return "failed"
        return "unreachable"

    @property
    def transient(self) -> bool:
        """Whether a second try may help."""
        return self.http_status in BUSY if self.http_status else self.reason in _TRANSIENT


class UnfetchedError(RequestError):
    """The page could not be had, by this fault; `hops` are the addresses asked, in order."""

    def __init__(self, fault: FetchFault, hops: tuple[str, ...] = ()) -> None:
        self.fault, self.hops = fault, hops
        super().__init__(fault.what, fault.retry_after_s, transient=fault.transient)


def too_large(max_bytes: int) -> FetchFault:
    """The fault of a page above the limit."""
    return FetchFault("too-large", f"more than {max_bytes} bytes")


def http_fault(status: int, retry_after_s: float | None = None) -> FetchFault:
    """The fault of an answer that is no page."""
    return FetchFault(f"http-{status}", f"the server answers HTTP {status}", status, retry_after_s)


def fault_of(error: Exception) -> FetchFault:
    """The fault behind what a request raised: the guard's refusal, a fault already found, or one of NETWORK_ERRORS."""
    if isinstance(error, UnfetchedError):
        return error.fault
    return FetchFault(error.rule, error.what) if isinstance(error, ItemError) else _network_fault(error)


def _network_fault(error: Exception) -> FetchFault:
    """Told by the deepest cause."""
    causes = _causes(error)
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            busy = cause.errno in {socket.EAI_AGAIN, socket.EAI_SYSTEM}
            return FetchFault("dns-busy" if busy else "dns", str(cause))
        if isinstance(cause, ssl.SSLError):
            return FetchFault("tls", str(cause))
        if isinstance(cause, OSError) and cause.errno in _NO_NETWORK:
            return FetchFault("no-network", str(cause))
    if any(isinstance(cause, _TIME_OUTS) for cause in causes):
        return FetchFault("time-out", "the server did not answer in time")
    if isinstance(error, _NO_CONNECTION):
        return FetchFault("connection", str(error))
    if isinstance(error, _BROKEN_OFF):
        return FetchFault("closed-early", str(error))
    return FetchFault("protocol", f"{type(error).__name__}: {error}")


def _causes(error: BaseException) -> list[BaseException]:
    found: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in found:
        found.append(following)
        if isinstance(following, BaseExceptionGroup):
            found += following.exceptions
        following = following.__cause__ or following.__context__
    return found
