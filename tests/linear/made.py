"""What functions are called with, made of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from lxml import etree, html

from litgauge.tasks.benchmarks.reportbench.build.prompts.search import CorpusIndex
from litgauge.tasks.benchmarks.reportbench.build.prompts.settings import PromptSettings
from litgauge.tasks.benchmarks.reportbench.build.prompts.validate import Case
from litgauge.tasks.benchmarks.reportbench.rows import Prompt
from litgauge.tasks.citations.marks.citation_marks import Mark, marks_of
from litgauge.tasks.citations.marks.mark_groups import MarkGroup, groups_of
from litgauge.tasks.html.report_reading import ShownReading
from litgauge.tasks.identity.traits import DescribedWork, traits_of
from litgauge.tasks.judge.search import Finding
from litgauge.tasks.offline.prompt import Material
from litgauge.tasks.papers.pdf.page_lines import Line, PageSize
from litgauge.tasks.records import (
    AgentReport,
    FullText,
    PersonName,
    Reference,
    Section,
    Statement,
    StatementLink,
    Survey,
)
from litgauge.tasks.reports import ReadReport, read_report
from litgauge.tasks.reports.diagnostics import diagnose
from litgauge.tasks.reports.reading.block_types import lines_of
from litgauge.tasks.reports.reading.blocks import blocks
from litgauge.tasks.reports.reading.transparent_html import surface
from litgauge.tasks.web.reading.metadata import PageMetadata

DAY = date(2019, 1, 2)
PIECE = 40
"""Characters of a piece where a function wants many texts."""


def pieces(text: str) -> list[str]:
    """The text in many short pieces."""
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


def report(text: str) -> AgentReport:
    """A report with this text."""
    return AgentReport("agent/report", "agent", None, None, "report.md", "markdown", text, "")


def read(text: str) -> ReadReport:
    """What is read in it."""
    return read_report(report(text))


def marks(text: str) -> list[Mark]:
    """The citation marks of a text that is one block, and some where it has none."""
    found = marks_of(text, 0, len(text), lambda _: True, bytearray(len(text)))
    return found or [Mark("number", at, at + 1, "", None, ("1",)) for at in range(0, len(text) - 1, 3)]


def groups(text: str) -> list[MarkGroup]:
    """The groups of those marks."""
    return groups_of(text, 0, len(text), marks(text))


def statements(text: str) -> list[Statement]:
    """The statements of a report, or its pieces where it has none."""
    return list(read(text).statements) or [
        Statement("agent/report", number, 0, 1, piece, "", True, "rules", piece)
        for number, piece in enumerate(pieces(text))
    ]


def tree(text: str) -> html.HtmlElement:
    """A page with the text in its head and its body."""
    page = f"<html><head><title>{text}</title></head><body>{text}</body></html>"
    return html.document_fromstring(page.encode("utf-8", "replace"), parser=html.HTMLParser(encoding="utf-8"))


def metadata(text: str) -> PageMetadata:
    """What a page says about itself, with the text in each place."""
    names = ("citation_title", "citation_doi", "citation_author", "citation_date", "citation_arxiv_id", "description")
    node = {"@type": ["ScholarlyArticle"], "headline": text, "author": text, "identifier": text, "datePublished": text}
    return PageMetadata(dict.fromkeys(names, (text,)), (node,), text, {"canonical": text})


def survey(text: str) -> Survey:
    """A survey of this title, abstract and comments."""
    people = tuple(PersonName(piece, piece) for piece in pieces(text))
    return Survey("2003.00653", text, text, people, (), None, text, text, text, DAY, DAY, 1, None, "local")


def work(text: str) -> DescribedWork:
    """A cited work of this title, and so on."""
    return DescribedWork(text, (PersonName(text, text),), 2019, text, text, text)


def reference(text: str, key: str = "a") -> Reference:
    """A reference of this title, and so on."""
    people = (PersonName(text, text),)
    return Reference("s", key, "misc", text, people, False, 2019, None, None, None, text, "bib", True, (), ())


def works(text: str) -> list[DescribedWork]:
    """Many works, all much alike."""
    return [DescribedWork(f"{piece} {n}", (PersonName("A", "B"),)) for n, piece in enumerate(pieces(text))]


def references(text: str) -> list[Reference]:
    """Many references, all much alike."""
    return [reference(f"{piece} {n}", str(n)) for n, piece in enumerate(pieces(text))]


def fulltext(text: str) -> FullText:
    """A survey's text in sections."""
    return FullText("s", text, text, sections(text), "latex")


def sections(text: str) -> tuple[Section, ...]:
    """One long section and many short ones."""
    return (Section(1, text, text), *(Section(2, piece, piece) for piece in pieces(text)))


def links(text: str) -> list[StatementLink]:
    """The citations of a report."""
    return list(read(text).links)


def case(text: str) -> Case:
    """A prompt and its survey."""
    of = survey(text)
    return Case(prompt(text), of, PromptSettings(), CorpusIndex.of([(of.survey_id, of.title, of.abstract or "")]))


def prompt(text: str) -> Prompt:
    """A prompt with this body."""
    return Prompt("s", "sentence", text, text, "2019-01", "offline", "a@1")


def tei(text: str) -> etree._Element:
    """A TEI document with the text in a paragraph and in a reference."""
    root = etree.fromstring(
        b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><div><p/></div></body><back><listBibl><biblStruct>'
        b"<analytic><title/></analytic><note/></biblStruct></listBibl></back></text></TEI>"
    )
    for element in root.iter("{*}p", "{*}title", "{*}note"):
        element.text = re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
    return root


def pdf_lines(text: str) -> list[Line]:
    """Lines of many pages."""
    return [
        Line(at // 30, piece, 72.0, 700.0 - 20 * (at % 30), 10.0, False, False) for at, piece in enumerate(pieces(text))
    ]


def sizes(lines: Sequence[Line]) -> list[PageSize]:
    """Of as many pages."""
    return [PageSize(600.0, 800.0)] * (lines[-1].page + 1 if lines else 0)


MADE: dict[str, Callable[[str], Any]] = {
    "str": str,
    "bytes": lambda text: text.encode("utf-8", "replace"),
    "str | None": str,
    "Sequence[str]": pieces,
    "Iterable[str]": pieces,
    "list[str]": pieces,
    "Iterable[bytes]": lambda text: [piece.encode("utf-8", "replace") for piece in pieces(text)],
    "AgentReport": report,
    "ReadReport": read,
    "ShownReading": lambda text: ShownReading(text, report(text), read(text), diagnose(report(text), read(text))),
    "Sequence[Block]": lambda text: blocks(surface(text)),
    "list[Block]": lambda text: blocks(surface(text)),
    "list[ReportLine]": lines_of,
    "Sequence[ReportLine]": lines_of,
    "Sequence[Mark]": marks,
    "set[Mark]": lambda text: set(marks(text)),
    "Sequence[MarkGroup]": groups,
    "Sequence[Draft]": lambda text: read(text).drafts,
    "Sequence[ListEntry]": lambda text: read(text).entries,
    "Statement": lambda text: Statement("agent/report", 0, 0, len(text), text, text, True, "rules", text),
    "Sequence[Statement]": statements,
    "Iterable[Statement]": statements,
    "Sequence[StatementLink]": links,
    "Iterable[StatementLink]": links,
    "Sequence[re.Match[str]]": lambda text: list(re.finditer(r"<[a-z/][^<>]*>", text)),
    "html.HtmlElement": tree,
    "PageMetadata": metadata,
    "etree._Element": tei,
    "Survey": survey,
    "DescribedWork": work,
    "Sequence[DescribedWork]": works,
    "Sequence[Reference]": references,
    "Iterable[Reference]": references,
    "Traits": lambda text: traits_of(work(text)),
    "Sequence[Traits]": lambda text: [traits_of(one) for one in works(text)],
    "FullText": fulltext,
    "Iterable[Section]": sections,
    "Case": case,
    "Prompt": prompt,
    "Sequence[Finding]": lambda text: [Finding(piece, piece, text) for piece in pieces(text)[:20]],
    "Material": lambda text: Material((text,), text, text, text, (text,), "April 2025", False, lambda _: False),
    "Iterable[PersonName]": lambda text: [PersonName(piece, piece) for piece in pieces(text)],
    "Sequence[Section]": sections,
    "Sequence[Line]": pdf_lines,
    "Sequence[PageSize]": lambda text: sizes(pdf_lines(text)),
}
"""By the type as it is written."""


def neutral(name: str, kind: str, text: str) -> Any:
    """What a parameter is that no text is read from; `...` if nobody said."""
    if name == "end":
        return len(text)
    if kind == "bytearray":
        return bytearray(len(text))
    if kind == "set[int]":
        return set()
    return _NEUTRAL.get(kind, ...)


_NEUTRAL: dict[str, Any] = {
    "bool": False,
    "int": 0,
    "int | str": 2019,
    "Callable[[str], bool]": lambda _: True,
    "ArxivAddress | None": None,
    "ReadPdf": lambda data: (None, data.decode("utf-8", "replace")),
}
