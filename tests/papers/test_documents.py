"""Documents are made once: GROBID reads a PDF once, whoever needs it, and a text is kept."""

from __future__ import annotations

import contextlib
from datetime import timedelta
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.engine.prune import plan_prune, prune
from litgauge.tasks.engine.reachable import roots_in
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.papers.documents import Documents
from litgauge.tasks.papers.fulltext import read_fulltext, tei_of
from litgauge.tasks.papers.pdf import Grobid, GrobidSettings
from litgauge.tasks.papers.settings import FulltextSettings
from tests.papers.pdf.grobid_server import Script, grobid_server
from tests.papers.pdf.pdf_samples import paper
from tests.papers.pdf.tei_samples import section, tei

TEI = tei(section("From GROBID", "Kites fly."))
TEX = rb"\documentclass{article}\begin{document}\section{One} They fly.\end{document}"


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(str(tmp_path))


@pytest.fixture
def documents(storage: Storage) -> Documents:
    return Documents(storage)


def settings(url: str, **more: object) -> FulltextSettings:
    return FulltextSettings(grobid=GrobidSettings.model_validate({"url": url, "retries": 0, "timeout_s": 60, **more}))


def ask(documents: Documents, url: str, pdf: bytes = b"", **more: object) -> str:
    """Where the text of a PDF comes from, after its references were asked for."""
    chosen, pdf = settings(url, **more), pdf or paper()
    grobid = Grobid(chosen.grobid)
    with contextlib.suppress(Rejected):
        tei_of(pdf, "s", chosen, grobid, documents)
    return read_fulltext(pdf, "s", chosen, grobid, documents).origin


def test_a_pdf_goes_to_grobid_once(documents: Documents) -> None:
    script = Script([(200, TEI)])
    with grobid_server(script) as url:
        assert ask(documents, url) == "grobid"
        assert ask(documents, url) == "grobid"
        assert len(script.asked) == 1
        assert ask(documents, url, paper(2)) == "grobid"
        assert len(script.asked) == 2


def test_a_server_that_is_gone_is_not_needed_for_what_was_made(documents: Documents) -> None:
    with grobid_server(Script([(200, TEI)])) as url:
        ask(documents, url)
    assert ask(documents, url) == "grobid"
    with pytest.raises(Failed, match="no GROBID server answers"):
        ask(documents, url, paper(2))


def test_that_grobid_finds_nothing_is_known_afterwards(documents: Documents) -> None:
    script = Script([(204, b"")])
    with grobid_server(script) as url:
        assert [ask(documents, url), ask(documents, url)] == ["pdf", "pdf"]
    assert len(script.asked) == 1


def test_what_failed_is_asked_for_again(documents: Documents) -> None:
    script = Script([(500, b""), (200, TEI[:-20]), (200, TEI)])
    with grobid_server(script) as url:
        for rule in ("grobid-error", "tei-malformed"):
            with pytest.raises(Failed) as caught:
                ask(documents, url)
            assert caught.value.rule == rule
        assert ask(documents, url) == "grobid"
    assert len(script.asked) == 3


def test_what_decides_the_answer_makes_another_document(documents: Documents) -> None:
    script = Script([(200, TEI)])
    with grobid_server(script) as url:
        ask(documents, url)
        ask(documents, url, consolidate_citations=True)
        ask(documents, url, timeout_s=90)
    assert len(script.asked) == 2


def test_a_version_that_is_wanted_must_be_the_servers(documents: Documents) -> None:
    made_by = '<teiHeader><encodingDesc><appInfo><application version="0.8.2" ident="GROBID"/></appInfo></encodingDesc>'
    script = Script([(200, TEI.replace(b"<teiHeader>", made_by.encode()))])
    with grobid_server(script) as url:
        ask(documents, url)
        ask(documents, url, version="0.8.2")
        with pytest.raises(Failed, match=r"the server is GROBID 0\.8\.2, fulltext\.grobid\.version is 0\.9"):
            ask(documents, url, version="0.9")
    assert len(script.asked) == 3


def test_a_damaged_document_is_made_anew(documents: Documents, storage: Storage) -> None:
    script = Script([(200, TEI)])
    with grobid_server(script) as url:
        for folder in ("blobs", "documents/tei"):
            ask(documents, url)
            for file in storage.files(folder):
                Path(storage.locate(file.path)).write_bytes(b"{}")
        assert ask(documents, url) == "grobid"
    assert len(script.asked) == 3


def test_a_text_is_kept_for_whoever_has_the_source(documents: Documents, storage: Storage) -> None:
    first = read_fulltext(TEX, "a", FulltextSettings(), documents=documents)
    [record] = [file.path for file in storage.files("documents/texts")]
    assert read_fulltext(TEX, "b", FulltextSettings(), documents=documents).survey_id == "b"
    assert [file.path for file in storage.files("documents/texts")] == [record]
    assert first.sections[0].text == "They fly."
    read_fulltext(TEX, "a", FulltextSettings(max_chars=4), documents=documents)
    assert len(list(storage.files("documents/texts"))) == 2


def test_a_prune_takes_texts_that_nobody_has_used_and_no_answer_of_grobids(
    documents: Documents, storage: Storage
) -> None:
    script = Script([(200, TEI)])
    with grobid_server(script) as url:
        ask(documents, url)
        read_fulltext(TEX, "a", FulltextSettings(), documents=documents)
        for gone in (1, 0):  # the text's record, then the bytes that it named
            plan = plan_prune(storage, roots_in(storage, ["documents"]), timedelta(seconds=-1))
            assert prune(storage, plan).counts["texts"] == gone
        assert [file.path.split("/")[1] for file in storage.files("documents")] == ["tei"]
        assert len(list(storage.files("blobs"))) == 1
        assert ask(documents, url) == "grobid"
    assert len(script.asked) == 1


def test_what_cannot_be_read_is_known_afterwards(documents: Documents, storage: Storage) -> None:
    for _ in range(2):
        with pytest.raises(Rejected) as caught:
            read_fulltext(b"no document at all", "a", FulltextSettings(), documents=documents)
    [record] = list(storage.files("documents/texts"))
    assert caught.value.rule in storage.read(record.path).decode()
