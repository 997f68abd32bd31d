"""report.html: complete, self-contained, and nothing that it shows can act."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import ShownPage, score_rows
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.page import PRECISION_RECALL
from litgauge.tasks.benchmarks.reportbench.page.answer_views import MARKS
from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.report import render_report, web_address
from litgauge.tasks.html.report_views import agent_views
from litgauge.tasks.html.square import square_view
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import Judge, UnscoredPart
from tests.benchmarks.reportbench.sample_run import AGENTS, JUDGES, expected, release, sample_run, source_path
from tests.html.hostile import ADDRESSES, ATTACKS, hostile_run

RUNS = [sample_run(agent) for agent in AGENTS]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> html.HtmlElement:
    storage = Storage(str(tmp_path_factory.mktemp("store")))
    for survey in release().surveys:
        storage.keep_blob(source_path(survey).read_bytes())
    return html.document_fromstring(render_report(release(), RUNS, storage=storage, generated="2026-01-03"))


def words(element: html.HtmlElement) -> str:
    return " ".join(" ".join(element.itertext()).split())


@pytest.mark.slow
def test_the_leaderboard_has_a_line_per_agent_with_mean_interval_and_counts(page: html.HtmlElement) -> None:
    rows = page.xpath("//details[@id='numbers']/div[1]//tbody/tr")
    assert [words(row.find("th")) for row in rows] == ["careful offline rules", "careless offline rules"]
    cells = [words(cell) for cell in rows[0].findall("td")]
    assert cells[0] == "0.864 0.312–0.988 given 0.972 8/0/1"
    assert len(cells) == 7


@pytest.mark.slow
def test_offline_is_said_loudly_and_only_where_it_is_so(page: html.HtmlElement) -> None:
    note = words(page.xpath("//*[@class='loud']")[0])
    assert note.startswith("Match rate, Factual acc, Uncited and 5 more come from offline rules, not from a model")
    assert note.endswith("F1, Precision, Recall and 5 more need no judge.")
    judge = Judge("pairs", "openai", "judge-1", '{"temperature": 0}', ())
    judged = [LoadedRun(replace(loaded.run, judges=(judge,)), loaded.rows) for loaded in RUNS]
    assert "offline rules" not in render_report(release(), judged)
    mixed = html.document_fromstring(render_report(release(), [judged[0], RUNS[1]]))
    assert "5 more of careless come from offline rules" in words(mixed.xpath("//*[@class='loud']")[0])


def test_the_page_begins_with_what_was_measured_on_what_and_who_leads(page: html.HtmlElement) -> None:
    assert (
        words(page.find(".//h1"))
        == page.findtext(".//title")
        == "ReportBench: F1 and Match rate of 2 agents on 9 tasks"
    )
    assert words(page.xpath("//*[@class='verdict']")[0]) == "careful leads in F1 with 0.635, and the lead is certain."


def test_the_ranking_shows_few_columns_and_the_reader_chooses(page: html.HtmlElement) -> None:
    chosen = page.xpath("//div[@class='choice']//details//input[@checked]/@id")
    assert chosen == ["c-precision", "c-recall", "c-match_rate", "c-factual_accuracy", "c-f1"]
    every = page.xpath("//div[@class='choice']//details//input/@id")
    assert len(every) == 16
    style = page.findtext(".//style")
    for identifier in every:
        assert f"body:has(#{identifier}:not(:checked)) .m-{identifier[2:]} {{ display: none; }}" in style
    rows = page.xpath("//table[@class='ranking']/tbody/tr")
    assert [words(row.findall("td")[-1]) for row in rows] == ["8 of 9", "8 of 9"]


def test_every_heading_of_a_metric_opens_its_definition(page: html.HtmlElement) -> None:
    opened = {button.get("popovertarget"): button for button in page.xpath("//button[@class='def']")}
    texts = {box.get("id"): words(box) for box in page.xpath("//*[@popover]")}
    assert set(opened) == set(texts)
    recall = next(text for text in texts.values() if text.startswith("Recall"))
    assert "From 0 to 1, higher is better" in recall
    assert not page.xpath("//th[@title]")


def test_every_statement_is_there_with_its_verdict_in_a_word_and_its_passage(page: html.HtmlElement) -> None:
    for number, agent in enumerate(AGENTS):
        loaded = sample_run(agent)
        shown = page.xpath(f"//details[@data-agent='{number}']//li[starts-with(@class, 's ')]")
        assert len(shown) == len(loaded.rows["statements"])
    wrong = next(item for item in page.xpath("//li[starts-with(@class, 's ')]") if "41.8 BLEU" in words(item))
    assert wrong.get("class") == "s not-supported"
    assert words(wrong).startswith("✗ not supported On the WMT 2014")
    assert "28.4 BLEU" in words(wrong.find(".//q"))
    assert wrong.find("./div//a").get("href") == "https://arxiv.org/abs/1706.03762v7?utm_source=chatgpt.com"


def test_matched_references_stand_beside_the_line_of_the_survey_that_cites_them(page: html.HtmlElement) -> None:
    works = page.xpath("//details[@data-agent='0']//ul[@class='works']/li")
    transformer = next(work for work in works if "vaswani2017" in words(work))
    assert "sections/introduction.tex:11" in words(transformer)
    assert "\\citet{vaswani2017}" in words(transformer)
    assert "by arxiv: arXiv id 1706.03762" in words(transformer)


def test_violations_and_missing_reports_are_listed(page: html.HtmlElement) -> None:
    rows = page.xpath("//h2[@id='violations']/following-sibling::div[1]//tbody/tr")
    violations = sum(len(report["violations"]) for report in expected()["careless"].values())
    assert len(rows) == violations == 16
    assert "appeared 2023-12" in words(rows[0]) + words(rows[1])
    missing = page.xpath("//details[@data-state='missing']")
    assert [report.get("data-agent") for report in missing] == ["0", "1"]
    assert all("no report" in words(report) for report in missing)


def test_what_is_left_out_is_listed_with_its_reason() -> None:
    lost = UnscoredPart("careful/9912.00001", "facts", "time-out of the judge")
    rows, _ = score_rows(REPORTBENCH.scoring, {**RUNS[0].rows, "unscored": (lost,)}, release(), JUDGES)
    page = html.document_fromstring(render_report(release(), [LoadedRun(RUNS[0].run, rows)]))
    lines = [words(row) for row in page.xpath("//h2[@id='unscored']/following-sibling::div[1]//tbody/tr")]
    assert "time-out of the judge 1 careful 1 unscored : Factual acc; Uncited; Undecided" in lines
    assert page.xpath("(//details[@class='report'])[1]/@data-state") == ["unscored"]


def test_heat_maps_have_a_row_per_domain_and_level(page: html.HtmlElement) -> None:
    for anchor, groups in (("by-domain", {task.domain for task in release().tasks}), ("by-level", set("dps"))):
        rows = page.xpath(f"//h2[@id='{anchor}']/following-sibling::div[1]//tbody/tr")
        assert len(rows) == len(groups)
        assert all("/" in words(cell) for row in rows for cell in row.findall("td"))


def test_heat_maps_of_many_agents_are_parted_so_that_each_fits_a_page() -> None:
    many = [
        LoadedRun(
            replace(loaded.run, run_id=f"{loaded.run.run_id}{copy}", agent=f"{loaded.run.agent}-{copy}"), loaded.rows
        )
        for loaded in RUNS
        for copy in range(2)
    ]
    page = html.document_fromstring(render_report(release(), many))
    tables = page.xpath("//div[table[contains(concat(' ', @class, ' '), ' heat ')]]")
    widths = [len(table.xpath(".//thead/tr[last()]/th")) - 1 for table in tables]
    assert max(widths) <= 10 < sum(widths)
    assert len({table.get("aria-label") for table in tables}) == len(tables)


def test_tables_have_headers_and_pictures_have_words(page: html.HtmlElement) -> None:
    for table in page.iter("table"):
        assert table.xpath(".//thead//th[@scope='col']")
        assert all(cell.get("scope") for cell in table.iter("th"))
    for picture in page.iter("svg"):
        assert picture.get("aria-hidden") == "true" or "careful: recall 0.504" in picture.get("aria-label")
    assert page.get("lang") == "en"
    names = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(names) == len(set(names))


def test_every_link_within_the_page_leads_somewhere(page: html.HtmlElement) -> None:
    names = {element.get("id") for element in page.iter()}
    links = [link.get("href") for link in page.iter("a")]
    assert [link for link in links if link.startswith("#") and link[1:] not in names] == []
    assert {link.split(":")[0] for link in links if not link.startswith("#")} == {"http", "https"}


def test_the_page_needs_nothing_from_elsewhere(page: html.HtmlElement) -> None:
    assert not page.xpath("//*[@src or @srcset or @background or @action or @style]")
    assert [link.get("href") for link in page.iter("link")] == ["data:,"]
    assert "url(" not in page.findtext(".//style")
    policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_hostile_texts_stay_texts() -> None:
    loaded, spoilt = hostile_run()
    text = render_report(spoilt, [loaded])
    page = html.document_fromstring(text)
    assert len(page.xpath("//script")) == 1
    assert len(page.xpath("//style")) == 1
    assert not page.xpath("//iframe | //base | //form[@action] | //img | //animate | //meta[@http-equiv='refresh']")
    for element in page.iter():
        if isinstance(element.tag, str):
            assert not [name for name in element.attrib if name.startswith("on") or name == "autofocus"], element.tag
    shown = page.text_content()
    for attack in ATTACKS[:-1]:
        assert attack in shown
    assert "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf" in shown
    text.encode()


def test_hostile_addresses_are_no_links() -> None:
    loaded, spoilt = hostile_run()
    page = html.document_fromstring(render_report(spoilt, [loaded]))
    links = {link.get("href") for link in page.iter("a")}
    assert {link for link in links if not link.startswith("#")} == set()
    assert [web_address(address) for address in ADDRESSES] == [None] * len(ADDRESSES)


@given(st.text())
def test_a_link_is_only_made_of_http_and_harmless_characters(url: str) -> None:
    for address in (url, f"https://{url}", f"{url}https://x"):
        found = web_address(address)
        if found is not None:
            assert found.lower().startswith(("http://", "https://"))
            assert not set(found) & set("\"'<> \n\t\\`")


@pytest.mark.slow
@given(text=st.text(st.characters(codec=None), max_size=200))
def test_any_text_can_be_shown(text: str) -> None:
    page = render_report(*_one_statement(text))
    assert html.document_fromstring(page).xpath("count(//ol/li)") == 1.0
    page.encode()


def _one_statement(text: str) -> tuple[ReleaseRows, list[LoadedRun]]:
    """A release of one task, and a run whose report makes one statement."""
    rows, task = RUNS[1].rows, release().tasks[0]
    report_id = rows["reports"][0].report_id
    said = [row for row in rows["statements"] if (row.report_id, row.number) == (report_id, 0)]
    scores = [row for row in rows["scores"] if (row.task_id, row.metric) == (task.task_id, "f1")]
    own = {**rows, "statements": [replace(row, text=text) for row in said], "scores": scores}
    return replace(release(), tasks=(task,)), [LoadedRun(RUNS[1].run, own)]


def test_a_page_without_runs_or_of_two_releases_is_refused() -> None:
    with pytest.raises(UnusableInput, match="litgauge score"):
        render_report(release(), [])
    strange = LoadedRun(replace(RUNS[1].run, release_digest="00" * 32, release="sample@2"), RUNS[1].rows)
    with pytest.raises(UnusableInput, match="different releases"):
        render_report(release(), [RUNS[0], strange])


def test_the_picture_stands_where_the_numbers_are() -> None:
    picture = square_view(PRECISION_RECALL, ShownPage(release(), agent_views(REPORTBENCH, release(), RUNS, None)))
    careful = picture.marks[0]
    assert (careful.x, careful.y) == (201.7, 54.3)  # recall .504, precision .864 of 400
    assert careful.left < careful.x < careful.right
    assert careful.top < careful.y < careful.bottom
    assert len(careful.answers) == 9
    for label, points, _, _ in picture.curves:
        for point in points.split():
            recall, precision = (float(value) / 400 for value in point.split(","))
            precision = 1 - precision
            assert 2 * precision * recall / (precision + recall) == pytest.approx(float(label[3:]), abs=2e-3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_verdicts_and_texts_have_contrast(scheme: str, page: html.HtmlElement) -> None:
    """WCAG 2 AA: 4.5 to 1 for text, on every ground that it stands on."""
    style = page.findtext(".//style")
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", blocks[0 if scheme == "light" else 1]))
    pairs = [("ink", "ground"), ("soft", "ground"), ("soft", "panel"), ("link", "ground"), ("warn", "warn-ground")]
    for mark in ("ok", "no", "gone", "open"):
        pairs += [(mark, f"{mark}-ground"), ("ink", f"{mark}-ground"), ("soft", f"{mark}-ground"), (mark, "panel")]
        pairs += [("link", f"{mark}-ground"), (mark, "ground"), ("no", f"{mark}-ground")]
    pairs += [("plain", "panel"), *((f"a{number}", "ground") for number in range(8))]
    poor = {pair: round(contrast(*(colours[name] for name in pair)), 2) for pair in pairs}
    assert {pair: value for pair, value in poor.items() if value < 4.5} == {}


def test_heat_map_cells_have_contrast(page: html.HtmlElement) -> None:
    style = page.findtext(".//style")
    grounds = dict(re.findall(r"\.h(\d) \{ background: (#[0-9a-f]{6})", style))
    inks = re.findall(r"\n((?:\.h\d(?:, )?)+) \{ color: (#[0-9a-f]{6})", style)
    seen = {number: ink for names, ink in inks for number in re.findall(r"\d", names)}
    assert set(seen) == set(grounds) == set("0123456789")
    assert {n: contrast(seen[n], grounds[n]) for n in seen if contrast(seen[n], grounds[n]) < 4.5} == {}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2."""
    lights = sorted((_light(one), _light(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_verdict_has_a_sign_and_a_word_and_its_filter(page: html.HtmlElement) -> None:
    assert len({(verdict.sign, verdict.word) for verdict in MARKS}) == len(MARKS)
    boxes = page.xpath("//fieldset[legend='Show statements']//input[@type='checkbox']/@id")
    assert boxes == [f"f-{mark.code}" for mark in MARKS]
    for mark in MARKS:
        assert f"body:has(#f-{mark.code}:not(:checked)) .s.{mark.code}" in page.findtext(".//style")
