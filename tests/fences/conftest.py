"""Each test begins without the processes that other tests share."""

from __future__ import annotations

import pytest

from litgauge.tasks.fences import shared


@pytest.fixture(autouse=True)
def nobody_lingers() -> None:
    for fence in shared._fences.values():
        fence.close()
