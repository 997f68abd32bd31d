"""CONTRIBUTING.md holds: what it says is done in a copy of the repository, and touches the files that it lists."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COPIED = ("litgauge", "tests", "configs", "data/sample", "docs", "perf", "tools", "training")
SECTIONS = dict(re.findall(r"^## How to add an? (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The repository's code, tests and configs, to be changed, and what mypy knows of them if it has run."""
    folder = tmp_path / "litgauge"
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name)
    for name in ("pyproject.toml", ".importlinter", "prefect.toml"):
        shutil.copy(ROOT / name, folder / name)
    if (ROOT / ".mypy_cache").is_dir():
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    return folder


def run(folder: Path, *command: str, timeout_s: float = 120) -> None:
    """Run a command with the copy's code and this Python; fails with what it said."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=timeout_s, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"


def change(path: Path, lines: str) -> None:
    """Replace the line after each "-" by the lines after the "+" that follow it."""
    text = path.read_text(encoding="utf-8")
    for old, new in re.findall(r"^-(.*\n)((?:\+.*\n)+)", lines, re.MULTILINE):
        assert text.count(old) == 1, f"{path.name} has no line, or several: {old}"
        text = text.replace(old, re.sub(r"^\+", "", new, flags=re.MULTILINE))
    path.write_text(text, encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    """The files and what they hold, without what tools leave behind."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {
        name: path.read_bytes() for name, path in files.items() if "cache" not in name and ".hypothesis" not in name
    }


def test_the_page_has_a_section_for_all_that_can_be_added() -> None:
    assert set(SECTIONS) == {"metric", "question", "report format", "benchmark"}


@pytest.mark.soak
def test_what_the_page_says_works_and_touches_what_it_lists(copy: Path) -> None:
    """One section after the other in the same copy; what all of them added is then looked through at once."""
    written = [file for section in SECTIONS for file in followed(section, copy) if file.endswith(".py")]
    run(copy, "ruff", "check", "--no-cache", *written)
    run(copy, "ruff", "format", "--no-cache", "--check", *written)
    run(copy, "lint-imports", "--no-cache", "--no-logo")
    run(copy, "mypy", *(file for file in written if file.startswith("litgauge/")), timeout_s=600)


def followed(section: str, copy: Path) -> list[str]:
    """Do what a section says; the files that it touched, which must be those that it lists."""
    listed: set[str] = set()
    before = contents(copy)
    for language, file, text in BLOCK.findall(SECTIONS[section]):
        path = copy / file
        match language:
            case "files":
                listed = set(text.splitlines())
            case "sh":
                run(copy, "bash", "-euo", "pipefail", "-c", text)
            case "diff":
                change(path, text)
            case _:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    after = contents(copy)
    new = {f"+ {file}" for file in after.keys() - before.keys()}
    changed = {f"~ {file}" for file in after.keys() & before.keys() if after[file] != before[file]}
    assert new | changed == listed, section
    assert before.keys() <= after.keys(), section
    return [file[2:] for file in sorted(listed)]
