"""ReportBench's part of `litgauge demo`: the sample's corpus becomes a release, and three agents are scored on it."""

from __future__ import annotations

from litgauge.flows.cli.building import run_build
from litgauge.flows.cli.demo_lines import print_agent_run, print_build, print_standing, print_title
from litgauge.flows.cli.running import run_wanted
from litgauge.flows.cli.scoring import run_score
from litgauge.flows.configs import judge_file
from litgauge.flows.options import AgentOptions, BuildOptions
from litgauge.tasks.base.shipped_files import SAMPLE

NAME = "reportbench"


def run_demo(storage: str) -> None:
    """Build, score two agents by stored pages and rules, run a third, which is rules, and print the leaderboard."""
    sample = BuildOptions(benchmark=NAME, config="sample", papers=SAMPLE / "surveys.jsonl", storage=storage)
    print_title("ReportBench: what do surveys cite, and do reports find it?")
    print_build(run_build(sample).value)
    pages, judge = str(SAMPLE / "pages"), judge_file("offline")
    for agent in ("careful", "careless"):
        answers = {"run": str(SAMPLE / "agents" / agent), "agent": agent}
        run_score(NAME, {**answers, "pages": pages, "judge": judge}, storage)
    runner = AgentOptions(release=NAME, agent="offline-good", more=[f"pages={pages}"], storage=storage)
    ran = run_wanted(runner)
    print_agent_run(ran, storage)
    run_score(NAME, {"run": ran["run"], "agent": ran["agent"], "pages": pages, "judge": judge}, storage)
    print_standing(NAME, storage)
