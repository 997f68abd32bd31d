"""How often 95 % intervals hold the truth: `python -m perf.interval_coverage [SIMULATIONS]`.

Means of one agent over surveys, and differences of two agents on the same surveys, whose values go together. The
percentile interval of the same draws stands beside ours. Printed as the table of docs/notes/metrics.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

import numpy as np

from litgauge.tasks.statistics import mean_interval
from litgauge.tasks.statistics.resampling import Floats

RESAMPLES = 4_000
Draw = Callable[[np.random.Generator, int], Floats]


def paired(generator: np.random.Generator, surveys: int) -> Floats:
    """Differences of two agents whose values share what is hard about a survey."""
    hard = generator.normal(size=surveys)
    first = 1 / (1 + np.exp(-(hard + generator.normal(size=surveys))))
    return np.asarray(first - 1 / (1 + np.exp(-(hard + generator.normal(size=surveys)))))


KINDS: Mapping[str, tuple[Draw, float]] = {
    "normal": (lambda generator, surveys: generator.normal(size=surveys), 0.0),
    "uniform": (lambda generator, surveys: generator.uniform(size=surveys), 0.5),
    "shares near 1 (beta 8, 2)": (lambda generator, surveys: generator.beta(8, 2, size=surveys), 0.8),
    "exponential": (lambda generator, surveys: generator.exponential(size=surveys), 1.0),
    "lognormal (0.8)": (lambda generator, surveys: generator.lognormal(0, 0.8, size=surveys), float(np.exp(0.32))),
    "yes or no, 80 % yes": (lambda generator, surveys: (generator.uniform(size=surveys) < 0.8) * 1.0, 0.8),
    "difference of two agents": (paired, 0.0),
}


def coverage(draw: Draw, truth: float, surveys: int, simulations: int) -> tuple[float, float]:
    """Return the share of simulations whose interval holds the truth: ours, and the percentile interval."""
    generator = np.random.default_rng(surveys)
    weights = np.random.default_rng(0).multinomial(surveys, [1 / surveys] * surveys, size=RESAMPLES)
    ours = plain = 0
    for _ in range(simulations):
        values = draw(generator, surveys)
        found = mean_interval(values.tolist(), seed=0, resamples=RESAMPLES)
        ours += found is not None and found.low <= truth <= found.high
        low, high = np.quantile(weights @ values / surveys, [0.025, 0.975])
        plain += low <= truth <= high
    return ours / simulations, plain / simulations


def main(simulations: int) -> None:
    """Print the table."""
    sizes = (5, 10, 20, 50)
    print("| values | " + " | ".join(f"n = {size}" for size in sizes) + " |")
    print("|---|" + "---:|" * len(sizes))
    for name, (draw, truth) in KINDS.items():
        cells = (coverage(draw, truth, size, simulations) for size in sizes)
        print(f"| {name} | " + " | ".join(f"{ours:.3f} ({plain:.3f})" for ours, plain in cells) + " |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
