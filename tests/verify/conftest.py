"""A key for the judges on loopback."""

from __future__ import annotations

import pytest

from tests.llm.openai_server import KEY
from tests.verify.judges import KEY_ENV


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key, in the environment."""
    monkeypatch.setenv(KEY_ENV, KEY)
