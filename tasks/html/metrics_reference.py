"""docs/metrics-reference.md: every metric of every benchmark, as it is declared.

`python -m tasks.html.metrics_reference` writes it anew; a test tells when it must be.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from pathlib import Path

from tasks.benchmark import Benchmark, known_benchmarks
from tasks.html.columns import ordered
from tasks.html.printed_values import NONE
from tasks.statistics import Metric
from tasks.text.markdown import Marked, table

COMMAND = "python -m tasks.html.metrics_reference"
PAGE = Path(__file__).parents[2] / "docs" / "metrics-reference.md"
_HEAD = f"""# Metrics, as they are declared

Generated from the declarations by `{COMMAND}`; do not edit it by hand. What a value, a missing \
answer and an unscored one are, and how means are taken, is in [metrics.md](metrics.md).

Worst: what an answer that was not given counts as; none where it has no value then. Needs: the parts of a task's \
result that the metric is computed from; it is unscored where we failed on one of them."""
_COLUMNS = ("name", "column", "what it is", "unit", "range", "best", "worst", "better", "needs", "source")
_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def metrics_reference(benchmarks: Iterable[Benchmark]) -> str:
    """The page in Markdown: a table a benchmark, and below it the contract of each metric."""
    return "\n\n".join([_HEAD, *(_of_benchmark(benchmark) for benchmark in benchmarks)]) + "\n"


def _of_benchmark(benchmark: Benchmark) -> str:
    metrics = ordered(benchmark.scoring)
    headline = ", then ".join(f"`{name}`" for name in benchmark.scoring.headline) or "the agents' names"
    head = f"## {benchmark.title} ({benchmark.paper})\n\nThe leaderboard is ordered by {headline}."
    return "\n\n".join([head, table(_COLUMNS, map(_line, metrics)), *map(_contract, metrics)])


def _line(metric: Metric) -> tuple[str, ...]:
    low, high = metric.range
    bounds = Marked(f"{'(-∞' if low is None else f'[{low:g}'}, {'∞)' if high is None else f'{high:g}]'}")
    best, worst = ("none" if value is None else f"{value:g}" for value in (metric.best, metric.worst))
    needs = Marked(", ".join(f"`{name}`" for name in metric.needs) or NONE)
    better = metric.direction or "neither"
    name = Marked(f"`{metric.name}`")
    return (
        name, metric.short, metric.long, metric.unit, bounds, best, worst, better, needs, metric.source,
    )  # fmt: skip


def _contract(metric: Metric) -> str:
    """What the docstring of the metric's function promises, its examples set as code."""
    words = _EXAMPLE.sub(lambda found: f"```python\n{found[0]}\n```", inspect.getdoc(metric.of) or metric.long)
    return f"### `{metric.name}`\n\n{words}"


if __name__ == "__main__":
    PAGE.write_text(metrics_reference(known_benchmarks().values()), encoding="utf-8")
