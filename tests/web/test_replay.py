"""The sample's small web: every page that its agents cite comes out as the sample says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.papers.pdf import PdfSettings, read_pdf
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.text import clean_text
from litgauge.tasks.web import (
    SCHOLARLY_PAGE,
    EvidenceSettings,
    EvidenceStore,
    collect_evidence,
    replay_fetcher,
    scholarly_inputs,
)


def read(data: bytes) -> tuple[str | None, str]:
    """The local PDF reader, as a stage plugs it in."""
    text = read_pdf(data, "page", PdfSettings())
    return text.title, "\n\n".join([text.abstract or "", *(section.text for section in text.sections)])


@pytest.fixture(scope="module")
def expected(repository: Path) -> list[dict[str, Any]]:
    agents = json.loads((repository / "data/sample/agents/expected.json").read_text(encoding="utf-8"))
    return [survey for surveys in agents.values() for survey in surveys.values()]


async def pages(repository: Path, urls: set[str], store: EvidenceStore) -> dict[str, EvidencePage]:
    async with replay_fetcher(repository / "data/sample/pages", EvidenceSettings(), read) as fetcher:
        return {page.url: page async for page in collect_evidence({url: url for url in urls}, store, fetcher)}


@pytest.mark.slow
async def test_the_cited_pages(repository: Path, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    store = EvidenceStore(Storage(str(tmp_path)))
    cited = [pair for survey in expected for pair in survey.get("cited", [])]
    references = [work for survey in expected for work in survey.get("references", [])]
    found = await pages(
        repository, {pair["url"] for pair in cited} | {url for work in references for url in work["urls"]}, store
    )

    for pair in cited:
        assert (found[pair["url"]].status == "ok") == (pair["verdict"] != "unreachable"), pair["url"]
    for work in references:
        for url in work["urls"]:
            assert _scholarly(found[url], store) == work["scholarly"], url
            if work["scholarly"]:
                assert found[url].title == clean_text(work["title"])
    assert {page.reason for page in found.values()} == {"", "http-404", "http-410", "time-out", "private-address"}


def _scholarly(page: EvidencePage, store: EvidenceStore) -> bool | None:
    if page.status != "ok" or page.scholarly is not None:
        return page.scholarly
    return SCHOLARLY_PAGE.offline(scholarly_inputs(page.final_url, page.title, store.text(page))).is_scholarly


@pytest.mark.slow
async def test_a_paper_is_its_abstract_page_and_its_pdf(repository: Path, tmp_path: Path) -> None:
    url = "https://arxiv.org/pdf/1505.04597"
    store = EvidenceStore(Storage(str(tmp_path)))

    page = (await pages(repository, {url}, store))[url]

    assert page.identity.arxiv_id == "1505.04597"
    assert page.title == "U-Net: Convolutional Networks for Biomedical Image Segmentation"
    assert page.final_url == "https://arxiv.org/abs/1505.04597"


async def test_spellings_of_one_address(repository: Path, tmp_path: Path) -> None:
    urls = {
        "http://arxiv.org/abs/1706.03762v1",
        "https://www.arxiv.org/abs/1706.03762?context=cs#comments",
        "https://doi.org/10.1175/1520-0469%281963%29020%3C0130%3Adnf%3E2.0.co%3B2",
        "https://aclanthology.org/N19-1423",
    }

    found = await pages(repository, urls, EvidenceStore(Storage(str(tmp_path))))

    assert {page.status for page in found.values()} == {"ok"}


async def test_the_guard_is_the_same(tmp_path: Path) -> None:
    index = {"http://127.0.0.1/": {"status": 200, "content_type": "text/html", "file": "page.html"},
             "http://in.example/": {"status": 302, "location": "http://169.254.169.254/latest/"}}  # fmt: skip
    (tmp_path / "index.json").write_text(json.dumps(index))
    (tmp_path / "page.html").write_text("<p>secret")
    async with replay_fetcher(tmp_path, EvidenceSettings(), read) as fetcher:
        for url in index:
            page = await fetcher.fetch(url)
            assert (page.status, page.reason) == ("refused", "private-address")


@pytest.mark.parametrize(
    "index", ["[]", "nonsense", '{"http://a.example/": 1}', '{"http://a.example/": {"status": 200, "file": "../x"}}']
)
async def test_an_index_that_cannot_be_used(tmp_path: Path, index: str) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "x").write_text("outside")
    (tmp_path / "pages/index.json").write_text(index)

    with pytest.raises(ConfigError):
        async with replay_fetcher(tmp_path / "pages", EvidenceSettings(), read) as fetcher:
            await fetcher.fetch("http://a.example/")
