"""How values are printed and drawn, on whatever scale their metric declares."""

from __future__ import annotations

from dataclasses import replace

import pytest

from litgauge.tasks.benchmark import Metric
from litgauge.tasks.benchmark.printed_values import Bar, bar, shade, shown, shown_difference, shown_interval
from litgauge.tasks.statistics import Interval, TaskScore, summarise
from tests.html.ranking import gain
from tests.tables import each_row

SHARE = replace(gain, range=(0.0, 1.0), digits=3)
OPEN = replace(gain, range=(0.0, None), digits=1)
TURNED = replace(gain, range=(-1.0, 1.0))


@each_row(
    "metric, value, text",
    [
        (SHARE, 0.12345, "0.123"),
        (SHARE, None, "–"),
        (SHARE, -0.0001, "0.000"),
        (OPEN, 1234.56, "1234.6"),
        (gain, -7.25, "-7.2"),
        (replace(gain, digits=0), 29.6, "30"),
    ],
)
def test_a_value_has_the_digits_of_its_metric_and_zero_no_sign(metric: Metric, value: float | None, text: str) -> None:
    assert shown(metric, value) == text


@pytest.mark.parametrize(("value", "text"), [(0.2, "+0.200"), (-0.2, "-0.200"), (0.0, "0.000"), (1e-9, "0.000")])
def test_a_difference_has_its_sign(value: float, text: str) -> None:
    assert shown_difference(SHARE, value) == text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(0.1, 0.2, "0.100–0.200"), (-0.1, 0.2, "-0.100 to 0.200"), (-1e-9, 0.2, "0.000–0.200")],
)
def test_no_dash_meets_a_minus(low: float, high: float, text: str) -> None:
    assert shown_interval(SHARE, Interval(low, high)) == text
    assert shown_interval(SHARE, None) == "–"


@each_row(
    "metric, value, drawn",
    [
        (SHARE, 0.25, Bar(0.0, 25.0, 25.0, 25.0)),
        (TURNED, 0.5, Bar(50.0, 25.0, 75.0, 75.0)),
        (TURNED, -0.5, Bar(25.0, 25.0, 25.0, 25.0)),
        (replace(gain, range=(10.0, 20.0)), 15.0, Bar(0.0, 50.0, 50.0, 50.0)),
        (replace(gain, range=(-20.0, -10.0)), -15.0, Bar(50.0, 50.0, 50.0, 50.0)),
        (SHARE, 7.0, Bar(0.0, 100.0, 100.0, 100.0)),  # beyond what is declared: no wider than the scale
        (OPEN, 7.0, None),
        (replace(gain, range=(None, None)), 7.0, None),
        (replace(gain, range=(1.0, 1.0)), 1.0, None),
    ],
)
def test_a_bar_goes_from_zero_to_the_mean_on_the_declared_scale(
    metric: Metric, value: float, drawn: Bar | None
) -> None:
    score = TaskScore("1", "1", (), metric.name, "scored", value, value, 1.0, "")
    assert bar(metric, summarise([score])) == drawn


def test_without_a_mean_there_is_no_bar() -> None:
    assert bar(SHARE, None) is None
    assert bar(SHARE, summarise([TaskScore("1", "1", (), "gain", "unscored", None, 0.0, 0.0, "time-out")])) is None


def test_shades_cover_the_scale() -> None:
    assert [shade(SHARE, value) for value in (0.0, 0.05, 0.5, 0.99, 1.0)] == [0, 0, 5, 9, 9]
    assert [shade(gain, value) for value in (-10.0, 10.0, 30.0, 99.0)] == [0, 5, 9, 9]
    assert [shade(SHARE, None), shade(OPEN, 0.5)] == [None, None]
