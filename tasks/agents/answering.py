"""The work on one task, from what was given to the rows that are kept of it."""

from __future__ import annotations

import asyncio
import hashlib
import re
from dataclasses import dataclass, replace

from tasks.agents.cited import cited_pages
from tasks.agents.session import Means, Session
from tasks.agents.task import Agent
from tasks.benchmark import GivenTask
from tasks.records.trajectories import AgentCall, AgentOutcome, AgentText, AgentWithheld


@dataclass(frozen=True)
class Answering:
    """Who answers, with what, and how many tasks may be under way; of one event loop."""

    agent: Agent
    means: Means
    places: asyncio.Semaphore


@dataclass(frozen=True)
class Answered:
    """All that is kept of the work on a task."""

    outcome: AgentOutcome
    text: AgentText
    calls: tuple[AgentCall, ...]
    withheld: tuple[AgentWithheld, ...]


async def answer_task(task: GivenTask, work: Answering) -> Answered:
    """What the agent gives, and all that it did. Raises Failed where we could not do our part."""
    async with work.places:
        session = Session(task, work.means)
        given = await work.agent.answer(task, session)
    # Half a surrogate pair cannot be written to a file.
    text = given.text.encode("utf-8", "replace").decode()
    outcome = AgentOutcome(
        task_id=task.task_id,
        outcome=given.outcome,
        detail=given.detail,
        file=file_of(task.task_id, work.means.answers.suffix) if text else "",
        sha256=hashlib.sha256(text.encode()).hexdigest() if text else "",
        characters=len(text),
    )
    calls = session.trajectory.calls
    if work.means.answers.cites:
        links = cited_pages(text, calls)
        outcome = replace(
            outcome, cited=links.cited, cited_read=links.read, cited_found=links.found, cited_unmet=links.unmet
        )
    return Answered(outcome, AgentText(task.task_id, text), calls, tuple(session.withheld))


def file_of(task_id: str, suffix: str) -> str:
    """The file of a task's answer: its id, which may be that of an old paper ("cs/0112017"), and no hidden file.

    >>> file_of("cs/0112017", ".md"), file_of("../x", ".json")
    ('cs_0112017.md', '_._x.json')
    """
    name = re.sub(r"[^\w.@+-]", "_", task_id)
    return f"_{name[1:]}{suffix}" if name.startswith(".") else f"{name}{suffix}"
