"""Benchmarks that ship with litgauge, by name; imported elsewhere, since their rooms lie above this one.

The names are not in `litgauge.tasks.benchmark.registry`, so that the command line can list them without importing any.
"""

from __future__ import annotations

from collections.abc import Mapping

SHIPPED: Mapping[str, str] = {
    "reportbench": "litgauge.tasks.benchmarks.reportbench.benchmark:REPORTBENCH",
    "scinetbench": "litgauge.tasks.benchmarks.scinetbench.benchmark:SCINETBENCH",
    "literature-review": "litgauge.tasks.benchmarks.literature_review.benchmark:LITERATURE_REVIEW",
    "taxobench": "litgauge.tasks.benchmarks.taxobench.benchmark:TAXOBENCH",
    "tvir": "litgauge.tasks.benchmarks.tvir.benchmark:TVIR",
}
"""Name -> "module:NAME" of its declaration."""

FIRST = next(iter(SHIPPED))
"""The benchmark of a config that names none, and the default of forms."""

COMMANDS_FOR_ANYBODY: Mapping[str, str] = {"trees": "litgauge.flows.taxobench.commands:trees"}
"""Commands of a benchmark that need none of its releases, and so are listed with the generic ones."""
