"""A plus behind a name makes another name of it, whatever stands between."""

from __future__ import annotations

from litgauge.tasks.identity.spelling import signs_of
from tests.tables import each_row

NAMES = (
    "VoxNet",
    "“Call me, but...”",
    '"How do I fool you?"',
    "‘Cheer Me Up!’",
    "What is learned?",
    "Grafcet ",
    "(CADE)",
    "$CADE$",
)


@each_row("name", NAMES)
@each_row("rest", ["", ": A Survey", ", Revisited"])
def test_a_plus_behind_a_name_is_a_sign(name: str, rest: str) -> None:
    assert signs_of(f"{name}+{rest}") == ("+",)
    assert signs_of(f"{name}{rest}") == ()


@each_row("title", ["Cats + Dogs", "e+e- scattering", "of (+)-limonene", "1+1 is two", "Wind +waves"])
def test_a_plus_that_joins_is_none(title: str) -> None:
    assert signs_of(title) == ()
