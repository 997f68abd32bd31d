"""Files and batches as OpenAI's protocol has them, for the test server; with what goes wrong with them on demand."""

from __future__ import annotations

import email.parser
import email.policy
import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from openai.types import Batch, FileObject
from openai.types.batch_create_params import BatchCreateParams
from pydantic import TypeAdapter

Answered = tuple[int, Mapping[str, Any]]
"""Status and body of one request."""


@dataclass
class BatchOffice:
    """Batches are answered when they are begun, and shown as ended after `looks` looks.

    The first `expiring` batches expire when half of their requests are answered; the first `failing` requests end with
    an error, the first `missing` ones have no line among the results; the first `refused` batches fail as a whole.
    """

    looks: int = 1
    expiring: int = 0
    failing: int = 0
    missing: int = 0
    refused: int = 0
    hiccups: int = 0  # looks that are answered 500
    answered: int = 0  # requests, over all batches
    sizes: list[int] = field(default_factory=list)
    begun: Callable[[], None] = lambda: None  # called when a batch is begun
    held: bool = False  # no batch ends
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, dict[str, Any]] = field(default_factory=dict)
    _looked: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def post(self, path: str, raw: bytes, kind: str, answer: Callable[[str, bytes], Answered]) -> Answered:
        """Return what a POST is answered; `answer` is that of a single request, by its path and body."""
        with self._lock:
            if path == "/v1/files":
                return self._uploaded(raw, kind)
            return self._created(json.loads(raw), answer)

    def get(self, path: str) -> tuple[int, bytes]:
        """Return what a GET is answered."""
        with self._lock:
            if found := re.fullmatch(r"/v1/files/([^/]+)/content", path):
                content = self.files.get(found[1])
                return (404, b'{"error":{"message":"No such File object"}}') if content is None else (200, content)
            if path.startswith("/v1/batches?"):
                return 200, json.dumps({"object": "list", "data": list(self.batches.values())}).encode()
            return self._looked_at(path.rpartition("/")[2])

    def _uploaded(self, raw: bytes, kind: str) -> Answered:
        mail = b"Content-Type: " + kind.encode() + b"\r\n\r\n" + raw
        form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(mail)
        parts = {part.get_param("name", header="content-disposition"): part for part in form.get_payload()}
        assert parts["purpose"].get_content().strip() == "batch"
        content = parts["file"].get_payload(decode=True)
        name = f"file-{len(self.files)}"
        self.files[name] = content
        return 200, FileObject(
            id=name, bytes=len(content), created_at=1, filename="requests.jsonl", object="file", purpose="batch",
            status="processed",
        ).model_dump()  # fmt: skip

    def _created(self, asked: Any, answer: Callable[[str, bytes], Answered]) -> Answered:
        TypeAdapter(BatchCreateParams).validate_python(asked)
        lines = [json.loads(line) for line in self.files[asked["input_file_id"]].splitlines()]
        assert len({line["custom_id"] for line in lines}) == len(lines)
        name = f"batch_{len(self.batches)}"
        self.sizes.append(len(lines))
        results, errors, status = [], [], "completed"
        if self.refused:
            self.refused, status, lines = self.refused - 1, "failed", []
        if self.expiring:
            self.expiring, status = self.expiring - 1, "expired"
            lines, late = lines[: len(lines) // 2], lines[len(lines) // 2 :]
            gone = {"code": "batch_expired", "message": "This request could not be executed before the window expired."}
            errors += [_line(line["custom_id"], None, gone) for line in late]
        for line in lines:
            assert line["method"] == "POST"
            assert line["url"] == asked["endpoint"]
            if self.missing:
                self.missing -= 1
                continue
            if self.failing:
                self.failing -= 1
                errors.append(_line(line["custom_id"], (500, {"error": {"message": "The server had an error"}}), None))
                continue
            self.answered += 1
            results.append(_line(line["custom_id"], answer(line["url"], json.dumps(line["body"]).encode()), None))
        batch = Batch(
            id=name, completion_window="24h", created_at=1, endpoint=asked["endpoint"], object="batch",
            input_file_id=asked["input_file_id"], status="validating", metadata=asked.get("metadata"),
        ).model_dump()  # fmt: skip
        ended = {**batch, "status": status}
        for kind, written in (("output_file_id", results), ("error_file_id", errors)):
            if written:
                ended[kind] = f"file-{len(self.files)}"
                self.files[ended[kind]] = "\n".join(map(json.dumps, reversed(written))).encode()  # in any order
        if status == "failed":
            ended["errors"] = {"data": [{"code": "token_limit", "message": "Enqueued token limit reached"}]}
        self.batches[name] = ended
        self.begun()
        return 200, batch

    def _looked_at(self, name: str) -> tuple[int, bytes]:
        if name not in self.batches:
            return 404, json.dumps({"error": {"message": f"No batch found with id '{name}'."}}).encode()
        if self.hiccups:
            self.hiccups -= 1
            return 500, b'{"error":{"message":"The server had an error"}}'
        self._looked[name] = self._looked.get(name, 0) + 1
        ended = self.batches[name]
        if self.held or self._looked[name] <= self.looks:
            ended = {**ended, "status": "in_progress", "output_file_id": None, "error_file_id": None}
        return 200, json.dumps(ended).encode()


def _line(name: str, answered: Answered | None, error: Mapping[str, Any] | None) -> dict[str, Any]:
    response = answered and {"status_code": answered[0], "request_id": "r", "body": answered[1]}
    return {"id": f"batch_req_{name[:8]}", "custom_id": name, "response": response, "error": error}
