"""Marks that only one product writes, in text and in pages saved from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.tasks.records import GivenReference
from litgauge.tasks.reports import read_report
from litgauge.tasks.reports.ingest import ingest
from tests.reports.writing import LIST, cited, read, statements
from tests.tables import each_row

ONE, TWO = "https://one.example/a", "https://two.example/b"
WORKS = (
    f"\n\n#### **Works cited**\n\n1. One thing, accessed May 1, 2025, [{ONE}]({ONE})\n"
    f"2. Two, accessed May 1, 2025, {TWO}\n"
)
CARD = (
    '<grok:render card_id="2f" card_type="citation_card" type="render_inline_citation">\n'
    '<argument name="citation_id">1</argument>\n</grok:render>'
)


@each_row(
    "text, pairs",
    [
        ("It rains a lot.1 It snows.2", [("It rains a lot.", ONE), ("It snows.", TWO)]),
        ("It rains a lot.1, 2 It snows.", [("It rains a lot.", ONE), ("It rains a lot.", TWO)]),
        ("It rained in 2024.1 It snows.\n\nIt pours!2", [("It rained in 2024.", ONE), ("It pours!", TWO)]),
        ("They call it “rain.”1 It snows.", [("They call it “rain.”", ONE)]),
        ("**It rains.**1 It snows.", [("It rains.", ONE)]),
        ("天下雨。1 下雪。2它吹。", [("天下雨。", ONE), ("下雪。", TWO)]),
        ("Идёт дождь.1 Идёт снег.", [("Идёт дождь.", ONE)]),
        ("| It | rains. |\n|---|---|\n| In Spain | a lot.2 |", [("In Spain | a lot.", TWO)]),
        ("As of v1.2 It rains, see Fig.1 And No.2 Then it is 1.2 Or so.", []),
        ("It rains.9 It snows.", []),
    ],
)  # fmt: skip
def test_numbers_that_lost_their_superscript(text: str, pairs: list[tuple[str, str]]) -> None:
    assert [(statement, url) for statement, _, url in cited(text + WORKS)] == pairs


def test_where_a_report_cites_otherwise_a_bare_number_is_none() -> None:
    text = "It rains [1]. It snows [2]. We use Windows.1 The end [1]."
    assert [label for _, label, _ in cited(text + LIST)] == ["number"] * 3
    assert [link.label for link in read(text + LIST).links] == ["[1]", "[2]", "[1]"]


@each_row(
    "text, pairs",
    [
        ("It rains [^1^]. It snows.[^2^] It blows.", [("It rains.", ONE), ("It snows.", TWO)]),
        ("It rains [^1^][^2^].", [("It rains.", ONE), ("It rains.", TWO)]),
        ("It rains ^[1,2]^.", [("It rains.", ONE), ("It rains.", TWO)]),
        ("It rains [ref_1][ref_2].", [("It rains.", ONE), ("It rains.", TWO)]),
        ("It rains [ref_1, ref_2].", [("It rains.", ONE), ("It rains.", TWO)]),
        ("It rains [web:2].", [("It rains.", TWO)]),
        ("天下雨[来源1]。下雪。", [("天下雨。", ONE)]),
        ("It rains [1](@ref). It snows [[1, 2]](@ref).",
         [("It rains.", ONE), ("It snows.", ONE), ("It snows.", TWO)]),
        ("It rains <cite>1</cite>. It snows <ref id=\"2\"/>.", [("It rains.", ONE), ("It snows.", TWO)]),
        (f"It rains.{CARD} It snows.", [("It rains.", ONE)]),
        ("It rains [page 7]. So f[4](x).", []),
    ],
)  # fmt: skip
def test_marks_of_products(text: str, pairs: list[tuple[str, str]]) -> None:
    assert [(statement, url) for statement, _, url in cited(text + LIST)] == pairs


def test_a_card_is_known_by_its_own_id_before_its_number() -> None:
    given = (GivenReference("card:2f", TWO, None), GivenReference("1", ONE, None))
    assert cited(f"It rains.{CARD} It snows.", given) == [("It rains.", "source-mark", TWO)]
    assert cited(f"It rains.{CARD} It snows.") == [("It rains.", "source-mark", None)]


@pytest.mark.parametrize(
    "listed",
    [
        f"[^1^]: {ONE}\n[^2^]: Title Two {TWO}",
        f"参考文献\n[^1^] 标题 {ONE}\n[^2^] 题目 {TWO}",
        f"## Sources\n[web:1] Title {ONE}\n\n[web:2] Title {TWO}",
        f"## References\n[ref_1] Title {ONE}\n[ref_2] Title {TWO}",
    ],
)
def test_lists_with_the_labels_of_the_marks(listed: str) -> None:
    mark = "[^{}^]" if "^" in listed else "[ref_{}]"
    text = f"It rains {mark.format(1)}. It snows {mark.format(2)}.\n\n{listed}\n"
    assert [(statement, url) for statement, _, url in cited(text)] == [("It rains.", ONE), ("It snows.", TWO)]


PAGES = {
    "chatgpt": (
        '<!DOCTYPE html><html><body><nav><a href="https://chatgpt.com/x">New chat</a></nav><main><h5 class="sr-only">'
        'You said:</h5><div data-message-author-role="user"><div><div>Does it rain?</div></div></div>'
        '<div data-message-author-role="assistant"><h1>Rain</h1><p>It <b>rains</b>.<span data-testid="webpage-citation-'
        f'pill"><a href="{ONE}?utm_source=chatgpt.com"><span>one.example</span><span>+1</span></a></span> It snows.</p>'
        f'<ul><li><p>It blows<span data-testid="webpage-citation-pill"><a href="{TWO}">Two</a></span></p></li></ul>'
        "</div>"
        '<button aria-label="Copy">Copy</button></main></body></html>',
        [("It rains.", ONE), ("It blows", TWO)], ["It rains.", "It snows.", "It blows"],
    ),
    "gemini": (
        "<html><body><user-query><p>Does it rain?</p></user-query><message-content><h2>Rain</h2><p>It rains."
        '<source-footnote class="ng"><sup class="superscript" data-turn-source-index="2"></sup></source-footnote>'
        f'<sources-carousel-inline><a href="{ONE}"></a></sources-carousel-inline> It snows.<source-footnote>'
        '<sup data-turn-source-index="1"></sup></source-footnote></p></message-content><deep-research-source-lists>'
        f'<a href="{ONE}">One</a><a href="{TWO}?x=1&amp;y=2">Two</a></deep-research-source-lists></body></html>',
        [("It rains.", f"{TWO}?x=1&y=2"), ("It snows.", ONE)], ["It rains.", "It snows."],
    ),
    "perplexity": (
        f'<html><body><p>It rains<span class="citation inline" data-pplx-citation="" data-pplx-citation-url="{ONE}">'
        f'<a><span>one</span></a></span><span class="citation" data-pplx-citation-url="{TWO}"><a><span>two+1</span></a>'
        "</span>. It snows.</p></body></html>",
        [("It rains.", ONE), ("It rains.", TWO)], ["It rains.", "It snows."],
    ),
    "grok": (
        f'<html><body><p>It rains. <a class="citation" href="{ONE}"><span>one.example</span></a> It snows.</p>'
        "<textarea>Ask anything</textarea></body></html>",
        [("It rains.", ONE)], ["It rains.", "It snows."],
    ),
    "claude": (
        '<body><div data-testid="user-message"><p>Does it rain?</p></div><div><p>It rains. '
        f'<span class="inline-flex"><a href="{ONE}" class="group/tag relative">One News</a></span> It snows.</p></div>'
        "</body></html>",
        [("It rains.", ONE)], ["It rains.", "It snows."],
    ),
}  # fmt: skip


@each_row("page, pairs, said", PAGES.values())
def test_pages_saved_from_products(tmp_path: Path, page: str, pairs: list[tuple[str, str]], said: list[str]) -> None:
    (tmp_path / "answer.html").write_text(page, encoding="utf-8")
    (tmp_path / "answer_files").mkdir()
    (tmp_path / "answer_files" / "frame.html").write_text("<html><body><p>A frame.</p></body></html>", encoding="utf-8")
    found = ingest(tmp_path, "x")
    (report,) = found.reports
    taken = read_report(report)
    assert [(taken.statements[link.statement].text, link.url) for link in taken.links] == pairs
    assert [statement.text for statement in taken.statements] == said
    assert [(one.file, one.reason) for one in found.ignored] == [("answer_files/frame.html", "sidecar")]


def test_an_archive_of_a_page(tmp_path: Path) -> None:
    head = 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="B"\n\n--B\nContent-Type: text/html\n'
    head += "Content-Transfer-Encoding: quoted-printable\n\n"
    body = f'<p>It r=C3=A1ins <a href=3D"{ONE}">[1]</a>. It=\n snows.</p>\n--B--\n'
    (tmp_path / "a.mhtml").write_text(head + body, encoding="utf-8")
    (tmp_path / "b.mht").write_text("Content-Type: image/png\n\nx", encoding="utf-8")
    found = ingest(tmp_path, "x")
    assert [statement.text for statement in read_report(found.reports[0]).statements] == ["It ráins.", "It snows."]
    assert [(one.file, one.reason) for one in found.broken] == [("b.mht", "not-text")]


def test_words_of_a_link_in_html_stay_where_they_are_no_chip() -> None:
    assert statements(f'<p><a href="{ONE}">The office</a> says rain.</p>') == ["The office says rain."]
