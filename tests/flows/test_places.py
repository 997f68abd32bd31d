"""Where commands listen and keep Prefect's data: what cannot be had is told before anything is started."""

from __future__ import annotations

import logging
import os
import socket
from pathlib import Path

import pytest

from litgauge.flows.cli.console import quiet_prefect
from litgauge.flows.ui.address import ServerAddress
from litgauge.tasks.base.errors import UnusableInput
from tests.flows.live import free_port


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost", ""])
def test_a_port_that_is_taken_is_told_with_the_way_out(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UnusableInput, match=rf"another program listens on port {port}.*Choose another --port"):
            ServerAddress(host, port).check_port()


@pytest.mark.parametrize(
    ("host", "said"), [("203.0.113.9", "does not have this address"), ("nowhere.invalid", "no address of this machine")]
)
def test_a_host_that_is_not_this_machine_is_told(host: str, said: str) -> None:
    with pytest.raises(UnusableInput, match=said):
        ServerAddress(host, free_port()).check_port()


def test_a_free_port_stays_free() -> None:
    address = ServerAddress(port=free_port())
    address.check_port()
    address.check_port()


def test_a_user_without_a_home_has_one_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs under a number which no user has: Prefect asks for a home in any case."""

    def none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(os, "environ", {"PREFECT_HOME": str(tmp_path / "prefect")})
    monkeypatch.setattr(Path, "home", none)
    monkeypatch.chdir(tmp_path)
    usual = logging.getLogRecordFactory()
    try:
        quiet_prefect("data", verbose=False)
    finally:
        logging.setLogRecordFactory(usual)
    assert os.environ["HOME"] == str(tmp_path / "data" / "prefect")
