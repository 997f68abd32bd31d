"""How far a run has come is in its storage while it works, and gone when it ends."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.progress import ItemsDone, Note, StageEnded, StageStarted, tell
from litgauge.tasks.engine.running import running_runs, shown_running
from litgauge.tasks.engine.storage import Storage


def test_stage_items_and_money_are_there_while_it_runs(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    with shown_running(storage, "id-1", "score: careful"):
        tell(StageStarted("pages", 10, 4))
        tell(ItemsDone("pages", tuple(ItemState(str(n), str(n), "done") for n in range(3)), 0.25))
        tell(Note("pairs", "at most $2"))
        (run,) = running_runs(storage)
        assert (run.name, run.stage, run.done, run.total, run.usd) == ("score: careful", "pages", 7, 10, 0.25)
        assert run.note == "pairs: at most $2"
        tell(StageEnded("pages", 9, 0, 1, 4))
        assert running_runs(storage)[0].done == 10
    assert running_runs(storage) == []


def test_a_run_that_fails_is_no_run_in_progress(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    with pytest.raises(ValueError, match="gone"), shown_running(storage, "id-1", "build"):
        raise ValueError("gone")
    assert running_runs(storage) == []


def test_what_a_killed_run_left_is_forgotten(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    left = tmp_path / "running" / "killed.json"
    left.parent.mkdir()
    left.write_text(
        '{"run_id": "killed", "name": "score", "started": "2020-01-01T00:00:00+00:00",'
        ' "renewed": "2020-01-01T00:00:00+00:00"}'
    )
    (tmp_path / "running" / "half.json").write_text('{"run_id": "ha')
    assert running_runs(storage) == []
    os.utime(left, (0, time.time() - 2 * 24 * 3600))
    with shown_running(storage, "id-2", "score"):
        pass
    assert not left.exists()
