"""A conversation with a model, asked again where it is refused, cut off or left without a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from litgauge.tasks.agents.outcome import AgentAnswer, ending_of, ending_of_fault
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import ModelAgentSettings
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.replies import StoredReply
from litgauge.tasks.llm.request import MAX_OUTPUT_TOKENS, ChatRequest, Encodings, Turn
from litgauge.tasks.llm.settings import ModelSettings, Parameters
from litgauge.tasks.llm.turns import ModelTurn, turn_of

_LONGEST = 4  # times the token limit, for replies that were cut off


class Conversation:
    """A conversation; its requests follow from the replies alone, so recorded replies lead to the same requests."""

    tools: tuple[Mapping[str, Any], ...] = ()

    def __init__(self, settings: ModelAgentSettings, session: Session, system: str, text: str) -> None:
        self.session = session
        self.messages: list[Turn] = [{"role": "system", "content": system}, {"role": "user", "content": text}]
        self.news: Any = text  # in the messages since the last reply
        self._sample = settings.sample
        self._model = session.model
        self._parameters = _parameters(self._model)
        self._attempt = 0  # replies to these messages so far
        self._encodings = Encodings()

    async def run(self) -> AgentAnswer:
        """The answer, or how it ended without one. Raises as `Session.converse` does, and Failed."""
        while True:
            reply = await self.session.converse(self.request, self.news)
            answer = self._on_fault(reply) if isinstance(reply, Fault) else await self._on_turn(self._turn(reply))
            if answer is not None:
                return answer

    @property
    def tool_choice(self) -> Literal["auto", "none"]:
        """Return whether the model may call what it has."""
        return "none"

    @property
    def request(self) -> ChatRequest:
        """Return what to send next."""
        return ChatRequest(
            endpoint=self._model.endpoint_name,
            model=self._model.model,
            messages=tuple(self.messages),
            response_format=None,
            parameters=self._parameters,
            extra_body=self._model.extra_body,
            sample=self._sample,
            attempt=self._attempt,
            tools=self.tools,
            tool_choice=self.tool_choice,
            detail=self._model.picture_detail,
            encodings=self._encodings,
        )

    async def on_calls(self, turn: ModelTurn) -> AgentAnswer | None:
        """Return what comes of a turn in which the model wants something called; None: it goes on with `request`."""
        return ending_of(turn, self.session.means.answers)

    async def on_text(self, turn: ModelTurn) -> AgentAnswer | None:
        """Return what comes of a turn that is words alone; None: it goes on with `request`."""
        return ending_of(turn, self.session.means.answers)

    def continue_with(self, turns: list[Turn], news: Any) -> None:
        """Add to the conversation."""
        self.messages += turns
        self.news = news
        self._attempt = 0
        self._parameters = _parameters(self._model)

    def set_temperature(self, temperature: float) -> None:
        """Set the temperature of a model whose settings say none."""
        parameters = self._model.parameters
        if parameters.temperature is None:
            parameters_set = parameters.model_copy(update={"temperature": temperature})
            self._model = self._model.model_copy(update={"parameters": parameters_set})
            self._parameters = _parameters(self._model)

    def _turn(self, reply: StoredReply) -> ModelTurn:
        return turn_of(reply.body, [tool["function"]["name"] for tool in self.tools])

    async def _on_turn(self, turn: ModelTurn) -> AgentAnswer | None:
        if turn.finish_reason == "length":
            longer = min(2 * _limit(self._parameters), _LONGEST * _limit(self._model.parameters))
            self._parameters = self._parameters.model_copy(update={"max_output_tokens": longer})
            return self._again(turn)
        if turn.refusal or turn.finish_reason == "content_filter" or not (turn.calls or turn.text):
            return self._again(turn)
        return await (self.on_calls(turn) if turn.calls else self.on_text(turn))

    def _again(self, turn: ModelTurn) -> AgentAnswer | None:
        self._attempt += 1
        return ending_of(turn, self.session.means.answers) if self._attempt >= self._model.max_replies else None

    def _on_fault(self, fault: Fault) -> AgentAnswer | None:
        if fault.reason == "too-large":  # it wrote without end
            self._attempt += 1
            if self._attempt < self._model.max_replies:
                return None
        return ending_of_fault(fault)


def _limit(parameters: Parameters) -> int:
    return parameters.max_output_tokens or MAX_OUTPUT_TOKENS


def _parameters(model: ModelSettings) -> Parameters:
    """The settings' own parameters; those that the model refuses are left out."""
    values = model.parameters.model_dump(exclude_none=True)
    chosen = {name: value for name, value in values.items() if name not in model.omit}
    return Parameters(**{**chosen, "max_output_tokens": _limit(model.parameters)})
