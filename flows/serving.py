"""`litgauge serve`: Prefect's server, the deployments and a worker in one command."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from tasks.errors import LitgaugeError, UnusableInput

START_TIMEOUT_S = 120.0
STOP_TIMEOUT_S = 20.0


@contextlib.contextmanager
def prefect_server(host: str, port: int, log: Path) -> Iterator[str]:
    """A Prefect server on host:port while the block runs; gives its API's URL.

    It runs in a session of its own, so that Ctrl-C reaches us first and the deployments can still
    be paused. Raises UnusableInput if the port is taken, LitgaugeError if it does not start.
    """
    url = f"http://{host}:{port}/api"
    if _healthy(url):
        raise UnusableInput(f"a server already answers at {url}", next_step="Choose another --port, or stop that one")
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", host, "--port", str(port)]
    # Without it the UI would look for its API on the default port.
    environment = os.environ | {"PREFECT_SERVER_UI_API_URL": url}
    with log.open("ab") as output:
        server = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True, env=environment)
    try:
        _wait_until_healthy(server, url, log)
        yield url
    finally:
        _stop(server)


def serve(host: str, port: int, log: Path) -> None:
    """Serve the deployments until Ctrl-C or SIGTERM, then pause them and stop the server."""
    with prefect_server(host, port, log) as url:
        os.environ["PREFECT_API_URL"] = url
        # Imported only now: Prefect reads its settings once.
        from prefect import serve as serve_deployments

        from flows.deployments import served_deployments

        serve_deployments(*served_deployments(), pause_on_shutdown=True, print_starting_message=False)


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
