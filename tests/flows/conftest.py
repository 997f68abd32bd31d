"""A Prefect server for the tests that need one, started once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from prefect.settings import PREFECT_FLOWS_HEARTBEAT_FREQUENCY, PREFECT_LOGGING_TO_API_ENABLED, temporary_settings
from prefect.testing.utilities import prefect_test_harness

# Prefect binds its log to the standard error that it finds when flows are first imported: better here than in a test.
import flows.reportbench.score_forms  # noqa: F401
from flows.serving import prefect_server
from tests.flows.live import free_port


@pytest.fixture(scope="session")
def temporary_prefect() -> Iterator[None]:
    """A temporary server with a database of its own."""
    quick = {PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None, PREFECT_LOGGING_TO_API_ENABLED: False}
    with prefect_test_harness(server_startup_timeout=120), temporary_settings(quick):
        yield


@pytest.fixture(scope="session")
def live_prefect(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The API's URL of a Prefect server in a process of its own."""
    folder = tmp_path_factory.mktemp("prefect")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PREFECT_HOME", str(folder))
        patch.setenv("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
        with prefect_server("127.0.0.1", free_port(), folder / "server.log") as url:
            yield url
