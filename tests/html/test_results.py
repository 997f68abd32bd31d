"""Agents by task, answers side by side, the list of releases, runs in progress: by other addresses the same pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.engine.running import RunningRun
from litgauge.tasks.html.report import Neighbours, ReleaseResults, release_results, render_results
from litgauge.tasks.html.results import (
    release_entry,
    render_contents,
    render_running,
    render_task,
    render_tasks,
    task_ids,
    task_name,
)
from tests.benchmarks.reportbench.sample_run import AGENTS, release, sample_run
from tests.html.browser import AXE, Tab, chromium, open_browser
from tests.html.hostile import hostile_run

BESIDE = Neighbours(
    contents="../index.html", report="index.html", tasks="tasks.html", task=lambda task: f"tasks/{task_name(task)}.html"
)
FROM_TASK = Neighbours(contents="../../index.html", report="../index.html", tasks="../tasks.html", task=BESIDE.task)

BROWSER = pytest.mark.skipif(chromium() is None, reason="needs Chromium (Debian's package chromium)")


@pytest.fixture(scope="module")
def results() -> ReleaseResults:
    return release_results(release(), [sample_run(agent) for agent in AGENTS])


def words(element: html.HtmlElement) -> str:
    return " ".join(" ".join(element.itertext()).split())


@pytest.mark.slow
def test_a_row_per_task_and_a_cell_per_agent_with_state_and_verdicts(results: ReleaseResults) -> None:
    page = html.document_fromstring(render_tasks(results, BESIDE))
    rows = page.xpath("//tbody/tr")
    assert len(rows) == len(task_ids(results)) == 9
    assert all(len(row.findall("td")) == 2 for row in rows)
    careless = [row.findall("td")[1] for row in rows]
    assert [cell.get("data-state") for cell in careless].count("missing") == 1
    assert sum("not-supported" in cell.get("data-verdicts").split() for cell in careless) == 8
    assert rows[0].find("th/a").get("href") == f"tasks/{task_name(task_ids(results)[0])}.html"


def test_a_task_shows_every_answer_to_it_with_its_evidence(results: ReleaseResults) -> None:
    task = task_ids(results)[0]
    page = html.document_fromstring(render_task(results, task, FROM_TASK))
    sides = page.xpath("//div[@class='side']")
    assert [words(side.find("h3")) for side in sides] == ["careful", "careless"]
    assert "28.4 BLEU" in words(page)
    assert {side.get("data-answer") for side in sides} == set(page.xpath("//details[@class='report']/@id"))
    names = {element.get("id") for element in page.iter()}
    assert all(link[1:] in names for link in page.xpath("//a/@href") if link.startswith("#"))
    with pytest.raises(UnusableInput, match="no agent was scored on this task"):
        render_task(results, "another", FROM_TASK)


def test_the_report_leads_to_them(results: ReleaseResults) -> None:
    page = html.document_fromstring(render_results(results, neighbours=BESIDE))
    links = page.xpath("//nav[@class='site']//a/@href")
    assert links == ["../index.html", "index.html", "tasks.html"]
    answer = page.xpath("(//details[@class='report'])[1]")[0]
    assert answer.xpath(".//p[@class='link']/a/@href")[0] == (
        f"tasks/{task_name(task_ids(results)[0])}.html#{answer.get('id')}"
    )


@pytest.mark.slow
def test_the_list_says_who_leads_each_release() -> None:
    runs = [sample_run(agent) for agent in AGENTS]
    entry = release_entry(runs[0].benchmark, runs, BESIDE, caution="a trial")
    entry = replace(entry, runs=((runs[0].run, "run.html"),))
    page = html.document_fromstring(render_contents([entry], running="running"))
    assert words(page.xpath("//*[@class='verdict']")[0]).startswith("careful leads in F1 with 0.635")
    assert [words(row) for row in page.xpath("//tbody/tr")] == [
        "careful 0.635 0.889 offline rules",
        "careless 0.420 0.265 offline rules",
    ]
    assert "a trial" in words(page)
    assert "run.html" in page.xpath("//a/@href")
    assert "Nothing was scored" in render_contents([])


def test_runs_in_progress_have_their_stage_and_cost() -> None:
    run = RunningRun(
        "id", "score: <b>", "2026-01-02T10:00:00+00:00", "2026-01-02T10:01:02+00:00", "pairs", 30, 120, 1.5
    )
    page = html.document_fromstring(render_running([run], contents="/", generated="now", links={"id": "/runs/id"}))
    assert (
        words(page.xpath("//tbody/tr")[0]) == "score: <b> pairs 30 of 120 $1.5000 2026-01-02 10:00 2026-01-02 10:01:02"
    )
    assert "Nothing runs" in render_running([], contents="/", generated="now")


def test_hostile_texts_stay_texts() -> None:
    loaded, spoilt = hostile_run()
    results = release_results(spoilt, [loaded])
    for text in (render_tasks(results, BESIDE), render_task(results, task_ids(results)[0], FROM_TASK)):
        page = html.document_fromstring(text)
        assert len(page.xpath("//script")) == 1
        assert not page.xpath("//iframe | //base | //form[@action] | //img | //*[@onload or @onerror or @onclick]")
        assert "unsafe" not in page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]


@pytest.fixture(scope="module")
def site(results: ReleaseResults, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "tasks.html").write_text(render_tasks(results, BESIDE), encoding="utf-8")
    third = release_results(release(), [sample_run(agent) for agent in AGENTS])
    (folder / "task.html").write_text(render_task(third, task_ids(third)[0], FROM_TASK), encoding="utf-8")
    runs = [sample_run(agent) for agent in AGENTS]
    entry = release_entry(runs[0].benchmark, runs, BESIDE)
    (folder / "index.html").write_text(render_contents([entry]), encoding="utf-8")
    run = RunningRun("id", "score", "2026-01-02T10:00:00+00:00", "2026-01-02T10:01:02+00:00", "pairs", 30, 120, 1.5)
    (folder / "running.html").write_text(render_running([run], contents="/", generated="now"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with open_browser(tmp_path_factory.mktemp("browser") / "profile") as opened:
        yield opened


@BROWSER
@pytest.mark.browser
def test_filters_are_in_the_address_and_last(tab: Tab, site: Path) -> None:
    tab.open(site / "tasks.html")
    shown = "[...document.querySelectorAll('tbody tr')].filter((row) => !row.hidden).length"
    assert tab.evaluate(shown) == 9
    tab.evaluate(
        "(() => { const list = document.querySelector('[name=state]'); list.value = 'missing';"
        " list.dispatchEvent(new Event('input', {bubbles: true})) })()"
    )
    tab.wait(f"{shown} === 1")  # both left out the same one
    assert tab.evaluate("location.hash") == "#state=missing"
    tab.visit("about:blank")
    tab.visit((site / "tasks.html").as_uri() + "#verdict=not-supported&agent=1")
    tab.wait(f"{shown} === 8")
    assert tab.evaluate("document.getElementById('task-count').textContent") == "8 of 9 tasks"
    assert tab.errors == []


@BROWSER
@pytest.mark.browser
@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core from npm (make soak installs it)")
@pytest.mark.parametrize(("width", "dark"), [(390, False), (1280, True)])
@pytest.mark.parametrize("name", ["tasks", "task", "index", "running"])
def test_axe_finds_nothing_wrong(tab: Tab, site: Path, name: str, width: int, dark: bool) -> None:
    tab.open(site / f"{name}.html", width=width, dark=dark)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.violations() == []
    assert tab.errors == []
    assert tab.requests == [(site / f"{name}.html").as_uri()]
