"""Why a page could not be had, and whose fault that is.

    unreachable  the page's or the agent's, and it will stay so: a citation that leads nowhere; frozen
    refused      the guard's: the address must not be opened, whoever cites it; frozen
    failed       ours, or nobody's for now: the page may be all right, but its server was down, we were not let in,
                 could not wait or cannot read it; never frozen, tried again by the next run

The fault is decided here and nowhere else. What this table does not name is ours.
"""

from __future__ import annotations

import errno
import socket
import ssl
from dataclasses import dataclass
from typing import Literal

import httpcore
import httpx

from litgauge.tasks.base.errors import ItemError
from litgauge.tasks.http.retrying import RequestError, is_busy

Status = Literal["ok", "unreachable", "refused", "failed"]

_REFUSED = frozenset({"scheme", "credentials", "port", "private-address"})
_NOWHERE = frozenset({"dns", "bad-url", "too-many-redirects", "not-text"})  # dns: there is no such name
# The page is there, but not for us: no account, a robot, not in this form, too fast, not in this country.
_NOT_FOR_US = frozenset({401, 402, 403, 406, 407, 420, 423, 429, 430, 444, 451, *range(494, 500)})
# What a server, or the way to it, may be over tomorrow.
_PASSING = frozenset({"time-out", "tls", "connection", "closed-early", "protocol"})
_ASKED_AGAIN = frozenset({"time-out", "dns-busy", "closed-early", "connection", "protocol"})
NOBODY_ANSWERED = (_PASSING - {"protocol"}) | {
    "dns",
    "dns-busy",
    "no-network",
    "host-down",
    "not-frozen",
    "damaged",
    "bug",
}
"""The reasons of pages of which no server has said a word."""

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
# What resolvers say of a name that is not there; all else (SERVFAIL, REFUSED, no resolver) says nothing of the name.
_NO_SUCH_NAME = frozenset({socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)})
_NO_NETWORK = frozenset({errno.ENETUNREACH, errno.ENETDOWN, errno.EMFILE, errno.ENFILE})


@dataclass(frozen=True, slots=True)
class FetchFault:
    """Why there is no page."""

    reason: str  # kebab-case
    what: str = ""  # in words
    http_status: int = 0
    retry_after_s: float | None = None
    recorded: bool = False  # told by a folder of stored pages, where it will be the same for ever

    @property
    def status(self) -> Status:
        """Whose fault it is."""
        if self.reason in _REFUSED:
            return "refused"
        status = self.http_status
        lasting = 300 <= status < 500 and status not in _NOT_FOR_US and not is_busy(status)
        if self.reason in _NOWHERE or (lasting and self.reason == http_reason(self.http_status)):
            return "unreachable"
        return "unreachable" if self.recorded and self.passing else "failed"

    @property
    def passing(self) -> bool:
        """Return whether it is the server that failed, or the way to it: what another day may mend."""
        busy = self.http_status != 429 and (is_busy(self.http_status) or self.http_status >= 600)
        return self.reason in _PASSING or (busy and self.reason == http_reason(self.http_status))

    @property
    def transient(self) -> bool:
        """Return whether a second try within seconds may help."""
        return is_busy(self.http_status) if self.http_status else self.reason in _ASKED_AGAIN


class UnfetchedError(RequestError):
    """The page could not be had, by this fault; `hops` are the addresses asked, in order."""

    def __init__(self, fault: FetchFault, hops: tuple[str, ...] = ()) -> None:
        self.fault, self.hops = fault, hops
        super().__init__(fault.what, fault.retry_after_s, transient=fault.transient)


def too_large(max_bytes: int) -> FetchFault:
    """Return the fault of a page above the limit."""
    return FetchFault("too-large", f"more than {max_bytes} bytes")


def http_reason(status: int) -> str:
    """Return what an HTTP status is called as a reason."""
    return f"http-{status}"


def http_fault(status: int, retry_after_s: float | None = None) -> FetchFault:
    """Return the fault of an answer that is no page."""
    return FetchFault(http_reason(status), f"the server answers HTTP {status}", status, retry_after_s)


def fault_of(error: Exception) -> FetchFault:
    """Return the fault behind what a request raised.

    The guard's refusal, a fault already found, or one of NETWORK_ERRORS.
    """
    if isinstance(error, UnfetchedError):
        return error.fault
    return FetchFault(error.rule, error.what) if isinstance(error, ItemError) else _network_fault(error)


def _network_fault(error: Exception) -> FetchFault:
    """Told by the deepest cause."""
    causes = _causes(error)
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            return FetchFault("dns" if cause.errno in _NO_SUCH_NAME else "dns-busy", str(cause))
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
    causes: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in causes:
        causes.append(following)
        if isinstance(following, BaseExceptionGroup):
            causes += following.exceptions
        following = following.__cause__ or following.__context__
    return causes
