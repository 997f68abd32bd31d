"""Reference of metrics: every metric of every benchmark as it is declared, in Markdown.

`python -m litgauge.tasks.html.metrics_reference` prints it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator

from litgauge.tasks.benchmark import Benchmark, Metric, known_benchmarks
from litgauge.tasks.benchmark.printed_values import NONE
from litgauge.tasks.text.markdown import Marked, table

_HEAD = """# Metrics, as they are declared

What a value, a missing answer and an unscored one are, and how means are taken, is in docs/metrics.md.

Worst: what an answer that was not given counts as; none where it has no value then. Needs: the parts of a task's \
result that the metric is computed from; it is unscored where we failed on one of them."""
_COLUMNS = ("name", "column", "what it is", "unit", "range", "best", "worst", "better", "needs", "source")


def metrics_reference(benchmarks: Iterable[Benchmark]) -> str:
    """Return the reference: a table for each benchmark, and notes on its metrics below."""
    return "\n\n".join([_HEAD, *(_of_benchmark(benchmark) for benchmark in benchmarks)]) + "\n"


def _of_benchmark(benchmark: Benchmark) -> str:
    metrics = benchmark.scoring.metrics
    headline = ", then ".join(f"`{name}`" for name in benchmark.scoring.headline) or "the agents' names"
    head = f"## {benchmark.title} ({benchmark.paper})\n\nThe leaderboard is ordered by {headline}."
    return "\n\n".join([head, table(_COLUMNS, map(_line, metrics)), *_notes(metrics)])


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


def _notes(metrics: Iterable[Metric]) -> Iterator[str]:
    """Return what the docstrings say beyond the sentence that stands in the table."""
    for metric in metrics:
        _, _, notes = (inspect.getdoc(metric.of) or "").partition("\n\n")
        if notes:
            yield f"### `{metric.name}`\n\n{notes}"


if __name__ == "__main__":
    sys.stdout.write(metrics_reference(known_benchmarks().values()))
