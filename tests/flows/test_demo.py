"""`litgauge demo` as somebody runs it who has just installed it: no server, no key, no settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.flows.live import command_line

pytestmark = pytest.mark.prefect


def test_the_demo_builds_a_release_scores_two_agents_and_writes_the_report(tmp_path: Path) -> None:
    line = command_line(tmp_path, None)
    store = tmp_path / "demo"
    assert "frozen as reportbench@1" in line.run("demo", "--storage", str(store), timeout=300)
    page = (store / "report.html").read_text(encoding="utf-8")
    assert "careful" in page
    assert "careless" in page
    rows = json.loads(line.run("leaderboard", "reportbench", "--storage", str(store), "--json"))
    assert [row["agent"] for row in rows] == ["careful", "careless"]
    trees = (store / "taxobench.html").read_text(encoding="utf-8")
    assert "Fruit-Harvesting Robots" in trees
    assert "<script>alert(" not in trees
