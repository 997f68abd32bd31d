"""Reports as products, libraries and people leave them: one of each kind that was once misread."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.reports import ReadReport, read_report
from litgauge.tasks.reports.ingest import FoundReport, outcomes_of
from tests.reports.writing import read
from tests.tables import each_row

A, B = "https://one.example/a", "https://two.example/b"
LIST = f"\n\n## References\n\n1. Kites in the wind. {A}\n2. Sails and cloth. {B}\n"


def cited(found: ReadReport) -> list[tuple[str, str]]:
    """The pairs of statement and address."""
    return [(found.statements[number].text, url) for number, url in found.pairs]


BOTH = [("Kites fly.", A), ("They are old.", B)]


@each_row(
    "text",
    [
        f"<think>\nMaybe [2] https://no.example/x says so.\n</think>\nKites fly [1]. They are old [2].{LIST}",
        f"Maybe [2] says so.\n</think>\n\nKites fly [1]. They are old [2].{LIST}",
        f"Kites fly¹. They are old².\n\n¹: {A} “Kites in the wind”\n²: {B} “Sails and cloth”\n",
        f"Kites fly.1 They are old.2\nWorks cited\n   1. Kites, accessed on March 3, 2025, {A}\n   2. Sails, {B}\n",
        f"Kites fly (1). They are old (2).{LIST}",
        f"Kites fly [1, p. 15]. They are old [2, с. 4–5].{LIST}",
        f"Kites fly [1]. They are old [2].\n\nСписок литературы\n1. Змеи // Наука. URL: {A}\n2. Паруса. URL: {B}\n",
        f"Kites fly (vgl. Ames 2019). They are old (siehe Boyle 2020).\n\n## Literatur\n"
        f"[1] Ames, J. (2019): Kites. Bonn. {A}\n[2] Boyle, B. (2020): Sails. Bonn. {B}\n",
        f"Kites fly \\cite{{ames}}. They are old~\\citep[p.~3]{{boyle}}.\n\n\\begin{{thebibliography}}{{9}}\n"
        f"\\bibitem{{ames}} A. Ames. Kites. {A}\n\\bibitem{{boyle}} B. Boyle. Sails. {B}\n\\end{{thebibliography}}\n",
        f"Kites fly [1]. They are old [2].\n\n**Sources**\n\n\u2060[1] Kites in the wind — {A}\n[2] Sails — {B}\n",
        f'<p>Kites fly<a href="#fn1">1</a>. They are old<a href="#fn2">2</a>.</p><ol><li id="fn1">Kites'
        f' <a href="{A}">x</a></li><li id="fn2">Sails <a href="{B}">x</a></li></ol>',
        f"<p><span>Kites fly.</span><span><sup>1</sup></span><span> They are old.</span><sup>2</sup></p><h4><span>Works"
        f' cited</span></h4><ol start="1"><li><span>Kites, </span><a href="{A}">{A}</a></li><li>Sails, '
        f'<a href="{B}">x</a></li></ol>',
    ],
)  # fmt: skip
def test_both_statements_are_cited_and_nothing_else_is_said(text: str) -> None:
    assert cited(read(text)) == BOTH
    assert [statement.text.rstrip(".") for statement in read(text).statements] == ["Kites fly", "They are old"]


def test_an_entry_with_an_identifier_alone_leads_to_its_address() -> None:
    found = read(
        "Kites fly [1]. They are old [2]. So are boats [3].\n\n## References\n\n"
        "[1] A. Ames. Kites in a steady wind. arXiv preprint 1901.01234, 2019.\n"
        "[2] B. Boyle. Sails under load. J. Sailing 12, 1–9, 2020. DOI 10.1000/Sails.7\n"
        "[3] C. Clay. Steering from noisy logs. J. Sailing 13, 1–9, 2021.\n"
    )
    assert [url for _, url in found.pairs] == ["https://arxiv.org/abs/1901.01234", "https://doi.org/10.1000/sails.7"]
    assert [entry.url is None for entry in found.entries] == [False, False, True]


def test_lines_of_a_bibliography_are_entries_each() -> None:
    found = read(
        "Kites fly (Ames & Boyle, 2019). They are old (Clay, 2020).\n\nReferences\n\n"
        "Ames, A., & Boyle, B. (2019). Kites in a steady wind. Sailing, 1.\n"
        "Clay, C. (2020). Sails under load. Sailing, 2.\n"
    )
    assert [entry.words.title for entry in found.entries] == ["Kites in a steady wind", "Sails under load"]
    assert not found.unresolved


@pytest.mark.parametrize(
    "text",
    [
        f"Boats are old ([so]({A})). People aged (1-2), too. They sail ([so]({B})).{LIST}",
        f"It follows from Eq. (1). It is drawn in Fig. (2).{LIST}",
        f"The interval [0, 1] is closed.{LIST}",
        f"Models write `</think>` behind their thoughts, and so does this line: </think> is a tag.{LIST}",
    ],
)
def test_what_only_looks_like_a_mark_is_none(text: str) -> None:
    found = read(text)
    assert not [link for link in (*found.links, *found.stray) if link.marker == "number"]
    assert found.statements


def test_numbers_of_an_html_list_are_those_of_a_browser() -> None:
    items = "".join(f"<li>Page {number}, <a href=https://p.example/{number}>x</a>\n" for number in range(9, 13))
    found = read(f"<p>Kites fly [10]. They are old [12].</p><h2>References</h2><ol start=9>{items}</ol>")
    assert [url for _, url in found.pairs] == ["https://p.example/10", "https://p.example/12"]


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ({"output": "Kites fly [0]. They are old [1].", "ctxs": [{"url": A}, {"url": B}]}, "OpenScholar"),
        ({"response": "Kites fly [1]. They are old [2].",
          "source_nodes": [{"node": {"metadata": {"url": A}}}, {"node": {"metadata": {"source": B}}}]}, "LlamaIndex"),
        ({"result": "Kites fly [1]. They are old [2].",
          "source_documents": [{"page_content": "…", "metadata": {"source": A}}, {"metadata": {"source": B}}]}, "QA"),
        ({"messages": [{"type": "constructor", "kwargs": {"type": "human", "content": "So?"}},
                       {"type": "constructor", "kwargs": {"type": "ai",
                                                          "content": f"Kites fly ({A}). They are old ({B})."}}]},
         "dump"),
    ],
)  # fmt: skip
def test_lists_beside_the_text(value: object, names: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(value))
    (found,) = outcomes_of(AnswerFile(path, path.name))
    assert isinstance(found, FoundReport), names
    assert cited(read_report(found.report("", "report", None, None))) == BOTH


def test_works_beside_the_text_may_have_an_identifier_alone(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    works = [{"title": "Kites", "doi": "10.1000/x"}, {"title": "Sails", "arxiv_id": "1901.01234"}]
    path.write_text(json.dumps({"report": "Kites fly [1]. They are old [2].", "references": works}))
    (found,) = outcomes_of(AnswerFile(path, path.name))
    assert isinstance(found, FoundReport)
    assert [work.url for work in found.given] == ["https://doi.org/10.1000/x", "https://arxiv.org/abs/1901.01234"]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gbk", f"风筝可以飞到四千九百米的高度[1]。风筝在中国有两千多年的历史。\n\n参考文献：\n[1] 风筝知识，{A}\n"),
        ("cp1251", "Воздушные змеи изобретены в Китае. Рекорд высоты составляет почти пять тысяч метров.\n"),
        ("shift_jis", "凧は紀元前五百年頃に中国で発明された。日本には平安時代に伝わったとされる。\n"),
        ("cp1252", "Drachen wurden in China erfunden – und über Köln geflogen. Sie steigen sehr hoch.\n"),
    ],
)
def test_encodings_without_a_name(encoding: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "report.txt"
    path.write_bytes(text.encode(encoding))
    (found,) = outcomes_of(AnswerFile(path, path.name))
    assert isinstance(found, FoundReport)
    assert found.text == text
