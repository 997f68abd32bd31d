"""Kinds of storage that a test runs on, and one whose process is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from multiprocessing.process import BaseProcess

import pytest

from litgauge.tasks.engine.storage import Storage

ON_S3 = pytest.mark.parametrize("storage", ["local", "memory", pytest.param("s3", marks=pytest.mark.s3)], indirect=True)
"""For what an object store is asked for in another way than a folder: on S3 in every run, not in `make soak` alone."""


class Dying(Storage):
    """Storage whose process is killed right after its n-th write, which is right before the next."""

    def __init__(self, url: str, point: int) -> None:
        super().__init__(url)
        self._left = point

    def create(self, path: str, data: bytes, *, lasting: bool = True) -> bool:
        written = super().create(path, data, lasting=lasting)
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return written


def run_all(processes: Sequence[BaseProcess]) -> None:
    """Run processes at once, to the end of the last."""
    for process in processes:
        process.start()
    for process in processes:
        process.join()
