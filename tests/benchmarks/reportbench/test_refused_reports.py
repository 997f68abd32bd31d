"""A report that we refuse to read is our fault: its task is unscored, and neither missing nor the worst."""

from __future__ import annotations

from pathlib import Path

import pytest

from tasks.benchmarks.reportbench.answers import read_answers
from tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from tasks.declaration import score_rows
from tasks.reports.ingest.formats import json_rows, plain_text, saved_page
from tests.benchmarks.reportbench.sample_run import release


@pytest.mark.parametrize(
    ("suffix", "text"),
    [("md", "It rains.\n"), ("html", "<html><p>It rains.</p>"), ("json", '{"response": "It rains."}')],
)
def test_a_report_that_is_too_large_is_unscored(
    suffix: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (plain_text, saved_page, json_rows):
        monkeypatch.setattr(module, "LARGEST", 5_000)
    first, second, *rest = release().tasks
    (tmp_path / f"{first.task_id}.{suffix}").write_text(text + " " * 10_000)
    (tmp_path / f"{second.task_id}.md").write_text("It rains.\n")
    found = read_answers(tmp_path, "me", release())
    assert first.task_id not in found.listed["missing"]
    assert any("too-large" in line for line in found.listed["broken"])
    rows, counts = score_rows(REPORTBENCH.scoring, found.rows, release())
    states = {score.state for score in rows["scores"] if score.task_id == first.task_id}
    assert states == {"unscored"}
    assert (counts["unscored"], counts["missing"]) == (1, len(rest))
