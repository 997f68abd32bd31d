"""TaxoBench's part of `litgauge demo`: three taxonomies, and two agents' trees."""

from __future__ import annotations

from litgauge.flows.cli.console import REPOSITORY, out
from litgauge.flows.cli.releases import import_published
from litgauge.flows.cli.scoring import print_leaderboard, run_score

NAME = "taxobench"
SAMPLE = REPOSITORY / "data" / "sample" / "taxobench"


def run_demo(storage: str) -> None:
    """Import three of the sample, score two agents' trees, names compared by their letters; the leaderboard."""
    out.print("\nThe same with taxonomies: TaxoBench", style="bold")
    import_published(NAME, SAMPLE / "surveys.jsonl", storage, out, as_json=False)
    judge = REPOSITORY / "configs" / "judges" / "offline.yaml"
    for agent in ("careful", "careless"):
        answers = {"run": str(SAMPLE / "agents" / agent), "agent": agent}
        run_score(NAME, {**answers, "embedding": "lexical", "judge": judge, "errors": True}, storage)
    print_leaderboard(NAME, storage, as_json=False)
