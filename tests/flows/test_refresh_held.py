"""A refresh that would gut a release: what cannot be used is held, and what is not expected waits for a person."""

from __future__ import annotations

import io
import shutil
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from prefect import flow
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import ArtifactFilter, ArtifactFilterKey

from litgauge.flows.pipeline.build import run_survey_build
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.flows.reportbench.refresh import refresh, refresh_reportbench
from litgauge.flows.ui.build_forms import refresh_release
from litgauge.tasks.base.errors import ReleaseHeld, UnusableInput
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PublishedSurvey, Quarantined
from litgauge.tasks.releases.fallen import fallen_of_last_run
from litgauge.tasks.releases.release import StoredRelease, load
from tests.flows.arxiv_world import Arxiv, arxiv_date, config_for, released_ids, sample_row, write_snapshot
from tests.flows.test_cli import run
from tests.harvest.conftest import Server, serve

pytestmark = [pytest.mark.prefect, pytest.mark.slow, pytest.mark.usefixtures("temporary_prefect")]
TODAY = datetime.now(UTC).date()
LATELY = TODAY - timedelta(days=3)


@dataclass
class World:
    """The sample's twelve surveys, built from a snapshot of a month ago, and an arXiv that goes on from there."""

    arxiv: Arxiv
    server: Server
    config: BuildConfig
    store: str

    @property
    def latest(self) -> StoredRelease:
        return load(Storage(self.store), "reportbench")

    @property
    def surveys(self) -> dict[str, PublishedSurvey]:
        return {row.survey_id: row for row in self.latest.rows("surveys", PublishedSurvey)}

    @property
    def quarantine(self) -> dict[str, Quarantined]:
        return {row.survey_id: row for row in self.latest.rows("quarantine", Quarantined)}

    def refresh(self, **changes: Any) -> dict[str, Any]:
        result: dict[str, Any] = refresh_reportbench(config=self.config, storage=self.store, **changes)
        return result


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, temporary_prefect: None) -> Iterator[World]:
    """The world once its release was built; what was stored then lies in `kept`, beside the place of the storage."""
    folder = tmp_path_factory.mktemp("world")
    rows = [sample_row(name) for name in released_ids()]
    rows[0]["versions"][-1]["created"] = arxiv_date(TODAY - timedelta(days=30))  # the refresh counts from there
    write_snapshot(folder, rows)
    arxiv = Arxiv()
    with serve(arxiv) as server:
        world = World(arxiv, server, config_for(folder, server), str(folder / "store"))
        build_reportbench(config=world.config, storage=world.store)
        assert len(world.surveys) == 12
        Path(world.store).rename(folder / "kept")
        yield world


@pytest.fixture
def world(first: World) -> World:
    """The world as it was when its release was built."""
    vars(first.arxiv).update(vars(Arxiv()))
    shutil.rmtree(first.store, ignore_errors=True)
    shutil.copytree(Path(first.store).with_name("kept"), first.store)
    return first


def test_dates_in_another_form_drop_no_survey(world: World) -> None:
    names = released_ids()[4:8]
    for name in names:
        row = sample_row(name)
        dates = [{**version, "created": "2021/03/01 10:00"} for version in row["versions"]]
        world.arxiv.change(row, LATELY, versions=dates, comments="Accepted somewhere else")
    with pytest.raises(ReleaseHeld, match=r"4 of 12 surveys have newest records that cannot be read") as held:
        world.refresh()
    assert held.value.exit_code == 3
    assert world.latest.name == "reportbench@1"
    assert "held: reportbench@1 stays" in shown("held")
    fallen = {row.survey_id: row for row in fallen_of_last_run(Storage(world.store)).rows if row.rule == "unreadable"}
    assert fallen.keys() == set(names)

    assert world.refresh(accept=True)["release"] == "reportbench@2"
    assert len(world.surveys) == 12
    assert {name: row.rule for name, row in world.quarantine.items()} == dict.fromkeys(names, "unreadable")
    assert world.quarantine[names[0]].detail == (
        "date of v1: '2021/03/01 10:00'; the last record that could be read stays"
    )
    assert world.refresh()["new"] is False  # what was accepted once is known
    with pytest.raises(UnusableInput, match="no release is held"):
        world.refresh(accept=True)


def test_a_new_version_that_nothing_can_be_made_of_leaves_the_last_one(world: World) -> None:
    broken, gone, fine = released_ids()[1:4]
    before = world.surveys
    for name in (broken, gone, fine):
        row = sample_row(name)
        number = len(row["versions"]) + 1
        newer = [*row["versions"], {"version": f"v{number}", "created": arxiv_date(LATELY)}]
        world.arxiv.change(row, LATELY, versions=newer)
        if name != fine:
            world.arxiv.sources[f"{name}v{number}"] = no_references() if name == broken else 404
    assert world.refresh()["new"]
    assert world.surveys.keys() == before.keys()
    versions = {name: world.surveys[name].version - before[name].version for name in before}
    assert {name for name, more in versions.items() if more} == {fine}
    assert world.quarantine[broken].rule == "no-references"
    assert world.quarantine[gone].rule == "no-source"
    assert all(world.quarantine[name].detail.endswith("; the record before stays") for name in (broken, gone))
    assert world.refresh()["new"] is False

    world.arxiv.sources.clear()  # arXiv has the source again
    world.refresh()
    assert world.surveys[gone].version == before[gone].version + 1
    assert world.quarantine.keys() == {broken}


def test_many_deletions_wait_until_a_person_accepts_them(world: World) -> None:
    names = released_ids()[6:9]
    for name in names:
        world.arxiv.change(sample_row(name), LATELY, deleted=True)
    with pytest.raises(ReleaseHeld, match=r"3 of 12 surveys would go; at most 1 may \(expectations\.surveys_lost\)"):
        world.refresh()
    with pytest.raises(ReleaseHeld):  # by itself nothing gets better
        world.refresh()
    page = shown("held")
    assert "Went: 3 surveys" in page
    assert all(name in page for name in names)

    world.arxiv.change(sample_row(names[0]), TODAY - timedelta(days=1))  # arXiv has it again
    travelled = flow(lambda: run_survey_build(_tomorrow, world.config, world.store), name="tomorrow")
    with pytest.raises(ReleaseHeld, match="2 of 12 surveys would go"):
        travelled()
    assert world.refresh(accept=True)["release"] == "reportbench@2"
    assert set(released_ids()) - world.surveys.keys() == set(names[1:])


def test_one_deletion_is_expected(world: World) -> None:
    name = released_ids()[5]
    world.arxiv.change(sample_row(name), LATELY, deleted=True)
    assert world.refresh()["new"]
    assert world.quarantine[name].rule == "deleted"
    assert len(world.surveys) == 11


def test_the_command_ends_with_3_and_shows_why_and_the_form_accepts(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "mine.yaml"
    config.write_text(yaml.safe_dump(world.config.model_dump(mode="json")), encoding="utf-8")
    words = ("refresh", "reportbench", "--config", str(config), "--storage", world.store)
    assert run(monkeypatch, *words, "--accept") == 2
    for name in released_ids()[6:9]:
        world.arxiv.change(sample_row(name), LATELY, deleted=True)
    capsys.readouterr()
    assert run(monkeypatch, *words) == 3
    told = capsys.readouterr().err
    assert "Went: 3 surveys" in told
    assert "3 of 12 surveys would go" in told
    assert "--accept" in told
    with pytest.raises(ReleaseHeld):
        refresh_release(config=str(config), storage=world.store)
    assert refresh_release(config=str(config), storage=world.store, accept=True)["release"] == "reportbench@2"
    assert len(world.surveys) == 9


def _tomorrow(run: Run, config: BuildConfig) -> dict[str, Any]:
    return refresh(run, config, until=date.today() + timedelta(days=1))


def shown(key: str) -> str:
    """The newest artifact of this key."""
    with get_client(sync_client=True) as client:
        found = client.read_artifacts(artifact_filter=ArtifactFilter(key=ArtifactFilterKey(any_=[key])))
    return str(max(found, key=lambda artifact: artifact.created).data)


def no_references() -> bytes:
    text = rb"\documentclass{article}\begin{document}A paper that cites nothing.\end{document}"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("main.tex")
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text))
    return packed.getvalue()
