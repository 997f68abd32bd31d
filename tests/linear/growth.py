"""How the work of a call grows with its text, told by the processor's time."""

from __future__ import annotations

import functools
import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STEP = 4
"""By what a text grows from one measurement to the next."""

MOST = 9.0
"""What the time may grow by in such a step: linear is 4, with a logarithm below 5, quadratic 16."""

TELLING_S = 0.02
"""A call that takes less says nothing of how it grows: the text grows on."""

Call = Callable[[], object]
Prepare = Callable[[str], Call]
"""All that has to be made of a text before it is scanned, which is not measured."""
Measure = Callable[[Prepare, str], float]


def seconds(prepare: Prepare, text: str) -> float:
    """The processor's time of one call; nothing is remembered from the call before."""
    call = prepare(text)
    _forget()
    start = time.process_time()
    call()
    return time.process_time() - start


def grows_too_fast(
    prepare: Prepare, form: Callable[[int], str], size: int, largest: int, measure: Measure = seconds
) -> tuple[int, float] | None:
    """The size, and the growth up to it, at which a call takes far more than `STEP` times what it took before.

    None if that is seen at no size up to `largest`. Other work on the machine only ever adds: the smaller text is
    read as often as needed to know it well, and one fast reading of the larger settles the matter.
    """
    before = measure(prepare, form(size))
    while size * STEP <= largest:
        size *= STEP
        now = measure(prepare, form(size))
        if now > MOST * before and now > TELLING_S:
            before = max(before, *(measure(prepare, form(size // STEP)) for _ in range(3)))
            now = min(now, *(measure(prepare, form(size)) for _ in range(2)))
            if now > MOST * before and now > TELLING_S:
                return size, now / before
        if now > 10 * TELLING_S:  # large enough to have shown it
            return None
        before = now
    return None


@contextmanager
def quiet() -> Iterator[None]:
    """No collections while calls are measured: their time grows with all that other tests keep alive."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _forget() -> None:
    for memory in _memories():
        memory.cache_clear()


@functools.cache
def _memories() -> tuple[functools._lru_cache_wrapper[object], ...]:
    """What functions of ours remember by their arguments."""
    found = {
        id(value): value
        for name, module in sorted(sys.modules.items())
        if name.startswith("litgauge.tasks.")
        for value in vars(module).values()
        if isinstance(value, functools._lru_cache_wrapper) and value.__wrapped__.__code__.co_argcount
    }
    return tuple(found.values())
