"""Logs of inspect_ai as agent runs: answers, every call with its tokens, and the outcome of each sample."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from inspect_ai.event import ModelEvent, ToolEvent
from inspect_ai.log import EvalLog, EvalSample, read_eval_log

from litgauge.tasks.agents.inspect.task import WITHHELD
from litgauge.tasks.agents.outcome import AgentAnswer, Outcome, ending_of
from litgauge.tasks.agents.task_run import cited_pages
from litgauge.tasks.agents.trajectory import Trajectory, digest_of
from litgauge.tasks.answers.names import file_of
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Answers
from litgauge.tasks.citations.addresses import page_of
from litgauge.tasks.llm.turns import ModelTurn
from litgauge.tasks.records.trajectories import (
    MODEL,
    NOT_RUN,
    OURS,
    READ_PAGE,
    SEARCH,
    UNFILTERED,
    AgentCall,
    AgentOutcome,
    AgentText,
    AgentWithheld,
)

_LIMITS: Mapping[str, Outcome] = {
    "context": "context-overflow", "time": "time-limit", "working": "time-limit", "message": "tool-limit",
    "turn": "tool-limit", "token": "cut-off", "cost": "cut-off",
}  # fmt: skip
_FINISH = {"max_tokens": "length", "model_length": "length", "content_filter": "content_filter"}


@dataclass(frozen=True)
class LoggedRun:
    """The rows of an agent run that a log records."""

    eval_id: str
    model: str
    settings: Mapping[str, Any]  # of our tools, if the task was ours; else {}
    outcomes: tuple[AgentOutcome, ...]  # one of each task of the release
    texts: tuple[AgentText, ...]
    calls: tuple[AgentCall, ...]
    withheld: tuple[AgentWithheld, ...]


def read_log(path: str, task_ids: Sequence[str], answers: Answers, *, epoch: int = 1) -> LoggedRun:
    """Return the run of the tasks of a release in a log (.eval or .json); a sample's id is its task's.

    Raises UnusableInput if the file is no log, or has no sample of these tasks.
    """
    try:
        log: EvalLog = read_eval_log(path, resolve_attachments=True)
    except (OSError, ValueError, KeyError) as error:
        raise UnusableInput(f"this is no log of inspect_ai: {error}", where=path, data="Nothing was kept") from None
    samples = {str(sample.id): sample for sample in log.samples or () if sample.epoch == epoch}
    if not samples.keys() & set(task_ids):
        raise UnusableInput(
            f"no sample of epoch {epoch} has the id of a task of the release",
            where=path,
            data="Nothing was kept",
            next_step="Name the release that was evaluated; samples are named as its tasks (`litgauge tasks`)",
        )
    ours = bool((log.eval.metadata or {}).get("settings")) and log.eval.task.endswith("release")
    outcomes: list[AgentOutcome] = []
    texts: list[AgentText] = []
    calls: list[AgentCall] = []
    withheld: list[AgentWithheld] = []
    for task_id in task_ids:
        if (sample := samples.get(task_id)) is None:
            outcomes.append(AgentOutcome(task_id, NOT_RUN, "the log has no sample of it", "", "", 0))
            continue
        own = tuple(_calls(task_id, sample, filtered=ours))
        answer = _answer(sample, answers)
        calls += own
        texts.append(AgentText(task_id, answer.text))
        withheld += [AgentWithheld(**row) for row in sample.store.get(WITHHELD, ())]
        outcomes.append(_outcome(task_id, sample, answer, own, answers))
    return LoggedRun(
        log.eval.eval_id,
        log.eval.model,
        (log.eval.metadata or {}).get("settings", {}) if ours else {},
        tuple(outcomes),
        tuple(texts),
        tuple(calls),
        tuple(withheld),
    )


def _answer(sample: EvalSample, answers: Answers) -> AgentAnswer:
    """Return the model's last message and its outcome; a limit of inspect_ai overrides the outcome of the text."""
    text = sample.output.completion.encode("utf-8", "replace").decode()
    if sample.limit is not None:
        detail = f"{sample.limit.type} limit of {sample.limit.limit:g}"
        return AgentAnswer(text, _LIMITS.get(sample.limit.type, "incomplete"), detail)
    finish = _FINISH.get(str(sample.output.stop_reason), "stop")
    return ending_of(ModelTurn(text, "", finish, (), {}), answers)


def _outcome(
    task_id: str, sample: EvalSample, answer: AgentAnswer, calls: Sequence[AgentCall], answers: Answers
) -> AgentOutcome:
    if sample.error is not None:
        return AgentOutcome(task_id, OURS, f"inspect_ai: {sample.error.message}"[:1000], "", "", 0)
    file = file_of(task_id, answers.suffix) if answer.text else ""
    digest = digest_of(answer.text) if answer.text else ""
    outcome = AgentOutcome(task_id, answer.outcome, answer.detail, file, digest, len(answer.text))
    if not answers.cites:
        return outcome
    links = cited_pages(answer.text, calls)
    return replace(outcome, cited=links.cited, cited_read=links.read, cited_found=links.listed, cited_unmet=links.unmet)


def _calls(task_id: str, sample: EvalSample, *, filtered: bool) -> Iterator[AgentCall]:
    """Yield the sample's calls; results of tools other than ours are unknown."""
    trajectory = Trajectory(task_id)
    for event in sample.events:
        if isinstance(event, ModelEvent):
            _add_model(trajectory, event)
        elif isinstance(event, ToolEvent):
            _add_tool(trajectory, event, filtered=filtered and event.function in (SEARCH, READ_PAGE))
    yield from trajectory.calls


def _add_model(trajectory: Trajectory, event: ModelEvent) -> None:
    news = event.input[-1].text if event.input else ""
    number = trajectory.begin(MODEL, news)
    usage = event.output.usage
    failed = event.error or event.output.error
    trajectory.end(
        number,
        "error" if failed else "ok",
        str(failed or ""),
        result=digest_of(event.output.completion),
        model=event.model,
        prompt_tokens=_all_input(usage),
        completion_tokens=usage.output_tokens if usage else 0,
        reasoning_tokens=(usage.reasoning_tokens or 0) if usage else 0,
        usd=float(getattr(usage, "total_cost", None) or 0.0),
        seconds=event.working_time or 0.0,
        at=(event.completed or event.timestamp).isoformat(),
    )


def _all_input(usage: Any) -> int:
    """Return the tokens of the prompt, including those from a cache."""
    if usage is None:
        return 0
    counts = (usage.input_tokens, usage.input_tokens_cache_read, usage.input_tokens_cache_write)
    return sum(count or 0 for count in counts)


def _add_tool(trajectory: Trajectory, event: ToolEvent, *, filtered: bool) -> None:
    trajectory.role = "" if filtered else UNFILTERED
    number = trajectory.begin(event.function, json.dumps(event.arguments, ensure_ascii=False, default=str))
    trajectory.role = ""
    result = event.result if isinstance(event.result, str) else str(event.result)
    trajectory.end(
        number,
        "error" if event.error else "ok",
        event.error.message if event.error else "",
        result=digest_of(result),
        addresses=_addresses(event, result) if filtered and not event.error else (),
        seconds=event.working_time or 0.0,
        at=(event.completed or event.timestamp).isoformat(),
    )


def _addresses(event: ToolEvent, result: str) -> tuple[str, ...]:
    """Return the address of the page that was read, or the addresses of a search's results, one per line."""
    if event.function == READ_PAGE:
        return (page_of(str(event.arguments.get("url", ""))),)
    lines = (line.strip() for line in result.splitlines())
    return tuple(line for line in lines if line.startswith(("http://", "https://")) and " " not in line)
