"""Definitions behind the headings of a page, opened by touch, keyboard or mouse."""

from __future__ import annotations

from collections.abc import Iterator

from litgauge.tasks.benchmark import Metric
from litgauge.tasks.benchmark.printed_values import heading


class Definitions:
    """Definitions that a page's headings open, each with an id and once, in the order of first use."""

    def __init__(self) -> None:
        self._ids: dict[tuple[str, str], str] = {}

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        """Yield id, heading and meaning."""
        for (name, meaning), identifier in self._ids.items():
            yield identifier, name, meaning

    def of(self, metric: Metric) -> str:
        """Return the id of a metric's definition."""
        return self.add(heading(metric), metric_meaning(metric))

    def add(self, name: str, meaning: str) -> str:
        """Return the id of what a heading means."""
        return self._ids.setdefault((name, meaning), f"d{len(self._ids)}")


def metric_meaning(metric: Metric) -> str:
    """Return what a metric measures, on which scale, which direction is better, and where it is defined."""
    low, high = (None if end is None else f"{end:g}" for end in metric.range)
    scale = {
        (True, True): f"From {low} to {high}",
        (True, False): f"{low} or more",
        (False, True): f"{high} or less",
        (False, False): "Any number",
    }[low is not None, high is not None]
    better = {"higher": ", higher is better", "lower": ", lower is better", None: ", neither end is better"}
    return f"{metric.long[:1].upper()}{metric.long[1:]}. {scale}{better[metric.direction]}. Source: {metric.source}."
