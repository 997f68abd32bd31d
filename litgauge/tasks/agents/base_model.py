"""A base model with a search engine and a link reader, as ReportBench evaluates it (arXiv 2508.15804, section 3.1)."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import replace
from typing import Literal

from pydantic import Field

from litgauge.tasks.agents.conversation import Conversation
from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import AgentAnswer, Outcome, ToolError
from litgauge.tasks.agents.prompting import fenced, instructions
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import ModelAgentSettings, ToolSettings
from litgauge.tasks.agents.tools import call_tool, declared_tools, problem_of
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.llm.turns import ModelTurn, ToolCall, result_turn

_MISTAKES = 8  # calls of a task that cannot be made at all, before its tools are taken away
_SAME = 3  # equal calls of a task, before its tools are taken away
_INSISTS = 3  # turns in which a model may call tools that it no longer has


class BaseModelSettings(ModelAgentSettings, ToolSettings):
    """A base model that is given two tools."""

    kind: Literal["base-model-with-tools"] = Field("base-model-with-tools", title="Kind")
    api: Literal["chat", "responses"] = Field(
        "chat", title="API", description="chat: Chat Completions, which every endpoint has. responses: the newer one."
    )


class BaseModelWithTools:
    """Asks the model and makes its calls until there is an answer."""

    def __init__(self, settings: BaseModelSettings) -> None:
        self._settings = settings

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent.answer`."""
        system = instructions("base_model", task, session.means.answers, calls=self._settings.max_calls)
        conversation = ToolConversation(self._settings, session, system, task.text)
        return conversation.with_reason(await conversation.run())


class ToolConversation(Conversation):
    """A conversation with a model that has the two tools.

    An invalid or repeated call does not count towards the task's limit; after too many of them, the tools are removed.
    """

    def __init__(self, settings: BaseModelSettings, session: Session, system: str, text: str) -> None:
        super().__init__(settings, session, system, text)
        self.tools = declared_tools(search=session.means.search is not None) if settings.max_calls else ()
        self._page_characters = settings.page_characters
        self._same: Counter[tuple[str, str]] = Counter()
        self._mistakes = self._insists = 0
        self._removal: Outcome | None = None  # why its tools were removed

    @property
    def tool_choice(self) -> Literal["auto", "none"]:
        """Return whether the model has calls left."""
        return "auto" if self.session.calls_left > 0 and self._removal is None else "none"

    def with_reason(self, answer: AgentAnswer) -> AgentAnswer:
        """Return an answer with the reason why the tools were removed, if they were."""
        if self._removal is None or answer.detail:
            return answer
        why = "it made the same call over and over" if self._removal == "loop" else "too many of its calls were none"
        return replace(answer, detail=f"its tools were taken away: {why}")

    async def on_calls(self, turn: ModelTurn) -> AgentAnswer | None:
        """See `Conversation.hear_calls`."""
        self._insists += self.tool_choice == "none"
        if self._insists >= _INSISTS:
            return AgentAnswer(
                turn.text, self._removal or "tool-limit", "it went on calling tools that it no longer had"
            )
        results = await asyncio.gather(*(self._result(call) for call in turn.calls))
        answers = [result_turn(call, result) for call, result in zip(turn.calls, results, strict=True)]
        self.continue_with([turn.message, *answers], f"results of {', '.join(call.name for call in turn.calls)}")
        return None

    async def _result(self, call: ToolCall) -> str:
        """Return the result of a call as text for the model."""
        try:
            if problem := self._problem(call):
                raise self.session.reject_call(call.name, call.arguments, problem)
            text = await call_tool(call, self.session, self._page_characters)
        except ToolError as error:
            return f"error: {error}"
        calls_left = self.session.calls_left
        return f"{fenced(call.name, text)}\nCalls left: {calls_left}" + (
            "" if calls_left else ". Write your answer now."
        )

    def _problem(self, call: ToolCall) -> str:
        """Return why a call is not made; "" if it can be."""
        if self._removal:
            return "you have no tools any more: write your answer now"
        problem = problem_of(call, search=self.session.means.search is not None)
        if not problem:
            same = call.name, json.dumps(call.parsed, sort_keys=True)
            self._same[same] += 1
            if self._same[same] > 1:
                problem = "you made this call before: its result is above"
            if self._same[same] >= _SAME:
                self._removal = "loop"
        self._mistakes += bool(problem)
        if self._mistakes >= _MISTAKES and self._removal is None:
            self._removal = "tool-limit"
        return problem


BASE_MODEL = AgentKind(
    title="a base model with a search engine and a link reader",
    settings=BaseModelSettings,
    make=BaseModelWithTools,
    templates=("base_model",),
)
