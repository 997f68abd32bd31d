"""One request to a model, and its content address."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import msgspec
from pydantic import ValidationError

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.yaml_files import problems_of
from litgauge.tasks.llm.picture_tokens import Detail, PictureTokens, tokens_of
from litgauge.tasks.llm.pictures import PictureInput, pictures_in, text_of
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.settings import ModelSettings, Parameters
from litgauge.tasks.llm.template import Message

Turn = Mapping[str, Any]
"""A message of a conversation with tools: a call of theirs, or what came of it, as Chat Completions has it."""

MAX_OUTPUT_TOKENS = 4096
_KEY_FORMAT = 1
_PLACE, _FORMAT_PLACE = "messages-of-the-conversation", "format-of-the-answer"  # of what is encoded apart
_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))
OUTPUT = "output"  # items of a model's turn as received from the Responses API, which wants them back unchanged
_MOST_FORMATS = 256
_FORMATS: dict[int, tuple[Mapping[str, Any], str, int]] = {}  # by id; the format is kept, so the id is its own
_FRAME_TOKENS = 16  # upper bound of what a chat template adds to a message


class Encodings:
    """Cache of messages as canonical JSON: a conversation sends all earlier messages with every turn."""

    def __init__(self) -> None:
        # By id; the message is kept, so the id is its own.
        self._encoded: dict[int, tuple[Mapping[str, Any], bytes, int]] = {}

    def of(self, message: Mapping[str, Any]) -> tuple[bytes, int]:
        """Return a message's JSON, as `json.dumps` writes it with sorted keys, and its bytes that count as prompt."""
        encoded = self._encoded.get(id(message))
        if encoded is None:
            encoded = self._encoded[id(message)] = message, _canonical(message), _bytes_of(message)
        return encoded[1:]


def _canonical(message: Mapping[str, Any]) -> bytes:
    if all(isinstance(value, str) for value in message.values()):  # numbers are written differently
        return msgspec.json.encode(message, order="sorted")
    return _CANONICAL.encode(message).encode()


def _encoded_format(schema: Mapping[str, Any]) -> tuple[str, int]:
    """Return an answer's format as canonical JSON, and its bytes that count as prompt; cached per question."""
    encoded = _FORMATS.get(id(schema))
    if encoded is None:
        if len(_FORMATS) >= _MOST_FORMATS:
            _FORMATS.clear()
        encoded = _FORMATS[id(schema)] = schema, _CANONICAL.encode(schema), len(json.dumps(schema))
    return encoded[1:]


@dataclass(frozen=True)
class ChatRequest:
    """A request to a model; two with the same key are the same question."""

    endpoint: str  # ModelSettings.endpoint_name
    model: str
    messages: tuple[Message | Turn, ...]
    response_format: Mapping[str, Any] | None
    parameters: Parameters
    extra_body: Mapping[str, Any]
    sample: int  # number of an independent reply to the same question
    attempt: int  # replies to the question so far, so that a repeated mistake leads to a new call, not a stored reply
    tools: tuple[Mapping[str, Any], ...] = ()  # functions that the model may call, as Chat Completions declares them
    tool_choice: Literal["auto", "none"] = "auto"
    detail: Detail | None = None  # of its pictures
    encodings: Encodings = field(default_factory=Encodings, compare=False, repr=False)  # of a whole conversation

    @cached_property
    def content(self) -> dict[str, Any]:
        """Return everything that decides the reply, as stored beside it."""
        content = {
            "format": _KEY_FORMAT,
            "endpoint": self.endpoint,
            "model": self.model,
            "messages": list(self.messages),
            "response_format": self.response_format,
            "parameters": self.parameters.model_dump(exclude_none=True),
            "extra_body": dict(self.extra_body),
            "sample": self.sample,
            "attempt": self.attempt,
        }
        content |= {"detail": self.detail} if self.detail and self.pictures else {}
        return content | ({"tools": list(self.tools), "tool_choice": self.tool_choice} if self.tools else {})

    @cached_property
    def key(self) -> str:
        """Return the SHA-256 (hex) of the content, which has no time-outs, concurrency, key or port."""
        content = {**self.content, "messages": _PLACE}
        if self.response_format is not None:
            content["response_format"] = _FORMAT_PLACE
        before, _, behind = _CANONICAL.encode(content).partition(f'"messages":"{_PLACE}"')
        if self.response_format is not None:
            behind = behind.replace(f'"{_FORMAT_PLACE}"', _encoded_format(self.response_format)[0], 1)
        digest = hashlib.sha256(f'{before}"messages":['.encode())
        digest.update(b",".join(self.encodings.of(message)[0] for message in self.messages))
        digest.update(f"]{behind}".encode())
        return digest.hexdigest()

    @cached_property
    def pictures(self) -> tuple[PictureInput, ...]:
        """Pictures of the messages, in order."""
        return pictures_in(self.messages)

    @cached_property
    def picture_tokens(self) -> PictureTokens:
        """Tokens of the pictures by the rule of the model."""
        return tokens_of(self.pictures, self.model, self.detail)

    @cached_property
    def prompt_bytes(self) -> int:
        """Bytes of all texts that the endpoint counts as prompt; pictures count by `picture_tokens`."""
        declared = _encoded_format(self.response_format)[1] if self.response_format else 0
        declared += len(json.dumps(self.tools)) if self.tools else 0
        return declared + sum(self.encodings.of(message)[1] for message in self.messages)

    @property
    def most_prompt_tokens(self) -> int:
        """Return an upper bound: one token per byte of text, and the bound of the model's rule for pictures."""
        return self.prompt_bytes + self.picture_tokens.most + _FRAME_TOKENS * (len(self.messages) + 1)

    @property
    def most_output_tokens(self) -> int:
        """Return the limit of the reply's length."""
        return self.parameters.max_output_tokens or MAX_OUTPUT_TOKENS

    def body(self, token_limit_field: str) -> dict[str, Any]:
        """Return the fields of the request as the protocol names them, without the messages."""
        sent = self.parameters.model_dump(exclude_none=True, exclude={"max_output_tokens"})
        if "seed" in sent:
            sent["seed"] += self.sample
        if self.response_format is not None:
            sent["response_format"] = self.response_format
        if self.tools:
            sent |= {"tools": list(self.tools), "tool_choice": self.tool_choice}
        return {
            "model": self.model,
            token_limit_field: self.most_output_tokens,
            **sent,
        }


def _bytes_of(message: Mapping[str, Any]) -> int:
    more = {name: value for name, value in message.items() if name not in ("role", "content")}
    text = text_of(message.get("content"))
    return len(text.encode()) + (len(json.dumps(more, ensure_ascii=False).encode()) if more else 0)


def parameters_for(question: Question[Any], settings: ModelSettings) -> Parameters:
    """Return the settings' values, else the question's, without parameters that the model refuses."""
    try:
        own = Parameters.model_validate(dict(question.parameters)).model_dump(exclude_none=True)
    except ValidationError as error:
        raise ConfigError(
            "; ".join(problems_of(error, Parameters)), where=f"question {question.label}, parameters"
        ) from None
    chosen = {"max_output_tokens": MAX_OUTPUT_TOKENS, **own, **settings.parameters.model_dump(exclude_none=True)}
    return Parameters(**{name: value for name, value in chosen.items() if name not in settings.omit})
