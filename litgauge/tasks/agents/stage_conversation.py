"""Conversation of one stage of an agent, with its own tools, a limit of turns, and a checked result."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from litgauge.tasks.agents.conversation import Conversation
from litgauge.tasks.agents.outcome import AgentAnswer, ToolError
from litgauge.tasks.agents.prompting import fenced
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import ModelAgentSettings
from litgauge.tasks.llm.turns import ModelTurn, ToolCall, result_turn

Result = TypeVar("Result")

_INSISTS = 3  # turns in which a model may call tools that it no longer has
_SAME = 3  # equal calls of a stage, before its tools are removed
_REPAIRS = 2  # how often a result is returned for repair


class InvalidResult(Exception):
    """Faults of a result, in words for the model."""


@dataclass(frozen=True)
class StageTool:
    """A function that the model of a stage may call."""

    name: str
    does: str
    arguments: Mapping[str, str]  # name -> description; all are texts and required
    call: Callable[[Mapping[str, str]], Awaitable[str]]  # returns text for the model; raises ToolError

    @property
    def declared(self) -> Mapping[str, Any]:
        """Return the tool as Chat Completions declares functions."""
        parameters = {
            "type": "object",
            "properties": {name: {"type": "string", "description": words} for name, words in self.arguments.items()},
            "required": list(self.arguments),
            "additionalProperties": False,
        }
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.does, "parameters": parameters},
        }

    def problem_of(self, call: ToolCall) -> str:
        """Return why a call cannot be made; "" if it can."""
        result = call.parsed
        if result is None:
            return "the arguments are no JSON object"
        missing = [name for name in self.arguments if not isinstance(result.get(name), str) or not result[name].strip()]
        return f"the arguments hold no text under {', '.join(missing)}" if missing else ""


class StageConversation(Conversation, Generic[Result]):
    """Asks until there is a result; calls of one turn are made in order, so that a resumed run meets the same.

    `read` parses the result from the model's text and raises InvalidResult, whose message the model gets. The tools are
    removed before the last turn, so that it gives the result; repairs have turns of their own.
    """

    def __init__(
        self,
        settings: ModelAgentSettings,
        session: Session,
        prompt: tuple[str, str],
        *,
        tools: Sequence[StageTool],
        turns: int,
        read: Callable[[str], Result],
        temperature: float | None = None,
    ) -> None:
        """`prompt` is the system message and the user's; `temperature` is for a model whose settings have none."""
        super().__init__(settings, session, *prompt)
        if temperature is not None:
            self.set_temperature(temperature)
        self._by_name = {tool.name: tool for tool in tools}
        self.tools = tuple(tool.declared for tool in tools)
        self._turns_left, self._read = turns, read
        self._same: Counter[tuple[str, str]] = Counter()
        self._insists = self._repairs = 0
        self._loops = False
        self.result: Result | None = None

    @property
    def tool_choice(self) -> Literal["auto", "none"]:
        """Return whether the model may call a tool in this turn."""
        return "auto" if self.tools and self._turns_left > 1 and not self._loops else "none"

    async def on_calls(self, turn: ModelTurn) -> AgentAnswer | None:
        """See `Conversation.on_calls`."""
        allowed = self.tool_choice == "auto"
        self._insists += not allowed
        if self._insists >= _INSISTS:
            return AgentAnswer(turn.text, "loop" if self._loops else "tool-limit", "it went on calling its tools")
        self._turns_left -= 1
        results = [result_turn(call, await self._result(call, allowed=allowed)) for call in turn.calls]
        self.continue_with([turn.message, *results], f"results of {', '.join(call.name for call in turn.calls)}")
        return None

    async def on_text(self, turn: ModelTurn) -> AgentAnswer | None:
        """See `Conversation.on_text`."""
        self._turns_left = max(1, self._turns_left - 1)
        try:
            self.result = self._read(turn.text)
        except InvalidResult as problem:
            self._repairs += 1
            if self._repairs > _REPAIRS:
                return AgentAnswer(turn.text, "invalid-answer", f"after {self._repairs} tries: {problem}")
            correction = f"This cannot be used: {problem}\nGive the whole result again, with this put right."
            self.continue_with([turn.message, {"role": "user", "content": correction}], correction)
            return None
        return AgentAnswer(turn.text)

    async def _result(self, call: ToolCall, *, allowed: bool) -> str:
        """Return the result of a call as text for the model."""
        tool = self._by_name.get(call.name)
        try:
            problem = "you have no turns left: give your result now" if not allowed else ""
            problem = problem or (
                tool.problem_of(call) if tool else f"there is no such tool: {', '.join(self._by_name)}"
            )
            if not problem and self._is_repeated(call):
                problem = "you made this call before: its result is above"
            if problem or tool is None:
                raise self.session.reject_call(call.name, call.arguments, problem)
            parsed = call.parsed or {}
            text = await tool.call({name: parsed[name] for name in tool.arguments})
        except ToolError as error:
            text = f"error: {error}"
        else:
            text = fenced(call.name, text)
        turns_left = self._turns_left - 1
        return f"{text}\nTurns left: {turns_left}" + ("" if turns_left > 0 else ". Give your result now.")

    def _is_repeated(self, call: ToolCall) -> bool:
        same = call.name, json.dumps(call.parsed, sort_keys=True)
        self._same[same] += 1
        self._loops = self._loops or self._same[same] >= _SAME
        return self._same[same] > 1
