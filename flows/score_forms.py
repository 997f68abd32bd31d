"""Scoring from the UI: the same flow, asked for by names that exist."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner

from flows.reportbench.config import CONFIGS
from flows.reportbench.score import score
from flows.reportbench.score_config import ScoreConfig
from flows.score_commands import rescore_config
from tasks.judge import read_judge

JUDGES = CONFIGS / "judges"
OWN = "the run's own"


@flow(
    name="score",
    flow_run_name="{agent} on {release}, judged by {judge}",
    task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
    persist_result=False,
)
def score_agent(
    release: str = "reportbench",
    agent: str = "careful",
    reports: str = "data/sample/agents/careful",
    judge: str = "offline",
    pages: str = "",
    storage: str = "data",
) -> dict[str, Any]:
    """Score an agent's reports against a release.

    Args:
        release: reportbench@3, or reportbench for the latest
        agent: name of the agent, as tables show it
        reports: folder of its reports, in any known format
        judge: who judges, a file of configs/judges
        pages: folder of stored pages to use instead of the web; empty for the web
        storage: where everything is kept, a folder or s3://bucket/path

    Returns what `score_reports` returns.
    """
    config = ScoreConfig(
        release=release, run=reports, agent=agent, judge=read_judge(judge_file(judge)), pages=pages or None
    )
    return score(config, storage)


@flow(
    name="rescore",
    flow_run_name="{run} again, on {release}",
    task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
    persist_result=False,
)
def rescore_run(run: str, release: str = "reportbench", judge: str = OWN, storage: str = "data") -> dict[str, Any]:
    """Score a run's reports again, with another release, judge or metric code.

    Args:
        run: id of the score run to repeat
        release: reportbench@3, or reportbench for the latest
        judge: who judges, a file of configs/judges, or the run's own judge
        storage: where everything is kept, a folder or s3://bucket/path

    Returns what `score_reports` returns.
    """
    chosen = None if judge == OWN else judge_file(judge)
    return score(rescore_config(release, run, chosen, storage), storage, rescores=run)


def judge_file(name: str) -> Path:
    """The file of a judge that ships, by its name; any other path as it is."""
    shipped = JUDGES / f"{name}.yaml"
    return shipped if shipped.exists() else Path(name)
