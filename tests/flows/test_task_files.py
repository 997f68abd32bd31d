"""Files that an agent is given lie in the folder that was named, whatever a release calls its tasks."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from litgauge.flows.cli.releases import write_tasks
from litgauge.tasks.base.errors import ReleaseError
from litgauge.tasks.benchmark import registry
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from tests.mini.benchmark import MINI
from tests.mini.rows import Hunt, Topic


def test_no_task_is_written_outside_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.VARIABLE, "tests.mini.benchmark:MINI")
    storage = str(tmp_path / "my store")
    hunts = [Hunt("birds/owls", "owls", 1), Hunt("../escaped", "owls", 1)]
    freeze_release(Storage(storage), MINI, {"topics": [Topic("owls", "owls", "birds")], "hunts": hunts})
    with pytest.raises(ReleaseError, match="outside"):
        write_tasks("mini", tmp_path / "out", storage, Console())
    assert (tmp_path / "out" / "birds" / "owls.md").is_file()
    assert not (tmp_path / "escaped.md").exists()
