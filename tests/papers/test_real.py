"""The readers on real input."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from litgauge.tasks.latex import open_path
from litgauge.tasks.papers.latex_text import latex_fulltext
from litgauge.tasks.papers.pdf import Grobid, GrobidSettings, read_tei
from tests.papers.pdf.grobid_server import Script, grobid_server

pytestmark = pytest.mark.real

RESIDUE = re.compile(r"\\[a-zA-Z]+|(?<!\w)(?:fig|sec|tab|eq):\w+|\b(?:begin|end)\{")


def test_every_tei_gives_its_works(real_data: Path) -> None:
    documents = [read_tei(file.read_bytes(), file.stem) for file in sorted((real_data / "tei").glob("*.xml"))]
    references = [reference for document in documents for reference in document.references]
    linked = {
        (citation.survey_id, citation.key)
        for document in documents
        for citation in document.citations
        if citation.command == "bibr"
    }
    assert len(documents) == 35
    assert len(linked) == 1262
    assert len(references) >= 1340  # 82 that GROBID read but did not link
    assert sum(reference.title is not None for reference in references) > 0.97 * len(references)
    assert sum(bool(reference.authors) for reference in references) > 0.98 * len(references)
    assert all(document.fulltext.sections for document in documents)
    for document in documents:
        assert len(document.contexts) == len(document.citations)
        assert all(document.citations[context.citation].key == context.key for context in document.contexts)
        assert {citation.key for citation in document.citations} == {found.key for found in document.references}


def test_ranges_and_tables_are_followed(real_data: Path) -> None:
    ranges = read_tei((real_data / "tei" / "SergioZSZ__paper26.tei.xml").read_bytes(), "s")
    assert ranges.uncited == ()
    table = read_tei((real_data / "tei" / "MaxTwer__paper6.xml").read_bytes(), "s")
    assert table.uncited == ()


def test_real_tei_through_a_server(real_data: Path) -> None:
    files = sorted((real_data / "tei").glob("*.xml"))[:3]
    with grobid_server(Script([(200, file.read_bytes()) for file in files])) as url:
        grobid = Grobid(GrobidSettings(url=url))
        for file in files:
            assert grobid.process(b"%PDF-", file.name) == file.read_bytes()


def test_every_latex_source_gives_clean_text(real_data: Path) -> None:
    folders = [folder for folder in sorted((real_data / "latex").iterdir()) if folder.is_dir()]
    titled = abstracts = 0
    for folder in folders:
        text = latex_fulltext(open_path(folder), folder.name)
        sections = " ".join(f"{part.title} {part.text}" for part in text.sections)
        everything = f"{text.title} {text.abstract} {sections}"
        assert RESIDUE.findall(everything) == [], folder.name
        assert sum(len(part.text) for part in text.sections) > 1_000, folder.name
        titled += text.title is not None
        abstracts += text.abstract is not None
    assert len(folders) == 48
    assert titled >= 45
    assert abstracts >= 35
