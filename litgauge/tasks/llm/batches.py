"""Calls through an endpoint's batches: files of requests, answered within a day at a lower price (OpenAI's protocol).

    asked/batches/<name>.json     manifest of a batch: keys of its requests, and its file; written before it is begun
    asked/batches/<name>.id       its id at the endpoint, as soon as there is one

A killed run can be resumed: a question in an earlier batch waits for that batch. Both files are
removed when the replies of the batch are stored.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import aiohttp
import msgspec

from litgauge.tasks.llm import faults
from litgauge.tasks.llm.chat_api import ChatApi
from litgauge.tasks.llm.connections import Connections, Received, ReplyTooLarge, Unreached
from litgauge.tasks.llm.endpoint import Endpoint
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.keys import ApiKey
from litgauge.tasks.llm.replies import Replies
from litgauge.tasks.llm.settings import BatchSettings, ModelSettings

if TYPE_CHECKING:
    from litgauge.tasks.engine.storage import Storage

log = logging.getLogger(__name__)

FOLDER = "asked/batches"
_MOST_FILE = 100_000_000  # bytes of a batch's requests; endpoints take twice as many
_REPLY_BYTES = 200_000  # of a request's line among the results; a longer one is seldom
_LOOKS, _LOOK_S = 10, 0.5  # for the stored replies of a batch; the rest is left to the next run
_LOST = "batch-lost"
_LEFT_S = 86_400.0  # age after which a batch that was never begun is forgotten
_KEPT_S = 30 * 86_400.0  # how long endpoints keep results
_ENDED = ("completed", "expired", "cancelled", "failed")

Outcome = Received | Fault


class BatchEndpoint(Endpoint):
    """An endpoint that is called in batches; each event loop gathers its own."""

    def __init__(
        self, settings: ModelSettings, key: ApiKey, api: ChatApi, replies: Replies, batch: BatchSettings
    ) -> None:
        super().__init__(settings, key, api, replies)
        self._batch = batch
        self._gathering: WeakKeyDictionary[asyncio.AbstractEventLoop, _Batches] = WeakKeyDictionary()

    async def _answer(self, connections: Connections, key: str, fields: Mapping[str, Any]) -> Outcome:
        loop = asyncio.get_running_loop()
        batches = self._gathering.get(loop)
        if batches is None:
            place = f"{self._settings.endpoint_name} {self._settings.model}"
            batches = self._gathering[loop] = _Batches(
                self._batch, place, self.api.path, connections, self._replies, self._settings
            )
        return await batches.outcome(key, fields)


@dataclass(eq=False)
class _Record:
    """A batch as recorded in the storage."""

    name: str
    keys: frozenset[str]
    batch: str = ""  # its id at the endpoint
    at: float = 0.0  # when it was sent, seconds since 1970
    watched: asyncio.Task[None] | None = None
    waiting: dict[str, asyncio.Future[Outcome]] = field(default_factory=dict)


class _Batches:
    """The batches of one event loop."""

    def __init__(
        self,
        batch: BatchSettings,
        place: str,
        path: str,
        connections: Connections,
        replies: Replies,
        settings: ModelSettings,
    ) -> None:
        self._batch, self._place, self._path, self._connections = batch, place, path, connections
        self._replies, self._settings = replies, settings
        self._gathered: dict[str, tuple[bytes, asyncio.Future[Outcome]]] = {}
        self._bytes = 0
        self._open: dict[str, _Record] = {}  # by key
        self._loaded = asyncio.Lock()
        self._records: dict[str, _Record] | None = None  # by name; None: not looked for yet
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def _storage(self) -> Storage:
        return self._replies.storage

    async def outcome(self, key: str, fields: Mapping[str, Any]) -> Outcome:
        """Return the result of this request from its batch, an earlier one or the next."""
        async with self._loaded:
            if self._records is None:
                self._records = await self._load()
        record = self._open.get(key)
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        if record is not None:
            record.waiting[key] = future
            if record.watched is None or record.watched.done():
                record.watched = self._start(self._watch(record))
            return await future
        line = msgspec.json.encode({"custom_id": key, "method": "POST", "url": f"/v1{self._path}", "body": fields})
        self._gathered[key] = line, future
        self._bytes += len(line)
        if self._timer is not None:
            self._timer.cancel()
        if len(self._gathered) >= self._batch.most_requests or self._bytes > _MOST_FILE:
            self._send_gathered()
        else:
            self._timer = asyncio.get_running_loop().call_later(self._batch.gather_s, self._send_gathered)
        return await future

    def _send_gathered(self) -> None:
        gathered, self._gathered, self._bytes = self._gathered, {}, 0
        open_requests = {key: part for key, part in gathered.items() if not part[1].done()}  # the others were cancelled
        if open_requests:
            record = _Record(uuid.uuid4().hex, frozenset(open_requests))
            record.waiting = {key: future for key, (_, future) in open_requests.items()}
            record.watched = self._start(self._begin(record, [line for line, _ in open_requests.values()]))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _begin(self, record: _Record, lines: Sequence[bytes]) -> None:
        """Send a new batch, and wait for it."""
        try:
            fault = await self._send(record, lines)
        except Exception as error:  # noqa: BLE001 - it is every waiting caller's
            _fail(record, error)
            return
        if fault is not None:
            await asyncio.to_thread(self._forget, record)
            _deliver(record, {}, fault)
            return
        log.info("%s: batch %s of %d requests", self._place, record.batch, len(lines))
        await self._watch(record)

    async def _send(self, record: _Record, lines: Sequence[bytes]) -> Fault | None:
        file = await self._file(b"\n".join(lines))
        if isinstance(file, Fault):
            return file
        manifest = {"place": self._place, "keys": sorted(record.keys), "file": file, "at": time.time()}
        await self._keep(f"{record.name}.json", msgspec.json.encode(manifest))
        batch = await self._created(file, record.name)
        if isinstance(batch, Fault):
            return batch
        record.batch = batch
        await self._keep(f"{record.name}.id", batch.encode())
        self._open |= dict.fromkeys(record.keys, record)
        return None

    async def _watch(self, record: _Record) -> None:
        """Wait until the batch has ended, and deliver its results."""
        try:
            ended = await self._ended(record)
            results = ended if isinstance(ended, Fault) else await self._results_of(record, ended)
        except Exception as error:  # noqa: BLE001 - it is every waiting caller's
            _fail(record, error)
            return
        if isinstance(results, Fault):  # the next request of its questions waits for it again
            if results.reason == _LOST:
                await asyncio.to_thread(self._forget, record)
            _deliver(record, {}, results)
            return
        for key in record.keys:
            self._open.pop(key, None)
        _deliver(record, results, _unanswered(_as_mapping(ended)))
        await self._settle(record, results)

    async def _results_of(self, record: _Record, ended: Mapping[str, Any]) -> dict[str, Outcome] | Fault:
        results: dict[str, Outcome] = {}
        for name in ("error_file_id", "output_file_id"):
            if file := ended.get(name):
                reply = await self._call("GET", f"/files/{file}/content", most=len(record.keys) * _REPLY_BYTES)
                if isinstance(reply, Fault):
                    return reply
                results |= _results(reply.text)
        return results

    async def _ended(self, record: _Record) -> Mapping[str, Any] | Fault:
        failures = 0
        while True:
            reply = await self._call("GET", f"/batches/{record.batch}")
            if isinstance(reply, Fault):
                if reply.remedy == "stop" and reply.reason == "not-found":
                    return Fault(_LOST, f"the endpoint does not know the batch {record.batch}", "retry")
                failures += 1
                if reply.remedy != "retry" or failures > self._settings.retries:
                    return reply
            else:
                failures, state = 0, _mapping(reply.text)
                if state.get("status") in _ENDED:
                    return state
            await asyncio.sleep(self._batch.poll_s)

    async def _file(self, content: bytes) -> str | Fault:
        form = aiohttp.FormData({"purpose": "batch"})
        form.add_field("file", content, filename="requests.jsonl", content_type="application/jsonl")
        return _id(await self._call("POST", "/files", form))

    async def _created(self, file: str, name: str) -> str | Fault:
        fields = {
            "input_file_id": file,
            "endpoint": f"/v1{self._path}",
            "completion_window": "24h",
            "metadata": {"litgauge": name},
        }
        kind = {"Content-Type": "application/json"}
        return _id(await self._call("POST", "/batches", msgspec.json.encode(fields), kind))

    async def _call(
        self, method: str, path: str, content: Any = None, headers: Mapping[str, str] | None = None, *, most: int = 0
    ) -> Received | Fault:
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                reply = await self._connections.send(method, path, content, headers or {}, more_bytes=most)
        except ReplyTooLarge as error:
            return faults.of_size(error)
        except TimeoutError:
            return faults.of_time_out(self._settings.timeout_s)
        except (Unreached, aiohttp.ClientError, OSError, ValueError) as error:
            return faults.of_connection(error)
        return faults.of_status(reply.status, reply.headers, reply.text) if reply.status >= 300 else reply

    async def _load(self) -> dict[str, _Record]:
        """Return the batches of earlier runs; those whose replies are all stored are forgotten."""
        records = {record.name: record for record in await asyncio.to_thread(self._earlier_records)}
        nameless = [record for record in records.values() if not record.batch]
        if nameless:  # the run was killed while it began the batch
            reply = await self._call("GET", "/batches?limit=100")
            listed = _mapping(reply.text).get("data", []) if isinstance(reply, Received) else []
            batch_ids = {(batch.get("metadata") or {}).get("litgauge"): batch["id"] for batch in listed}
            for record in nameless:
                record.batch = batch_ids.get(record.name, "")
                if record.batch:
                    await self._keep(f"{record.name}.id", record.batch.encode())
                elif isinstance(reply, Received) and record.at < time.time() - _LEFT_S:
                    await asyncio.to_thread(self._forget, record)
        for record in records.values():
            if record.batch:
                self._open |= dict.fromkeys(record.keys, record)
        return records

    def _earlier_records(self) -> list[_Record]:
        records = []
        for name in self._storage.names(FOLDER):
            if not name.endswith(".json"):
                continue
            stem = name.removesuffix(".json")
            try:
                manifest = msgspec.json.decode(self._storage.read(f"{FOLDER}/{name}"))
                place, keys, at = manifest["place"], frozenset(manifest["keys"]), float(manifest["at"])
            except (FileNotFoundError, msgspec.DecodeError, KeyError, TypeError, ValueError):
                continue
            if place != self._place:
                continue
            try:
                batch = self._storage.read(f"{FOLDER}/{stem}.id").decode()
            except FileNotFoundError:
                batch = ""
            record = _Record(stem, keys, batch, at)
            if at < time.time() - _KEPT_S or all(map(self._replies.read, keys)):
                self._forget(record)
            else:
                records.append(record)
        return records

    async def _settle(self, record: _Record, results: Mapping[str, Outcome]) -> None:
        """Forget the batch once its waiting callers have stored its replies."""
        answered = [key for key, result in results.items() if isinstance(result, Received) and result.status < 300]
        for _ in range(_LOOKS):
            if await asyncio.to_thread(lambda: all(map(self._replies.read, answered))):
                await asyncio.to_thread(self._forget, record)
                return
            await asyncio.sleep(_LOOK_S)

    async def _keep(self, name: str, content: bytes) -> None:
        await asyncio.to_thread(self._storage.create, f"{FOLDER}/{name}", content)

    def _forget(self, record: _Record) -> None:
        for key in record.keys:
            if self._open.get(key) is record:
                del self._open[key]
        for kind in ("json", "id"):
            self._storage.drop(f"{FOLDER}/{record.name}.{kind}")


def _deliver(record: _Record, results: Mapping[str, Outcome], rest: Fault) -> None:
    """Deliver the results to the waiting callers; `rest` to those without one."""
    waiting, record.waiting = record.waiting, {}
    for key, future in waiting.items():
        if not future.done():
            future.set_result(results.get(key, rest))


def _fail(record: _Record, error: Exception) -> None:
    waiting, record.waiting = record.waiting, {}
    for future in waiting.values():
        if not future.done():
            future.set_exception(error)


def _results(text: str) -> dict[str, Outcome]:
    """Return the outcome of each request in a result file; broken lines are ignored."""
    results: dict[str, Outcome] = {}
    for line in text.splitlines():
        row = _mapping(line)
        response, error = row.get("response"), row.get("error")
        key = str(row.get("custom_id"))
        if isinstance(response, dict) and isinstance(response.get("status_code"), int):
            body = response.get("body")
            text = body if isinstance(body, str) else msgspec.json.encode(body).decode()
            results[key] = Received(response["status_code"], {}, text)
        elif isinstance(error, dict):
            results[key] = Fault(f"batch-{_reason(error)}", str(error.get("message") or "")[:300], "retry")
    return results


def _reason(error: Mapping[str, Any]) -> str:
    return "expired" if "expired" in str(error.get("code")) else "failed"


def _unanswered(state: Mapping[str, Any]) -> Fault:
    """Return the fault of requests without an answer in a batch that has ended."""
    status, batch = state.get("status"), state.get("id")
    if status == "completed":
        return Fault("broken-reply", f"the results of batch {batch} have no line for it", "retry")
    errors = _as_mapping(state.get("errors")).get("data")
    message = errors[0].get("message") if isinstance(errors, list) and errors and isinstance(errors[0], dict) else ""
    if status == "failed":
        detail = f"the endpoint refused the batch {batch}: {message or 'it does not say why'}"
        return Fault("batch-failed", detail[:300], "stop", next_step="Check batch and model in the model's file")
    return Fault(f"batch-{status}", f"batch {batch} was {status} before it was answered", "retry")


def _id(reply: Received | Fault) -> str | Fault:
    if isinstance(reply, Fault):
        return reply
    name = _mapping(reply.text).get("id")
    if isinstance(name, str) and name:
        return name
    return Fault("not-the-protocol", f"no id in the answer: {reply.text[:80]!r}", "stop", next_step="Take batch away")


def _mapping(text: str) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return {}
    return _as_mapping(value)


def _as_mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
