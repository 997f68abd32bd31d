"""Figures in prose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.offline.figures import figures
from tests.tables import each_row


@each_row(
    "text, found",
    [
        ("175 billion parameters", [(175e9, "count")]),
        ("the 1.3B model", [(1.3e9, "count")]),
        ("129,450 clinical images", [(129_450.0, "count")]),
        ("17.7 % to 46.5 per cent", [(17.7, "percent"), (46.5, "percent")]),
        ("fell by −7 %", [(-7.0, "percent")]),
        ("2006-2017", [(2006.0, "year"), (2017.0, "year")]),
        ("3 days to 10 days", [(3 * 86400.0, "time"), (10 * 86400.0, "time")]),
        ("twenty-one experts, eleven tasks", [(21.0, "count"), (11.0, "count")]),
        ("more than two-thirds", [(pytest.approx(200 / 3), "percent")]),
        ("twenty-one of 32, three of them twice", [(21.0, "count"), (32.0, "count")]),
        ("GPT-3, GW170817, ERA5 and one of the 21st century's", []),
        ("三年内增长了45%", [(45.0, "percent")]),
    ],
)
def test_values(text: str, found: list[tuple[float, str]]) -> None:
    assert [(figure.base, figure.kind) for figure in figures(text)] == found


@each_row(
    "stated, there, agree",
    [
        ("28.4 BLEU", "28.4 BLEU", True),
        ("28.4 BLEU", "28.7 BLEU", False),
        ("90 minutes", "1.5 hours", True),
        ("3.5 days", "35 days", False),
        ("31 km", "31 miles", False),
        ("90 %", "90 years", False),
        ("5 %", "-5 %", False),
        ("2.5 million", "2,500,000", True),
        ("over 300 papers", "308 papers", True),
        ("over 300 papers", "3,000 papers", False),
        ("about 1,000 people", "1,013 people", True),
        ("1,000 people", "1,013 people", False),
        ("in 2014", "in 2015", False),
        ("in 2014", "in 2014", True),
    ],
)
def test_agreement(stated: str, there: str, agree: bool) -> None:
    assert figures(stated)[0].agrees(figures(there)[0]) is agree


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    for figure in figures(text):
        assert 0 <= figure.start < figure.end
        assert figure.agrees(figure)


@given(st.integers(2, 10**9), st.integers(2, 10**9))
def test_whole_numbers_agree_when_equal(one: int, other: int) -> None:
    same = abs(one - other) <= 0.005 * max(one, other)
    if not (1000 <= one < 2200 or 1000 <= other < 2200):
        assert figures(f"{one:,} cells")[0].agrees(figures(f"{other} cells")[0]) is same
