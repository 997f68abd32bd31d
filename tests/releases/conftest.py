"""Releases that are frozen once and copied by the tests that change what lies around them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from tests.releases.rows import benchmark, lineage


@pytest.fixture(scope="session")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A storage with reportbench@1, to be read or copied."""
    folder = tmp_path_factory.mktemp("frozen")
    freeze_release(Storage(str(folder)), REPORTBENCH, benchmark(), lineage())
    return folder


@pytest.fixture
def frozen_copy(frozen: Path, tmp_path: Path) -> Storage:
    """A storage with reportbench@1 of the test's own."""
    shutil.copytree(frozen, tmp_path / "store")
    return Storage(str(tmp_path / "store"))
