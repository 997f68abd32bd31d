"""Rows that a flow has in its hands, kept as an output that stages can plan from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tasks.engine.memory import Outcome, StageMemory, StageOutput
from tasks.engine.storage import Storage
from tasks.records import row_digest


def keep_rows(storage: Storage, stage: str, table: str, row_type: type, rows: Mapping[str, Any]) -> StageOutput:
    """One item per row, in the order given; a row that was kept before is not written again."""
    memory = StageMemory(storage, stage, "rows", "{}", {table: row_type})
    keys = {name: row_digest(name, row) for name, row in rows.items()}
    known = memory.known()
    memory.remember(
        [Outcome(name, keys[name], {table: [row]}) for name, row in rows.items() if keys[name] not in known]
    )
    return memory.close([known[key] for key in keys.values()], [])
