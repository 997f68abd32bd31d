"""Files that an agent is given: in the folder that was named, by names that every file system takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from litgauge.flows.cli.releases import write_tasks
from litgauge.tasks.answers.names import TaskNames
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import registry
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from tests.mini.benchmark import MINI
from tests.mini.rows import Hunt, Topic


def release_of(*tasks: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A storage with the release mini@1 of these tasks."""
    monkeypatch.setenv(registry.VARIABLE, "tests.mini.benchmark:MINI")
    storage = str(folder / "my store")
    hunts = [Hunt(task, "owls", 1) for task in tasks]
    freeze_release(Storage(storage), MINI, {"topics": [Topic("owls", "owls", "birds")], "hunts": hunts})
    return storage


def test_names_are_safe_and_name_their_tasks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = ("birds/owls", "../escaped", "cs/0112017:detail", "eulen ß")
    storage = release_of(*tasks, folder=tmp_path, monkeypatch=monkeypatch)
    write_tasks("mini", tmp_path / "out", storage, Console())
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert files == ["_._escaped.md", "birds_owls.md", "cs_0112017_detail.md", "eulen_ß.md"]
    names = TaskNames(tasks)
    assert {names.find(Path(file).stem) for file in files} == set(tasks)


def test_no_task_takes_the_file_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = release_of("owls:1", "owls_1", folder=tmp_path, monkeypatch=monkeypatch)
    with pytest.raises(UnusableInput, match="share a file"):
        write_tasks("mini", tmp_path / "out", storage, Console())
    assert not (tmp_path / "out").exists()
