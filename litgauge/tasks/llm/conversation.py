"""Gets an answer out of replies: repairs an invalid one, asks again after a refusal or a cut-off."""

from __future__ import annotations

from functools import cached_property
from typing import Generic, TypeVar

from pydantic import BaseModel

from litgauge.tasks.llm.answers import Choice, Invalid, read_answer
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.llm.request import ChatRequest, Encodings, parameters_for
from litgauge.tasks.llm.schema import loose_schema, strict_format
from litgauge.tasks.llm.settings import ModelSettings
from litgauge.tasks.llm.template import Message, repair, with_schema

Answer = TypeVar("Answer", bound=BaseModel)

_LONGEST = 4  # times the token limit, for replies that were cut off
_QUOTED = 300  # characters of a reply in a reason


class Conversation(Generic[Answer]):
    """`request` is what to send next; `hear` takes the reply to it.

    A function of the replies alone: the same stored replies lead to the same requests, so a conversation that was
    broken off goes on where it was. `opening` is what `compose` gives. Conversations about one question may share their
    `encodings`.
    """

    def __init__(
        self,
        question: Question[Answer],
        opening: list[Message],
        settings: ModelSettings,
        *,
        strict: bool,
        sample: int,
        encodings: Encodings | None = None,
    ) -> None:
        self._question, self._settings, self._sample = question, settings, sample
        self._encodings = encodings or Encodings()
        self._format = strict_format(question.name, question.answer) if strict else None
        self.strict = self._format is not None
        self._opening = opening if self.strict else with_schema(opening, question.name, loose_schema(question.answer))
        self._messages = self._opening
        self._parameters = parameters_for(question, settings)
        self._longest = _LONGEST * (self._parameters.max_output_tokens or 0)
        self._replies = 0
        self._allowed = settings.max_replies

    @cached_property
    def request(self) -> ChatRequest:
        """Return what to send next."""
        return ChatRequest(
            endpoint=self._settings.endpoint_name,
            model=self._settings.model,
            messages=tuple(self._messages),
            response_format=self._format,
            parameters=self._parameters,
            extra_body=self._settings.extra_body,
            sample=self._sample,
            attempt=self._replies,
            detail=self._settings.picture_detail,
            encodings=self._encodings,
        )

    def hear(self, choice: Choice) -> Answer | Unscored | None:
        """The answer, or why there is none; None: send `request` again, it has changed."""
        self._replies += 1
        self.__dict__.pop("request", None)  # the next is another
        if choice.refusal or choice.finish_reason == "content_filter":
            return self._again("refused", choice.refusal or "stopped by the endpoint's content filter")
        answer = read_answer(choice.text, self._question.answer)
        if not isinstance(answer, Invalid):
            return answer
        if choice.finish_reason == "length":
            return self._longer(choice)
        if self._replies == self._allowed:
            return Unscored("invalid-answer", f"{answer.problem}: {choice.text[:_QUOTED]}")
        self._messages = repair(self._opening, choice.text, answer.problem, loose_schema(self._question.answer))
        return None

    def begin_again(self) -> None:
        """Forget what was answered, and allow as many replies as before; `request` differs from all earlier ones."""
        self._messages = self._opening
        self._allowed = self._replies + self._settings.max_replies
        self.__dict__.pop("request", None)

    def _longer(self, choice: Choice) -> Unscored | None:
        limit = self._parameters.max_output_tokens or 0
        self._parameters = self._parameters.model_copy(update={"max_output_tokens": min(2 * limit, self._longest)})
        return self._again("truncated", f"cut off at {limit} tokens: {choice.text[-_QUOTED:]}")

    def _again(self, reason: str, detail: str) -> Unscored | None:
        if self._replies == self._allowed:
            return Unscored(reason, detail)
        self._messages = self._opening
        return None
