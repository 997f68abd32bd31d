"""Pauses between requests, what Retry-After asks for, and the statuses after which every client tries again."""

from __future__ import annotations

import math
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from tenacity import AsyncRetrying, Retrying

from litgauge.tasks.agents.search.refusals import refusal
from litgauge.tasks.http.pacing import every
from litgauge.tasks.http.retrying import RequestError, is_busy, is_overloaded, retry_after_s, retrying
from litgauge.tasks.llm.faults import of_status
from litgauge.tasks.web.fetching.faults import http_fault
from tests.tables import each_row

STATUSES = [status for status in range(300, 600) if status not in (402, 409, 432, 433)]  # four are told apart by kind


def test_every_client_tries_again_after_the_same_statuses() -> None:
    for status in STATUSES:
        assert http_fault(status).transient == is_busy(status), status
        for fault in (of_status(status, {}, ""), refusal(status, {}, "")):
            assert (fault.remedy == "retry", fault.throttled) == (is_busy(status), is_overloaded(status)), status


def test_requests_are_apart_by_the_interval() -> None:
    wait = every(0.05)
    start = time.monotonic()
    for _ in range(3):
        wait()
    assert time.monotonic() - start >= 0.1


@each_row(
    "header, seconds",
    [("120", 120.0), (" 0 ", 0.0), ("0.5", 0.5), ("", None), ("soon", None), ("-5", None), ("٣", None)],
)
def test_retry_after_in_seconds(header: str, seconds: float | None) -> None:
    assert retry_after_s({"retry-after": header}) == seconds


def test_no_header_asks_for_nothing() -> None:
    assert retry_after_s({}) is None


def test_a_number_without_end_is_longer_than_any_wait() -> None:
    assert retry_after_s({"retry-after": "9" * 5_000}) == math.inf


def test_retry_after_as_a_date() -> None:
    later = retry_after_s({"retry-after": format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)})
    assert later is not None
    assert 55 < later <= 60
    assert retry_after_s({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0.0


class Service:
    """Fails as told, then answers."""

    def __init__(self, *failures: RequestError) -> None:
        self.failures = list(failures)
        self.asked = 0

    def __call__(self) -> str:
        self.asked += 1
        if self.failures:
            raise self.failures.pop(0)
        return "answer"


def test_it_tries_again_until_there_is_an_answer() -> None:
    service = Service(RequestError("busy", 0.0), RequestError("broken"))
    assert retrying(Retrying, 5, 0.0, 10.0)(service) == "answer"
    assert service.asked == 3


def test_it_gives_up_after_the_attempts() -> None:
    service = Service(*(RequestError("busy") for _ in range(9)))
    with pytest.raises(RequestError):
        retrying(Retrying, 3, 0.0, 10.0)(service)
    assert service.asked == 3


def test_it_does_not_wait_longer_than_it_may() -> None:
    service = Service(RequestError("busy", 3600.0))
    with pytest.raises(RequestError):
        retrying(Retrying, 3, 0.0, 600.0)(service)
    assert service.asked == 1


def test_what_will_not_change_is_not_asked_again() -> None:
    service = Service(RequestError("gone", transient=False))
    with pytest.raises(RequestError, match="gone"):
        retrying(Retrying, 3, 0.0, 600.0)(service)
    assert service.asked == 1


async def test_asynchronous_requests_are_tried_again_in_the_same_way() -> None:
    service = Service(RequestError("busy", 0.0), RequestError("broken"))

    async def ask() -> str:
        return service()

    assert await retrying(AsyncRetrying, 5, 0.0, 10.0)(ask) == "answer"
    assert service.asked == 3
