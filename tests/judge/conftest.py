"""A key for the judges on loopback."""

from __future__ import annotations

import pytest

from tests.judge.judges import KEY_ENV
from tests.llm.openai_server import KEY


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key, in the environment."""
    monkeypatch.setenv(KEY_ENV, KEY)
