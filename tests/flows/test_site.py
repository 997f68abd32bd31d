"""`litgauge publish --site`: plain files that lead to each other, whatever folder they lie in."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from lxml import html

from litgauge.flows.cli.site import write_site
from litgauge.flows.configs import score_config
from litgauge.flows.reportbench.score import score_reports
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.releases.release import StoredRelease
from tests.flows.live import SAMPLE
from tests.flows.test_cli import run as run_command

pytestmark = [pytest.mark.slow, pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
DATA = SAMPLE.parents[2] / "data" / "sample"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, built: StoredRelease) -> Path:
    folder = tmp_path_factory.mktemp("scored")
    shutil.copytree(built.storage.url, folder, dirs_exist_ok=True)
    for agent in ("careful", "careless"):
        answers = {"run": str(DATA / "agents" / agent), "agent": agent, "pages": str(DATA / "pages"), "judge": {}}
        score_reports(config=score_config(REPORTBENCH, answers), storage=str(folder))
    return folder


@pytest.fixture(scope="module")
def site(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("web") / "public", str(store), evidence=True).folder


def test_every_link_leads_to_a_file_of_the_site(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    names = {page: set(html.parse(page).xpath("//@id")) for page in pages}
    assert len(pages) > 20
    for page in pages:
        for link in html.parse(page).xpath("//a/@href"):
            if link.startswith(("http://", "https://")):
                continue
            address, _, anchor = link.partition("#")
            target = (page.parent / address).resolve() if address else page
            assert target.is_file(), (page, link)
            assert not anchor or target.suffix != ".html" or anchor in names[target], (page, link)


def test_the_list_leads_to_a_statement_and_the_frozen_page_that_it_was_judged_by(site: Path) -> None:
    release = site / html.parse(site / "index.html").xpath("//main//h2/a/@href")[0]
    task = release.parent / html.parse(release.parent / "tasks.html").xpath("//tbody//th/a/@href")[0]
    frozen = [link for link in html.parse(task).xpath("//a/@href") if "frozen/" in link]
    assert frozen
    assert (task.parent / frozen[0].partition("#")[0]).is_file()


def test_programs_read_the_same(site: Path) -> None:
    content = json.loads((site / "site.json").read_text())
    (release,) = content["releases"]
    assert "careful" in release["verdict"]
    board = json.loads((site / release["page"]).with_name("leaderboard.json").read_text())
    assert [row["agent"] for row in board] == [row["agent"] for row in release["agents"]] == ["careful", "careless"]


def test_it_is_brought_up_to_date_and_keeps_its_links(site: Path, store: Path) -> None:
    before = {page.relative_to(site) for page in site.rglob("*")}
    write_site(site, str(store), evidence=True)
    assert {page.relative_to(site) for page in site.rglob("*")} == before


def test_no_page_of_others_is_published_unasked_or_left_from_before(store: Path, tmp_path: Path) -> None:
    write_site(tmp_path / "bare", str(store), evidence=True)
    folder = write_site(tmp_path / "bare", str(store)).folder
    assert not list(folder.rglob("frozen"))
    assert not [
        link for page in folder.rglob("*.html") for link in html.parse(page).xpath("//a/@href") if "frozen/" in link
    ]


def test_a_folder_with_something_else_and_an_empty_storage_are_refused(store: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(UnusableInput, match="holds something else"):
        write_site(tmp_path, str(store))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(UnusableInput, match="no agent was scored yet"):
        write_site(tmp_path / "new", str(tmp_path / "empty"))
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "words", [["publish"], ["publish", "x@1", "--to", "a", "--site", "b"], ["publish", "--to", "a"]]
)
def test_one_of_the_two_is_published(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    assert run_command(monkeypatch, *words) == 2
