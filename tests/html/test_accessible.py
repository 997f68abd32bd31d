"""Every page can be used by whoever does not see it, has no mouse, or has a phone (rules of WCAG 2.2, level AA)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from lxml import html

from litgauge.tasks.benchmark import FrozenPage, registry
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.extraction import write_page
from litgauge.tasks.html.frozen_pages import frozen_page
from litgauge.tasks.html.plain_pages import PALETTE
from litgauge.tasks.html.report import render_report
from litgauge.tasks.html.report_reading import ShownReading, write_reading_pages
from litgauge.tasks.latex import extract, open_path
from litgauge.tasks.reports import read_report
from tests.benchmarks.reportbench.sample_run import AGENTS, SAMPLE, release, sample_run
from tests.html.browser import AXE, Tab, chromium, open_browser
from tests.html.ranking import LIBRARY, ranking_run
from tests.html.test_report import contrast

FIRST = SAMPLE / "sources" / "9912.00001.tar.gz"


def _report(folder: Path) -> Path:
    return _written(folder, render_report(release(), [sample_run(agent) for agent in AGENTS]))


def _ranking(folder: Path) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(registry.VARIABLE, "tests.html.ranking:RANKING")
        return _written(folder, render_report(LIBRARY, [ranking_run(agent) for agent in ("poor", "good")]))


def _extraction(folder: Path) -> Path:
    return write_page(folder / "page.html", [(FIRST, extract(open_path(FIRST), "9912.00001"))])[0]


def _list(folder: Path) -> Path:
    return write_page(folder / "page.html", [(FIRST, extract(open_path(FIRST), name)) for name in "ab"])[0]


def _reading(folder: Path) -> Path:
    report = sample_run("careless").rows["reports"][0]
    return write_reading_pages(folder / "page.html", [ShownReading("one", report, read_report(report), ())])[0]


def _frozen(folder: Path) -> Path:
    page = next(page for page in sample_run("careful").rows["pages"] if page.status == "ok")
    return _written(folder, frozen_page(FrozenPage(page), Storage(str(folder))))


def _written(folder: Path, text: str) -> Path:
    (folder / "page.html").write_text(text, encoding="utf-8")
    return folder / "page.html"


PAGES: tuple[Callable[[Path], Path], ...] = (_report, _ranking, _extraction, _list, _reading, _frozen)


@pytest.fixture(scope="module", params=PAGES, ids=lambda made: made.__name__.strip("_"))
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = request.param(tmp_path_factory.mktemp("page"))
    return made


@pytest.fixture(scope="module")
def page(path: Path) -> html.HtmlElement:
    return html.document_fromstring(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with open_browser(tmp_path_factory.mktemp("browser") / "profile") as opened:
        yield opened


def name_of(element: html.HtmlElement) -> str:
    label = "".join(element.xpath("ancestor::label//text()")) if element.tag in ("input", "select") else ""
    return (element.get("aria-label") or element.text_content() or label).strip() or label.strip()


@pytest.mark.slow
def test_it_says_its_language_and_title_and_has_one_main_part(page: html.HtmlElement) -> None:
    assert page.get("lang") == "en"
    assert page.findtext(".//title")
    assert len(page.xpath("//main")) == 1
    outside = page.xpath("//body/*[not(self::main or self::header or self::script or @class='skip')]")
    assert [part.tag for part in outside] == []


def test_headings_begin_at_the_top_and_leave_no_level_out(page: html.HtmlElement) -> None:
    levels = [int(head.tag[1]) for head in page.xpath("//h1|//h2|//h3|//h4|//h5|//h6")]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert all(below <= above + 1 for above, below in pairwise(levels))


def test_whatever_can_be_used_has_a_name(page: html.HtmlElement) -> None:
    used = page.xpath("//a[@href]|//button|//select|//input|//summary")
    assert [html.tostring(one)[:200] for one in used if not name_of(one)] == []
    pictures = page.xpath("//img|//svg")
    assert all(one.get("aria-hidden") == "true" or (one.get("role") and one.get("aria-label")) for one in pictures)


def test_regions_are_told_apart_and_scrolled_by_keyboard(page: html.HtmlElement) -> None:
    labels = [one.get("aria-label") for one in page.xpath("//*[@role='region']|//section")]
    assert all(labels)
    assert len(labels) == len(set(labels))
    assert all(one.get("tabindex") == "0" for one in page.xpath("//*[@role='region']"))


def test_tables_have_heads(page: html.HtmlElement) -> None:
    for table in page.iter("table"):
        assert table.xpath("./thead//th[@scope]")
        assert not table.xpath(".//th[not(@scope)]")


def test_what_has_the_focus_is_seen(page: html.HtmlElement) -> None:
    style = "".join(page.xpath("//style/text()"))
    assert re.search(r":focus-visible ?\{ ?outline: ?3px solid", style)
    assert not re.search(r"outline: ?(none|0)", style)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_of_plain_pages_have_contrast(scheme: str) -> None:
    """4.5 to 1 for every text, on every ground that it stands on."""
    blocks = re.findall(r":root\{(.*?)\}", PALETTE, re.DOTALL)
    found = re.findall(r"--(\w+):#([0-9a-f]+)", blocks[0 if scheme == "light" else 1])
    colours = {
        name: "#" + (value if len(value) == 6 else "".join(2 * digit for digit in value)) for name, value in found
    }
    pairs = [(ink, ground) for ink in ("ink", "soft", "link") for ground in ("ground", "panel", "plain", "cited")]
    pairs += [(ink, ground) for ink in ("key", "warn", "bad") for ground in ("ground", "panel")] + [("ink", "mark")]
    poor = {pair: round(contrast(*(colours[name] for name in pair)), 2) for pair in pairs}
    assert {pair: value for pair, value in poor.items() if value < 4.5} == {}


@pytest.mark.browser
@pytest.mark.skipif(chromium() is None, reason="needs Chromium (Debian's package chromium)")
class TestInABrowser:
    """The same pages as they are drawn."""

    def test_no_phone_scrolls_sideways(self, tab: Tab, path: Path) -> None:
        for width in (320, 390):
            tab.open(path, width=width)
            tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
            assert tab.errors == []

    def test_what_is_folded_opens_by_keyboard(self, tab: Tab, path: Path) -> None:
        tab.open(path, width=390)
        if tab.evaluate("document.querySelector('summary')") is None:
            return
        tab.press("Tab")
        tab.evaluate("document.querySelector('summary').focus()")
        assert tab.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        tab.press("Enter")
        assert tab.evaluate("document.querySelector('details').open")

    @pytest.mark.skipif(not AXE.exists(), reason="needs axe-core from npm (make soak installs it)")
    @pytest.mark.parametrize(("width", "dark"), [(390, False), (1280, False), (1280, True)])
    def test_axe_finds_nothing_wrong(self, tab: Tab, path: Path, width: int, dark: bool) -> None:
        tab.open(path, width=width, dark=dark)
        tab.evaluate("document.querySelectorAll('details:not(.report)').forEach((one) => { one.open = true })")
        tab.evaluate("document.querySelectorAll('details.report').forEach((one, at) => { one.open = at % 5 === 0 })")
        assert tab.violations() == []
