"""Resources of a run's tasks: the agent, its model, its search, its pages, and their budget."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from litgauge.tasks.agents.kinds import Agent, AgentKind, agent_kind, module_of
from litgauge.tasks.agents.page_reader import PageReader
from litgauge.tasks.agents.picture_reader import PictureReader
from litgauge.tasks.agents.prompting import template_digest
from litgauge.tasks.agents.recorded_calls import RecordedCalls, digest_of
from litgauge.tasks.agents.retrieval import Retriever
from litgauge.tasks.agents.search.engine import ImageHit, Search, SearchHit
from litgauge.tasks.agents.search.local_documents import NO_DOCUMENTS, LocalDocuments
from litgauge.tasks.agents.search.local_images import LocalImages
from litgauge.tasks.agents.search.local_index import LocalIndex, LocalSearch
from litgauge.tasks.agents.search.web import WebImageSearch, WebSearch
from litgauge.tasks.agents.session import Means
from litgauge.tasks.agents.settings import (
    NOT_DECIDING,
    OF_FILES,
    AgentSettings,
    ImageToolSettings,
    ModelAgentSettings,
    ProductSettings,
    ToolSettings,
)
from litgauge.tasks.agents.spending import CostBasis, forecast_cost
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.benchmark import Answers
from litgauge.tasks.engine.code_digest import code_digest
from litgauge.tasks.engine.definition import Asked
from litgauge.tasks.judge.stored_pages import digest_of_pages, fetcher_of
from litgauge.tasks.llm import Budget, Door, Replies, SecretResolver, open_door
from litgauge.tasks.llm.budget import total
from litgauge.tasks.records import Spending
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.web import EvidenceStore

_BEGUN = 4  # begun tasks per working task: about a hundred are interleaved where 32 may work


@dataclass(frozen=True)
class Toolbox:
    """Opened once per run; resources of an event loop are opened by `means`."""

    settings: AgentSettings
    agent: Agent
    answers: Answers
    release: StoredRelease
    budget: Budget
    recorded: RecordedCalls
    deciding: Mapping[str, Any]  # everything that decides the agent's answers, and the code that makes them
    door: Door | None
    search: Search[SearchHit] | None
    images: Search[ImageHit] | None
    retriever: Retriever | None

    @property
    def usd(self) -> float:
        """Return the cost so far, in US dollars."""
        return self.budget.spent_usd

    @property
    def spent(self) -> Spending:
        """Return the usage so far."""
        return total([part.spent for part in (self.door, self.search, self.images) if part is not None])

    @property
    def tasks_at_once(self) -> int:
        """Return how many tasks may have begun and not ended: several times those at work, so that one is always ready.
        With a budget, no more than those at work, so that it pays for whole answers."""
        return self.settings.at_once * (_BEGUN if self.budget.limit_usd is None else 1)

    def forecast_asked(self, requests: Sequence[Asked]) -> str | None:
        """Return the calls and costs of these tasks, in words; None if nothing has to be paid for."""
        if self.recorded.only:
            return None
        kind = agent_kind(self.settings.kind)
        first_question = kind.asks
        if first_question is not None and self.door is not None:
            questions = [first_question(self.settings, task) for task, _ in requests]
            sample = self.settings.sample * kind.samples
            return self.door.forecast_asked([question for question in questions if question is not None], sample=sample)
        forecast = kind.forecast or forecast_cost
        basis = CostBasis(self.settings, self.answers, self.door, self.search, self.images)
        return forecast(basis, [task for task, _ in requests])

    @contextlib.asynccontextmanager
    async def means(self) -> AsyncIterator[Means]:
        """Return the resources of sessions, for the tasks of one event loop."""
        settings = self.settings
        at_work = asyncio.Semaphore(settings.at_once)
        if not isinstance(settings, ToolSettings):
            yield Means(self.answers, self.recorded, door=self.door, retriever=self.retriever, at_work=at_work)
            return
        storage = self.release.storage
        with_tools = Means(
            self.answers,
            self.recorded,
            settings,
            self.door,
            self.search,
            images=self.images,
            at_work=at_work,
            answer_key=partial(self.answers.answer_key, self.release.benchmark.load(self.release)),
        )
        if self.recorded.only:  # a folder of pages may be gone: pages that were read are in the storage
            pictures = PictureReader(storage, EvidenceStore(storage, kind="picture"), None)
            yield replace(with_tools, pages=PageReader(storage, EvidenceStore(storage), None), pictures=pictures)
            return
        store = EvidenceStore(storage, digest_of_pages(settings.pages))
        open_fetcher = fetcher_of(settings.evidence, settings.pages, fetch=True)
        async with open_fetcher() if open_fetcher else contextlib.nullcontext() as fetcher:
            frozen = EvidenceStore(storage, digest_of_pages(settings.pages), "picture")
            folder = settings.images.folder if isinstance(settings, ImageToolSettings) else None
            pictures = PictureReader(storage, frozen, fetcher, folder)
            yield replace(with_tools, pages=PageReader(storage, store, fetcher, settings.evidence), pictures=pictures)


def open_toolbox(
    settings: AgentSettings,
    release: StoredRelease,
    *,
    secrets: SecretResolver | None = None,
    replays: str = "",
) -> Toolbox:
    """Return the toolbox of a run on a release. Nothing is called yet, and no key is read.

    With `replays`, the recorded calls of a run, nothing is ever called: a call without record fails. Raises
    ConfigError.
    """
    kind = agent_kind(settings.kind)
    replies = Replies(release.storage)
    budget = Budget(None if replays else _limit(settings))
    door = None
    if isinstance(settings, ModelAgentSettings):
        responses = getattr(settings, "api", "chat") == "responses"
        product = settings.product if isinstance(settings, ProductSettings) else None
        door = open_door(
            settings.model, replies=replies, budget=budget, secrets=secrets, responses=responses, product=product
        )
        _check_model(settings, kind)
    search = None
    if isinstance(settings, ToolSettings):
        search = _open_search(settings, release, replies, budget, secrets)
    images = None
    if isinstance(settings, ImageToolSettings):
        images = _open_images(settings, release, replies, budget, secrets)
    retriever = kind.retriever(settings, release) if kind.retriever else None
    answers = release.benchmark.answers
    deciding = {} if replays else _deciding(settings, kind, (door, search, images), answers)
    if retriever is not None and not replays:
        deciding["retriever"] = dict(retriever.answering)
    return Toolbox(
        settings=settings,
        agent=kind.make(settings),
        answers=answers,
        release=release,
        budget=budget,
        recorded=RecordedCalls(replies, replays or digest_of(deciding), only=bool(replays)),
        deciding={**deciding, "code": code_digest(module_of(settings.kind))},
        door=door,
        search=search,
        images=images,
        retriever=retriever,
    )


def _open_search(
    settings: ToolSettings, release: StoredRelease, replies: Replies, budget: Budget, secrets: SecretResolver | None
) -> Search[SearchHit] | None:
    """Return the search, or None if the agent has none. Raises ConfigError."""
    if settings.search.provider == "none":
        return None
    if settings.search.provider == "local":
        documents = LocalDocuments(release.storage, release, settings.pages)
        return LocalSearch(lambda: documents.answering, lambda: LocalIndex(documents.all()), NO_DOCUMENTS)
    return WebSearch(settings.search, replies=replies, budget=budget, secrets=secrets)


def _open_images(
    settings: ImageToolSettings,
    release: StoredRelease,
    replies: Replies,
    budget: Budget,
    secrets: SecretResolver | None,
) -> Search[ImageHit] | None:
    """Return the search for pictures, or None if the agent has none. Raises ConfigError."""
    if settings.images.provider == "none":
        return None
    if settings.images.provider == "local":
        return LocalImages(release.storage, settings.pages, settings.images.folder).search()
    return WebImageSearch(settings.images, replies=replies, budget=budget, secrets=secrets)


def _limit(settings: AgentSettings) -> float | None:
    if settings.budget_usd is not None or not isinstance(settings, ModelAgentSettings):
        return settings.budget_usd
    return settings.model.budget_usd


def _check_model(settings: ModelAgentSettings, kind: AgentKind) -> None:
    if settings.model.provider == "offline" and not kind.offline:
        raise ConfigError(
            f"{kind.title} needs a model, and none is named",
            where="model",
            data="Nothing was run",
            next_step="Name one of configs/models under `model`, or with --model; agents of an offline kind need none",
        )


def _deciding(
    settings: AgentSettings,
    kind: AgentKind,
    opened: tuple[Door | None, Search[SearchHit] | None, Search[ImageHit] | None],
    answers: Answers,
) -> dict[str, Any]:
    """Return everything that decides the agent's answers to a task, except our code."""
    door, search, images = opened
    not_deciding = NOT_DECIDING if answers.holds_files else NOT_DECIDING | OF_FILES
    own = {name: value for name, value in settings.model_dump(mode="json").items() if name not in not_deciding}
    deciding: dict[str, Any] = {
        "settings": own,
        "templates": {name: template_digest(name) for name in kind.templates},
        "form": [answers.form, answers.cites],
    }
    if door is not None:
        deciding["model"] = door.settings.answering
    if isinstance(settings, ToolSettings):
        deciding["search"] = {"results": settings.search.results, **search.answering} if search else None
        deciding["pages"] = digest_of_pages(settings.pages) if settings.pages else ""
    if isinstance(settings, ImageToolSettings):
        deciding["images"] = {"results": settings.images.results, **images.answering} if images else None
    return deciding
