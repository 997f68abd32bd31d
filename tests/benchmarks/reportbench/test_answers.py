"""An agent's reports as ReportBench reads them from what was kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import read_answers
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import keep_answers, restored_answers
from litgauge.tasks.reports.ingest import ingest

EMPTY = ReleaseRows("reportbench@1", "", (), {}, {}, {})


def test_an_article_of_storm_given_by_itself_is_kept_with_the_list_of_its_pages(tmp_path: Path) -> None:
    listed = {
        "url_to_unified_index": {"https://a.example/x": 1},
        "url_to_info": {"https://a.example/x": {"title": "A page"}},
    }
    article = tmp_path / "7_storm_gen_article.md"
    article.write_text("# Rain\n\nRain falls [1].\n", encoding="utf-8")
    (tmp_path / "7_url_to_info.json").write_text(json.dumps(listed), encoding="utf-8")
    (tmp_path / "8_url_to_info.json").write_text("{}", encoding="utf-8")
    storage = Storage(str(tmp_path / "store"))
    kept = keep_answers(storage, article, beside=REPORTBENCH.answers.beside(article))
    assert [file.path for file in kept.files] == ["7_storm_gen_article.md", "7_url_to_info.json"]
    with restored_answers(storage, kept.files) as folder:
        (report,) = ingest(folder, "storm").reports
    assert [(one.label, one.url, one.title) for one in report.given] == [("1", "https://a.example/x", "A page")]


def test_what_was_not_read_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").write_text('{"task_id": "7", "response": "So."}\n{"task_id": \n', encoding="utf-8")
    (tmp_path / "map.png").write_bytes(bytes(range(256)))
    # The refusal shows the first of the files.
    with pytest.raises(UnusableInput, match=r"no answer here is to a task") as refused:
        read_answers(REPORTBENCH.answers, tmp_path, "agent", EMPTY)
    assert "answers.jsonl:2: not-json" in str(refused.value)
