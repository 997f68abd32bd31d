"""Which reader a source goes to."""

from __future__ import annotations

import gzip
import io
import tarfile

import pytest

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.papers.fulltext import pdf_of, read_fulltext
from litgauge.tasks.papers.pdf import Grobid, GrobidSettings
from litgauge.tasks.papers.settings import FulltextSettings
from tests.papers.pdf.grobid_server import Script, grobid_server
from tests.papers.pdf.pdf_samples import paper, pdf
from tests.papers.pdf.tei_samples import section, tei

SETTINGS = FulltextSettings()
TEX = rb"\documentclass{article}\begin{document}\section{One} They fly.\end{document}"


def archive(**members: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, content in members.items():
            member = tarfile.TarInfo(name.replace("_", "."))
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def server(url: str) -> Grobid:
    return Grobid(GrobidSettings(url=url, retries=0, wait_s=0, timeout_s=60))


@pytest.mark.slow
def test_latex_goes_first() -> None:
    script = Script([(200, tei(section("From GROBID", "text")))])
    with grobid_server(script) as url:
        text = read_fulltext(archive(paper_tex=TEX), "s", SETTINGS, server(url))
    assert (text.origin, text.sections[0].title) == ("latex", "One")
    assert script.asked == []


def test_a_lone_tex_file() -> None:
    assert read_fulltext(TEX, "s", SETTINGS).sections[0].text == "They fly."


def test_a_pdf_goes_to_grobid() -> None:
    with grobid_server(Script([(200, tei(section("From GROBID", "text")))])) as url:
        text = read_fulltext(paper(), "s", SETTINGS, server(url))
    assert (text.origin, text.sections[0].title) == ("grobid", "From GROBID")


def test_without_grobid_a_pdf_is_read_here() -> None:
    assert read_fulltext(paper(), "s", SETTINGS).origin == "pdf"


def test_a_pdf_in_a_gzip_is_read_as_a_pdf_by_either_reader() -> None:
    packed = gzip.compress(paper())
    assert read_fulltext(packed, "s", SETTINGS).origin == "pdf"
    assert pdf_of(packed, "s", SETTINGS) == pdf_of(paper(), "s", SETTINGS) == paper()


def test_an_archive_that_begins_with_a_figure_is_latex() -> None:
    assert read_fulltext(archive(figure_pdf=paper(), paper_tex=TEX), "s", SETTINGS).origin == "latex"


@pytest.mark.parametrize("answer", [(204, b""), (500, b"[NO_BLOCKS] nothing"), (200, tei(""))])
def test_what_grobid_finds_nothing_in_is_read_here(answer: tuple[int, bytes]) -> None:
    with grobid_server(Script([answer])) as url:
        assert read_fulltext(paper(), "s", SETTINGS, server(url)).origin == "pdf"


def test_a_server_that_is_down_is_not_replaced_by_worse_text() -> None:
    with grobid_server(Script([(503, b"")])) as url, pytest.raises(Failed):
        read_fulltext(paper(), "s", SETTINGS, server(url))


def test_nothing_readable_is_rejected_with_the_last_reason() -> None:
    with grobid_server(Script([(204, b"")])) as url, pytest.raises(Rejected) as caught:
        read_fulltext(pdf([[]]), "s", SETTINGS, server(url))
    assert caught.value.rule == "pdf-no-text"


def test_an_archive_without_a_document_is_rejected() -> None:
    with pytest.raises(Rejected) as caught:
        read_fulltext(archive(notes_txt=b"no document"), "s", SETTINGS)
    assert caught.value.rule == "no-latex"
