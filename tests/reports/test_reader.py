"""Statements and citations in every shape that agents write them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from litgauge.tasks.records import GivenReference, WorkIdentity
from tests.reports.writing import LIST, cited, read, statements
from tests.tables import each_row

ONE, TWO = "https://one.example/a", "https://two.example/b"


@each_row(
    "text, pairs",
    [
        ("It rains [1]. It snows.", [("It rains.", "number", ONE)]),
        ("It rains. [1] It snows.", [("It rains.", "number", ONE)]),
        ("It rains.[1] It snows.", [("It rains.", "number", ONE)]),
        ("It rains [1][2].", [("It rains.", "number", ONE), ("It rains.", "number", TWO)]),
        ("It rains [1, 2].", [("It rains.", "number", ONE), ("It rains.", "number", TWO)]),
        ("It rains [1; 2].", [("It rains.", "number", ONE), ("It rains.", "number", TWO)]),
        ("It rains [1–2].", [("It rains.", "number", ONE), ("It rains.", "number", TWO)]),
        ("It rains \\[1\\].", [("It rains.", "number", ONE)]),
        ("It rains <sup>1</sup>.", [("It rains.", "number", ONE)]),
        ("It rains<sup>[1,2]</sup>.", [("It rains.", "number", ONE), ("It rains.", "number", TWO)]),
        ("It rains.¹ It snows.", [("It rains.", "number", ONE)]),
        ("It rains【1】.", [("It rains.", "number", ONE)]),
        ("It rains [guideline][1].", [("It rains.", "number", ONE)]),
        ("It rains 【2†source】.", [("It rains.", "source-mark", TWO)]),
        ("It rains【2†L12-L15】.", [("It rains.", "source-mark", TWO)]),
        ("It rains [cite: 1, 2].", [("It rains.", "source-mark", ONE), ("It rains.", "source-mark", TWO)]),
        ("It rains [citation:2].", [("It rains.", "source-mark", TWO)]),
        ('It rains <a href="#ref2">[2]</a>.', [("It rains.", "anchor", TWO)]),
        ("It rains [2](#ref-2).", [("It rains.", "link", TWO)]),
        ("It rains (Smith, 2020).", [("It rains.", "author-year", ONE)]),
        ("It rains (see Smith 2020; Unknown and Other, 1999).",
         [("It rains.", "author-year", ONE), ("It rains.", "author-year", None)]),
        ("Smith (2020) says that it rains.", [("Smith (2020) says that it rains.", "author-year", ONE)]),
        ("It rains [3].", [("It rains.", "number", None)]),
        ("It rains [9].", [("It rains.", "number", None)]),
        ("Recently, [1] proposed rain. Also good. [2] did not, though.",
         [("Recently, [1] proposed rain.", "number", ONE), ("[2] did not, though.", "number", TWO)]),
    ],
)  # fmt: skip
def test_marks_of_a_list(text: str, pairs: list[tuple[str, str, str | None]]) -> None:
    assert cited(text + LIST) == pairs


@each_row(
    "text, pairs",
    [
        ("It rains ([Smith, 2020](https://a.example/x_(y))).", [("It rains.", "link", "https://a.example/x_(y)")]),
        ("It rains [1](https://a.example/x).", [("It rains.", "link", "https://a.example/x")]),
        ("It rains [[1]](https://a.example/x).", [("It rains.", "link", "https://a.example/x")]),
        ('It rains [here](https://a.example/x "A title").', [("It rains here.", "link", "https://a.example/x")]),
        ("It rains [here](<https://a.example/x>).", [("It rains here.", "link", "https://a.example/x")]),
        ("[The office](https://a.example/x) says rain.", [("The office says rain.", "link", "https://a.example/x")]),
        ("It rains. [Office](https://a.example/x) [Press](https://a.example/y)",
         [("It rains.", "link", "https://a.example/x"), ("It rains.", "link", "https://a.example/y")]),
        ("It rains. [Office](https://a.example/x) denies it.",
         [("Office denies it.", "link", "https://a.example/x")]),
        ('It rains <a href="https://a.example/x">(Smith, 2020)</a>.', [("It rains.", "anchor", "https://a.example/x")]),
        ("It rains (https://a.example/x).", [("It rains.", "url", "https://a.example/x")]),
        ("It rains <https://a.example/x>.", [("It rains.", "url", "https://a.example/x")]),
        ("It rains, see www.a.example/x.", [("It rains, see.", "url", "https://www.a.example/x")]),
        ("It rains (doi:10.1000/abc).", [("It rains.", "url", "https://doi.org/10.1000/abc")]),
        ("It rains (arXiv:1706.03762v2).", [("It rains.", "url", "https://arxiv.org/abs/1706.03762v2")]),
        ("It rains [text](https://a.example/cut-off", [("It rains [text](", "url", "https://a.example/cut-off")]),
        ("It rains citeturn0search1.", [("It rains.", "source-mark", None)]),
        ("It rains \ue200cite\ue202turn0search1\ue202turn2view0\ue201.", [("It rains.", "source-mark", None)]),
        ("天下雨了[1](https://a.example/x)。没有雪。", [("天下雨了。", "link", "https://a.example/x")]),
        ("天下雨了。[1](https://a.example/x)没有雪。", [("天下雨了。", "link", "https://a.example/x")]),
        ("It rains [^a].\n\n[^a]: Smith. <https://a.example/x>", [("It rains.", "footnote", "https://a.example/x")]),
        ("It rains [here][w].\n\n[w]: https://a.example/x 'T'", [("It rains here.", "link", "https://a.example/x")]),
        ("It rains [1].\n\n[1]: https://a.example/x", [("It rains.", "number", "https://a.example/x")]),
        ("![map](https://a.example/map.png) It rains.", []),
        ("See `[1]` and `https://a.example/x`.", []),
        ("An interval in [0, 1], an effect of 0.3 [0.13, 0.54], an element x[0], the year [2020].", []),
        ("The set $[1, 2]_n$ and \\([3]\\) and 5 m² of 10⁵.", []),
        ("Rain in (May 2020), (Q1 2024) and (Dec 19, 2024).", []),
    ],
)  # fmt: skip
def test_marks_that_carry_their_address(text: str, pairs: list[tuple[str, str, str | None]]) -> None:
    assert cited(text) == pairs


def test_a_mark_alone_belongs_to_the_statement_before() -> None:
    assert cited("It rains.\n\n[1]\n\nIt snows." + LIST) == [("It rains.", "number", ONE)]
    assert cited("It rains.\n\nSources: [1], [2]" + LIST)[1] == ("It rains.", "number", TWO)
    assert cited("## Rain\n\n[1] [2]\n\nIt rains." + LIST)[0] == ("It rains.", "number", ONE)


def test_headings_lists_and_code_make_no_statements() -> None:
    text = (
        "# Rain\n\nSummary\n=======\n\n**Where**\n\n- In Paris.\n- In *Rome*. Also in Bonn.\n\n```\n"
        "print('rain [1]')\n```\n\n---\n"
    )
    assert statements(text + "\nflowchart TD\n  A[Sun] --> B[Rain]\n" + LIST) == [
        "In Paris.",
        "In Rome.",
        "Also in Bonn.",
    ]


def test_sections_are_the_last_heading() -> None:
    found = read("It rains.\n\n# One\n\nIt pours.\n\n## Two **bold** [1]\n\nIt snows." + LIST)
    assert [statement.section for statement in found.statements] == ["", "One", "Two bold"]
    assert [link.label for link in found.stray] == ["[1]"]


def test_headings_without_marks() -> None:
    found = read(
        "Rain over Europe\n\nExecutive summary\n\nIt rains a lot in Europe. [1]\n\nMethods\n\nWe looked." + LIST
    )
    assert [(statement.section, statement.text) for statement in found.statements] == [
        ("Executive summary", "It rains a lot in Europe."), ("Methods", "We looked.")]  # fmt: skip


def test_a_short_row_is_one_statement_and_a_long_one_is_read_cell_by_cell() -> None:
    table = (
        "| Place | Rain | Sources |\n|---|---:|---|\n| Paris | 600 mm | [1] |\n"
        "| Rome | It rains in winter [2]. It is dry in summer. | [1][2] |\n"
    )
    assert cited(table + LIST) == [
        ("Paris | 600 mm |", "number", ONE), ("It rains in winter.", "number", TWO),
        ("It is dry in summer.", "number", ONE)]  # fmt: skip


def test_html_reports() -> None:
    text = (
        "<html><head><title>No</title><style>p {}</style></head><body><h1>Rain</h1><p>It <b>rains</b> &amp; pours"
        '<sup><a href="#r1">[1]</a></sup>. It snows.</p><!-- no --><ul><li>In Rome <a '
        'href="https://two.example/b">Bureau</a></li>'
        '</ul><h2>References</h2><ol><li id="r1">Smith. <a href="https://one.example/a">A '
        "title</a></li></ol></body></html>"
    )
    assert cited(text) == [("It rains & pours.", "anchor", ONE), ("In Rome Bureau", "anchor", TWO)]
    assert statements(text) == ["It rains & pours.", "It snows.", "In Rome Bureau"]
    assert [statement.section for statement in read(text).statements] == ["Rain"] * 3


def test_of_several_lists_the_next_one_counts() -> None:
    text = (
        "It rains [1].\n\n## References\n[1] https://one.example/a\n\n# Part two\n\nIt snows [1].\n\n"
        "## References\n[1] https://two.example/b\n"
    )
    assert cited(text) == [("It rains.", "number", ONE), ("It snows.", "number", TWO)]


@each_row(
    "listed",
    [
        "## References\n1. https://one.example/a\n2. https://two.example/b",
        "**Sources**\n\n1) One: https://one.example/a\n2) Two: https://two.example/b",
        "参考文献：\n[1] https://one.example/a - One\n[2] https://two.example/b - Two",
        "[1] one.example\n\nhttps://one.example/a\n\n[2] https://two.example/b\n\nhttps://two.example/b",
        "### Works cited (2)\n\n[1]: <https://one.example/a>\n[2]: https://two.example/b 'Two'",
        "References\n[1]. [One](https://one.example/a)\n[2]. [Two](https://two.example/b)",
        "## Bibliography\n\n| # | Work |\n|---|---|\n| 1 | https://one.example/a |\n| 2 | https://two.example/b |",
        "## 7. References\n\n(1) One. https://one.example/a\n\n(2) Two. https://two.example/b",
        '## Quellen\n\n<a id="ref1"></a> [1] One https://one.example/a\n\n<a id="ref2"></a> [2] Two '
        "https://two.example/b",
    ],
)
def test_lists_in_all_shapes(listed: str) -> None:
    found = read(f"It rains a lot [1], [2].\n\n{listed}\n")
    assert [link.url for link in found.links] == [ONE, TWO]
    assert len(found.entries) == 2
    assert [statement.text for statement in found.statements] == ["It rains a lot."]


def test_one_entry_with_several_numbers() -> None:
    found = read("It rains. [1] It snows. [3]\n\n[1] [3] One\n\nhttps://one.example/a\n\n[2] https://two.example/b")
    assert [link.url for link in found.links] == [ONE, ONE]


def test_a_list_that_is_cut_off_leaves_marks_unresolved() -> None:
    found = read("It rains [1]. It snows [7].\n\n## References\n[1] https://one.example/a\n[2] https://two.exa")
    assert [link.label for link in found.unresolved] == ["[7]"]
    assert len(found.unresolved) == 1
    assert [link.label for link in read("It rains [1]. It snows [7].").unresolved] == ["[1]", "[7]"]


def test_a_section_called_notes_is_no_list_unless_it_looks_like_one() -> None:
    assert statements("## Notes\n\n- It rains in Paris every day.\n- It snows in Rome, they say.\n") == [
        "It rains in Paris every day.", "It snows in Rome, they say."]  # fmt: skip
    assert len(read("It rains [1].\n\n## Notes\n\n[1] https://one.example/a\n").entries) == 1


def test_a_list_beside_the_report_is_asked_where_the_text_has_no_address() -> None:
    given = (GivenReference("1", TWO, "Given"), GivenReference("9", ONE, None))
    text = "It rains [1]. It snows [9].\n\n## References\n[1] Whatever it said\n"
    assert cited(text, given) == [("It rains.", "number", TWO), ("It snows.", "number", ONE)]
    assert cited("It rains [1]." + LIST, given) == [("It rains.", "number", ONE)]


def test_a_link_knows_its_entry_and_its_work() -> None:
    text = (
        "It rains (https://arxiv.org/pdf/1706.03762v3).\n\n## References\n\n"
        "- Vaswani et al., 2017. *Attention Is All You Need*. https://arxiv.org/pdf/1706.03762v3\n"
    )
    (link,) = read(text).links
    assert link.identity == WorkIdentity(arxiv_id="1706.03762", title="Attention Is All You Need")
    assert link.entry == "Vaswani et al., 2017. Attention Is All You Need. https://arxiv.org/pdf/1706.03762v3"
    assert (link.page, link.label) == ("https://arxiv.org/pdf/1706.03762v3", "https://arxiv.org/pdf/1706.03762v3")


def test_pairs_are_counted_once() -> None:
    found = read("It rains [A](https://one.example/a)[1] <https://one.example/a/>." + LIST)
    assert len(found.links) == 3
    assert found.pairs == ((0, "https://one.example/a"),)


def test_a_formula_does_not_end_a_sentence() -> None:
    assert len(statements("The code is\n\n$$[7,1,3]$$\n\nwhich is small. It is good.")) == 2
    assert statements("Costs were $0.2. Prices of $3 fell to $2.5 per kg.") == [
        "Costs were $0.2.", "Prices of $3 fell to $2.5 per kg."]  # fmt: skip


@each_row("text", ["", " \n\n", "[1]", "|", "#", "```", "\ufeff", "## References\n"])
def test_reports_that_say_nothing(text: str) -> None:
    assert read(text).statements == ()


@pytest.mark.slow
def test_reading_needs_neither_prefect_nor_a_model_nor_a_store() -> None:
    code = (
        "import sys, litgauge.tasks.reports, litgauge.tasks.reports.ingest\n"
        "assert not {'prefect', 'pyarrow', 'pydantic', 'openai', 'fsspec'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
