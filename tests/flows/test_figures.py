"""Figures of a benchmark whose paper knows none: judged where that is asked, and not there where it is not."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.cli.scoring import write_report
from litgauge.flows.configs import score_config
from litgauge.flows.reportbench.score import score_reports
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.figures.scored import METRICS
from litgauge.tasks.ledger import list_score_runs, load_score_run
from litgauge.tasks.releases.release import StoredRelease
from tests.flows.live import SAMPLE

pytestmark = [pytest.mark.slow, pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
DATA = SAMPLE.parents[2] / "data" / "sample"
FIGURES = """
![Scores of translation](charts/pairs.png)

*Figure 1: Scores of translation systems.*

As Figure 1 shows, the scores grew.

![gone](charts/gone.png)

*Figure 2: A picture that is not there.*
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("illustrated")
    report = folder / "9912.00001"
    (report / "charts").mkdir(parents=True)
    text = (DATA / "agents" / "careful" / "9912.00001.md").read_text(encoding="utf-8")
    head, _, rest = text.partition("\n## ")
    (report / "report.md").write_text(f"{head}\n{FIGURES}\n## {rest}", encoding="utf-8")
    shutil.copy(DATA / "tvir" / "agents" / "careful" / "104001" / "charts" / "pairs.png", report / "charts")
    shutil.copy(DATA / "agents" / "careful" / "9912.00002.md", folder)
    return folder


def test_a_report_is_scored_by_its_figures_where_that_is_asked(
    answers: Path, tmp_path: Path, built: StoredRelease
) -> None:
    shutil.copytree(built.storage.url, tmp_path, dirs_exist_ok=True)
    names = {metric.name for metric in METRICS}

    def scored(**more: Any) -> dict[str, Any]:
        given = {"run": str(answers), "agent": "painter", "pages": str(DATA / "pages"), **more}
        return score_reports(config=score_config(REPORTBENCH, given), storage=str(tmp_path))

    plain, judged = scored(judge={}), scored(judge={}, figures=True)
    assert names.isdisjoint(plain["scores"])
    assert {name: judged["scores"][name] for name in plain["scores"]} == plain["scores"]
    assert names <= judged["scores"].keys()
    assert judged["scores"]["fcq"] > 0
    assert judged["counts"] | {"figures": 2, "figures_invalid": 1, "text_only": 1} == judged["counts"]
    storage = Storage(str(tmp_path))
    rows = load_score_run(storage, judged["run"]).rows
    assert sorted(row.figures for row in rows["figure_readings"]) == [0, 2]
    assert {row.figure for row in rows["figure_grades"]} == {0}
    assert len(list_score_runs(storage, agent="painter")) == 2
    page = tmp_path / "report.html"
    write_report("reportbench", page, str(tmp_path))
    text = page.read_text(encoding="utf-8")
    assert "Scores of translation systems" in text
    assert 'class="cards"' in text
