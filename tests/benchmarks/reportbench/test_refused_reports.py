"""A report that we refuse to read is our fault: its task is unscored, and neither missing nor the worst."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.tasks.benchmark import ReadAnswers, read_answers, score_rows
from litgauge.tasks.benchmarks.reportbench.answers import ANSWERS
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import keep_answers, restored_answers
from litgauge.tasks.reports.ingest.folder import ingest
from litgauge.tasks.reports.ingest.task_index import AskedTask
from litgauge.tasks.text.user_files import LARGEST
from tests.benchmarks.reportbench.sample_run import JUDGES, release


@pytest.mark.parametrize(
    ("suffix", "text"),
    [("md", "It rains.\n"), ("html", "<html><p>It rains.</p>"), ("json", '{"response": "It rains."}')],
)
def test_a_report_that_is_too_large_is_unscored(
    suffix: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litgauge.tasks.answers.files.LARGEST", 5_000)
    first, second, *rest = release().tasks
    (tmp_path / f"{first.task_id}.{suffix}").write_text(text + " " * 10_000)
    (tmp_path / f"{second.task_id}.md").write_text("It rains.\n")
    found = read_answers(ANSWERS, tmp_path, "me", release())
    assert first.task_id not in found.listed.get("missing", ())
    assert any("too-large" in line for line in found.listed["broken"])
    rows, counts = score_rows(REPORTBENCH.scoring, found.rows, release(), JUDGES)
    states = {score.state for score in rows["scores"] if score.task_id == first.task_id}
    assert states == {"unscored"}
    assert (counts["unscored"], counts["missing"]) == (1, len(rest))


@pytest.mark.parametrize("suffix", ["md", "html", "json", "txt"])
def test_a_report_that_is_too_large_to_be_kept_is_unscored_too(suffix: str, tmp_path: Path) -> None:
    """The ledger keeps its name and size alone, and what stands in for it is refused again."""
    first, second, *rest = release().tasks
    (tmp_path / "given").mkdir()
    with (tmp_path / "given" / f"{first.task_id}.{suffix}").open("wb") as file:
        file.truncate(LARGEST + 1)
    (tmp_path / "given" / f"{second.task_id}.md").write_text("It rains.\n")
    storage = Storage(str(tmp_path / "store"))
    kept = keep_answers(storage, tmp_path / "given")
    with restored_answers(storage, kept.files) as folder:
        found = read_answers(ANSWERS, folder, "me", release())
    assert [line for line in found.listed["broken"] if f"{LARGEST + 1} bytes" in line]
    assert _counted(found) == {"unscored": 1, "missing": len(rest)}


def test_a_batch_that_is_too_large_may_have_answered_any_task(tmp_path: Path) -> None:
    first, *rest = release().tasks
    with (tmp_path / "batch.jsonl").open("wb") as file:
        file.truncate(LARGEST + 1)
    (tmp_path / f"{first.task_id}.md").write_text("It rains.\n")
    with (tmp_path / "film.mp4").open("wb") as file:  # says nothing about any task
        file.truncate(LARGEST + 1)
    assert _counted(read_answers(ANSWERS, tmp_path, "me", release())) == {"unscored": len(rest), "missing": 0}
    (tmp_path / "batch.jsonl").unlink()
    assert _counted(read_answers(ANSWERS, tmp_path, "me", release())) == {"unscored": 0, "missing": len(rest)}


def test_a_report_on_a_survey_with_several_tasks_may_be_for_each(tmp_path: Path) -> None:
    first, second, *_ = release().tasks
    tasks = [AskedTask("a:detail", first.survey_id, "x"), AskedTask("a:sentence", first.survey_id, "y")]
    tasks.append(AskedTask("b", second.survey_id, "z"))
    with (tmp_path / f"{first.survey_id}.md").open("wb") as file:
        file.truncate(LARGEST + 1)
    found = ingest(tmp_path, "me", tasks)
    assert ({one.task_id for one in found.refused}, found.missing) == ({"a:detail", "a:sentence"}, ("b",))


def _counted(found: ReadAnswers) -> dict[str, int]:
    _, counts = score_rows(REPORTBENCH.scoring, found.rows, release(), JUDGES)
    return {name: counts[name] for name in ("unscored", "missing")}
