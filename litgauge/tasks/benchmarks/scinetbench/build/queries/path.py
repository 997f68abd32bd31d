"""Path-wise queries: from an emerging work back to a classic one of the same sub-field (section 5.1)."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Literal

from litgauge.tasks.benchmarks.scinetbench.build.network.engine import fetch
from litgauge.tasks.benchmarks.scinetbench.build.queries.pair import Titled
from litgauge.tasks.benchmarks.scinetbench.build.queries.prompts import path_prompt
from litgauge.tasks.benchmarks.scinetbench.build.queries.relations import path_ends
from litgauge.tasks.benchmarks.scinetbench.build.settings import QuerySettings
from litgauge.tasks.benchmarks.scinetbench.rows import NetworkTask, OtherPath, Truth

if TYPE_CHECKING:
    from ibis.expr.types import Table

BestPath = Callable[[int, int], Sequence[int] | None]
"""From a newer work to an older one: the works along the best path, both ends among them; None if there is none."""
OtherRules = Mapping[Literal["mean", "main-path"], BestPath]
_TRIES = 40  # pairs of a sub-field that are tried for each requested path


def drawn_pairs(
    members: Table, measures: Table, works: Table, settings: QuerySettings
) -> dict[str, list[tuple[int, int]]]:
    """Return pairs of an emerging and a classic work of every sub-field, in the order in which they are tried."""
    rows = fetch(path_ends(members, measures, works, settings)).to_pylist()
    by_end: dict[str, dict[str, list[tuple[int, int]]]] = defaultdict(lambda: {"classic": [], "emerging": []})
    for row in rows:
        by_end[row["sub_field"]][row["end"]].append((row["work"], row["year"]))
    drawn = {}
    for sub_field, ends in sorted(by_end.items()):
        pairs = [
            (new, old)
            for (new, year), (old, before) in product(ends["emerging"], ends["classic"])
            if before < year and new != old
        ]
        random.Random(f"{settings.seed} {sub_field}").shuffle(pairs)
        drawn[sub_field] = pairs
    return drawn


def path_queries(
    pairs: Mapping[str, Sequence[tuple[int, int]]],
    works: Callable[[Sequence[int]], Mapping[int, Titled]],
    best: BestPath,
    others: OtherRules,
    settings: QuerySettings,
) -> Iterator[tuple[NetworkTask, list[Truth], list[OtherPath]]]:
    """Yield queries whose ends are connected by more than one citation, spread evenly over the sub-fields."""
    share = -(-settings.path_wise // max(1, len(pairs)))
    by_sub_field = {
        sub_field: list(islice(_connected(tried[: _TRIES * share], best), share)) for sub_field, tried in pairs.items()
    }
    rounds = (
        (sub_field, paths[turn])
        for turn in range(share)
        for sub_field, paths in by_sub_field.items()
        if turn < len(paths)
    )
    drawn = list(islice(rounds, settings.path_wise))
    on_paths = works(sorted({work for _, path in drawn for work in path}))  # one call, since each reads all works
    for sub_field, path in drawn:
        subject, target = path[0], path[-1]
        task_id = f"{sub_field}-lineage-W{subject}-W{target}"
        prompt = path_prompt(on_paths[subject].named(subject), on_paths[target].named(target), settings.max_hops)
        task = NetworkTask(
            task_id, "path-wise", "lineage", sub_field, subject, target, settings.max_hops + 1, prompt, reviewed=False
        )
        yield (
            task,
            [
                Truth(task_id, rank, work, float(on_paths[work].citations), False)
                for rank, work in enumerate(path, start=1)
            ],
            [
                OtherPath(task_id, rule, rank, work)
                for rule, find in others.items()
                for rank, work in enumerate(find(subject, target) or (), start=1)
            ],
        )


def _connected(pairs: Sequence[tuple[int, int]], best: BestPath) -> Iterator[Sequence[int]]:
    for new, old in pairs:
        path = best(new, old)
        if path is not None and len(path) > 2:
            yield path
