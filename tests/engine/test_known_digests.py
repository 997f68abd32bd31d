"""Digests of code are kept between runs until a file is touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from litgauge.tasks.engine.code_digest import CodeTree, Target

START = [Target("pears.core", "*")]


@pytest.fixture
def pears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of two files; beside it, the cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    package = tmp_path / "pears"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "core.py").write_text('TABLE = "table.json"\nSIZE = 1\n')
    (package / "table.json").write_text("{}")
    return package


def digest(package: Path) -> tuple[str, bool]:
    """The digest as a new process finds it, and whether it read the code for it."""
    tree = CodeTree({"pears": package.parent})
    return tree.digest(START), bool(tree._texts)


def test_code_is_read_once(pears: Path) -> None:
    first, was_read = digest(pears)
    assert was_read
    assert digest(pears) == (first, False)


def test_a_change_that_hides_its_time_is_seen(pears: Path) -> None:
    before, file = digest(pears)[0], pears / "core.py"
    times = (file.stat().st_atime_ns, file.stat().st_mtime_ns)
    file.write_text(file.read_text().replace("1", "2"))
    os.utime(file, ns=times)
    after, was_read = digest(pears)
    assert was_read
    assert after != before


def test_a_data_file_that_changes_is_seen(pears: Path) -> None:
    before = digest(pears)[0]
    (pears / "table.json").write_text("[]")
    assert digest(pears)[0] != before


def test_a_data_file_elsewhere_that_changes_is_seen(pears: Path) -> None:
    (pears / "table.json").unlink()
    outside = pears.parent / "outside.json"
    outside.write_text("{}")
    (pears / "table.json").symlink_to(outside)
    before = digest(pears)[0]
    outside.write_text("[]")
    assert digest(pears)[0] != before


def test_a_folder_that_holds_itself_ends(pears: Path) -> None:
    (pears / "again").symlink_to(pears)
    assert digest(pears)[0] == digest(pears)[0]


def test_a_damaged_file_is_made_again(pears: Path) -> None:
    first = digest(pears)[0]
    (kept,) = (pears.parent / "cache" / "litgauge").glob("digests-*")
    kept.write_bytes(b"\xc1")
    assert digest(pears) == (first, True)
    assert digest(pears) == (first, False)
