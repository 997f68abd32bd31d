"""TVIR's part of `litgauge demo`: three tasks, and two agents' reports with their figures."""

from __future__ import annotations

from litgauge.flows.cli.console import out
from litgauge.flows.cli.demo_lines import print_standing, print_title
from litgauge.flows.cli.releases import import_published
from litgauge.flows.cli.scoring import run_score
from litgauge.flows.configs import judge_file
from litgauge.tasks.base.shipped_files import SAMPLE

NAME = "tvir"
FOLDER = SAMPLE / "tvir"


def run_demo(storage: str) -> None:
    """Import the sample's tasks, score two agents on them by rules, print the leaderboard."""
    print_title("TVIR: do text and figures of a report belong together?")
    import_published(NAME, FOLDER / "query.json", storage, out, as_json=False)
    judge = judge_file("offline")
    for agent in ("careful", "careless"):
        answers = FOLDER / "agents" / agent
        options = {"run": str(answers), "agent": agent, "judge": judge, "pages": str(FOLDER / "pages")}
        run_score(NAME, options, storage)
    print_standing(NAME, storage)
