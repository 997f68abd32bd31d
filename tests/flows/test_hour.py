"""An hour of everything at once: kills, damaged files, ill endpoints and pages, two runs of one storage; equal results.

`LITGAUGE_SOAK_MINUTES` says how long (60). One round is a build and the scorings of two agents, each killed and
damaged on the way, then the intruders of hour_faults.py, held to what nobody disturbed.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.flows.hour_faults import ENDPOINT_KEY, SECRET, Intruders, intruders
from tests.flows.ill_pages import FAULTS, PAGES
from tests.flows.live import CommandLine, answers_of, command_line, config_with, model_of
from tests.flows.test_score_money import ANSWERS as JUDGING
from tests.flows.test_storage_faults import harm_file
from tests.llm.openai_server import Faults, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.soak]
SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
AGENTS = ("careful", "careless")
ILL = Faults(0.3, kinds=("rate-limit", "server-error", "bad-gateway", "dropped", "cut-body", "prose", "wrong-types"))
SHARE = 0.3  # of requests for pages, that fail
RUNS = 4  # after so many, every page has come
HARMS = ("cut", "flipped", "emptied", "garbage", "deleted")
HEALS = ("stages", "items", "outputs", "replies", "digests", "evidence", "blobs")
MINUTES = float(os.environ.get("LITGAUGE_SOAK_MINUTES", "60"))


@dataclass
class Hour:
    """One storage after another, and what was done to them."""

    line: CommandLine
    build: tuple[str, ...]
    score: tuple[str, ...]
    intruders: Intruders
    dice: random.Random
    done: Counter[str] = field(default_factory=Counter)

    def built(self, store: Path) -> dict[str, Any]:
        """The release of a build that nobody disturbs."""
        found: dict[str, Any] = json.loads(self.line.run(*self.build, "--storage", str(store), timeout=600))
        return found

    def scored(self, store: Path, agent: str) -> dict[str, Any]:
        """The means and counts of an agent, by a scoring that nobody kills; what failed is asked for again."""
        again: tuple[str, ...] = ()  # a verdict that came wrong each time is stored, and asked for if one says so
        for _ in range(RUNS):
            found: dict[str, Any] = json.loads(self.line.run(*self._score(store, agent), *again, timeout=600))
            if not (found["counts"]["pages_failed"] or found["counts"]["pairs_unscored"]):
                break
            self.done["scored again for its pages and verdicts"] += 1
            again = ("--ask-again",)
        return {**found["scores"], **{f"counted: {name}": count for name, count in found["counts"].items()}}

    def _score(self, store: Path, agent: str) -> tuple[str, ...]:
        return (*self.score, "--run", str(SAMPLE / "agents" / agent), "--agent", agent, "--storage", str(store))

    def disturbed(self, *commands: tuple[str, ...]) -> None:
        """Start commands at once on one storage, and kill each at some moment or let it end."""
        running = [self.line.start(*words) for words in commands]
        for process in running:
            try:
                process.communicate(timeout=self.dice.uniform(2.0, 12.0))
                self.done[f"ended with {process.returncode}"] += 1
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                self.done["killed"] += 1

    def damage(self, store: Path) -> None:
        """Harm some files that can be had again."""
        files = sorted(path for top in HEALS for path in (store / top).rglob("*") if path.is_file())
        for path in self.dice.sample(files, min(len(files), self.dice.randint(0, 4))):
            if path.is_file():  # an earlier harm may have taken it
                harm_file(path, self.dice.choice(HARMS), self.dice)
                self.done["damaged"] += 1

    def round(self, store: Path, release: str, means: dict[str, Any], harm: dict[str, Any]) -> None:
        """A build, two scorings and the intruders on a new storage, disturbed and then finished."""
        build = (*self.build, "--storage", str(store))
        for _ in range(self.dice.randint(1, 3)):
            self.disturbed(*[build] * self.dice.randint(1, 2))
            self.damage(store)
        assert self.built(store)["digest"] == release
        for _ in range(self.dice.randint(1, 2)):
            self.disturbed(*[self._score(store, agent) for agent in AGENTS])
            self.damage(store)
        assert self.built(store)["digest"] == release
        for agent in AGENTS:
            scored = self.scored(store, agent)
            differences = {
                name: (means[agent][name], value) for name, value in scored.items() if value != means[agent][name]
            }
            assert not differences, agent
        self.disturbed(*self.intruders.commands(store))
        assert self.intruders.outcome(store) == harm
        self.done["rounds"] += 1


def ill(line: CommandLine, share: float) -> CommandLine:
    """The same command line on the sample's pages, of which a share of requests fails."""
    pages = {PAGES: str(SAMPLE / "pages"), FAULTS: str(share)}
    return replace(line, program=("-m", "tests.flows.ill_pages"), environment={**line.environment, **pages})


def test_an_hour_of_faults(
    tmp_path: Path, live_prefect: str, built_storage: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = command_line(tmp_path, live_prefect)
    line = replace(line, environment={**line.environment, ENDPOINT_KEY: SECRET})
    with (
        OpenAIServer(answers_of(built_storage), faults=ILL) as model,
        OpenAIServer(JUDGING, model="*", faults=ILL) as judge,
        intruders(line, live_prefect, tmp_path, SAMPLE / "agents" / "careful") as harmful,
    ):
        config = config_with(tmp_path, "model", model=model_of(model, max_concurrency=8))
        judges = tmp_path / "judge.yaml"
        values = {"model": model_of(judge, max_concurrency=8)}
        judges.write_text(yaml.safe_dump({**values, "voters": [{**values, "votes": 2}]}), encoding="utf-8")
        build = ("build", "reportbench", "--config", str(config), "--json")
        score = ("score", "reportbench", "--judge", str(judges), "--json")
        dice = random.Random(int(os.environ.get("LITGAUGE_SOAK_SEED", "1")))
        hour = Hour(ill(line, 0.0), build, score, harmful, dice)
        release = hour.built(tmp_path / "calm")["digest"]
        means = {agent: hour.scored(tmp_path / "calm", agent) for agent in AGENTS}
        harm = harmful.outcome(tmp_path / "calm")
        hour.line = ill(line, SHARE)
        end = time.monotonic() + MINUTES * 60
        while time.monotonic() < end:
            hour.round(tmp_path / f"round-{hour.done['rounds']}", release, means, harm)
    with capsys.disabled():
        print(f"\n{MINUTES:g} minutes: {dict(hour.done)}, {model.log.requests + judge.log.requests} requests")  # noqa: T201
    assert hour.done["rounds"]
