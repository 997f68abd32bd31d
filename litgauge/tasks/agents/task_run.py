"""One task of a run: the agent's answer and the rows that record it."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from litgauge.tasks.agents.kinds import Agent
from litgauge.tasks.agents.outcome import AgentAnswer, WrittenFile
from litgauge.tasks.agents.session import Means, Session
from litgauge.tasks.agents.written_files import absent_files, safe_files
from litgauge.tasks.answers.names import file_of
from litgauge.tasks.benchmark import Answers, GivenTask
from litgauge.tasks.citations.addresses import clean_url, page_of
from litgauge.tasks.records import row_digest
from litgauge.tasks.records.trajectories import (
    READ_PAGE,
    SEARCH,
    UNFILTERED,
    AgentCall,
    AgentFile,
    AgentOutcome,
    AgentText,
    AgentWithheld,
)
from litgauge.tasks.text.work_addresses import work_at

_OF_OTHERS = frozenset({"command", "http"})  # tools that are external programs
_ADDRESS = re.compile(r"https?://[^\s<>\"'`|\\^{}]{1,2000}", re.IGNORECASE)


@dataclass(frozen=True)
class TaskContext:
    """The agent, its means, and the limit on concurrent tasks; belongs to one event loop."""

    agent: Agent
    means: Means
    places: asyncio.Semaphore


@dataclass(frozen=True)
class TaskRecord:
    """The rows that record one task."""

    outcome: AgentOutcome
    text: AgentText
    files: tuple[AgentFile, ...]
    calls: tuple[AgentCall, ...]
    withheld: tuple[AgentWithheld, ...]


async def answer_task(task: GivenTask, context: TaskContext) -> TaskRecord:
    """Return the agent's answer and all its calls. Raises Failed if the fault is ours."""
    async with context.places:
        session = Session(task, context.means)
        answer = await context.agent.answer(task, session)
    # Lone surrogates cannot be written to a file.
    text = answer.text.encode("utf-8", "replace").decode()
    file, written, problems = _with_files(task, text, answer, context.means.answers)
    files = tuple([await _stored(task, file, written_file, context.means) for written_file in written])
    outcome = AgentOutcome(
        task_id=task.task_id,
        outcome=answer.outcome,
        detail="; ".join(filter(None, (answer.detail, *problems))),
        file=file,
        sha256=hashlib.sha256(text.encode()).hexdigest() if text else "",
        characters=len(text),
        files=len(files),
        files_digest=row_digest(*((written_file.path, written_file.sha256) for written_file in files)) if files else "",
    )
    calls = session.trajectory.calls
    if context.means.answers.cites:
        links = cited_pages(answer.shown or text, calls)
        outcome = replace(
            outcome, cited=links.cited, cited_read=links.read, cited_found=links.listed, cited_unmet=links.unmet
        )
    return TaskRecord(outcome, AgentText(task.task_id, text), files, calls, tuple(session.withheld))


def _with_files(
    task: GivenTask, text: str, answer: AgentAnswer, answers: Answers
) -> tuple[str, tuple[WrittenFile, ...], tuple[str, ...]]:
    """Return the path of the answer's file, the files that belong to it, and their faults, for people."""
    alone = file_of(task.task_id, answer.suffix or answers.suffix) if text else ""
    if not answers.holds_files or not text:
        return alone, (), ()
    own = answer.name or f"report{answers.suffix}"
    safe = safe_files(answer.files, own)
    absent = absent_files(text, own, safe.files)
    problems = (*safe.problems, f"its text names files that it did not give: {absent}" if absent else "")
    return (f"{file_of(task.task_id, '')}/{own}" if safe.files else alone), safe.files, problems


async def _stored(task: GivenTask, own: str, file: WrittenFile, means: Means) -> AgentFile:
    path = f"{own.partition('/')[0]}/{file.name}"
    return AgentFile(task.task_id, path, await means.recorded.keep_file(file.data), len(file.data))


@dataclass(frozen=True, slots=True)
class CitedPages:
    """Numbers of pages that one answer cites, each once; abstract, PDF and versions of one paper are one page.

    Pages that an external program read are unknown: none of its pages counts as read, found or unmet.
    """

    cited: int
    read: int  # pages that were opened
    listed: int  # pages in search results that were never opened
    unmet: int  # pages that neither a search nor a page showed: from memory, or made up


def cited_pages(text: str, calls: Iterable[AgentCall]) -> CitedPages:
    """Return counts of the pages that an answer links to, by what its agent did with them.

    >>> cited_pages("See [a](https://arxiv.org/abs/1706.03762) and https://example.org/b.", [])
    CitedPages(cited=2, read=0, listed=0, unmet=2)
    """
    finished_calls = [call for call in calls if call.status == "ok"]
    read = {_work(url) for call in finished_calls if call.tool == READ_PAGE for url in call.addresses}
    works = {_work(url) for call in finished_calls if call.tool == SEARCH for url in call.addresses}
    cited = {_work(url) for match in _ADDRESS.finditer(text) if (url := clean_url(_within(match[0])))}
    if any(call.tool in _OF_OTHERS or call.role == UNFILTERED for call in finished_calls):
        return CitedPages(len(cited), 0, 0, 0)
    return CitedPages(len(cited), len(cited & read), len((cited & works) - read), len(cited - works - read))


def _within(link: str) -> str:
    """Return a Markdown link up to its closing bracket: "a)[b](https://c" are two."""
    return link.partition("](")[0]


def _work(url: str) -> str:
    work = work_at(url)
    return (work and (work.arxiv_id or work.doi or work.acl_id)) or page_of(url)
