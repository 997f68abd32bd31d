"""A benchmark that the pages know nothing of gets all of them: lists instead of reports, scores beyond [0, 1]."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html
from rich.console import Console, RenderableType

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import registry
from litgauge.tasks.benchmark.printed_values import shade
from litgauge.tasks.html import metrics_reference
from litgauge.tasks.html.leaderboard import (
    compare_table,
    leaderboard_json,
    leaderboard_markdown,
    leaderboard_table,
)
from litgauge.tasks.html.report import render_report
from litgauge.tasks.ledger import LoadedRun, leaderboard
from tests.html.browser import chromium, open_browser
from tests.html.ranking import ANSWERS, LIBRARY, RANKING, ranking_run

RUNS = [ranking_run(agent) for agent in ("idle", "poor", "good")]
VERDICT = "good leads."


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark is known by the environment alone."""
    monkeypatch.setenv(registry.VARIABLE, "tests.html.ranking:RANKING")


@pytest.fixture
def page() -> html.HtmlElement:
    return html.document_fromstring(render_report(LIBRARY, RUNS))


def printed(what: RenderableType, width: int = 130) -> str:
    plain = Console(width=width, force_terminal=False)
    with plain.capture() as text:
        plain.print(what)
    return text.get()


def words(element: html.HtmlElement) -> str:
    return " ".join(" ".join(element.itertext()).split())


@pytest.mark.parametrize("width", [80, 130])
def test_the_leaderboard_has_its_metrics_in_its_digits(width: int) -> None:
    text = printed(leaderboard_table(leaderboard(RUNS), VERDICT), width)
    for part in ("Main table", "Gain", "Rank ↓", "Skill", "27.5", "-10.0", "1.25", "good", "-10.0 to -10.0"):
        assert part in text
    assert "report" not in text.lower()
    assert text.index("good") < text.index("poor") < text.index("idle")


def test_the_comparison_counts_its_own_units() -> None:
    text = printed(compare_table(ranking_run("good"), ranking_run("poor")))
    assert "Tasks" in text
    assert "Task by task" in text
    line = next(line for line in text.splitlines() if "Gain" in line)
    assert line.split()[1:4] == ["27.5", "-7.5", "+35.0"]


def test_json_holds_its_summaries() -> None:
    rows = json.loads(json.dumps(leaderboard_json(leaderboard(RUNS))))
    assert [row["agent"] for row in rows] == ["good", "poor", "idle"]
    assert rows[2]["metrics"]["gain"]["mean"] == -10
    assert (rows[2]["metrics"]["rank"]["mean"], rows[2]["metrics"]["rank"]["inapplicable"]) == (None, 4)


def test_the_chart_has_a_scale_for_each_metric() -> None:
    """Three metrics of three ranges; two of the three agents have a rank, which has no upper end."""
    text = leaderboard_markdown(leaderboard(RUNS), VERDICT)
    assert text.startswith(f"**{VERDICT}**")
    (chart,) = re.findall(r"image/svg\+xml;base64,([^)]+)\)", text)
    drawn = html.fromstring(b64decode(chart))
    texts = [part.text for part in drawn.iter("text")]
    assert [texts.count(agent) for agent in ("good", "poor", "idle")] == [3, 3, 3]
    means = [float(mark.get("cx")) for mark in drawn.iter("circle")]
    assert len(means) == 8
    assert means[:3] == pytest.approx([300 + 460 * (mean + 10) / 40 for mean in (27.5, -7.5, -10)], abs=0.1)


def test_the_page_is_complete(page: html.HtmlElement) -> None:
    assert words(page.find(".//h1")) == "Ranking: Gain of 3 agents on 4 tasks"
    assert [words(head) for head in page.iter("h2")] == [
        "Ranking",
        "Differences",
        "Topic",
        "Left out, and why",
        "Judges and cost",
        "Answers",
    ]
    assert [words(one) for one in page.xpath("//select[@data-of='group0']/option")] == ["all", "Maps & charts", "Sound"]
    assert page.xpath("//input[@type='checkbox']/@id") == ["c-gain", "c-rank", "c-skill", "c-fine"]
    assert "5 papers listed" not in words(page)
    assert "Counted 8 papers listed" in words(page)
    names = {element.get("id") for element in page.iter()}
    assert all(link[1:] in names for link in page.xpath("//a/@href"))


def test_every_answer_is_one_task_with_its_scores(page: html.HtmlElement) -> None:
    answers = page.xpath("//details[@data-agent='0']")
    assert len({answer.get("id") for answer in page.xpath("//details[@class='report']")}) == 12
    assert {answer.get("id")[0] for answer in answers} == {"r"}
    assert words(answers[0].find(".//summary")) == "<t1> good Maps & charts task <t1> Gain 30.0 Rank 1.00 Skill 1.0"
    assert [words(row) for row in answers[2].iter("tr")][1:] == [
        "Gain 20.0 points for the wanted paper",
        "Rank ↓ 2.00 place of the wanted paper",
        "Skill 0.0 first or not",
    ]
    states = [answer.get("data-state") for answer in page.xpath("//details[@data-agent='1']")]
    assert states == ["scored", "scored", "missing", "scored"]
    assert len(page.xpath("//details[@data-state='missing']")) == 1 + len(LIBRARY.wanted)
    assert ANSWERS["idle"] == {}


def test_bars_and_shades_stand_on_the_scale_that_is_declared(page: html.HtmlElement) -> None:
    """-10 … 30 and -1 … 1: bars begin at zero; a rank has no upper end, so it has neither bar nor shade."""
    rows = page.xpath("//details[@id='numbers']//tbody/tr")
    bars = [[cell.xpath(".//rect[@class='fill']") for cell in row.findall("td")] for row in rows]
    assert [len(cell) for cell in bars[0]] == [1, 0, 1]
    places = [[(cell[0].get("x"), cell[0].get("width")) for cell in row if cell] for row in bars]
    assert places[0] == [("25.0", "68.8"), ("50.0", "37.5")]  # 27.5 points, skill 0.75
    assert places[2] == [("0.0", "25.0"), ("0.0", "50.0")]  # -10 points, skill -1
    shades = [
        [cell.get("class") for cell in row.findall("td")]
        for row in page.xpath("//h2[@id='by-topic']/following-sibling::div[1]//tbody/tr")
    ]
    assert [row[0] for row in shades] == ["h h7 first", "h h9 first", "h h9 first"]  # 20, 30, 30
    assert {row[3] for row in shades} == {"h first"}


def test_the_darkest_cell_is_the_best_where_little_is_good() -> None:
    bounded = replace(RANKING.scoring.metric("rank"), range=(1.0, 5.0))
    assert [shade(bounded, place) for place in (1.0, 3.0, 5.0)] == [9, 5, 0]
    assert shade(replace(bounded, direction=None), 3.0) is None


def test_a_run_of_another_release_is_refused() -> None:
    strange = type(LIBRARY)("ranking@2", "00" * 32, LIBRARY.wanted, LIBRARY.topics)
    with pytest.raises(UnusableInput, match="it was scored on ranking@1, not on ranking@2"):
        render_report(strange, RUNS)


def test_its_metrics_are_in_the_reference() -> None:
    text = metrics_reference.metrics_reference([RANKING])
    assert "| `gain` | Gain | points for the wanted paper | points | [-10, 30] | 30 | -10 | higher |" in text
    assert "[1, ∞)" in text


@pytest.mark.browser
@pytest.mark.skipif(chromium() is None, reason="needs Chromium (Debian's package chromium)")
def test_the_page_works_in_a_browser(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(render_report(LIBRARY, RUNS), encoding="utf-8")
    with open_browser(tmp_path / "profile") as tab:
        for width in (320, 1280):
            tab.open(path, width=width)
            tab.click("#open-all")
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
        shown = "[...document.querySelectorAll('details.report')].filter(answer => !answer.hidden).length"
        tab.evaluate(
            "(() => { const list = document.getElementById('filter-group0'); list.value = 'Sound';"
            " list.dispatchEvent(new Event('input', {bubbles: true})) })()"
        )
        tab.wait(f"{shown} === 3")
        assert tab.evaluate("document.getElementById('report-count').textContent") == "3 of 12 answers"
        assert tab.errors == []
        assert tab.requests == [path.as_uri()]


@pytest.mark.slow
def test_a_run_without_rows_is_a_page_too() -> None:
    bare = [LoadedRun(run.run, {"scores": ()}) for run in RUNS]
    assert "ranking@1" in render_report(LIBRARY, bare)
    assert "–" in printed(leaderboard_table(leaderboard(bare), VERDICT))
    assert leaderboard_markdown(leaderboard(bare), VERDICT)
