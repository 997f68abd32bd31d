"""A report that was too large to be kept is our fault; what else is too large: tests/contracts/test_answers.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.tasks.benchmark import read_answers, score_rows
from litgauge.tasks.benchmarks.reportbench.answers import ANSWERS
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import keep_answers, restored_answers
from litgauge.tasks.reports.ingest.folder import ingest
from litgauge.tasks.reports.ingest.task_index import AskedTask
from litgauge.tasks.text.user_files import LARGEST
from tests.benchmarks.reportbench.sample_run import JUDGES, release


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
    _, counts = score_rows(REPORTBENCH.scoring, found.rows, release(), JUDGES)
    assert (counts["unscored"], counts["missing"]) == (1, len(rest))


def test_a_report_on_a_survey_with_several_tasks_may_be_for_each(tmp_path: Path) -> None:
    first, second, *_ = release().tasks
    tasks = [AskedTask("a:detail", first.survey_id, "x"), AskedTask("a:sentence", first.survey_id, "y")]
    tasks.append(AskedTask("b", second.survey_id, "z"))
    with (tmp_path / f"{first.survey_id}.md").open("wb") as file:
        file.truncate(LARGEST + 1)
    found = ingest(tmp_path, "me", tasks)
    assert ({one.task_id for one in found.refused}, found.missing) == ({"a:detail", "a:sentence"}, ("b",))
