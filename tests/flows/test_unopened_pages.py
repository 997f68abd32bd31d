"""A score run that cannot open a single page ends as failed, and says so; one answer is enough to go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tasks.base.errors import TooManyFailures
from tasks.engine.run import Run
from tasks.engine.storage import Storage
from tasks.web.stage import collect_pages
from tests.web.web import QUICK, SITE, Web

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

GOOD = f"http://{SITE}/article"
ONCE = QUICK.model_copy(update={"attempts": 1, "robots": False})


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    """Where pages are frozen."""
    return Storage(str(tmp_path / "store"))


def test_it_fails_and_says_what_it_met(storage: Storage) -> None:
    addresses = {url: url for url in ("http://a.example/", "http://b.example/", "http://127.0.0.1/")}
    with Web(names={}) as web, pytest.raises(TooManyFailures) as told:
        collect_pages(Run(storage), addresses, lambda: web.fetcher(ONCE))
    assert "none of the 2 cited pages could be opened (2 no-network)" in str(told.value)
    assert told.value.exit_code == 3
    assert "network" in told.value.next_step


def test_without_a_network_what_is_not_frozen_cannot_be_opened(storage: Storage) -> None:
    with pytest.raises(TooManyFailures, match="1 not-frozen") as told:
        collect_pages(Run(storage), {GOOD: GOOD}, None)
    assert "Fetching was off" in told.value.next_step


@pytest.mark.parametrize("path", ["/nothing", "/status?is=403", "/article"])
def test_one_answer_is_enough(storage: Storage, path: str) -> None:
    addresses = {url: url for url in (f"http://{SITE}{path}", "http://no.example/")}
    with Web() as web:
        assert collect_pages(Run(storage), addresses, lambda: web.fetcher(ONCE)).done == 2


def test_who_allows_every_failure_goes_on(storage: Storage) -> None:
    assert collect_pages(Run(storage, max_failed_share=1.0), {GOOD: GOOD}, None).done == 1


def test_a_run_without_citations_goes_on(storage: Storage) -> None:
    assert collect_pages(Run(storage), {}, None).done == 0
