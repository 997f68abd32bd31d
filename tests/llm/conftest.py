"""A server, a key and a folder for replies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Replies
from tests.llm.openai_server import KEY, OpenAIServer
from tests.llm.questions import KEY_ENV, verdict


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> str:
    """The key, in the environment."""
    monkeypatch.setenv(KEY_ENV, KEY)
    return KEY


@pytest.fixture
def replies(tmp_path: Path) -> Replies:
    """An empty reply store."""
    return Replies(Storage(str(tmp_path / "storage")))


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    """A server without faults."""
    with OpenAIServer({"is_review": verdict}) as running:
        yield running
