"""A year of weekly refreshes against an arXiv that does everything wrong: nothing that it still has is lost."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from prefect.settings import PREFECT_API_URL

from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.base.errors import LitgaugeError, ReleaseHeld
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PublishedSurvey
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.verify import verify
from tests.flows.arxiv_world import Arxiv, Row, arxiv_date, config_for, released_ids, sample_row, write_snapshot
from tests.flows.live import half_written
from tests.flows.week import refresh_until
from tests.harvest.conftest import serve

START = date(2025, 1, 6)
WEEKS = 52
FORMS: tuple[Callable[[str], str], ...] = (
    lambda _: "2021/03/01 10:00",
    lambda _: "1 mars 2021",
    lambda _: "1614592800",
    lambda _: "",
    lambda created: created[:-4] + " 0 UTC+",
)
SHORT = '<resumptionToken completeListSize="99"/>'
FAULTS: dict[str, Callable[[str], str | int]] = {
    "broken XML": lambda answer: answer.replace("</header>", "", 1) if "</header>" in answer else answer[:-9],
    "cut off": lambda answer: answer[: len(answer) // 2],
    "busy": lambda _: 503,
    "empty": lambda answer: (
        answer[: answer.index("<ListRecords")] + '<error code="noRecordsMatch">none</error></OAI-PMH>'
        if "<ListRecords" in answer
        else answer
    ),
    "short list": lambda answer: answer.replace(
        "</ListRecords>", '<resumptionToken completeListSize="99"/></ListRecords>'
    ),
}


@dataclass
class Year:
    """What arXiv has, and what it gives out."""

    arxiv: Arxiv
    papers: dict[str, Row]  # as arXiv has them
    dice: random.Random
    deleted: dict[str, int] = field(default_factory=dict)  # until which week
    garbled: set[str] = field(default_factory=set)
    events: Counter[str] = field(default_factory=Counter)

    def go_on(self, week: int, waiting: list[str]) -> str:
        """Let a week pass; returns the fault of its answers, "" for none."""
        day = START + timedelta(days=7 * week + self.dice.randrange(1, 6))
        for name in sorted(self.garbled | {name for name, end in self.deleted.items() if end <= week}):
            self.garbled.discard(name)
            self.deleted.pop(name, None)
            self.arxiv.change(self.papers[name], day)
        if waiting and week % 6 == 0:
            name = waiting.pop()
            self.papers[name] = sample_row(name)
            self.arxiv.change(self.papers[name], day)
            self.events["new paper"] += 1
        alive = [name for name in self.papers if name not in self.deleted]
        for name in self.dice.sample(alive, 2):
            self._new_version(name, day) if self.dice.random() < 0.3 else self._new_comment(name, day, week)
        if week % 9 == 4:
            self._delete(self.dice.sample(alive, 1), day, week + 3)
        if week % 13 == 6:
            self._delete(self.dice.sample(alive, 4), day, week + 1)
        if week % 5 == 2:
            self._garble(self.dice.sample(alive, 4 if week % 2 else 1), day)
        fault = self.dice.choice([*FAULTS]) if week % 4 == 1 else ""
        self.arxiv.fault = FAULTS[fault] if fault else None
        self.events[fault or "sound answer"] += 1
        return fault

    def _new_comment(self, name: str, day: date, week: int) -> None:
        self.papers[name] = self.papers[name] | {"comments": f"Accepted by ACM Computing Surveys, week {week}"}
        self.arxiv.change(self.papers[name], day)

    def _new_version(self, name: str, day: date) -> None:
        versions = self.papers[name]["versions"]
        newer = {"version": f"v{len(versions) + 1}", "created": arxiv_date(day)}
        self.papers[name] = self.papers[name] | {"versions": [*versions, newer]}
        self.arxiv.change(self.papers[name], day)
        if self.dice.random() < 0.3:  # its source is not there before the end of the year
            self.arxiv.sources[f"{name}{newer['version']}"] = 404
            self.events["version without source"] += 1

    def _delete(self, names: list[str], day: date, until: int) -> None:
        for name in names:
            self.arxiv.change(self.papers[name], day, deleted=True)
            self.deleted[name] = until
        self.events[f"deletion of {len(names)}"] += 1

    def _garble(self, names: list[str], day: date) -> None:
        for name in set(names) - self.deleted.keys():
            form = self.dice.choice(FORMS)
            dates = [version | {"created": form(version["created"])} for version in self.papers[name]["versions"]]
            self.arxiv.change(self.papers[name], day, versions=dates)
            self.garbled.add(name)
        self.events["dates in another form"] += 1


def surveys_in(store: Path) -> dict[str, PublishedSurvey]:
    return {row.survey_id: row for row in load(Storage(str(store)), "reportbench").rows("surveys", PublishedSurvey)}


def killed_week(folder: Path, config: BuildConfig, until: date, after_s: float) -> bool:
    """Start the refresh of a week as a process, and kill it; False if it was done before."""
    (folder / "config.json").write_text(config.model_dump_json(), encoding="utf-8")
    words = ["-m", "tests.flows.week", str(folder / "config.json"), str(folder / "store"), until.isoformat()]
    environment = os.environ | {"PREFECT_API_URL": str(PREFECT_API_URL.value())}
    with subprocess.Popen(
        [sys.executable, *words], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            process.wait(timeout=after_s)
        except subprocess.TimeoutExpired:
            process.kill()
            return True
    return False


@pytest.mark.prefect
@pytest.mark.soak
@pytest.mark.usefixtures("temporary_prefect")
def test_a_year_loses_nothing_that_arxiv_still_has(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository)
    store = tmp_path / "store"
    names = released_ids()
    papers = {name: sample_row(name) for name in names[:7]}
    newest = papers[names[0]]["versions"]
    newest[-1]["created"] = arxiv_date(START)  # the first refresh counts from there
    write_snapshot(tmp_path, list(papers.values()))
    year = Year(Arxiv(), papers, random.Random(29))
    waiting = names[7:]
    with serve(year.arxiv) as server:
        config = config_for(tmp_path, server)
        build_reportbench(config=config, storage=str(store))
        before = surveys_in(store)
        for week in range(WEEKS):
            fault = year.go_on(week, waiting)
            until = START + timedelta(days=7 * week + 6)
            if week % 8 == 3 and killed_week(tmp_path, config, until, year.dice.uniform(3, 12)):
                year.events["killed"] += 1
                assert half_written(store) == []
            before = outcome_of_week(year, config, store, until, before, fault)
        year.arxiv.fault = None
        year.arxiv.sources.clear()
        for week in (WEEKS, WEEKS + 4):  # what was deleted or garbled last comes back
            year.deleted = dict.fromkeys(year.deleted, week)
            year.go_on(week, [])
            year.arxiv.fault = None
            year.arxiv.sources.clear()
            before = outcome_of_week(year, config, store, START + timedelta(days=7 * week + 6), before, "")
        surveys = surveys_in(store)
    with capsys.disabled():
        print(f"\n{load(Storage(str(store)), 'reportbench').name}: {dict(year.events)}")  # noqa: T201 - what it is run for
    newest_of = {name: int(row["versions"][-1]["version"][1:]) for name, row in year.papers.items()}
    assert {name: survey.version for name, survey in surveys.items()} == newest_of
    assert newest_of.keys() == set(names)
    assert year.events["killed"] >= 4
    assert year.events["held"] >= 2
    assert verify(Storage(str(store)), "reportbench") == []


def outcome_of_week(
    year: Year, config: BuildConfig, store: Path, until: date, before: dict[str, PublishedSurvey], fault: str
) -> dict[str, PublishedSurvey]:
    """Refresh once, and look at what it did to the data set."""
    really_gone = set(year.deleted)

    def attempt(**changes: Any) -> str:
        try:
            refresh_until(config=config, storage=str(store), until=until, **changes)
        except ReleaseHeld:
            return "held"
        except LitgaugeError:
            return "failed"
        return "released"

    outcome = attempt()
    year.events[outcome] += 1
    assert outcome != "failed" or fault in ("broken XML", "cut off", "busy", "short list")
    after = surveys_in(store)
    if outcome != "released":
        assert after == before
        return after
    assert before.keys() - after.keys() <= really_gone
    assert len(before.keys() - after.keys()) <= 1
    assert all(after[name].version >= before[name].version for name in before.keys() & after.keys())
    return after
