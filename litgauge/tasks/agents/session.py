"""Session of an agent on one task; it counts and records every request, and can replay it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any, TypeVar

import msgspec
from pydantic import BaseModel

from litgauge.tasks.agents.leak_filter import SPARE, LeakFilter, Verdict, is_undated, last_day
from litgauge.tasks.agents.outcome import OF_THE_AGENT, ToolError
from litgauge.tasks.agents.page_reader import PageReader, ReadPage
from litgauge.tasks.agents.picture_reader import HeldPicture, PictureReader
from litgauge.tasks.agents.recorded_calls import RecordedCalls, fault_key, not_recorded
from litgauge.tasks.agents.retrieval import Lookup, RetrievedWork, Retriever
from litgauge.tasks.agents.search.engine import ImageHit, Search, SearchHit
from litgauge.tasks.agents.settings import ImageToolSettings, ToolSettings
from litgauge.tasks.agents.trajectory import Trajectory, digest_of
from litgauge.tasks.base import interruption
from litgauge.tasks.benchmark import NO_KEY, AnswerKey, Answers, GivenTask
from litgauge.tasks.llm import Door, Forecast, ModelSettings, Question, Reply
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.replies import StoredReply
from litgauge.tasks.llm.request import ChatRequest
from litgauge.tasks.records import row_digest
from litgauge.tasks.records.trajectories import FENCE, MODEL, READ_PAGE, SEARCH, AgentWithheld

Answer = TypeVar("Answer", bound=BaseModel)
Work = Callable[[], Awaitable[Mapping[str, Any]]]

SEARCH_IMAGES, READ_PICTURE = "search_images", "read_picture"


class NoCallsLeft(ToolError):
    """The task's calls are used up."""


@dataclass(frozen=True)
class Means:
    """Resources shared by the tasks of a run; None for those that the agent does not have."""

    answers: Answers  # the benchmark's declaration of answers
    recorded: RecordedCalls
    tools: ToolSettings | None = None
    door: Door | None = None
    search: Search[SearchHit] | None = None
    images: Search[ImageHit] | None = None
    pages: PageReader | None = None
    pictures: PictureReader | None = None
    retriever: Retriever | None = None
    answer_key: Callable[[str], AnswerKey] = lambda _task_id: NO_KEY
    at_work: AbstractAsyncContextManager[Any] = field(default_factory=nullcontext)  # held while a turn is under way


class Session:
    """The work on one task, in one event loop."""

    def __init__(self, task: GivenTask, means: Means) -> None:
        self.task, self.means = task, means
        self.trajectory = Trajectory(task.task_id)
        self.withheld: list[AgentWithheld] = []
        self._filter = LeakFilter(task, means.answer_key(task.task_id))
        self._digest = row_digest(task)
        self._used = 0
        self._unjudged: list[asyncio.Event] = []  # pages that are being read, in the order of their calls

    @contextlib.contextmanager
    def acting_as(self, role: str) -> Iterator[None]:
        """Record the calls in the block as those of a part of the agent; parts work one after the other."""
        before, self.trajectory.role = self.trajectory.role, role
        try:
            yield
        finally:
            self.trajectory.role = before

    @contextlib.contextmanager
    def at_work_already(self) -> Iterator[None]:
        """Do not count turns of the model as concurrent work: the program that requests them is counted."""
        before, self.means = self.means, replace(self.means, at_work=nullcontext())
        try:
            yield
        finally:
            self.means = before

    @property
    def model(self) -> ModelSettings:
        """Return the model's settings. Raises LookupError in a kind of agent without a model."""
        return self._door.settings

    @property
    def retriever(self) -> Retriever:
        """Return the retriever of the release's works. Raises LookupError in a kind of agent without one."""
        if self.means.retriever is None:
            raise LookupError("this kind of agent was started without a retriever")
        return self.means.retriever

    @property
    def calls_left(self) -> int:
        """Return the number of remaining calls of tools."""
        return (self.means.tools.max_calls if self.means.tools else 0) - self._used

    async def search(self, query: str) -> tuple[SearchHit, ...]:
        """Return the results of a search, best first, without those withheld from the agent.

        Raises ToolError if the search cannot be made, NoCallsLeft once the calls are used up; Failed if we
        could not do it.
        """
        search, tools = self.means.search, self.means.tools
        if search is None or tools is None:
            raise self.reject_call(SEARCH, {"query": query}, "there is no search")
        number, stored = await self._search(SEARCH, query, search, tools.search.results)
        hits = msgspec.convert(stored.body["hits"], tuple[SearchHit, ...])
        allowed = (hit for hit in hits if not self._withheld(number, hit))
        shown = tuple(islice(allowed, tools.search.results))  # further hits would not have been shown anyway
        unknown = sum(is_undated(self.task, hit) for hit in shown)
        self.trajectory.end_with_reply(number, stored, addresses=tuple(hit.url for hit in shown), undated=unknown)
        return shown

    async def search_images(self, query: str) -> tuple[ImageHit, ...]:
        """Return the pictures of a search, best first, without those of pages withheld from the agent.

        Raises as `search` does.
        """
        search, tools = self.means.images, self.means.tools
        if search is None or not isinstance(tools, ImageToolSettings):
            raise self.reject_call(SEARCH_IMAGES, {"query": query}, "there is no search for pictures")
        number, stored = await self._search(SEARCH_IMAGES, query, search, tools.images.results)
        hits = msgspec.convert(stored.body["hits"], tuple[ImageHit, ...])
        allowed = (hit for hit in hits if not any(self._withheld(number, page) for page in hit.as_pages))
        shown = tuple(islice(allowed, tools.images.results))
        unknown = sum(is_undated(self.task, hit.as_pages[0]) for hit in shown)
        self.trajectory.end_with_reply(number, stored, addresses=tuple(hit.url for hit in shown), undated=unknown)
        return shown

    async def _search(
        self, tool: str, query: str, search: Search[SearchHit] | Search[ImageHit], results: int
    ) -> tuple[int, StoredReply]:
        """Return number and result of a search, with spare hits to replace withheld ones."""
        is_filtered = self.means.tools is not None and self.means.tools.honest
        limit = results * (SPARE if is_filtered else 1)
        until = last_day(self.task.cutoff) if is_filtered else None

        async def work() -> Mapping[str, Any]:
            return {"hits": [asdict(hit) for hit in await search.search(query, limit, until)]}

        return await self._use(tool, {"query": query}, work)

    async def retrieve(self, lookup: Lookup, limit: int) -> tuple[RetrievedWork, ...]:
        """Return the release's works that answer a look-up best, at most `limit`, best first.

        Raises the retriever's errors, and LookupError in a kind of agent without a retriever.
        """
        retriever = self.retriever
        arguments = {"by": retriever.by, **lookup.as_json, "limit": limit}

        async def work() -> Mapping[str, Any]:
            works = await asyncio.to_thread(retriever.retrieve, lookup, limit)
            return {"works": [asdict(work) for work in works]}

        number = self.trajectory.begin(SEARCH, arguments)
        async with interruption.current().endable():
            stored = await self.means.recorded.once(self._digest, number, SEARCH, arguments, work)
        works = msgspec.convert(stored.body["works"], tuple[RetrievedWork, ...])
        addresses, scores = tuple(work.address for work in works), tuple(work.score for work in works)
        self.trajectory.end_with_reply(number, stored, addresses=addresses, scores=scores)
        return works

    async def read_page(self, url: str, start: int = 0) -> ReadPage:
        """Return a page, fetched through the guard and frozen; `start` is the agent's reading position, for the log.

        Raises as `search` does, and ToolError for a withheld page.
        """
        pages = self.means.pages
        if pages is None:
            raise self.reject_call(READ_PAGE, {"url": url}, "no page can be read")

        async def work() -> Mapping[str, Any]:
            return await pages.read(url)

        async with self._in_order() as earlier_are_judged:
            number, stored = await self._use(READ_PAGE, {"url": url} | ({"start": start} if start else {}), work)
            page = pages.load(stored.body)
            await earlier_are_judged()
            why = self._withheld(number, page)
        if why:
            self.trajectory.end_with_reply(number, stored, status="error", detail=f"kept from the agent: {why}")
            raise ToolError("this page may not be used for this task")
        self.trajectory.end_with_reply(number, stored, addresses=(page.page,), undated=int(is_undated(self.task, page)))
        return page

    @contextlib.asynccontextmanager
    async def _in_order(self) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """Yield a function that waits for earlier pages: decisions depend on their order, also in a replay."""
        earlier, own = tuple(self._unjudged), asyncio.Event()
        self._unjudged.append(own)

        async def wait() -> None:
            for event in earlier:
                await event.wait()

        try:
            yield wait
        finally:
            own.set()
            self._unjudged.remove(own)

    async def read_picture(self, url: str) -> HeldPicture:
        """Return a picture, fetched through the guard, frozen and checked. Raises as `read_page` does."""
        pictures = self.means.pictures
        if pictures is None:
            raise self.reject_call(READ_PICTURE, {"url": url}, "no picture can be looked at")

        async def work() -> Mapping[str, Any]:
            return await pictures.read(url)

        number, stored = await self._use(READ_PICTURE, {"url": url}, work)
        if why := self._withheld(number, SearchHit("", url, "")):
            self.trajectory.end_with_reply(number, stored, status="error", detail=f"kept from the agent: {why}")
            raise ToolError("this picture may not be used for this task")
        self.trajectory.end_with_reply(number, stored, addresses=(url,))
        return pictures.load(stored.body)

    @property
    def pictures(self) -> PictureReader:
        """Return the reader of pictures. Raises LookupError in a kind of agent without one."""
        if self.means.pictures is None:
            raise LookupError("this kind of agent was started without pictures")
        return self.means.pictures

    async def converse(self, request: ChatRequest, news: Any) -> StoredReply | Fault:
        """Return the model's reply to a request; `news` is its new part, for the trajectory.

        Raises EndpointRefused, BudgetExhausted, ConfigError, StorageError and Interrupted.
        """
        door, recorded = self._door, self.means.recorded
        number = self.trajectory.begin(MODEL, news)
        reply: StoredReply | Fault | None
        if recorded.only:
            reply = await door.stored(request) or await recorded.fault(request.key)
            if reply is None:
                raise not_recorded(f"call {number} (of the model {door.model})")
        else:
            async with self.means.at_work:
                reply = await door.converse(request, "agent")
            if isinstance(reply, Fault) and reply.reason in OF_THE_AGENT:
                await recorded.keep_fault(request.key, reply)
        if isinstance(reply, Fault):
            reply_key = fault_key(request.key) if reply.reason in OF_THE_AGENT else ""
            self.trajectory.end(number, "error", f"{reply.reason}: {reply.detail}", model=door.model, reply=reply_key)
        else:
            self.trajectory.end_with_reply(number, reply, model=door.model)
        return reply

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """Ask a typed question, as `Door.ask` does; in a replay, only stored replies are used."""
        door = self._door
        number = self.trajectory.begin(MODEL, {"question": question.label, "sample": sample})
        recorded_reply = await door.known(question, inputs, sample=sample) if self.means.recorded.only else None
        if isinstance(recorded_reply, Forecast):
            raise not_recorded(f"call {number} ({question.label})")
        async with self.means.at_work:
            reply = recorded_reply or await door.ask(question, inputs, sample=sample)
        self.trajectory.end(
            number,
            "ok",
            result=digest_of(reply.raw),
            reply=reply.key,
            model=reply.model,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            usd=reply.cost_usd,
            earlier_replies=reply.earlier,
        )
        return reply

    async def call_external(self, tool: str, arguments: Mapping[str, Any], work: Work) -> Mapping[str, Any]:
        """Return the result of an external program or endpoint as plain JSON; it is called once, then replayed.

        Raises the errors of the work: Failed if we could not do our part.
        """
        number = self.trajectory.begin(tool, arguments)
        async with self.means.at_work, interruption.current().endable():
            stored = await self.means.recorded.once(self._digest, number, tool, arguments, work)
        fence = stored.body.get("fence")
        self.trajectory.end_with_reply(number, stored, detail=f"{FENCE}{fence}" if fence else "")
        return stored.body

    async def call_tool(self, tool: str, arguments: Mapping[str, Any], work: Work) -> Mapping[str, Any]:
        """Return the result of the agent's own tool as plain JSON. Counts, and raises, as `search` does."""
        number, stored = await self._use(tool, arguments, work)
        self.trajectory.end_with_reply(number, stored)
        return stored.body

    def reject_call(self, tool: str, arguments: Any, problem: str) -> ToolError:
        """Record a call that cannot be made (no such tool, invalid arguments) and return the error for the agent."""
        self.trajectory.end(self.trajectory.begin(tool, arguments), "error", problem)
        return ToolError(problem)

    @property
    def _door(self) -> Door:
        if self.means.door is None:
            raise LookupError("this kind of agent was started without a model")
        return self.means.door

    async def _use(self, tool: str, arguments: Mapping[str, Any], work: Work) -> tuple[int, StoredReply]:
        """Return number and result of a call that counts towards the limit."""
        number = self.trajectory.begin(tool, arguments)
        if self.calls_left <= 0:
            self.trajectory.end(number, "refused", "no call was left")
            raise NoCallsLeft("you have no calls left: write your answer now")
        self._used += 1

        async def outcome() -> Mapping[str, Any]:
            try:
                return await work()
            except ToolError as error:
                return {"error": str(error)}

        async with interruption.current().endable():
            stored = await self.means.recorded.once(self._digest, number, tool, arguments, outcome)
        if error := stored.body.get("error"):
            self.trajectory.end_with_reply(number, stored, status="error", detail=str(error))
            raise ToolError(str(error))
        return number, stored

    def _withheld(self, number: int, source: SearchHit | ReadPage) -> str:
        """Return why a source is withheld, and record it; "" if the agent may see it."""
        is_filtered = self.means.tools is not None and self.means.tools.honest
        verdict = self._filter.admit(source) if is_filtered else Verdict()
        if why := verdict.withheld or verdict.doubt:
            row = AgentWithheld(self.task.task_id, number, source.url, source.title, why, shown=not verdict.withheld)
            self.withheld.append(row)
        return verdict.withheld
