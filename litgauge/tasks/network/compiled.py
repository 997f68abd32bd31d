"""Numba kernels, compiled at their first call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """Return the function as machine code that releases the GIL, cached beside its source or in the user's cache.

    Where neither can be written it is compiled anew by every process, which takes about a second.
    """
    try:
        kernel = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba knows no folder that it may write
        kernel = numba.njit(nogil=True)(function)
    return cast("Kernel", kernel)
