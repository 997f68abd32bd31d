"""ReportBench's part of `litgauge demo`: the sample's corpus becomes a release, and three agents are scored on it."""

from __future__ import annotations

from flows.cli.building import Asked, run_build
from flows.cli.console import REPOSITORY
from flows.cli.running import Wanted, print_run, run_wanted
from flows.cli.scoring import print_leaderboard, run_score

NAME = "reportbench"
SAMPLE = REPOSITORY / "data" / "sample"


def run_demo(storage: str) -> None:
    """Build, score two agents by their stored pages, run a third, which is rules, and print the leaderboard."""
    run_build(NAME, Asked("sample", papers=SAMPLE / "surveys.jsonl"), storage, None).show(as_json=False)
    pages = str(SAMPLE / "pages")
    for agent in ("careful", "careless"):
        run_score(NAME, {"run": str(SAMPLE / "agents" / agent), "agent": agent, "pages": pages}, storage)
    ran = run_wanted(NAME, Wanted("offline-good", None, None, None, None, None, (f"pages={pages}",), None), storage)
    print_run(ran, storage)
    run_score(NAME, {"run": ran["run"], "agent": ran["agent"], "pages": pages}, storage)
    print_leaderboard(NAME, storage, as_json=False)
