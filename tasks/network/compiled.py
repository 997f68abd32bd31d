"""Functions over arrays of numbers, compiled when they are first called."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """The function as machine code that lets other threads run, kept beside its source or in the user's cache.

    Where neither can be written it is compiled anew by every process, which takes about a second.
    """
    try:
        kept = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba knows no folder that it may write
        kept = numba.njit(nogil=True)(function)
    return cast("Kernel", kept)
