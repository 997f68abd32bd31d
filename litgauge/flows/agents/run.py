"""Runs of an agent of ours on a release: its tasks, its answers, and their entry in the ledger."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from prefect import flow
from prefect.runtime import flow_run

from litgauge.flows.agents.config import agent_name, config_of
from litgauge.flows.agents.replay import replay_run
from litgauge.flows.pipeline.run import prefect_secret, prepare, run_pipeline
from litgauge.tasks.agents.kinds import agent_kind
from litgauge.tasks.agents.spending import unpriced
from litgauge.tasks.agents.stage import answer_tasks
from litgauge.tasks.agents.statistics import run_statistics
from litgauge.tasks.agents.toolbox import Toolbox, open_toolbox
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.engine.memory import StageOutput, read_manifest
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import append_agent_run
from litgauge.tasks.records import AgentRun, AnswerFile
from litgauge.tasks.records.trajectories import (
    NOT_RUN,
    OURS,
    AgentCall,
    AgentFile,
    AgentOutcome,
    AgentText,
    AgentWithheld,
)
from litgauge.tasks.releases.release import StoredRelease, load


def run_name() -> str:
    """Return the name of the run in the UI: agent and release."""
    values = flow_run.parameters
    name = values["name"] or values["agent"].get("name", "")
    return f"replay of {values['replay']}" if values["replay"] else f"{name} on {values['release']}"


@flow(
    name="run-agent-on-release",
    flow_run_name=run_name,
    persist_result=False,
)
def run_on_release(
    release: str,
    agent: dict[str, Any],
    name: str = "",
    limit: int | None = None,
    storage: str = "data",
    replay: str = "",
) -> dict[str, Any]:
    """Run an agent on the tasks of a release, and keep its answers in the ledger.

    What an earlier run with the same settings was answered is not asked again, so Retry and a repeated run go on
    where the last one ended, and cost nothing for what is done.

    Args:
        release: reportbench@3, or reportbench for the latest
        agent: the agent's config, as plain values
        name: how tables show it; the config's own name if empty
        limit: the first so many tasks alone
        storage: where everything is kept, a folder or s3://bucket/path
        replay: an agent run to repeat from its recorded calls, without network or money; its own config if `agent` is
            empty

    Returns {"run", "agent", "release", "tasks", "counts": {outcome or what was counted: number},
    "statistics", "spent", "unpriced": the model whose calls count as $0 because nobody knows its price, or ""},
    of a replay with {"replayed", "identical"}.
    """
    if replay:
        return replay_run(Storage(storage), replay, release, config_of(agent) if agent else None, name)
    if limit is not None and limit < 1:
        raise UnusableInput("at least one task has to be run", where=f"limit {limit}", data="Nothing was run")
    settings = config_of(agent)
    start = prepare(settings, storage)
    stored = load(start.storage, release)
    toolbox = open_toolbox(settings, stored, secrets=prefect_secret)
    return run_pipeline(
        lambda run: _run(run, toolbox, agent_name(settings, name), limit),
        start,
        toolbox,
        max_failed_share=settings.max_failed_share,
    )


def _run(run: Run, toolbox: Toolbox, name: str, limit: int | None) -> dict[str, Any]:
    kind = agent_kind(toolbox.settings.kind)
    tasks = [task for task in tasks_of(toolbox.release) if kind.takes(task)]
    if not tasks:
        raise UnusableInput(
            f"none of its tasks is for this kind of agent ({kind.title})",
            where=toolbox.release.name,
            data="Nothing was run",
        )
    chosen = tasks if limit is None else tasks[:limit]
    kind.check(toolbox.settings, chosen)
    output = answer_tasks(run, chosen, toolbox)
    return keep_run(run.storage, toolbox, name, tasks, output)


def tasks_of(release: StoredRelease) -> Sequence[GivenTask]:
    """Return the tasks of a release. Raises UnusableInput if the release has no task."""
    tasks = release.benchmark.answers.given_tasks(release.benchmark.load(release))
    if not tasks:
        raise UnusableInput("it has no tasks", where=release.name, data="Nothing was run")
    return tasks


def keep_run(
    storage: Storage, toolbox: Toolbox, name: str, tasks: Sequence[GivenTask], output: StageOutput
) -> dict[str, Any]:
    """Append the run to the ledger, and return its summary."""
    release = toolbox.release
    finished_outcomes = {outcome.task_id: outcome for outcome in read_rows(storage, output, "outcomes", AgentOutcome)}
    states = {state.id: state for state in read_manifest(storage, output).items}
    outcomes = [finished_outcomes.get(task.task_id) or _undone(task.task_id, states) for task in tasks]
    calls = list(read_rows(storage, output, "calls", AgentCall))
    withheld = list(read_rows(storage, output, "withheld", AgentWithheld))
    statistics = run_statistics(outcomes, calls, withheld)
    agent_run = append_agent_run(
        storage,
        AgentRun(
            run_id="",
            agent=name,
            release=release.name,
            release_digest=release.digest,
            source=f"run by litgauge: {toolbox.settings.kind}",
            files=0,
            digest="",
            ingested=datetime.now(UTC).isoformat(timespec="microseconds"),
            settings=json.dumps(toolbox.settings.model_dump(mode="json"), sort_keys=True),
            recorded=toolbox.recorded.deciding,
            counts=statistics.counts,
            spent=toolbox.spent,
        ),
        [
            *keep_texts(storage, outcomes, read_rows(storage, output, "texts", AgentText)),
            *(
                AnswerFile(file.path, file.sha256, file.size, storage.blob_path(file.sha256))
                for file in read_rows(storage, output, "files", AgentFile)
            ),
        ],
        {"outcomes": outcomes, "calls": calls, "withheld": withheld},
    )
    return {
        "run": agent_run.run_id,
        "agent": agent_run.agent,
        "release": agent_run.release,
        "tasks": len(tasks),
        "counts": dict(agent_run.counts),
        "statistics": statistics.as_json(),
        "spent": asdict(toolbox.spent),
        "unpriced": unpriced(toolbox.settings),
    }


def keep_texts(storage: Storage, outcomes: Sequence[AgentOutcome], texts: Any) -> list[AnswerFile]:
    """The answers as files, each kept under its hash; a task without an answer has none."""
    answers: Mapping[str, str] = {text.task_id: text.text for text in texts}
    files = []
    for outcome in outcomes:
        if outcome.file:
            data = answers[outcome.task_id].encode()
            files.append(AnswerFile(outcome.file, outcome.sha256, len(data), storage.keep_blob(data)))
    return files


def _undone(task_id: str, states: Mapping[str, Any]) -> AgentOutcome:
    state = states.get(task_id)
    if state is None:
        return AgentOutcome(task_id, NOT_RUN, "the run was limited to other tasks", "", "", 0)
    return AgentOutcome(task_id, OURS, f"{state.rule}: {state.detail}", "", "", 0)
