"""The examples in the docstrings hold."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from tasks.identity import assignment, matching, spelling, violations


@pytest.mark.parametrize("module", [assignment, matching, spelling, violations])
def test_examples(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
