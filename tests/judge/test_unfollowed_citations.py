"""A statement whose citation leads nowhere does not escape: it is judged as one without citation."""

from __future__ import annotations

from pathlib import Path

from litgauge.tasks.engine import Context, ItemInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge import JudgeSettings, open_panel
from litgauge.tasks.judge.stage import FACTS, PAIRS
from litgauge.tasks.llm import Replies
from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports.reader import read_report
from tests.judge.world import page

REPORT = AgentReport(
    "r", "a", "1", "1", "1.md", "markdown",
    "The hives of Lund were counted in 1998 [1]. In Norway 214 hives were lost in 2001 [2]. "
    "In Sweden 310 hives were lost in 2003 [9].\n\n"
    "## References\n\n[1] Doe, J. Bees. https://example.org/page\n[2] Roe, J. Hives of Norway. 2004.\n",
    "00",
)  # fmt: skip


def test_marks_without_an_address_are_judged_as_no_citation(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    panel = open_panel(JudgeSettings(), replies=Replies(storage))
    read = read_report(REPORT)
    text = storage.keep_blob(b"The hives of Lund were counted in 1998.")
    pages = (page("https://example.org/page", text_blob=text, title="Bees"),)
    tables = {"reports": (REPORT,), "statements": read.statements, "links": read.links, "pages": pages}
    judged = {}
    for stage in (PAIRS, FACTS):
        item = ItemInput("r", "key", {name: tables[name] for name in stage.reads}, stage.reads)
        (outcome,) = stage.compute([item], Context(storage, panel, panel.door))
        judged |= outcome.rows
    assert [pair.statement for pair in judged["pairs"]] == [0]
    assert [fact.statement for fact in judged["facts"]] == [1, 2]
