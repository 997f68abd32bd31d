"""TaxoBench's part of `litgauge demo`: three taxonomies, and two agents' trees."""

from __future__ import annotations

from litgauge.flows.cli.console import out
from litgauge.flows.cli.demo_lines import print_standing, print_title
from litgauge.flows.cli.releases import import_published
from litgauge.flows.cli.scoring import run_score
from litgauge.flows.configs import judge_file
from litgauge.tasks.base.shipped_files import SAMPLE

NAME = "taxobench"
FOLDER = SAMPLE / "taxobench"


def run_demo(storage: str) -> None:
    """Import three of the sample, score two agents' trees, names compared by their letters; the leaderboard."""
    print_title("TaxoBench: does an agent organise a field as experts do?")
    import_published(NAME, FOLDER / "surveys.jsonl", storage, out, as_json=False)
    judge = judge_file("offline")
    for agent in ("careful", "careless"):
        answers = {"run": str(FOLDER / "agents" / agent), "agent": agent}
        run_score(NAME, {**answers, "embedding": "lexical", "judge": judge, "errors": True}, storage)
    print_standing(NAME, storage)
