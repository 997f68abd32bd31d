"""Prefect servers and builds of the sample that many tests need: each started or made once."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from tempfile import mkdtemp

import pytest
from prefect.settings import (
    PREFECT_API_TLS_INSECURE_SKIP_VERIFY,
    PREFECT_API_URL,
    PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
    PREFECT_LOGGING_TO_API_ENABLED,
    temporary_settings,
)

# Prefect binds its log to the standard error that it finds when flows are first imported: better here than in a test.
import litgauge.flows.ui.score_forms  # noqa: F401
from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.runtime.prefect_database import _SETTINGS, _shipped
from litgauge.flows.runtime.temporary_server import IDLE_SERVICES
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease, load
from tests.flows.live import SAMPLE
from tests.flows.served import Served
from tests.groups import UNTIL_GROUP_ENDS
from tests.installed import Installed

QUICK = {
    PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None,
    PREFECT_LOGGING_TO_API_ENABLED: False,
    PREFECT_API_TLS_INSECURE_SKIP_VERIFY: True,  # else each client reads all certificates, for a server of HTTP
}
"""Settings of flows in a test's own process."""


@pytest.fixture(scope="session")
def temporary_prefect() -> Iterator[None]:
    """A temporary server with a database of its own."""
    from prefect.testing.utilities import prefect_test_harness  # it imports the whole server, for seconds

    with pytest.MonkeyPatch.context() as patch:
        for name, value in IDLE_SERVICES.items():
            patch.setenv(name, value)
        if empty := _shipped(version("prefect")):  # Prefect takes five seconds of CPU to make it
            folder = mkdtemp()
            Path(folder, "prefect-test.db").write_bytes(empty)
            patch.setattr("prefect.testing.utilities.mkdtemp", lambda: folder)
            for name in _SETTINGS:
                patch.setenv(name, "false")
        with prefect_test_harness(server_startup_timeout=120), temporary_settings(QUICK):
            yield


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, temporary_prefect: None, repository: Path) -> StoredRelease:
    """The sample's release by the rules, built in this process; tests read it, or work on a copy of its storage."""
    folder = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(repository)
        result = build_reportbench(config=load_build_config(SAMPLE), storage=str(folder))
    return load(Storage(str(folder)), result["release"])


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, installed: Installed, installed_demo: str) -> Served:
    """`litgauge serve` of the wheel on a copy of the release that its demo has built, for the tests of its group."""
    server = Served(tmp_path_factory.mktemp("served"), installed)
    others = shutil.ignore_patterns("prefect", "runs", "ledger", "taxobench", "scinetbench", "tvir")
    shutil.copytree(installed.folder / "data" / "demo", server.storage, ignore=others)
    server.start()
    UNTIL_GROUP_ENDS.callback(lambda: server.running() and server.end(signal.SIGTERM))
    return server


@pytest.fixture(scope="session")
def live_prefect(served: Served) -> str:
    """The URL of the API of `served`, for commands in processes of their own."""
    return f"{served.url}/api"


@pytest.fixture
def served_here(live_prefect: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Flows and commands of this process use the server of `served`."""
    monkeypatch.setenv("PREFECT_API_URL", live_prefect)
    with temporary_settings(QUICK | {PREFECT_API_URL: live_prefect}):
        yield


@pytest.fixture(scope="session")
def built_storage(served: Served) -> Path:
    """The storage of `served`, where the demo has built the sample by the rules; tests only read it."""
    return served.storage
