"""In every stage of every room, one item never stops the others, whatever is raised when it is looked into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.base.errors import Failed, ItemError
from litgauge.tasks.engine import Context, ItemInput, Stage
from litgauge.tasks.engine.isolation import compute_apart
from litgauge.tasks.engine.memory import Outcome
from litgauge.tasks.engine.storage import Storage
from tests.contracts.stages import declared_stages
from tests.engine.injected import MuteError, OddError

STAGES = {stage.name: stage for stage in declared_stages().values()}
ERRORS: tuple[type[Exception], ...] = (ValueError, RecursionError, MemoryError, MuteError, OddError)

OTHER_FIRST = frozenset(
    [
        "agent",
        "snapshot",
        "merged",
        "network",
        "measures",
        "sub-fields",
        "queries",
        "texts",
        "paper-inputs",
        "picture-trees",
        "study",
        "pairs",
        "harvest",
        "deleted",
    ]
)
"""Stages that look at something else first (files, a session, a model), which is not there, or whose item is a file."""


@dataclass(frozen=True)
class Poisoned(ItemInput):
    """An item that raises when it is looked into."""

    error: type[Exception] = ValueError

    def all(self, row_type: type) -> Any:
        raise self.error("poison")


def outcomes(stage: Stage, items: Sequence[ItemInput], storage: Storage) -> dict[str, Outcome]:
    results = list(compute_apart(stage.compute, items, Context(storage, None)))
    assert len(results) == len({result.id for result in results})
    return {result.id: result for result in results}


def reason(result: Outcome) -> tuple[str, str]:
    assert isinstance(result.rows, ItemError)
    return result.rows.rule, result.rows.what


def test_the_stages_of_build_and_scoring_are_found() -> None:
    assert {"harvest", "references", "prompts", "reading", "pairs", "facts", "tree-grades"} <= set(STAGES)


@pytest.mark.parametrize("name", STAGES)
def test_what_one_item_raises_stays_with_it(name: str, tmp_path: Path) -> None:
    stage, storage = STAGES[name], Storage(str(tmp_path))
    first, last = (ItemInput(item, item, {}, {}) for item in ("first", "last"))
    poisoned = [Poisoned(error.__name__, error.__name__, {}, {}, error) for error in ERRORS]
    alone = outcomes(stage, [first, last], storage)

    together = outcomes(stage, [first, *poisoned, last], storage)

    assert set(together) == {"first", "last", *(item.id for item in poisoned)}
    for item in ("first", "last"):
        assert reason(together[item]) == reason(alone[item])
    for item in poisoned:
        assert isinstance(together[item.id].rows, Failed)
        if name not in OTHER_FIRST:
            assert item.id in reason(together[item.id])[1]
            assert item.id in together[item.id].trace
