"""Agents and their kinds: those for any benchmark, a line each, and those that benchmarks declare."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.agents.retrieval import Retriever
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import AgentSettings
from litgauge.tasks.agents.spending import CostBasis
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import GivenTask, known_benchmarks
from litgauge.tasks.engine.definition import Asked
from litgauge.tasks.releases.release import StoredRelease


class Agent(Protocol):
    """One way to get an answer to a task."""

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """The answer to one task; many are under way at once, in one event loop.

        Everything that comes from outside (models, searches, pages, other programs) is asked for through the session,
        which records, counts and replays it. Raises Failed where we could not do our part.
        """
        ...


@dataclass(frozen=True)
class AgentKind:
    """One kind of agent: what its config file holds, and how an agent is made of that."""

    title: str  # in a few words, for people
    settings: type[AgentSettings]
    make: Callable[[Any], Agent]  # of the settings; asks nothing and opens nothing
    offline: bool = False  # whether it does without a model where none is named
    fixed: tuple[str, ...] = ()  # settings that no form may change: what runs a program, or where a key is sent
    takes: Callable[[GivenTask], bool] = lambda _task: True  # tasks that it does not take are not given to it
    check: Callable[[Any, Sequence[GivenTask]], None] = lambda _settings, _tasks: None
    """Raises UnusableInput if it cannot be run on these tasks with these settings; asks nothing."""
    asks: Callable[[Any, GivenTask], Asked | None] | None = None
    """Of a kind that asks typed questions: the first one about a task, by its settings; forecasts rest on it."""
    forecast: Callable[[CostBasis, Sequence[GivenTask]], str | None] | None = None
    """Of a kind that works in stages: what its tasks will call and cost, in words; None where nothing is paid for."""
    samples: int = 1  # of a question that one run may take: where `sample` is n, the first is number n x samples
    retriever: Callable[[Any, StoredRelease], Retriever] | None = None
    """Of a kind that ranks the release's own works: what ranks them, by its settings; opens and reads nothing yet."""
    templates: tuple[str, ...] = ()  # of configs/prompts/agents, that it is told: they decide its answers, too


KINDS: Mapping[str, str] = {
    "base-model-with-tools": "litgauge.tasks.agents.base_model:BASE_MODEL",
    "single-shot": "litgauge.tasks.agents.single_shot:SINGLE_SHOT",
    "research-product": "litgauge.tasks.agents.product:PRODUCT",
    "command": "litgauge.tasks.agents.external.command:COMMAND",
    "command-with-gateway": "litgauge.tasks.agents.gateway.command:GATEWAY",
    "inspect": "litgauge.tasks.agents.inspect.settings:INSPECT",
    "http": "litgauge.tasks.agents.external.endpoint:HTTP",
    "offline-good": "litgauge.tasks.agents.offline.agents:GOOD",
    "offline-hasty": "litgauge.tasks.agents.offline.agents:HASTY",
    "offline-cheating": "litgauge.tasks.agents.offline.agents:CHEATING",
}
"""The `kind` of a config file -> "module:NAME" of an AgentKind. Its module, with all that it imports, is the code that
decides its answers. Benchmarks declare further kinds (`Benchmark.agents`)."""


def agent_kinds() -> Mapping[str, str]:
    """All kinds, those of benchmarks last, as "module:NAME"."""
    return {
        **KINDS,
        **{kind: place for benchmark in known_benchmarks().values() for kind, place in benchmark.agents.items()},
    }


def agent_kind(kind: str) -> AgentKind:
    """The kind with this name. Raises UnusableInput that names those there are."""
    module, _, name = _place(kind).partition(":")
    entry = getattr(importlib.import_module(module), name)
    assert isinstance(entry, AgentKind), kind
    return entry


def module_of(kind: str) -> str:
    """The module of the kind with this name. Raises as `agent_kind`."""
    return _place(kind).partition(":")[0]


def _place(kind: str) -> str:
    if kind in KINDS:
        return KINDS[kind]
    kinds = agent_kinds()
    if kind not in kinds:
        raise UnusableInput(
            f"unknown kind of agent; available: {', '.join(kinds)}",
            where=f"kind: {kind}",
            data="Nothing was run",
        )
    return kinds[kind]
