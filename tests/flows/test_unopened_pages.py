"""A score run that cannot open a single page is written and says so; with a judge it fails. One answer is enough."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import TooManyFailures
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.web.stage import check_opened, collect_pages
from tests.web.web import QUICK, SITE, Web

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

GOOD = f"http://{SITE}/article"
ONCE = QUICK.model_copy(update={"attempts": 1, "robots": False})


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    """Where pages are frozen."""
    return Storage(str(tmp_path / "store"))


def collected(storage: Storage, web: Web, *urls: str) -> list[EvidencePage]:
    output = collect_pages(Run(storage), {url: url for url in urls}, lambda: web.fetcher(ONCE))
    return list(read_rows(storage, output, "pages", EvidencePage))


def test_it_fails_and_says_what_it_met(storage: Storage) -> None:
    with Web(names={}) as web:
        pages = collected(storage, web, "http://a.example/", "http://b.example/", "http://127.0.0.1/")
    with pytest.raises(TooManyFailures) as failure:
        check_opened(pages, 0.1, "2026-x", judged=True)
    assert "none of the 2 cited pages could be opened (2 no-network)" in str(failure.value)
    assert "score run 2026-x" in str(failure.value)
    assert failure.value.exit_code == 3
    assert "network" in failure.value.next_step
    assert check_opened(pages, 0.1, "2026-x", judged=False) == [str(failure.value)]
    assert not check_opened(pages, 1.0, "2026-x", judged=True)  # who allows every failure goes on
    assert not check_opened([replace(page, status="refused") for page in pages], 0.1, "2026-x", judged=True)
    assert not check_opened([], 0.1, "2026-x", judged=True)


@pytest.mark.parametrize("path", ["/nothing", "/status?is=403", "/article"])
def test_one_answer_is_enough(storage: Storage, path: str) -> None:
    with Web() as web:
        pages = collected(storage, web, f"http://{SITE}{path}", "http://no.example/")
    assert len(pages) == 2
    assert not check_opened(pages, 0.1, "2026-x", judged=True)
