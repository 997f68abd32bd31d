"""Items side by side: what ends the run does not cancel what is under way, for that may be paid for."""

from __future__ import annotations

import asyncio

import pytest

from litgauge.tasks.base.errors import BudgetExhausted
from litgauge.tasks.engine.definition import Context, ItemInput, each_async
from litgauge.tasks.engine.memory import Outcome
from litgauge.tasks.engine.storage import Storage


def test_items_under_way_are_finished_before_the_run_ends(storage: Storage) -> None:
    async def ask(item: ItemInput, _context: Context) -> dict[str, list[str]]:
        await asyncio.sleep(0.01 * int(item.id))
        if item.id == "1":
            raise BudgetExhausted("no money")
        return {"rows": [item.id]}

    items = [ItemInput(str(number), str(number), {}, {}) for number in (3, 1, 0, 5)]
    finished: list[Outcome] = []
    with pytest.raises(BudgetExhausted):
        finished.extend(each_async(ask)(items, Context(storage, None)))

    assert {outcome.id for outcome in finished} == {"0", "3", "5"}
