"""Halves of surrogate pairs, which no file holds."""

from __future__ import annotations

import pytest

from litgauge.tasks.text.encodings import without_halves


@pytest.mark.parametrize("sign", ["?", "\ufffd", "", r"\2", r"\g<1>", "\\"])
def test_a_sign_stands_for_a_half_as_it_is(sign: str) -> None:
    assert without_halves("a\ud83eb\udc00", sign) == f"a{sign}b{sign}"
