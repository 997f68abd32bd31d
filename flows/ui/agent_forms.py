"""Running an agent from the UI, and scoring what it answered: asked for by names that exist."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from typing import Any

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner

from flows.agent_configs import changed_config, load_agent_config
from flows.agent_runs import run_on_release
from flows.orphans import end_with_parent
from flows.ui.build_forms import AS_CONFIGURED
from flows.ui.score_forms import score_agent
from tasks.agents.kinds import agent_kind
from tasks.agents.settings import AgentSettings
from tasks.base.errors import ConfigError
from tasks.base.shipped import FIRST


@flow(
    name="run-agent",
    flow_run_name="{agent} on {release}",
    task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
    persist_result=False,
)
def run_agent(
    release: str = FIRST,
    agent: str = "offline-good",
    model: str = AS_CONFIGURED,
    name: str = "",
    limit: int | None = None,
    budget_usd: float | None = None,
    storage: str = "data",
    advanced: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Run an agent of ours on the tasks of a release.

    Args:
        release: reportbench@3, or reportbench for the latest
        agent: a file of configs/agents, by its name
        model: the model that it asks, a file of configs/models
        name: how tables show it; the file's name if empty
        limit: the first so many tasks alone; all if empty
        budget_usd: the most that the run may spend, in US dollars; the config's own if empty
        storage: where everything is kept, a folder or s3://bucket/path
        advanced: any other setting of the agent; what is not changed stays as the file has it

    Returns what `run_on_release` returns.
    """
    end_with_parent(signal.SIGTERM)
    settings = asked_agent(agent, model, budget_usd, advanced)
    result: dict[str, Any] = run_on_release.fn(release, settings.model_dump(mode="json"), name, limit, storage)
    return result


@flow(
    name="run-and-score",
    flow_run_name="{agent} on {release}, judged by {judge}",
    task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
    persist_result=False,
)
def run_and_score(
    release: str = FIRST,
    agent: str = "offline-good",
    model: str = AS_CONFIGURED,
    judge: str = "offline",
    name: str = "",
    limit: int | None = None,
    budget_usd: float | None = None,
    storage: str = "data",
    advanced: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Run an agent of ours on the tasks of a release, then score its answers.

    Args:
        release: reportbench@3, or reportbench for the latest
        agent: a file of configs/agents, by its name
        model: the model that it asks, a file of configs/models
        judge: who judges its answers, a file of configs/judges
        name: how tables show it; the file's name if empty
        limit: the first so many tasks alone; all if empty
        budget_usd: the most that the agent may spend, in US dollars; the judge has its own budget
        storage: where everything is kept, a folder or s3://bucket/path
        advanced: any other setting of the agent; what is not changed stays as the file has it

    Returns what the benchmark's own score flow returns, with what the run returned under "agent_run".
    """
    ran = run_agent.fn(release, agent, model, name, limit, budget_usd, storage, advanced)
    scored: dict[str, Any] = score_agent.fn(ran["release"], ran["agent"], ran["run"], judge, storage)
    return {**scored, "agent_run": ran}


def asked_agent(name: str, model: str, budget_usd: float | None, advanced: Mapping[str, Any] | None) -> AgentSettings:
    """The config of that name as a form changed it. Raises ConfigError for what no form may change."""
    settings = load_agent_config(name, model=None if model == AS_CONFIGURED else model)
    changes = dict(advanced or {})
    fixed = {"kind", *agent_kind(settings.kind).fixed}
    if taken := sorted(fixed & changes.keys()):
        raise ConfigError(
            f"{taken[0]} cannot be changed from a form: it is what the config file on disk says",
            where="advanced",
            data="Nothing was run",
            next_step="Put another file into configs/agents, or start the run from the command line",
        )
    if budget_usd is not None:
        changes["budget_usd"] = budget_usd
    return changed_config(settings, changes) if changes else settings
