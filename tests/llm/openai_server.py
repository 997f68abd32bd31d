"""An OpenAI-compatible server on loopback: strict about the protocol, deterministic, and faulty on request.

    with OpenAIServer({"is_survey": lambda asked: {"survey": "review" in asked.user}}) as server:
        settings = ModelSettings(provider="openai", model=server.model, base_url=server.url, api_key_env="TEST_KEY")

What it says is built from the openai package's own types; what it hears is checked against them.
"""

from __future__ import annotations

import datetime
import email.utils
import hashlib
import json
import random
import re
import threading
import time
import typing
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal

from openai.types import CompletionUsage
from openai.types.chat import (
    ChatCompletion,
    ChatCompletionAssistantMessageParam,
    ChatCompletionMessage,
    ChatCompletionSystemMessageParam,
    ChatCompletionToolMessageParam,
    ChatCompletionUserMessageParam,
)
from openai.types.chat.chat_completion import Choice
from openai.types.chat.chat_completion_message_tool_call import ChatCompletionMessageToolCall, Function
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from openai.types.completion_usage import PromptTokensDetails
from openai.types.shared import ErrorObject
from openai.types.shared_params.response_format_json_schema import JSONSchema, ResponseFormatJSONSchema
from pydantic import TypeAdapter, ValidationError

from tests.llm.batch_wire import Answered, BatchOffice
from tests.llm.received_pictures import ReceivedPicture, pictures_in, text_in
from tests.llm.responses_wire import as_chat, as_response

KEY = "sk-test-7hQ2mZp9XvB4LkR8"
MODEL = "judge-1"

FaultKind = Literal[
    "rate-limit",
    "server-error",
    "bad-gateway",
    "time-out",
    "dropped",
    "cut-body",
    "dribble",  # of the transport
    "truncated",
    "wrong-types",
    "prose",
    "refusal",  # of the model: these are paid for
]
ALL_FAULTS: tuple[FaultKind, ...] = typing.get_args(FaultKind)
_MODEL_FAULTS = ("truncated", "wrong-types", "prose", "refusal")


@dataclass(frozen=True)
class Faults:
    """Which share of the requests goes wrong, and how. The n-th request with some content always fares the same."""

    rate: float = 0.0
    seed: int = 0
    kinds: tuple[FaultKind, ...] = ALL_FAULTS

    def draw(self, content: str, nth: int) -> FaultKind | None:
        """The fault of the n-th request with this content."""
        dice = random.Random(f"{self.seed}:{content}:{nth}")
        return dice.choice(self.kinds) if dice.random() < self.rate else None


@dataclass(frozen=True)
class Asked:
    """A request that passed the checks."""

    schema: str  # name of the answer's schema, in response_format or in the system message
    system: str
    user: str  # the first user message: the question itself, also in a repair
    body: Mapping[str, Any]
    pictures: Sequence[ReceivedPicture] = ()  # of all messages


@dataclass
class Log:
    """What arrived. `contents` counts requests per content; `replies` those that were answered with a completion."""

    contents: Counter[str] = field(default_factory=Counter)
    replies: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    bodies: list[Mapping[str, Any]] = field(default_factory=list)
    pictures: list[ReceivedPicture] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    under_way: int = 0
    most_under_way: int = 0

    @property
    def requests(self) -> int:
        """All requests."""
        return self.contents.total()


Answerer = Callable[[Asked], Mapping[str, Any]]
Talker = Callable[[Asked, Sequence[Mapping[str, Any]]], Mapping[str, Any]]
"""What a model with tools says to the messages after the first two: {"content", "tool_calls": [(id, name, arguments)],
"finish_reason"}, each left out where there is none."""


@dataclass
class OpenAIServer:
    """Start and stop it as a context manager; `log` may be read at any time."""

    answers: Mapping[str, Answerer]  # by the schema's name
    faults: Faults = Faults()
    key: str = KEY  # "" accepts everybody
    model: str = MODEL  # the only one that it serves; "*": any
    schemas: Literal["enforced", "unknown", "ignored"] = "enforced"
    page: str = ""  # an HTML page that is served instead of everything
    latency_s: float = 0.0
    hold_after: int | None = None  # so many replies, and no more until `release` is called
    usage: bool = True  # whether token counts are stated
    talks: Talker | None = None  # answers whatever asks for no schema
    most_characters: int | None = None  # of all messages: what is longer does not fit its context
    vision: bool = True  # whether the model sees pictures
    most_pictures: int = 20  # of a request
    most_bytes: int = 20_000_000  # of a request's body
    counts_picture: Callable[[ReceivedPicture], int] = lambda _: 85  # tokens
    batches: BatchOffice | None = None  # for whoever asks by batches
    log: Log = field(default_factory=Log)

    def __enter__(self) -> OpenAIServer:
        self.closing = threading.Event()
        self.released = threading.Event()
        self.lock = threading.Lock()
        self._http = _Http(("127.0.0.1", 0), _handler_for(self))
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self.released.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def release(self) -> None:
        """Let replies that are held back go, and hold back no more."""
        self.hold_after = None
        self.released.set()

    def answer(self, asked: Asked) -> dict[str, Any]:
        """What a model without fault says."""
        return dict(self.answers[asked.schema](asked))


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the game."""


class _Refused(Exception):
    def __init__(self, status: int, message: str, code: str = "", param: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.error = ErrorObject(message=message, type="invalid_request_error", code=code or None, param=param or None)


def _handler_for(server: OpenAIServer) -> type[BaseHTTPRequestHandler]:
    class Handler(_Handler):
        owner = server

    return Handler


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10
    owner: OpenAIServer

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on stderr."""

    def do_GET(self) -> None:
        if self.owner.batches is None:
            return self._send(404, b'{"detail":"Not Found"}')
        return self._send(*self.owner.batches.get(self.path))

    def _by_batch(self, raw: bytes) -> None:
        assert self.owner.batches is not None

        def answer(path: str, body: bytes) -> Answered:
            self.path = path
            try:
                asked = self._checked(body)
            except _Refused as refused:
                return refused.status, {"error": refused.error.model_dump()}
            with self.owner.lock:
                self.owner.log.replies += 1
            completion = self._completion(asked, json.dumps(self.owner.answer(asked)), None, "stop")
            return 200, completion.model_dump(exclude_none=True)

        status, body = self.owner.batches.post(self.path, raw, self.headers["content-type"], answer)
        self._send(status, json.dumps(body).encode())

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        raw = self.rfile.read(length)
        if len(raw) < length:  # the client died while it asked
            self.close_connection = True
            return None
        content = hashlib.sha256(raw).hexdigest()
        log = self.owner.log
        with self.owner.lock:
            log.contents[content] += 1
            nth = log.contents[content]
            log.headers.append({name.lower(): value for name, value in self.headers.items()})
        if self.owner.batches is not None and self.path in ("/v1/files", "/v1/batches"):
            return self._by_batch(raw)
        return self._respond(raw, content, nth)

    def _respond(self, raw: bytes, content: str, nth: int) -> None:
        owner = self.owner
        if owner.page:
            return self._send(200, owner.page.encode(), "text/html; charset=utf-8")
        try:
            asked = self._checked(raw)
        except _Refused as refused:
            return self._send(refused.status, json.dumps({"error": refused.error.model_dump()}).encode())
        self._think()
        fault = owner.faults.draw(content, nth)
        with owner.lock:
            owner.log.bodies.append(asked.body)
            if fault:
                owner.log.faults[fault] += 1
        if fault and fault not in _MODEL_FAULTS:
            return self._misbehave(fault, asked, nth)
        return self._complete(asked, fault)

    def _think(self) -> None:
        owner, log = self.owner, self.owner.log
        with owner.lock:
            log.under_way += 1
            log.most_under_way = max(log.most_under_way, log.under_way)
        if owner.latency_s:
            owner.closing.wait(owner.latency_s)
        if owner.hold_after is not None and log.replies >= owner.hold_after:
            owner.released.wait(20)
        with owner.lock:  # before the reply goes out: the client may ask again at once
            log.under_way -= 1

    def _checked(self, raw: bytes) -> Asked:
        owner = self.owner
        if self.path not in ("/v1/chat/completions", "/v1/responses"):
            raise _Refused(404, f"Invalid URL (POST {self.path})")
        given = self.headers.get("authorization", "").removeprefix("Bearer ")
        if owner.key and given != owner.key:
            raise _Refused(401, f"Incorrect API key provided: {given}.", "invalid_api_key")
        try:
            body = json.loads(raw)
        except ValueError:
            raise _Refused(400, "We could not parse the JSON body of your request.") from None
        if self.path == "/v1/responses":
            try:
                body = as_chat(body)
            except ValidationError as error:
                raise _Refused(400, f"Invalid request: {error.errors()[0]}") from None
        _check_fields(body)
        if owner.model not in ("*", body["model"]):
            raise _Refused(
                404, f"The model `{body['model']}` does not exist or you do not have access to it.", "model_not_found"
            )
        form = body.get("response_format")
        if form and owner.schemas == "unknown":
            raise _Refused(400, "This response_format type is unavailable now", "invalid_request_error")
        system, user = (text_in(message["content"]) for message in body["messages"][:2])
        pictures = self._seen(body["messages"], len(raw))
        if form and owner.schemas == "enforced":
            _check_schema(form["json_schema"]["schema"])
        long = sum(len(text_in(message.get("content"))) for message in body["messages"])
        if owner.most_characters is not None and long > owner.most_characters:
            raise _Refused(400, "This model's maximum context length is exceeded", "context_length_exceeded")
        if form is None and owner.talks is not None:
            return Asked(schema="", system=system, user=user, body=body, pictures=pictures)
        named = form["json_schema"]["name"] if form else re.findall(r"JSON schema `(\w+)`", system)[-1]
        return Asked(schema=named, system=system, user=user, body=body, pictures=pictures)

    def _seen(self, messages: Sequence[Mapping[str, Any]], body_bytes: int) -> list[ReceivedPicture]:
        owner = self.owner
        if body_bytes > owner.most_bytes:
            raise _Refused(413, "Request Entity Too Large")
        try:
            pictures = pictures_in(messages)
        except (ValueError, OSError) as error:
            raise _Refused(400, f"The image data you provided does not represent a valid image: {error}") from None
        if pictures and not owner.vision:
            raise _Refused(400, "Invalid content type. image_url is only supported by certain models.", "invalid_value")
        if len(pictures) > owner.most_pictures:
            raise _Refused(400, f"At most {owner.most_pictures} image(s) may be provided in one prompt.")
        with owner.lock:
            owner.log.pictures += pictures
        return pictures

    def _talk(self, asked: Asked, fault: str | None) -> None:
        talks = self.owner.talks
        assert talks is not None
        said = {"content": None, "tool_calls": (), "finish_reason": "stop", **talks(asked, asked.body["messages"][2:])}
        content, refusal, finish = said["content"], None, said["finish_reason"]
        if fault == "truncated":
            content, finish = "Well, ", "length"
        elif fault:
            content, refusal = None, "I'm sorry, I can't help with that."
        calls = () if fault else said["tool_calls"]
        completion = self._completion(asked, content, refusal, "tool_calls" if calls else finish, calls)
        with self.owner.lock:
            self.owner.log.replies += 1
        said_so = completion.model_dump_json(exclude_none=True)
        self._send(200, (json.dumps(as_response(completion)) if "responses" in self.path else said_so).encode())

    def _complete(self, asked: Asked, fault: str | None) -> None:
        if not asked.schema:
            self._talk(asked, fault)
            return
        answer = self.owner.answer(asked)
        if fault == "wrong-types":
            answer = {name: {"not": "what was asked for"} for name in answer}
        content: str | None = json.dumps(answer)
        refusal, finish = None, "stop"
        if fault == "truncated":
            content, finish = str(content)[: len(str(content)) // 2], "length"
        elif fault == "prose":
            content = "Let me think about that for a moment."
        elif fault == "refusal":
            content, refusal = None, "I'm sorry, I can't help with that."
        completion = self._completion(asked, content, refusal, finish)
        with self.owner.lock:
            self.owner.log.replies += 1
        self._send(200, completion.model_dump_json(exclude_none=True).encode())

    def _completion(
        self,
        asked: Asked,
        content: str | None,
        refusal: str | None,
        finish: Any,
        calls: Sequence[tuple[str, str, str]] = (),
    ) -> ChatCompletion:
        prompt = sum(len(text_in(message.get("content"))) for message in asked.body["messages"]) // 4
        prompt += len(json.dumps(asked.body.get("response_format") or "")) // 4
        prompt += sum(map(self.owner.counts_picture, asked.pictures))
        reply = len(content or refusal or "") // 4 + 1
        usage = CompletionUsage(
            prompt_tokens=prompt,
            completion_tokens=reply,
            total_tokens=prompt + reply,
            prompt_tokens_details=PromptTokensDetails(cached_tokens=prompt // 2),
        )
        wanted = [
            ChatCompletionMessageToolCall(id=call, type="function", function=Function(name=name, arguments=arguments))
            for call, name, arguments in calls
        ]
        message = ChatCompletionMessage(
            role="assistant", content=content, refusal=refusal, tool_calls=list(wanted) or None
        )
        digest = hashlib.sha256(json.dumps(asked.body).encode()).hexdigest()[:12]
        return ChatCompletion(
            id=f"chatcmpl-{digest}-{time.monotonic_ns()}",
            created=int(time.time()),
            model=asked.body["model"],
            object="chat.completion",
            choices=[Choice(index=0, finish_reason=finish, message=message)],
            usage=usage if self.owner.usage else None,
        )

    def _misbehave(self, fault: str, asked: Asked, nth: int) -> None:
        match fault:
            case "rate-limit":
                error = {"error": {"message": "Rate limit reached", "type": "requests", "code": "rate_limit_exceeded"}}
                soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=1)
                after = (
                    {"Retry-After": "1"},
                    {"Retry-After": email.utils.format_datetime(soon, usegmt=True)},
                    {"retry-after-ms": "5"},
                )[nth % 3]
                self._send(429, json.dumps(error).encode(), headers=after)
            case "server-error":
                self._send(500, b'{"error":{"message":"The server had an error","type":"server_error"}}')
            case "bad-gateway":
                self._send(502, b"<html><head><title>502 Bad Gateway</title></head></html>", "text/html")
            case "time-out":
                self.owner.closing.wait(30)
                self.close_connection = True
            case "dropped":
                self.close_connection = True
            case _:
                said = json.dumps(self.owner.answer(asked)) if asked.schema else "Well, "
                text = self._completion(asked, said, None, "stop").model_dump_json()
                if fault == "cut-body":
                    self._send(200, text.encode()[: len(text) // 2])
                else:
                    self._dribble(text.encode())

    def _dribble(self, data: bytes) -> None:
        self._head(200, len(data), "application/json", {})
        for byte in data:
            self.wfile.write(bytes([byte]))
            if self.owner.closing.wait(0.05):
                break
        self.close_connection = True

    def _send(
        self, status: int, data: bytes, kind: str = "application/json", headers: Mapping[str, str] | None = None
    ) -> None:
        with self.owner.lock:
            self.owner.log.statuses[status] += 1
        self._head(status, len(data), kind, headers or {})
        self.wfile.write(data)

    def _head(self, status: int, length: int, kind: str, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(length))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()


_MESSAGES = {
    "system": ChatCompletionSystemMessageParam,
    "user": ChatCompletionUserMessageParam,
    "assistant": ChatCompletionAssistantMessageParam,
    "tool": ChatCompletionToolMessageParam,
}
_PARAMS = TypeAdapter(CompletionCreateParamsNonStreaming)


def _check_fields(body: Any) -> None:
    """Refuse what the protocol does not know, as the API does, at every level that we use."""
    _known(body, CompletionCreateParamsNonStreaming)
    for message in body.get("messages", []):
        _known(message, _MESSAGES[message["role"]])
    form = body.get("response_format")
    if form:
        _known(form, ResponseFormatJSONSchema)
        _known(form["json_schema"], JSONSchema)
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", form["json_schema"]["name"]):
            raise _Refused(400, "Invalid 'response_format.json_schema.name'", param="response_format")
    try:
        _PARAMS.validate_python(body)
    except ValidationError as error:
        first = error.errors()[0]
        raise _Refused(400, f"Invalid type for {first['loc']}: {first['msg']}") from None


def _known(given: Mapping[str, Any], known: Any) -> None:
    for name in given:
        if name not in typing.get_type_hints(known):
            raise _Refused(400, f"Unrecognized request argument supplied: {name}", param=name)
    for name in known.__required_keys__:
        if name not in given:
            raise _Refused(400, f"Missing required parameter: '{name}'.", param=name)


def _check_schema(schema: Any) -> None:
    """What strict structured output asks of a schema."""
    if isinstance(schema, list):
        for part in schema:
            _check_schema(part)
    if not isinstance(schema, dict):
        return
    problem = ""
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False:
            problem = "'additionalProperties' is required to be supplied and to be false"
        elif set(schema.get("required", [])) != set(schema.get("properties", {})):
            problem = "'required' is required to be supplied and to include every key in properties"
    if "$ref" in schema and len(schema) > 1:
        problem = "$ref cannot have keywords beside it"
    for keyword in ("default", "oneOf", "prefixItems", "minLength", "maxLength"):
        if keyword in schema:
            problem = f"'{keyword}' is not permitted"
    if problem:
        raise _Refused(400, f"Invalid schema for response_format: {problem}.", "invalid_json_schema", "response_format")
    for keyword, part in schema.items():
        if keyword in ("properties", "$defs"):
            for named in part.values():
                _check_schema(named)
        elif keyword in ("items", "anyOf", "allOf"):
            _check_schema(part)
