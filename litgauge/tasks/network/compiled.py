"""Numba kernels, compiled at their first call; without numba the same code runs as Python, for small networks."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeVar, cast

from litgauge.tasks.base.extras import check_extra

EXTRA = "network"
MOST_INTERPRETED = 100_000
"""Citations of a network up to which its kernels run without numba: every measure then takes minutes at most."""

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """Return the function as machine code that releases the GIL, cached beside its source or in the user's cache.

    Where neither can be written it is compiled anew by every process, which takes about a second. Without numba (the
    extra `network`) the function is returned as it is: it computes the same numbers, a hundred times slower.
    """
    if find_spec("numba") is None:
        return function
    import numba

    try:
        kernel = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba knows no folder that it may write
        kernel = numba.njit(nogil=True)(function)
    return cast("Kernel", kernel)


def check_size(citations: int) -> None:
    """Raise ConfigError with the pip line for a network that is too large for kernels that are not compiled."""
    if citations > MOST_INTERPRETED:
        purpose = f"a network of {citations:,} citations needs compiled code (up to {MOST_INTERPRETED:,} do not)"
        check_extra(EXTRA, {"numba": "numba"}, purpose, where="network")
