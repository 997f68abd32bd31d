"""Agents behind an HTTP endpoint: the task is posted as JSON, the answer is JSON or Markdown."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import httpx
from tenacity import AsyncRetrying

from litgauge.tasks.agents.external.left_files import KeepFile, LeftFiles, files_in, kept_file, with_left_files
from litgauge.tasks.agents.external.settings import HttpSettings
from litgauge.tasks.agents.external.task_json import answer_in, error_in, parted, task_as_json
from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.agents.session import Session
from litgauge.tasks.base.errors import EndpointRefused, Failed
from litgauge.tasks.base.secrets import redacted
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.http import USER_AGENT
from litgauge.tasks.http.bodies import bounded_body
from litgauge.tasks.http.certificates import trusted_certificates
from litgauge.tasks.http.retrying import RequestError, is_busy, retry_after_s, retrying
from litgauge.tasks.llm.keys import ApiKey
from litgauge.tasks.text.encodings import decoded

TOOL = "http"
_SHOWN = 300  # characters of an endpoint's message
_TASK_REFUSED = frozenset({400, 409, 413, 422})  # statuses that refuse this task only
_CONNECT_S = 15.0


class _Ended(Exception):
    """The work on a task has ended, as `record` says."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        super().__init__()


class HttpAgent:
    """See `Agent`."""

    def __init__(self, settings: HttpSettings) -> None:
        self._settings = settings
        self._key = ApiKey(settings.api_key_env)

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent`."""
        payload = task_as_json(task, session.means.answers)
        arguments = {"url": self._settings.url, "task": task.task_id}
        recorded = session.means.recorded

        async def work() -> dict[str, Any]:
            record = await self._post(payload)
            takes_files = session.means.answers.holds_files
            return await _with_files(record, self._settings.most_files, recorded.keep_file) if takes_files else record

        record = await session.call_external(TOOL, arguments, work)
        if record["outcome"] != "answered":
            return AgentAnswer("", record["outcome"], str(record["detail"]))
        if error := error_in(str(record["output"])):
            return AgentAnswer("", "crashed", f"its answer is an error: {error[:_SHOWN]}")
        answer = answer_in(str(record["output"]))
        if not answer:
            return AgentAnswer("", "no-answer", "the endpoint's answer is empty")
        if "files" not in record:
            return AgentAnswer(answer)
        return await with_left_files(AgentAnswer(answer), LeftFiles.read(record["files"]), recorded.file)

    async def _post(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Return the record of the answer, or of the reason why there is none.

        Raises Failed if the endpoint could not be reached, EndpointRefused if it never can be.
        """
        settings = self._settings
        body = json.dumps(payload, ensure_ascii=False).encode("utf-8", "replace")
        again = retrying(AsyncRetrying, 1 + settings.retries, settings.backoff_s, settings.backoff_max_s)
        fault = _LastFault()
        try:
            async with asyncio.timeout(settings.timeout_s):
                output: str = await again(self._once, body, fault)
        except _Ended as ended:
            return ended.record
        except RequestError as error:
            raise Failed("agent-unavailable", f"{settings.url}: {error}") from None
        except TimeoutError:
            if fault.text:  # the time was not spent on this task
                raise Failed("agent-unavailable", f"{settings.url}: {fault.text}") from None
            return _record("time-limit", f"no whole answer within {settings.timeout_s:g} s")
        return _record("answered", "", output)

    async def _once(self, body: bytes, fault: _LastFault) -> str:
        settings, most = self._settings, int(self._settings.output_mb * 1_000_000)
        fault.text = ""
        headers = {
            "content-type": "application/json",
            "accept": "application/json, text/markdown, text/plain",
            "accept-encoding": "gzip, deflate",
            "user-agent": USER_AGENT,
            "idempotency-key": hashlib.sha256(body).hexdigest()[:32],  # the same for each retry
        }
        if settings.api_key_env:
            key = await asyncio.to_thread(self._key.reveal)
            headers[settings.key_header] = settings.key_prefix + key
        timeout = httpx.Timeout(None, connect=_CONNECT_S)  # the task has its own limit
        try:
            async with (
                httpx.AsyncClient(timeout=timeout, verify=trusted_certificates()) as client,
                client.stream("POST", settings.url, content=body, headers=headers) as response,
            ):
                content = await bounded_body(response, most)
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise fault.failed(redacted(f"{type(error).__name__}: {error}")[:_SHOWN]) from None
        return self._read(response, content, most, fault)

    def _read(self, response: httpx.Response, content: bytes | None, most: int, fault: _LastFault) -> str:
        status = response.status_code
        text = redacted(decoded(content or b"", response.charset_encoding))
        message = f"HTTP {status}: {' '.join(text[:_SHOWN].split()) or 'no message'}"
        if is_busy(status):
            raise fault.failed(message, retry_after_s(response.headers))
        if status in _TASK_REFUSED:
            raise _Ended(_record("crashed", message))
        if not response.is_success or status == httpx.codes.ACCEPTED:  # accepted, not finished
            location = response.headers.get("location", "")
            to = f", which redirects to {redacted(location)[:_SHOWN]}" if location else ""
            raise EndpointRefused(
                f"the agent's endpoint cannot be used ({message}{to})",
                where=self._settings.url,
                data="Answers so far are kept",
                next_step="Check url and api_key_env, then run again",
            )
        if content is None:
            raise _Ended(_record("output-limit", f"its answer has more than {most:,} bytes"))
        if "html" in response.headers.get("content-type", "").lower():
            raise _Ended(_record("invalid-answer", "it answers with a web page, not with JSON or Markdown"))
        return text


async def _with_files(record: dict[str, Any], most: int, keep: KeepFile) -> dict[str, Any]:
    """Return the record with the answer's files stored, and their digests instead of their bytes."""
    output, entries = parted(str(record["output"]))
    if entries is None:
        return record
    try:
        files = await asyncio.to_thread(files_in, entries)
    except ValueError as error:
        return _record("invalid-answer", f"its files cannot be read: {error}")
    if len(files) > most:
        return _record("output-limit", f"its answer has more than {most:,} files")
    left_files = LeftFiles(tuple([await kept_file(file.name, file.data, keep) for file in files]))
    return {**record, "output": output, "files": asdict(left_files)}


class _LastFault:
    """Last fault of an endpoint; "" while it works."""

    def __init__(self) -> None:
        self.text = ""

    def failed(self, what: str, after_s: float | None = None) -> RequestError:
        self.text = what
        return RequestError(what, after_s)


def _record(outcome: str, detail: str, output: str = "") -> dict[str, Any]:
    return {"outcome": outcome, "detail": detail, "output": output}


HTTP = AgentKind("an HTTP endpoint", HttpSettings, HttpAgent, fixed=("url", "api_key_env", "key_header", "key_prefix"))
