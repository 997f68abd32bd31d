"""Halves of surrogate pairs, which no file holds."""

from __future__ import annotations

from litgauge.tasks.text.encodings import without_halves
from tests.tables import each_row


@each_row("sign", ["?", "\ufffd", "", r"\2", r"\g<1>", "\\"])
def test_a_sign_stands_for_a_half_as_it_is(sign: str) -> None:
    assert without_halves("a\ud83eb\udc00", sign) == f"a{sign}b{sign}"
