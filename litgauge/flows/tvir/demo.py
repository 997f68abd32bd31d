"""TVIR's part of `litgauge demo`: three tasks, and two agents' reports with their figures."""

from __future__ import annotations

from litgauge.flows.cli.console import REPOSITORY, out
from litgauge.flows.cli.releases import import_published
from litgauge.flows.cli.scoring import print_leaderboard, run_score
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.pictures.limits import check_installed

NAME = "tvir"
SAMPLE = REPOSITORY / "data" / "sample" / "tvir"


def run_demo(storage: str) -> None:
    """Import the sample's tasks, score two agents on them by rules, print the leaderboard.

    Without the extra `figures` it says so, and the demo goes on.
    """
    out.print("\nThe same with text and figures: TVIR", style="bold")
    try:
        check_installed()
    except ConfigError as error:
        out.print(f"Left out: {error.what}. {error.next_step}", markup=False)
        return
    import_published(NAME, SAMPLE / "query.json", storage, out, as_json=False)
    judge = REPOSITORY / "configs" / "judges" / "offline.yaml"
    for agent in ("careful", "careless"):
        answers = SAMPLE / "agents" / agent
        options = {"run": str(answers), "agent": agent, "judge": judge, "pages": str(SAMPLE / "pages")}
        run_score(NAME, options, storage)
    print_leaderboard(NAME, storage, as_json=False)
