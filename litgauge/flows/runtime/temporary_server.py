"""A Prefect server for one command, where none is configured: it ends with the command, however that ends.

    python -m litgauge.flows.runtime.temporary_server

It prints its port once it is ready, and ends with its standard input.

Prefect would start one too, but that stays for ever if the command is killed, and answers any page of a browser.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import select
import socket
import subprocess
import sys
import threading
import time
from functools import cache
from pathlib import Path
from typing import Any

from litgauge.flows.runtime.prefect_database import SqliteTemplate
from litgauge.tasks.base.errors import LitgaugeError

_HOST = "127.0.0.1"
_LOG = "temporary-server.log"
IDLE_SERVICES = {
    f"PREFECT_SERVER_SERVICES_{service}_ENABLED": "false"
    for service in (
        "CANCELLATION_CLEANUP",
        "CLEANUP_RECONCILER",
        "EVENT_PERSISTER",
        "FOREMAN",
        "LATE_RUNS",
        "PAUSE_EXPIRATIONS",
        "REPOSSESSOR",
        "SCHEDULER",
        "TRIGGERS",
    )
}
"""Environment of a server without Prefect's services for schedules, workers and automations, which nobody uses here."""
_WORKING = (50_000, 20, 100)  # of the garbage collector, once all is loaded
_as_long_as_we_run = contextlib.ExitStack()
_END_S = 2.0  # for what the server has to write down when its command has gone


def begin_prefect() -> None:
    """Start the temporary server beside what is imported next; `have_prefect` waits for it, or ends it."""
    if not os.environ.get("PREFECT_API_URL") and (home := os.environ.get("PREFECT_HOME")):
        _process(Path(home).expanduser() / _LOG)


def has_server() -> bool:
    """Return whether a Prefect API is configured, or a temporary server was begun."""
    from prefect.settings import get_current_settings

    settings = get_current_settings()
    return settings.api.url is not None or not settings.server.ephemeral.enabled or bool(_process.cache_info().currsize)


@cache
def have_prefect() -> None:
    """Have a Prefect API to run flows with: the one that is configured, else a temporary server until we end.

    Raises LitgaugeError if it does not start.
    """
    from prefect.context import refresh_global_settings_context
    from prefect.settings import get_current_settings

    gc.freeze()  # what is loaded stays
    gc.set_threshold(*_WORKING)
    settings = get_current_settings()
    if settings.api.url is not None or not settings.server.ephemeral.enabled:
        return  # one that was begun has read the same settings, and ended
    server = _process(log := settings.home / _LOG)
    os.environ["PREFECT_API_URL"] = _address(server, log, settings.server.ephemeral.startup_timeout_seconds)
    refresh_global_settings_context()
    _without_heartbeats()


def _without_heartbeats() -> None:
    """Let flows of this process send no heartbeats: the temporary server keeps none, and each flow's end waits for one.

    Prefect ends the thread that sends them within a second, for which the flow waits.
    """
    from prefect.settings import PREFECT_FLOWS_HEARTBEAT_FREQUENCY, temporary_settings

    _as_long_as_we_run.enter_context(temporary_settings({PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}))


@cache
def _process(log: Path) -> subprocess.Popen[bytes]:
    log.parent.mkdir(parents=True, exist_ok=True)
    environment = {**IDLE_SERVICES, **os.environ} | {
        "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path),
        "PREFECT_UI_ENABLED": "false",
        "PREFECT_SERVER_CSRF_PROTECTION_ENABLED": "true",
        "PREFECT_SERVER_CORS_ALLOWED_ORIGINS": f"http://{_HOST}",
    }
    with log.open("ab") as output:
        server = subprocess.Popen(
            # -P: a folder of the user's that is named like one of ours must not be taken for it.
            [sys.executable, "-P", "-m", "litgauge.flows.runtime.temporary_server"],
            stdin=subprocess.PIPE,  # ends when we do, and no signal is needed for that
            stdout=subprocess.PIPE,
            stderr=output,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the command
        )
    atexit.register(_stop, server)
    return server


def _address(server: subprocess.Popen[bytes], log: Path, timeout_s: float) -> str:
    if server.stdout and select.select([server.stdout], [], [], timeout_s)[0] and (port := server.stdout.readline()):
        return f"http://{_HOST}:{int(port)}/api"
    raise LitgaugeError(
        "Prefect's temporary server did not start",
        data="Nothing was done",
        next_step=f"Read its log, {log}, or run again",
    )


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.stdin:
        server.stdin.close()
    try:
        server.wait(2 * _END_S)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def main() -> None:
    """Serve until whoever started us has ended."""
    port_output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever else is printed goes to the log
    serving: list[Any] = []
    threading.Thread(target=_end_with_command, args=[serving], daemon=True).start()
    gc.disable()  # while thousands of modules are loaded, it finds nothing and takes an eighth of the time
    from prefect.settings import get_current_settings

    settings = get_current_settings()
    if settings.api.url is not None or not settings.server.ephemeral.enabled:
        return
    database = SqliteTemplate(settings)
    database.prepare()
    import uvicorn
    from prefect.server.api.server import create_app

    from litgauge.flows.ui.server_guard import ServerGuard

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            gc.freeze()
            gc.enable()
            if self.started and sockets:
                database.keep()
                port_output.write(f"{sockets[0].getsockname()[1]}\n")
                port_output.flush()

    app = ServerGuard(create_app(ephemeral=True, final=True), [_HOST])
    serving.append(Server(uvicorn.Config(app, log_level="error", server_header=False)))
    serving[0].run([socket.create_server((_HOST, 0))])
    os._exit(0)  # all is written: the interpreter would look through Prefect's modules for 1.6 s, and the command waits


def _end_with_command(serving: list[Any]) -> None:
    while os.read(0, 1):
        pass
    for server in serving:
        server.should_exit = True
        time.sleep(_END_S)
    os._exit(0)


if __name__ == "__main__":
    main()
