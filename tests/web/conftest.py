"""A web that misbehaves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.web import Web


@pytest.fixture
def web() -> Iterator[Web]:
    """A running web; journal.example is in it."""
    with Web() as running:
        yield running
