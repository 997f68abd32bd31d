"""A large page: what its answers show travels compressed, and is there when it is asked for."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from litgauge.tasks.html import report
from litgauge.tasks.html.report import render_report
from tests.benchmarks.reportbench.sample_run import AGENTS, release, sample_run
from tests.html.browser import Tab, chromium, open_browser

DATA = re.compile(r'<div class="inside" data-packed="([^"]*)">.*?</noscript></div>')
OPEN = "document.querySelector('details.report[open] .inside')"


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    runs = [sample_run(agent) for agent in AGENTS]
    plain = render_report(release(), runs)
    monkeypatch.setattr(report, "LARGE", 0)
    return plain, render_report(release(), runs)


@pytest.mark.slow
def test_a_packed_page_holds_the_same(pages: tuple[str, str]) -> None:
    plain, lean = pages
    assert len(plain) < report.LARGE or len(lean) < len(plain)
    unpacked = DATA.sub(
        lambda found: report.OPENING + zlib.decompress(base64.b64decode(found[1])).decode() + report.CLOSING, lean
    )
    assert "data-packed" not in unpacked.partition("<script>")[0]
    assert unpacked == plain


@pytest.fixture
def tab(pages: tuple[str, str], tmp_path: Path) -> Iterator[Tab]:
    if chromium() is None:
        pytest.skip("needs Chromium (Debian's package chromium)")
    (tmp_path / "lean.html").write_text(pages[1], encoding="utf-8")
    with open_browser(tmp_path / "profile") as opened:
        opened.open(tmp_path / "lean.html", width=390)
        yield opened


@pytest.mark.browser
def test_what_is_opened_searched_or_linked_to_is_unpacked(tab: Tab, pages: tuple[str, str]) -> None:
    tab.click("details.report summary")
    tab.wait(f"{OPEN} && {OPEN}.querySelectorAll('.s').length > 0")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert tab.evaluate("document.querySelectorAll('[data-packed]').length") == 17

    piece = re.findall(r'id="(r[0-9a-f]{10}s\d+)"', pages[0])[-1]
    tab.evaluate(f"location.hash = '#{piece}'")
    tab.wait(f"document.getElementById('{piece}') && document.getElementById('{piece}').offsetHeight > 0")

    tab.evaluate("document.getElementById('close-all').click()")
    tab.evaluate(
        "(() => { const box = document.getElementById('filter-text'); box.value = 'no such words anywhere';"
        "box.dispatchEvent(new Event('input', { bubbles: true })) })()"
    )
    tab.wait("document.getElementById('report-count').textContent.startsWith('0 of ')")
    tab.click("#open-all")
    assert tab.errors == []
