"""Twice the text, twice the work: no function of ours that reads text is slower than that, whatever the text.

The functions are found (scanners.py), not listed, and the texts are made of what their patterns look for as well
(hostile_texts.py). Each text is read once when it is small; those that took longest are let grow, and the time must
not grow much faster. The long form (`make soak`) lets all of them grow, and further.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator

import pytest

from tests.linear.calls import CALLS, LEFT_OUT, LIMITS
from tests.linear.growth import STEP, Call, Prepare, grows_too_fast, quiet, seconds
from tests.linear.hostile_texts import Chain, Form, common_forms, forms_of
from tests.linear.scanners import Scanner, scanners

pytestmark = pytest.mark.slow

SIZE = 600
"""Characters of the texts that tell which are worth growing."""

LARGEST = 40_000
SUSPECTS = 1
"""Of the texts of a scanner, so many that took longest are let grow."""

SCREENING_S = 0.05
"""The processor's time for reading small texts with a scanner; most read all of them in less."""

ALL = 10_000
LARGEST_IN_SOAK = 1_000_000
SLOWEST_S = 1.0
"""No small text may take longer, however it grows."""

SCANNERS = {scanner.name: scanner for scanner in scanners()}


@pytest.fixture(scope="module", autouse=True)
def _quiet() -> Iterator[None]:
    with quiet():
        yield


def forms(scanner: Scanner) -> list[Form | Chain]:
    """The scanner's own and the common ones, in an order of its own: a dear scanner is not given all of them."""
    found = [*forms_of(scanner.module), *common_forms()]
    random.Random(scanner.name).shuffle(found)
    return found


def faults(scanner: Scanner, screening_s: float, suspects: int, largest: int) -> Iterator[str]:
    """What grows too fast."""
    tried, first = forms(scanner), LIMITS.get(scanner.name, SIZE)
    for called, prepare in scanner.calls():
        taken = []
        until = time.process_time() + screening_s
        for form in tried:
            taken.append((seconds(prepare, form(SIZE)), form))
            if time.process_time() > until:
                break
        taken.sort(key=lambda one: -one[0])
        for small, form in taken[:suspects]:
            if small > SLOWEST_S:
                yield f"{called} takes {small:.1f} s for {SIZE} characters of {form}"
            elif found := grows_too_fast(prepare, form, first, max(largest, STEP * first)):
                size, growth = found
                yield f"{called} takes {growth:.0f} times as long for four times the text ({size} characters of {form})"


@pytest.mark.soak  # minutes on two cores; that a new scanner is known is held below, in every run
@pytest.mark.parametrize("name", SCANNERS)
def test_time_grows_no_faster_than_the_text(name: str) -> None:
    assert not list(faults(SCANNERS[name], SCREENING_S, SUSPECTS, LARGEST))


@pytest.mark.soak
@pytest.mark.parametrize("name", SCANNERS)
def test_time_grows_no_faster_than_any_text(name: str) -> None:
    assert not list(faults(SCANNERS[name], math.inf, ALL, LARGEST_IN_SOAK))


def test_every_scanner_can_be_called() -> None:
    """A new function with a text: say in made.py how its other parameters are made, or in calls.py how it is called."""
    unknown = {name: scanner.unknown for name, scanner in SCANNERS.items() if scanner.unknown and name not in CALLS}
    assert not unknown
    assert len(SCANNERS) > 200


def test_what_is_named_is_there() -> None:
    assert {*CALLS, *LIMITS} <= set(SCANNERS)
    assert not set(CALLS) & set(LEFT_OUT)


def back_to_the_start(text: str) -> int:
    """A scanner that looks at all before every full stop again: the characters it has looked at."""
    return len(text) + sum(at for at, character in enumerate(text) if character == ".")


def test_one_that_is_quadratic_is_told() -> None:
    """By what it counts itself: a clock may err."""

    def prepared(text: str) -> Call:
        return lambda: back_to_the_start(text)

    def looked_at(prepare: Prepare, text: str) -> float:
        return float(str(prepare(text)())) / 1e6

    assert grows_too_fast(prepared, Form("."), SIZE, LARGEST, looked_at)
    assert not grows_too_fast(prepared, Form(","), SIZE, LARGEST, looked_at)


def test_the_clock_tells_work_from_none() -> None:
    assert seconds(lambda text: lambda: sum(range(len(text) * 10**6)), "ab") > seconds(lambda text: lambda: text, "ab")
