"""The embedded sample: tasks that pass the checks, figures that are drawn and shown, pages that say what they show."""

from __future__ import annotations

import json
import re
from pathlib import Path

from litgauge.tasks.benchmarks.tvir.build.checks import faults
from litgauge.tasks.benchmarks.tvir.importing import read_published
from tests.tables import each_row
from tools.sample.figures import AGENT, BARS, LINES, missing

SAMPLE = Path(__file__).resolve().parents[3] / "data" / "sample" / "tvir"
PAGES = json.loads((SAMPLE / "pages" / "index.json").read_text(encoding="utf-8"))


def test_its_tasks_are_tasks_of_their_levels() -> None:
    published = read_published(SAMPLE / "query.json")
    assert [(task.language, task.level) for task in published.tasks] == [("en", "low"), ("en", "medium"), ("zh", "low")]
    for task in published.tasks:
        assert list(faults(task.prompt, task.language, task.level, "2026-01-15")) == [], task.task_id


def test_every_figure_that_a_careful_report_shows_is_there() -> None:
    assert missing() == []
    for report in AGENT.rglob("report.md"):
        for target in re.findall(r"!\[[^]]*\]\(([^)]+)\)", report.read_text(encoding="utf-8")):
            assert (report.parent / target).is_file(), (report, target)


@each_row("report", sorted(SAMPLE.glob("agents/*/*/report.md")))
def test_every_page_that_a_report_cites_is_frozen(report: Path) -> None:
    for address in re.findall(r"https://\S+", report.read_text(encoding="utf-8")):
        assert (SAMPLE / "pages" / PAGES[address]["file"]).is_file()


def test_charts_show_the_numbers_of_their_pages() -> None:
    text = " ".join((SAMPLE / "pages" / page["file"]).read_text(encoding="utf-8") for page in PAGES.values())
    for _, values in (*BARS.values(), *LINES.values()):
        assert all(re.search(rf"(?<!\d){value:g}(?!\d)", text) for value in values.values())
