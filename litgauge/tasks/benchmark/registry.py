"""Benchmarks by name: those that ship (`litgauge.tasks.base.shipped`), and those that the environment adds.

To add one: LITGAUGE_BENCHMARKS=my_package.my_module:MY_BENCHMARK,…
"""

from __future__ import annotations

import importlib
import os

from litgauge.tasks.base.errors import ConfigError, UnusableInput
from litgauge.tasks.base.shipped import SHIPPED
from litgauge.tasks.benchmark.benchmark import Benchmark

VARIABLE = "LITGAUGE_BENCHMARKS"


def known_benchmarks() -> dict[str, Benchmark]:
    """Return all benchmarks by name, shipped ones first. Raises ConfigError if one of the environment is not there."""
    named = [place.strip() for place in os.environ.get(VARIABLE, "").split(",") if place.strip()]
    benchmarks = [_imported(place) for place in (*SHIPPED.values(), *named)]
    return {benchmark.name: benchmark for benchmark in benchmarks}


def benchmark_named(name: str) -> Benchmark:
    """Return the benchmark with this name. Raises UnusableInput, which lists the known names, if there is none."""
    if name in SHIPPED:
        return _imported(SHIPPED[name])
    benchmarks = known_benchmarks()
    if name not in benchmarks:
        raise UnusableInput(
            f"there is no benchmark of this name; there is {', '.join(benchmarks)}",
            where=name,
            next_step=f"Name one of them, or say in {VARIABLE} where yours is declared (package.module:NAME)",
        )
    return benchmarks[name]


def _imported(place: str) -> Benchmark:
    module, _, name = place.partition(":")
    try:
        benchmark = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(f"no benchmark can be imported: {error}", where=f"{VARIABLE}, {place}") from error
    if not isinstance(benchmark, Benchmark):
        raise ConfigError(f"this is a {type(benchmark).__name__}, no benchmark", where=f"{VARIABLE}, {place}")
    return benchmark
