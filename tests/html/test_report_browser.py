"""report.html in a real browser: no errors, no requests, usable with a finger, a keyboard and a printer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from litgauge.tasks.html.report import render_report
from tests.benchmarks.reportbench.sample_run import AGENTS, release, sample_run
from tests.html.browser import Tab, chromium, open_browser
from tests.html.hostile import hostile_run

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="needs Chromium (Debian's package chromium)"),
]

SHOWN = "[...document.querySelectorAll('details.report')].filter(report => !report.hidden).length"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with open_browser(tmp_path_factory.mktemp("browser") / "profile") as opened:
        yield opened


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(render_report(release(), [sample_run(agent) for agent in AGENTS]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    loaded, spoilt = hostile_run()
    path = tmp_path_factory.mktemp("page") / "hostile.html"
    path.write_text(render_report(spoilt, [loaded]), encoding="utf-8")
    return path


def test_it_opens_without_an_error_and_asks_for_nothing(tab: Tab, report: Path) -> None:
    tab.open(report)
    tab.click("#open-all")
    assert tab.evaluate("document.querySelectorAll('details.report[open]').length") == 18
    assert tab.errors == []
    assert tab.requests == [report.as_uri()]


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_no_width_scrolls_sideways(tab: Tab, report: Path, width: int) -> None:
    tab.open(report, width=width)
    tab.click("#open-all")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_phone_wide_tables_scroll_by_themselves(tab: Tab, report: Path) -> None:
    tab.open(report, width=390)
    assert tab.evaluate("[...document.querySelectorAll('.wide')].some(box => box.scrollWidth > box.clientWidth)")
    assert tab.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 15


def test_a_verdict_is_filtered_out_and_back(tab: Tab, report: Path) -> None:
    tab.open(report)
    tab.click("#open-all")
    seen = "[...document.querySelectorAll('.s.supported')].filter(item => item.offsetHeight).length"
    others = "[...document.querySelectorAll('.s.not-supported')].filter(item => item.offsetHeight).length"
    before = tab.evaluate(seen), tab.evaluate(others)
    tab.click("#f-supported")
    assert (tab.evaluate(seen), tab.evaluate(others)) == (0, before[1])
    tab.click("#f-supported")
    assert tab.evaluate(seen) == before[0] == 129


def test_reports_are_filtered_by_agent_state_and_words(tab: Tab, report: Path) -> None:
    tab.open(report)
    assert tab.evaluate(SHOWN) == 18
    _choose(tab, "agent", "1")
    tab.wait(f"{SHOWN} === 9")
    _choose(tab, "state", "missing")
    tab.wait(f"{SHOWN} === 1")
    tab.click("#report-filters button[type=reset]")
    tab.wait(f"{SHOWN} === 18")
    tab.click("#filter-text")
    tab.call("Input.insertText", text="41.8 BLEU")
    tab.wait(f"{SHOWN} === 1")
    assert tab.evaluate("document.getElementById('report-count').textContent") == "1 of 18 reports"


def test_without_scripts_everything_can_be_read_and_verdicts_filtered(tab: Tab, report: Path) -> None:
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        tab.open(report)
        assert tab.evaluate("document.getElementById('report-filters').offsetHeight") == 0
        tab.click("details.report summary")
        assert tab.evaluate("document.querySelector('details[open] .s').offsetHeight") > 0
        tab.click("#f-supported")
        assert tab.evaluate("document.querySelector('details[open] .s.supported').offsetHeight") == 0
    finally:
        tab.call("Emulation.setScriptExecutionDisabled", value=False)


def test_a_link_to_a_statement_opens_its_report_and_shows_where_it_is(tab: Tab, report: Path) -> None:
    tab.open(report)
    wrong = "[...document.querySelectorAll('.s')].find((one) => one.textContent.includes('41.8 BLEU'))"
    tab.click("#f-not-supported")  # it is filtered out, and its report closed
    tab.evaluate(f"void (location.hash = {wrong}.querySelector('.to').hash)")
    tab.wait(f"{wrong}.getBoundingClientRect().height > 0")
    assert 0 <= tab.evaluate(f"{wrong}.getBoundingClientRect().top") < 900
    assert tab.evaluate(f"getComputedStyle({wrong}).outlineStyle") == "solid"
    assert tab.evaluate("document.querySelector('.s:target') === " + wrong)


def test_a_statement_leads_to_its_place_in_the_report_as_it_was_written_and_back(tab: Tab, report: Path) -> None:
    tab.open(report)
    tab.click("details.report summary")
    tab.click("details[open] .s .to:last-child")
    tab.wait("document.querySelector('.w:target')?.getBoundingClientRect().height > 0")
    statement = "document.querySelector('details[open] .s').querySelector('.t').textContent"
    assert tab.evaluate("document.querySelector('.w:target').textContent")[:20] in tab.evaluate(statement)
    tab.click(".w:target")
    tab.wait("document.querySelector('.s:target') === document.querySelector('details[open] .s')")


def test_columns_are_sorted_by_numbers_and_words_with_the_keyboard(tab: Tab, report: Path) -> None:
    tab.open(report)
    table = "document.querySelector('#violations ~ .wide table')"
    column = f"[...{table}.tBodies[0].rows].map((row) => row.cells[1].textContent)"
    before = tab.evaluate(column)
    tab.evaluate(f"{table}.tHead.rows[0].cells[1].querySelector('button').focus()")
    tab.press("Enter")
    assert tab.evaluate(f"{table}.tHead.rows[0].cells[1].getAttribute('aria-sort')") == "ascending"
    assert tab.evaluate(column) == sorted(before) != before
    tab.press("Enter")
    assert tab.evaluate(column) == sorted(before, reverse=True)
    tab.press("Enter")
    assert tab.evaluate(column) == before
    board = "document.querySelector('#leaderboard ~ .wide table')"
    agents = f"[...{board}.tBodies[0].rows].map((row) => row.querySelector('a').textContent)"
    pairs = "[aria-label='Ranking'] thead th:nth-child(2) button"
    tab.click(pairs)
    assert tab.evaluate(agents) == ["careful", "careless"]
    tab.click(pairs)
    assert tab.evaluate(agents) == ["careless", "careful"]
    assert tab.evaluate(f"{board}.querySelectorAll('[aria-sort]').length") == 1


def test_a_reader_chooses_columns_and_unfolds_intervals(tab: Tab, report: Path) -> None:
    tab.open(report)
    headings = "[...document.querySelectorAll('.ranking thead th')].filter((head) => head.offsetWidth).length"
    fine = "document.querySelector('.ranking .fine').offsetHeight > 0"
    assert (tab.evaluate(headings), tab.evaluate(fine)) == (7, False)
    tab.click(".choice summary")
    tab.click("#c-recall")
    tab.click("#c-fine")
    assert (tab.evaluate(headings), tab.evaluate(fine)) == (6, True)


def test_a_definition_opens_by_touch_and_by_keyboard_and_closes(tab: Tab, report: Path) -> None:
    tab.open(report, width=390)
    shown = "document.querySelector('[popover]:popover-open')?.textContent ?? ''"
    tab.click(".ranking .def")
    assert "Harmonic mean of precision and recall. From 0 to 1, higher is better." in tab.evaluate(shown)
    tab.click("[popover]:popover-open button")
    assert tab.evaluate(shown) == ""
    tab.evaluate("document.querySelector('.ranking .def').focus()")
    tab.press("Enter")
    assert tab.evaluate(shown).startswith("F1")


@pytest.mark.parametrize("width", [1280, 1920])
def test_no_table_is_cut_where_there_is_room(tab: Tab, report: Path, width: int) -> None:
    tab.open(report, width=width)
    tab.evaluate("document.querySelectorAll('details:not(.report)').forEach((one) => { one.open = true })")
    cut = "[...document.querySelectorAll('.wide')].filter((box) => box.scrollWidth > box.clientWidth + 1).length"
    assert tab.evaluate(cut) == 0


def test_the_keyboard_is_enough(tab: Tab, report: Path) -> None:
    tab.open(report)
    tab.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.evaluate("document.querySelector('details.report summary').focus()")
    tab.press("Enter")
    assert tab.evaluate("document.querySelector('details.report').open")
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert tab.evaluate(outline) != "none"


@pytest.mark.parametrize(("dark", "ground"), [(False, "rgb(255, 255, 255)"), (True, "rgb(20, 23, 27)")])
def test_it_is_dark_where_people_want_it_dark(tab: Tab, report: Path, dark: bool, ground: str) -> None:
    tab.open(report, dark=dark)
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == ground


def test_it_prints_the_tables_and_what_was_opened(tab: Tab, report: Path) -> None:
    tab.open(report, dark=True)
    tab.click("details.report summary")
    with pdfium.PdfDocument(tab.printed()) as document:
        text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
        assert len(document) < 25
    assert "0.312–0.988" in text
    assert "Show reports" not in text
    assert "relies on attention alone" in text.replace("\r\n", " ").replace("\n", " ")


def test_nothing_hostile_runs(tab: Tab, hostile: Path) -> None:
    """Every text of the run is an attack that would write to the console; nothing may even try."""
    tab.open(hostile)
    tab.click("#open-all")
    tab.evaluate("document.querySelectorAll('a').forEach(link => link.dispatchEvent(new MouseEvent('mouseover')))")
    assert tab.errors == []
    assert tab.requests == [hostile.as_uri()]
    assert tab.evaluate("document.scripts.length") == 1
    assert tab.evaluate("document.documentElement.scrollWidth") <= 1280


def test_the_policy_stops_what_escaping_would_miss(tab: Tab, report: Path, tmp_path: Path) -> None:
    """The page as it would be if a text had got through: the browser refuses to run or to load it."""
    text = report.read_text(encoding="utf-8")
    leak = (
        "<script>document.title = 'pwned'</script><img src='https://evil.example/x' onerror=\"document.title='pwned'\">"
    )
    path = tmp_path / "leaky.html"
    path.write_text(text.replace("<main>", f"<main>{leak}", 1), encoding="utf-8")
    tab.open(path)
    assert "pwned" not in tab.evaluate("document.title")
    tab.wait("document.images[0].complete")
    assert tab.requests == [path.as_uri()]
    assert any("Content Security Policy" in error for error in tab.errors)


def _choose(tab: Tab, name: str, value: str) -> None:
    tab.evaluate(
        f"(() => {{ const list = document.getElementById('filter-{name}'); list.value = '{value}';"
        " list.dispatchEvent(new Event('input', {bubbles: true})) })()"
    )
