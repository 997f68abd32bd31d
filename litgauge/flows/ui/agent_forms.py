"""Running an agent from the UI, and scoring what it answered: asked for by names that exist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litgauge.flows.agents.config import changed_config, load_agent_config
from litgauge.flows.agents.run import run_on_release
from litgauge.flows.options import AS_CONFIGURED, AgentAndJudgeOptions, AgentOptions, ScoreOptions
from litgauge.flows.ui.forms import started_by
from litgauge.flows.ui.score_forms import score_from_form
from litgauge.tasks.agents.kinds import agent_kind
from litgauge.tasks.agents.settings import AgentSettings
from litgauge.tasks.base.errors import ConfigError


@started_by(AgentOptions, "run-agent", "{agent} on {release}")
def run_agent(options: AgentOptions) -> dict[str, Any]:
    """Run an agent of ours on the tasks of a release; returns what `run_on_release` returns."""
    return _run(options)


@started_by(AgentAndJudgeOptions, "run-and-score", "{agent} on {release}, judged by {judge}")
def run_and_score(options: AgentAndJudgeOptions) -> dict[str, Any]:
    """Run one of litgauge's agents on the tasks of a release, then score its answers.

    Returns what the benchmark's own score flow returns, with what the run returned under "agent_run".
    """
    ran = _run(options)
    named = {"release": ran["release"], "run": ran["run"], "agent": ran["agent"]}
    return {**score_from_form(ScoreOptions(**named, judge=options.judge, storage=options.storage)), "agent_run": ran}


def _run(options: AgentOptions) -> dict[str, Any]:
    settings = agent_from_form(options.agent or "", options.model or AS_CONFIGURED, options.budget, options.advanced)
    agent = settings.model_dump(mode="json")
    result: dict[str, Any] = run_on_release.fn(
        options.release, agent, options.name or "", options.limit, options.storage
    )
    return result


def agent_from_form(
    name: str, model: str, budget_usd: float | None, advanced: Mapping[str, Any] | None
) -> AgentSettings:
    """Return the config of that name as a form changed it. Raises ConfigError for what no form may change."""
    settings = load_agent_config(name, model=None if model == AS_CONFIGURED else model)
    changes = dict(advanced or {})
    fixed = {"kind", *agent_kind(settings.kind).fixed}
    if fixed_changes := sorted(fixed & changes.keys()):
        raise ConfigError(
            f"{fixed_changes[0]} cannot be changed from a form: it is what the config file on disk says",
            where="advanced",
            data="Nothing was run",
            next_step="Put another file into configs/agents, or start the run from the command line",
        )
    if budget_usd is not None:
        changes["budget_usd"] = budget_usd
    return changed_config(settings, changes) if changes else settings
