"""Kinds of storage that a test runs on."""

from __future__ import annotations

import pytest

ON_S3 = pytest.mark.parametrize("storage", ["local", "memory", pytest.param("s3", marks=pytest.mark.s3)], indirect=True)
"""For what differs on an object store, and one whole use of each room: on S3 in every run, not in `make soak` alone."""
