"""`litgauge serve`: Prefect's server, the deployments and a worker in one command."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx

from tasks.errors import LitgaugeError, UnusableInput

START_TIMEOUT_S = 120.0
STOP_TIMEOUT_S = 20.0
PASSWORD = "PREFECT_SERVER_API_AUTH_STRING"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Doors:
    """Where the server listens, and by which names it lets itself be asked.

    Beyond this machine it needs a password, in PREFECT_SERVER_API_AUTH_STRING ("user:password", as Prefect's clients
    send it in PREFECT_API_AUTH_STRING).
    """

    host: str = "127.0.0.1"
    port: int = 4200
    allowed: tuple[str, ...] = ()  # more names, such as that of a proxy before it

    @property
    def url(self) -> str:
        """The address of the UI on this machine."""
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
        """Whether anybody but this machine's users can reach it."""
        return not (self.host == "localhost" or (self._address is not None and self._address.is_loopback))

    def check(self) -> None:
        """Raises UnusableInput if others could reach the server and it has no password."""
        if self.open_to_others and not os.environ.get(PASSWORD, "").strip():
            raise UnusableInput(
                f"--host {self.host or repr('')} lets others reach this server, which starts whatever it is told, "
                "and it has no password",
                data="Nothing was started",
                next_step=f"Set {PASSWORD} to user:password, or stay on 127.0.0.1 and reach it through an SSH tunnel",
            )

    @property
    def _address(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None


@contextlib.contextmanager
def prefect_server(doors: Doors, log: Path) -> Iterator[str]:
    """A Prefect server behind its guard while the block runs; gives its API's URL.

    It runs in a session of its own, so that Ctrl-C reaches us first and the deployments can still
    be paused. Raises UnusableInput if the port is taken or a password is missing, LitgaugeError if it does not start.
    """
    doors.check()
    url = f"{doors.url}/api"
    if _healthy(url):
        raise UnusableInput(f"a server already answers at {url}", next_step="Choose another --port, or stop that one")
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "flows.guarded_server", doors.host, str(doors.port), *doors.names]
    environment = os.environ | {
        "PREFECT_SERVER_UI_API_URL": "/api",  # by whatever name the page was opened: never another origin
        "PREFECT_SERVER_CSRF_PROTECTION_ENABLED": "true",
        "PREFECT_SERVER_CORS_ALLOWED_ORIGINS": doors.url,
    }
    with log.open("ab") as output:
        server = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True, env=environment)
    try:
        _wait_until_healthy(server, url, log)
        yield url
    finally:
        _stop(server)


def serve(doors: Doors, log: Path, storage: str = "data") -> None:
    """Serve the deployments until Ctrl-C or SIGTERM, then pause them and stop the server."""
    with prefect_server(doors, log) as url:
        os.environ["PREFECT_API_URL"] = url
        if password := os.environ.get(PASSWORD):
            os.environ["PREFECT_API_AUTH_STRING"] = password
        # Imported only now: Prefect reads its settings once.
        from prefect import serve as serve_deployments

        from flows.deployments import served_deployments

        serve_deployments(*served_deployments(storage), pause_on_shutdown=True, print_starting_message=False)


def _names_of_this_machine() -> list[str]:
    name = socket.gethostname()
    try:
        found = socket.getaddrinfo(name, None)
    except OSError:
        found = []
    return [name, socket.getfqdn(), *(str(address[0]).partition("%")[0] for *_, address in found)]


def _healthy(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=2.0).status_code == httpx.codes.OK
    except httpx.HTTPError:
        return False


def _wait_until_healthy(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while not _healthy(url):
        if server.poll() is not None or time.monotonic() > deadline:
            raise LitgaugeError(
                "the Prefect server did not start",
                where=url,
                next_step=f"Read its log, {log}, or choose another --port",
            )
        time.sleep(0.3)


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is not None:
        return
    server.send_signal(signal.SIGINT)
    try:
        server.wait(STOP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
