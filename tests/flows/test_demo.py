"""Parts of the demo: which are run again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from litgauge.flows.cli.demo_memory import DemoMemory

NAME = "reportbench"


def made(folder: Path) -> Path:
    """Write what a part makes; returns its page."""
    page = folder / "report.html"
    files = ("releases/reportbench/1/manifest.json", "ledger/score_runs/reportbench@1/2026-1/run.json")
    for file in (*files, "report_pages/one.html", page.name):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("{}")
    return page


def test_a_part_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = made(tmp_path)
    assert not DemoMemory(tmp_path).has(NAME, page)
    DemoMemory(tmp_path).keep(NAME, page)
    assert DemoMemory(tmp_path).has(NAME, page)
    assert not DemoMemory(tmp_path).has("taxobench", tmp_path / "taxobench.html")
    monkeypatch.chdir(tmp_path)
    assert DemoMemory(Path()).has(NAME, Path(page.name)), "the same folder by another name"


@pytest.mark.parametrize(
    "touch",
    [
        lambda folder: (folder / "report.html").unlink(),
        lambda folder: (folder / "report_pages" / "one.html").unlink(),
        lambda folder: (folder / "releases" / NAME / "1" / "manifest.json").write_text("[]"),
        lambda folder: (folder / "ledger" / "score_runs" / "reportbench@1" / "mine").mkdir() or made_run(folder),
        lambda folder: (folder / "configs").mkdir() or (folder / "configs" / "prices.yaml").touch(),
        lambda folder: (folder / "demo.json").write_text("no JSON"),
    ],
    ids=["page", "frozen page", "release", "another agent was scored", "own configs", "memory"],
)
def test_a_part_is_made_again_once_a_file_is_touched(
    touch: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = made(tmp_path)
    DemoMemory(tmp_path).keep(NAME, page)
    touch(tmp_path)
    assert not DemoMemory(tmp_path).has(NAME, page)


def made_run(folder: Path) -> None:
    (folder / "ledger" / "score_runs" / "reportbench@1" / "mine" / "run.json").write_text("{}")
