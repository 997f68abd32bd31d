"""A Prefect server for the tests that need one, started once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from prefect.settings import PREFECT_FLOWS_HEARTBEAT_FREQUENCY, PREFECT_LOGGING_TO_API_ENABLED, temporary_settings
from prefect.testing.utilities import prefect_test_harness


@pytest.fixture(scope="session")
def prefect_server() -> Iterator[None]:
    """A temporary server with a database of its own."""
    quick = {PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None, PREFECT_LOGGING_TO_API_ENABLED: False}
    with prefect_test_harness(server_startup_timeout=120), temporary_settings(quick):
        yield
