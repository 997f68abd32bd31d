"""Address of the server of `litgauge serve`, and the names under which it answers."""

from __future__ import annotations

import base64
import errno
import hmac
import ipaddress
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from litgauge.tasks.base.errors import UnusableInput

PASSWORD = "PREFECT_SERVER_API_AUTH_STRING"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def knows_password(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether a request has the server's password among its headers; true if the server has none."""
    password = os.environ.get(PASSWORD, "")
    if not password:
        return True
    header = next((value for name, value in headers if name.lower() == b"authorization"), b"")
    return hmac.compare_digest(header, b"Basic " + base64.b64encode(password.encode()))


@dataclass(frozen=True)
class ServerAddress:
    """Host and port at which the server listens, and the names under which it answers.

    Beyond this machine it needs a password, in PREFECT_SERVER_API_AUTH_STRING ("user:password", as Prefect's clients
    send it in PREFECT_API_AUTH_STRING).
    """

    host: str = "127.0.0.1"
    port: int = 4200
    allowed: tuple[str, ...] = ()  # more names, such as that of a proxy before it

    @property
    def url(self) -> str:
        """Return the address of the UI on this machine."""
        near = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(self.host, self.host)
        return f"http://[{near}]:{self.port}" if ":" in near else f"http://{near}:{self.port}"

    @property
    def names(self) -> tuple[str, ...]:
        """All names and addresses of this server, without port."""
        if self._address is None:
            own = [self.host]
        elif self._address.is_unspecified:
            own = [*LOOPBACK, *_names_of_this_machine()]
        else:
            own = list(LOOPBACK) if self._address.is_loopback else [self.host]
        return tuple(dict.fromkeys([*own, self.host, *self.allowed]))

    @property
    def open_to_others(self) -> bool:
        """Return whether anybody but this machine's users can reach it."""
        return not (self.host == "localhost" or (self._address is not None and self._address.is_loopback))

    def check(self) -> None:
        """Raise UnusableInput if others could reach the server and it has no password."""
        if self.open_to_others and not os.environ.get(PASSWORD, "").strip():
            raise UnusableInput(
                f"--host {self.host or repr('')} makes this server reachable for others; it starts any flow, "
                "and it has no password",
                data="Nothing was started",
                next_step=f"Set {PASSWORD} to user:password, or stay on 127.0.0.1 and reach it through an SSH tunnel",
            )

    def check_port(self) -> None:
        """Raise UnusableInput if we cannot listen there: another program does, or there is no such address."""
        try:
            places = socket.getaddrinfo(self.host or None, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        except (OSError, UnicodeError):
            raise self._shut("no address of this machine is known by that name", "Choose another --host") from None
        for family, kind, protocol, _, address in places:
            try:
                with socket.socket(family, kind, protocol) as door:
                    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    door.bind(address)
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    raise self._shut(
                        f"another program listens on port {self.port}",
                        f"Choose another --port, say {self.port % 65535 + 1}",
                    ) from None
                if error.errno == errno.EACCES:
                    raise self._shut(
                        f"this user may not listen on port {self.port}", "Choose a --port above 1023"
                    ) from None
                if error.errno == errno.EADDRNOTAVAIL and len(places) == 1:
                    raise self._shut("this machine does not have this address", "Choose another --host") from None

    def _shut(self, what: str, next_step: str) -> UnusableInput:
        return UnusableInput(what, where=f"{self.host}:{self.port}", data="Nothing was started", next_step=next_step)

    @property
    def _address(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None


def _names_of_this_machine() -> list[str]:
    name = socket.gethostname()
    try:
        addresses = socket.getaddrinfo(name, None)
    except OSError:
        addresses = []
    return [name, socket.getfqdn(), *(str(address[0]).partition("%")[0] for *_, address in addresses)]
