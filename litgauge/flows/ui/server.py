"""`litgauge serve`: Prefect's server, the deployments and a worker in one command."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import httpx

from litgauge.flows.ui.address import PASSWORD, ServerAddress
from litgauge.flows.ui.orphans import PARENT
from litgauge.flows.ui.report_pages import SHOWN_STORAGE
from litgauge.tasks.base.errors import LitgaugeError, UnusableInput

START_TIMEOUT_S = 120.0
STOP_TIMEOUT_S = 20.0
LOCK_TIMEOUT_S = 15.0
HEARTBEAT_S = 30


@contextlib.contextmanager
def prefect_server(address: ServerAddress, log: Path, storage: str = "") -> Iterator[str]:
    """A Prefect server behind its guard while the block runs; gives its API's URL.

    It runs in a session of its own, so that Ctrl-C reaches us first, and ends itself when we are gone. With `storage`
    it also shows that storage's report pages. Raises UnusableInput if the port is taken, a password is missing or
    another server works on the same database, LitgaugeError if it does not start.
    """
    address.check()
    url = f"{address.url}/api"
    log.parent.mkdir(parents=True, exist_ok=True)
    with _alone(log.parent) as lock:
        if _healthy(url):
            raise UnusableInput(
                f"a server already answers at {url}", next_step="Choose another --port, or stop that one"
            )
        address.check_port()
        command = [
            sys.executable,
            "-m",
            "litgauge.flows.ui.guarded_server",
            address.host,
            str(address.port),
            *address.names,
        ]
        environment = os.environ | {
            "PREFECT_SERVER_UI_API_URL": "/api",  # by whatever name the page was opened: never another origin
            "PREFECT_UI_URL": os.environ.get("PREFECT_UI_URL", address.url),  # in the links of messages that it sends
            "PREFECT_SERVER_CSRF_PROTECTION_ENABLED": "true",
            "PREFECT_SERVER_CORS_ALLOWED_ORIGINS": address.url,
            PARENT: str(os.getpid()),
            SHOWN_STORAGE: storage,
        }
        with log.open("ab") as output:
            server = subprocess.Popen(
                command,
                stdout=output,
                stderr=output,
                start_new_session=True,
                env=environment,
                pass_fds=[lock.fileno()],
            )
        try:
            _wait_until_healthy(server, url, log)
            yield url
        finally:
            _stop(server)


def serve(address: ServerAddress, log: Path, storage: str = "data", *, say: Callable[[str], None]) -> None:
    """Serve the deployments until Ctrl-C or SIGTERM, then end what runs and stop the server.

    `say` is told the lines that a person needs to reach it. Raises LitgaugeError if the server ends before us.
    """
    with prefect_server(address, log, storage) as url:
        os.environ["PREFECT_API_URL"] = url
        os.environ.setdefault("PREFECT_FLOWS_HEARTBEAT_FREQUENCY", str(HEARTBEAT_S))
        os.environ[PARENT] = str(os.getpid())
        os.environ[SHOWN_STORAGE] = storage
        if password := os.environ.get(PASSWORD):
            os.environ["PREFECT_API_AUTH_STRING"] = password
        # Imported only now: Prefect reads its settings once.
        from litgauge.flows.ui.worker import work

        for line in reached_by(address):
            say(line)
        work(storage, say)


def reached_by(address: ServerAddress) -> Iterator[str]:
    """Yield the lines that a person needs to reach a server from a browser and from another terminal."""
    yield f"the UI is at {address.url}, the reports at {address.url}/litgauge/ (Ctrl-C stops everything)"
    yield f"to use it from another terminal:  export PREFECT_API_URL={address.url}/api"
    if os.environ.get(PASSWORD, "").strip():
        yield "and, for it has a password:  export PREFECT_API_AUTH_STRING='user:password'"


@contextlib.contextmanager
def _alone(home: Path) -> Iterator[IO[bytes]]:
    """Yield the lock of a database's folder: two servers on one would both start what is scheduled.

    The server inherits it, so one that outlives its command for a moment is waited for.
    """
    with (home / "serve.lock").open("wb") as lock:
        deadline = time.monotonic() + LOCK_TIMEOUT_S
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise UnusableInput(
                        "another server of litgauge works on this database",
                        where=str(home),
                        data="Nothing was started",
                        next_step="Use that one, stop it, or set PREFECT_HOME to another folder",
                    ) from None
            time.sleep(0.2)
        yield lock


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
