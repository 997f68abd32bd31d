"""Deployments that the UI offers: a build per shipped config, a scheduled refresh, scoring, upkeep of the storage."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prefect import Flow

from litgauge.flows.agents.config import load_agent_config, shipped_agents
from litgauge.flows.configs import (
    as_parameters,
    imported,
    kind_of,
    load_build_config,
    shipped_build_configs,
    shipped_judges,
    shipped_models,
)
from litgauge.flows.options import AS_CONFIGURED, LATEST, NOBODY, OWN
from litgauge.flows.ui.agent_forms import run_agent, run_and_score
from litgauge.flows.ui.build_forms import build_release, corpus_of, is_there, refresh_release
from litgauge.flows.ui.choices import Choices, choices_in, release_choice, storage_choice
from litgauge.flows.ui.forms import CHANGE, ENTRYPOINTS, Schema, box, choice, choice_or, folded, form
from litgauge.flows.ui.score_forms import rescore_run, score_agent
from litgauge.flows.ui.upkeep_forms import prune_stored, verify_stored
from litgauge.tasks.agents.kinds import agent_kind
from litgauge.tasks.agents.settings import AgentSettings
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.benchmark import Benchmark, benchmark_named, known_benchmarks

REFRESH_CRON = "0 6 * * 1"  # Mondays at six, after arXiv's week-end announcements
TAG = "litgauge"
START = "start here"
_FIRST = ("build-local", "score", "refresh-paper")  # what people look for first

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Schedule:
    """When a deployment starts by itself, in UTC unless a user chooses another zone."""

    cron: str
    active: bool


@dataclass(frozen=True)
class Deployment:
    """One thing that can be started: its form, and what the form is filled in with."""

    flow: Flow[..., Any]
    name: str
    description: str
    schema: Schema
    parameters: Mapping[str, Any]
    schedule: Schedule | None = None
    one_at_a_time: bool = False  # two builds would ask arXiv twice as fast and the same questions at once
    tags: tuple[str, ...] = ()  # besides our own: what people look for first, and the benchmark

    @property
    def all_tags(self) -> list[str]:
        """Tags by which the UI filters."""
        return sorted({TAG, *([START] if self.name in _FIRST else ()), *self.tags})

    @property
    def entrypoint(self) -> str:
        """Return the flow's module and name: what a server of ours takes, no file and no code."""
        return f"{self.flow.fn.__module__}.{self.flow.fn.__name__}"

    @property
    def full_name(self) -> str:
        """As Prefect names it."""
        return f"{self.flow.name}/{self.name}"


_ACCEPT = {
    "build": "Release what the last build or refresh held, if the same is made again.",
    "refresh": "Release what the last refresh or build held, and harvest nothing.",
}


def served_deployments(storage: str = "data") -> list[Deployment]:
    """All deployments of all benchmarks, every parameter filled in, with forms that offer what there is.

    A config that cannot be read is left out with a warning: it must not stop the others.
    """
    choices = choices_in(storage)
    builds = [deployment for path in shipped_build_configs() for deployment in _builds(path, storage)]
    agents = [_run_agent(choices), _run_and_score(choices)]
    own = [
        imported(place)(choices)
        for benchmark in known_benchmarks().values()
        for place in benchmark.flows.own_deployments
    ]
    return [*builds, *own, *agents, _score(choices), _rescore(choices), _verify(choices), _prune(choices)]


def own_entrypoints() -> frozenset[str]:
    """Return the entry points of all flows that a deployment of ours starts."""
    for benchmark in known_benchmarks().values():
        for place in benchmark.flows.own_deployments:
            imported(place)
    return frozenset(ENTRYPOINTS)


def _builds(path: Path, storage: str) -> Iterator[Deployment]:
    try:
        benchmark = benchmark_named(kind_of(path))
        config = load_build_config(path, benchmark)
    except LitgaugeError as error:
        log.warning("no deployment for %s: %s", path.name, error)
        return
    yield _building(build_release, "build", path, config, storage)
    if benchmark.flows.refresh and getattr(config, "grows", False):
        yield _building(refresh_release, "refresh", path, config, storage)


def _building(flow: Flow[..., Any], verb: str, path: Path, config: Any, storage: str) -> Deployment:
    """A build or refresh by a config; where its corpus is missing, the form asks for one, and no schedule starts it."""
    corpus = corpus_of(config)
    exists = is_there(corpus)
    fields: dict[str, Schema] = {"config": choice([path.stem])}
    if corpus is not None:
        fields["corpus"] = {"description": "A folder of your papers, JSON lines that name them, or arXiv's snapshot."}
    fields |= {
        "model": {**_model_choice(), "description": "Who answers the questions."},
        "storage": storage_choice(storage),
        "advanced": {
            **folded(**{CHANGE: box(type(config), as_parameters(config), without=["kind"])}),
            "description": f"Any other setting of configs/benchmarks/{path.name}.",
        },
    }
    parameters: dict[str, Any] = {"config": path.stem, "model": AS_CONFIGURED, "storage": storage, "advanced": None}
    if hasattr(config, "expectations"):
        fields["accept"] = {"description": _ACCEPT[verb]}
        parameters["accept"] = False
    if corpus and exists:
        parameters["corpus"] = corpus
    missing = "" if exists else f" It needs a corpus first: {f'{corpus} is not there' if corpus else 'name one'}."
    what = "Build a release" if verb == "build" else "Harvest what is new on arXiv, build, and release if it changed,"
    return Deployment(
        flow,
        f"{verb}-{path.stem}",
        f"{what} with configs/benchmarks/{path.name}.{missing}",
        form(flow, fields, required=[] if exists else ["corpus"]),
        parameters,
        Schedule(REFRESH_CRON, active=exists) if verb == "refresh" else None,
        one_at_a_time=True,
        tags=(benchmark_named(config.kind).title,),
    )


def _model_choice() -> Schema:
    return choice_or([AS_CONFIGURED, *shipped_models()], "A file")


def _run_agent(choices: Choices) -> Deployment:
    return Deployment(
        run_agent,
        "run-agent",
        "Run one of litgauge's agents on the tasks of a release.",
        form(run_agent, _agent_fields(choices)),
        _agent_parameters(choices),
    )


def _run_and_score(choices: Choices) -> Deployment:
    fields = _agent_fields(choices)
    first = {name: fields.pop(name) for name in ("release", "agent", "model")}
    judge = {"judge": _judge_choice(choices)}
    return Deployment(
        run_and_score,
        "run-and-score",
        "Run one of litgauge's agents on the tasks of a release, then score its answers.",
        form(run_and_score, first | judge | fields),
        {**_agent_parameters(choices), "judge": NOBODY},
    )


def _agent_fields(choices: Choices) -> dict[str, Schema]:
    agents = _readable_agents(choices)
    own = {kind: benchmark.title for benchmark in choices.offered_benchmarks.values() for kind in benchmark.agents}
    of_one = ", ".join(f"{name} ({own[agent.kind]})" for name, agent in agents.items() if agent.kind in own)
    note = f" For one benchmark: {of_one}." if of_one else ""
    return {
        "release": release_choice(choices.releases),
        "agent": {**choice(list(agents)), "description": f"A file of configs/agents.{note}"},
        "model": {**_model_choice(), "description": "The model that it asks."},
        "name": {},
        "limit": {"title": "Most tasks"},
        "budget_usd": {"title": "Budget (USD)"},
        "storage": storage_choice(choices.storage),
        "advanced": {
            **folded(**{name: _agent_box(settings) for name, settings in agents.items()}),
            "description": "Any other setting of the agent: open the one that is run.",
        },
    }


def _agent_parameters(choices: Choices) -> dict[str, Any]:
    example = choices.benchmark.example
    return {
        "release": choices.release,
        "agent": example.agent or next(iter(_readable_agents(choices)), ""),
        "model": example.model or AS_CONFIGURED,
        "name": "",
        "limit": None,
        "budget_usd": None,
        "storage": choices.storage,
        "advanced": None,
    }


def _agent_box(settings: AgentSettings) -> Schema:
    own_fields = ("kind", "name", "model", "budget_usd", *agent_kind(settings.kind).fixed)
    return box(type(settings), as_parameters(settings), without=own_fields)


def _readable_agents(choices: Choices) -> dict[str, AgentSettings]:
    """Agents that can be read, without kinds of a benchmark that no release here is of."""
    offered, agents = choices.offered_benchmarks, {}
    others = {
        kind for name, benchmark in known_benchmarks().items() if name not in offered for kind in benchmark.agents
    }
    for name in shipped_agents():
        try:
            settings = load_agent_config(name)
            if settings.kind not in others:
                agents[name] = settings
        except LitgaugeError as error:
            log.warning("the forms do not offer configs/agents/%s.yaml: %s", name, error)
    return agents


def _score(choices: Choices) -> Deployment:
    answers = choices.answers_of_release
    fields = {
        "release": release_choice(choices.releases),
        "reports": choice_or(choices.answers, "Another folder"),
        "agent": {"description": "Name of the agent in tables. Empty: the agent run's own name, or the folder's."},
        "judge": _judge_choice(choices),
        "storage": storage_choice(choices.storage),
        "forecast_only": {},
        "ask_again": {},
        "pages": {
            "title": "Stored pages",
            "description": "A folder to use instead of the web. Empty: the web; for the sample's agents its pages.",
        },
        "advanced": {
            **folded(**{benchmark.title: _scoring_box(benchmark) for benchmark in choices.offered_benchmarks.values()}),
            "description": "Any other setting of the scoring, for the benchmark of the release.",
        },
    }
    return Deployment(
        score_agent,
        "score",
        "Score an agent's answers against a release.",
        form(score_agent, fields, required=[] if answers else ["reports"]),
        {
            "release": choices.release,
            **({"reports": answers} if answers else {}),
            "agent": "",
            "judge": NOBODY,
            "storage": choices.storage,
            "forecast_only": False,
            "ask_again": False,
            "pages": "",
            "advanced": None,
        },
    )


def _judge_choice(choices: Choices) -> Schema:
    """Who judges answers; nobody where no release here is of a benchmark that asks a judge."""
    judged = {
        benchmark.title: "judge" in imported(benchmark.flows.score_config).model_fields
        for benchmark in choices.offered_benchmarks.values()
    }
    alone = ", ".join(title for title, is_judged in judged.items() if not is_judged)
    note = f" {alone} asks none." if alone else ""
    judges = shipped_judges() if any(judged.values()) else []
    return {**choice([NOBODY, *judges]), "description": f"Who judges its answers; a file of configs/judges.{note}"}


def _scoring_box(benchmark: Benchmark) -> Schema:
    config = imported(benchmark.flows.score_config)
    own_fields = ("release", "run", "agent", "judge", "pages", "forecast_only", "ask_again")
    return box(config, as_parameters(config()), without=own_fields)


def _rescore(choices: Choices) -> Deployment:
    fields = {
        "run": {**choice(choices.runs), "description": "The score run to repeat, the newest first."},
        "release": {**choice([LATEST, *choices.releases]), "description": "What it is scored against this time."},
        "judge": {**choice([OWN, *shipped_judges()]), "description": "Who judges this time."},
        "storage": storage_choice(choices.storage),
    }
    newest = {"run": choices.runs[0]} if choices.runs else {}
    return Deployment(
        rescore_run,
        "rescore",
        "Score a run again: another release, judge or metric code.",
        form(rescore_run, fields, required=[] if newest else ["run"]),
        {**newest, "release": LATEST, "judge": OWN, "storage": choices.storage},
    )


def _verify(choices: Choices) -> Deployment:
    return Deployment(
        verify_stored,
        "verify",
        "Check every byte and every row of a release.",
        form(verify_stored, {"release": release_choice(choices.releases), "storage": storage_choice(choices.storage)}),
        {"release": choices.release, "storage": choices.storage},
    )


def _prune(choices: Choices) -> Deployment:
    fields: dict[str, Schema] = {
        "remove": {},
        "older_than_h": {"title": "Older than (hours)", "minimum": 2},
        "replies": {},
        "storage": storage_choice(choices.storage),
    }
    return Deployment(
        prune_stored,
        "prune",
        "List or remove files that nothing needs any more.",
        form(prune_stored, fields),
        {"remove": "", "older_than_h": 24, "replies": False, "storage": choices.storage},
        one_at_a_time=True,
    )
