"""SciNetBench's part of `litgauge demo`: a citation network of 300 works, and two agents' lists and paths."""

from __future__ import annotations

from litgauge.flows.cli.building import run_build
from litgauge.flows.cli.demo_lines import print_build, print_standing, print_title
from litgauge.flows.cli.scoring import run_score
from litgauge.flows.configs import judge_file
from litgauge.flows.options import BuildOptions
from litgauge.tasks.base.shipped_files import SAMPLE

NAME = "scinetbench"


def run_demo(storage: str) -> None:
    """Build the sample's network, score two agents on it, print the leaderboard."""
    print_title("SciNetBench: does an agent know how works relate?")
    print_build(run_build(BuildOptions(benchmark=NAME, config="scinetbench-sample", storage=storage)).value)
    judge = judge_file("offline")
    for agent in ("careful", "careless"):
        answers = SAMPLE / "scinetbench" / "agents" / agent
        run_score(NAME, {"run": str(answers), "agent": agent, "judge": judge}, storage)
    print_standing(NAME, storage)
