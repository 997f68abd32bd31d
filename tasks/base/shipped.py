"""The benchmarks that ship: a line each. Their rooms lie above, so they are named here, and imported elsewhere.

The names are here, and not in `tasks.benchmark.registry`, so that the command line can list them without importing any.
"""

from __future__ import annotations

from collections.abc import Mapping

SHIPPED: Mapping[str, str] = {
    "reportbench": "tasks.benchmarks.reportbench.benchmark:REPORTBENCH",
    "scinetbench": "tasks.benchmarks.scinetbench.benchmark:SCINETBENCH",
    "literature-review": "tasks.benchmarks.literature_review.benchmark:LITERATURE_REVIEW",
    "taxobench": "tasks.benchmarks.taxobench.benchmark:TAXOBENCH",
}
"""Name -> "module:NAME" of its declaration."""

FIRST = next(iter(SHIPPED))
"""The benchmark of a config that does not say of which it is, and of forms that nobody has filled in."""

COMMANDS_FOR_ANYBODY: Mapping[str, str] = {"trees": "flows.taxobench.commands:trees"}
"""Commands of a benchmark that need none of its releases, and so stand beside the generic ones."""
