"""A release as a task of inspect_ai: its prompts as samples, our two tools, and the offline reward as its scorer."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
from inspect_ai.tool import ToolDef
from inspect_ai.tool import ToolError as InspectToolError

from litgauge.tasks.agents.gateway.tools import tool_result
from litgauge.tasks.agents.inspect.settings import InspectSettings
from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.reward import CitationRewards
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.toolbox import Toolbox, open_toolbox
from litgauge.tasks.agents.tools import declared_tools
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records.trajectories import SEARCH
from litgauge.tasks.releases.release import load

WITHHELD = "litgauge_withheld"  # in a sample's store: hits and pages withheld from its agent


@task(name="release")
def release_task(
    release: str,
    storage: str = "data",
    search: str = "local",
    pages: str | None = None,
    max_calls: int = 50,
    honest: bool = True,
) -> Task:
    """Return the task of a release; a solver of one's own replaces the model with tools (`inspect eval --solver`).

    `search`: none, local, or a provider of configs/agents. Every sample has a session of its own, under the rules of
    our agents: pages that show the survey are withheld, the others are recorded.
    """
    settings = InspectSettings.model_validate(
        {"search": {"provider": search}, "pages": pages, "max_calls": max_calls, "honest": honest}
    )
    stored = load(Storage(storage), release)
    answers = stored.benchmark.answers
    tasks: Mapping[str, GivenTask] = {task.task_id: task for task in answers.given_tasks(stored.benchmark.load(stored))}
    sessions = _Sessions(open_toolbox(settings, stored), tasks)
    samples = [Sample(id=task.task_id, input=task.text, metadata={"cutoff": task.cutoff}) for task in tasks.values()]
    return Task(
        dataset=MemoryDataset(samples, name=stored.name),
        setup=tools_of_litgauge(sessions),
        solver=generate(),
        scorer=cited_references(CitationRewards(stored)),
        cleanup=sessions.close,
        metadata={"release": stored.name, "digest": stored.digest, "settings": settings.model_dump(mode="json")},
    )


class _Sessions:
    """A session for each sample, from its setup to its end."""

    def __init__(self, toolbox: Toolbox, tasks: Mapping[str, GivenTask]) -> None:
        self._toolbox, self._tasks = toolbox, tasks
        self._open: dict[str, contextlib.AsyncExitStack] = {}

    async def open(self, state: TaskState) -> tuple[Session, int]:
        """Return the session of a sample, and how many characters of a page it shows."""
        stack = self._open[state.uuid] = contextlib.AsyncExitStack()
        means = await stack.enter_async_context(self._toolbox.means())
        assert means.tools is not None
        return Session(self._tasks[str(state.sample_id)], means), means.tools.page_characters

    async def close(self, state: TaskState) -> None:
        """End the session of a sample."""
        if stack := self._open.pop(state.uuid, None):
            await stack.aclose()


@solver
def tools_of_litgauge(sessions: _Sessions) -> Solver:
    """Return a solver that gives a sample its tools."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 - the protocol names it
        session, page_characters = await sessions.open(state)
        declared = declared_tools(search=session.means.search is not None)
        state.tools = [_tool(tool["function"], session, state, page_characters) for tool in declared]
        return state

    return solve


def _tool(function: Mapping[str, Any], session: Session, state: TaskState, page_characters: int) -> Any:
    async def call(arguments: Mapping[str, Any]) -> str:
        try:
            return await tool_result(function["name"], arguments, session, page_characters)
        except ToolError as error:
            raise InspectToolError(str(error)) from None
        finally:
            state.store.set(WITHHELD, [asdict(row) for row in session.withheld])

    async def search(query: str) -> str:
        return await call({"query": query})

    async def read_page(url: str, start: int = 0) -> str:
        return await call({"url": url, "start": start})

    described = {name: parameter["description"] for name, parameter in function["parameters"]["properties"].items()}
    tool = search if function["name"] == SEARCH else read_page
    return ToolDef(tool, name=function["name"], description=function["description"], parameters=described).as_tool()


@scorer(metrics={"f1": [mean(), stderr()], "precision": [mean()], "recall": [mean()]})
def cited_references(rewards: CitationRewards) -> Scorer:
    """Return a scorer by the works that an answer cites; `litgauge score` measures more."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 - the protocol names it
        reward = rewards.reward(str(state.sample_id), state.output.completion)
        value = {name: float(getattr(reward, name)) for name in ("f1", "precision", "recall")}
        explanation = f"{reward.matched} of {reward.cited} works cited are references of the survey"
        return Score(value=value, answer=state.output.completion[:300], explanation=explanation)

    return score
