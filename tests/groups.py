"""Tests that share a server or a browser: which group each belongs to, and what lives as long as its group."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

# What is dear to start, in the order in which it must be started for the run to end soonest.
SHARED = {
    "served": "serve",
    "installed": "serve",
    "temporary_prefect": "prefect",
    "tab": "browser",
    "s3_bucket": "s3",
}

UNTIL_GROUP_ENDS = ExitStack()
"""What a fixture of one group opens; closed when the last of its tests on this worker has ended."""


def group_of(item: pytest.Item) -> str | None:
    """The group of a test, by its fixtures; None if it shares nothing."""
    used: list[str] = getattr(item, "fixturenames", [])
    if item.get_closest_marker("s3"):
        used = [*used, "s3_bucket"]
    return next((group for fixture, group in SHARED.items() if fixture in used), None)
