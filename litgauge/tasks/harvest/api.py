"""arXiv's search interface: the newest papers by title words; without licences, which OAI-PMH alone gives."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock
from typing import Any

import arxiv  # type: ignore[import-untyped]
import requests
from lxml import etree
from requests.adapters import HTTPAdapter
from requests.exceptions import ChunkedEncodingError, ContentDecodingError

from litgauge.tasks.base.errors import ConfigError, LitgaugeError
from litgauge.tasks.harvest.rows import ArxivRow, RowVersion
from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings
from litgauge.tasks.http import USER_AGENT
from litgauge.tasks.http.pacing import Wait
from litgauge.tasks.http.retrying import is_busy, retry_after_s

_ATOM = "{http://www.w3.org/2005/Atom}"
_NOTHING_KEPT = "Nothing of this window was kept."


def search(
    since: date,
    until: date | None,
    harvest: HarvestSettings,
    selection: SelectionSettings,
    wait: Wait,
) -> Iterator[ArxivRow]:
    """Rows (without licence, with first and last version only) of the papers found, each once, newest first.

    The interface no longer searches by day of update, so results are sorted by it and read until a whole page is older.
    Raises LitgaugeError when the service fails for good, ConfigError if there are neither title words nor categories.
    """
    start = datetime.combine(since, clock.min, UTC)
    end = datetime.combine(until + timedelta(days=1), clock.min, UTC) if until else datetime.max.replace(tzinfo=UTC)
    query = arxiv.Search(
        _query(selection),
        max_results=None,
        sort_by=arxiv.SortCriterion.LastUpdatedDate,
        sort_order=arxiv.SortOrder.Descending,
    )
    survey_ids: set[str] = set()
    older = 0
    try:
        for result in _PoliteClient(harvest, wait).results(query):
            older = older + 1 if result.updated < start else 0
            if older >= harvest.page_size:
                return
            row = _row(result)
            if start <= result.updated < end and row.survey_id not in survey_ids:
                survey_ids.add(row.survey_id)
                yield row
    except (arxiv.ArxivError, requests.RequestException) as error:
        raise LitgaugeError(
            f"arXiv's search interface fails ({error})",
            where=harvest.api_url,
            data=_NOTHING_KEPT,
            next_step="Run the refresh again later, or --set harvest.refresh=oai",
        ) from error


def _query(selection: SelectionSettings) -> str:
    titles = " OR ".join(f'ti:"{word}"' if " " in word else f"ti:{word}" for word in selection.title_words)
    categories = " OR ".join(
        f"cat:{name.rstrip('.')}" + ("" if "." in name.rstrip(".") else ".*") for name in selection.categories
    )
    if not titles and not categories:
        raise ConfigError(
            "the search interface needs title words or categories",
            where="selection.title_words",
            next_step="Give some, or --set harvest.refresh=oai",
        )
    return " AND ".join(f"({part})" for part in (titles, categories) if part)


def _row(result: arxiv.Result) -> ArxivRow:
    identifier, _, version = result.get_short_id().rpartition("v")
    versions = [RowVersion("v1", result.published.isoformat())]
    if version.isdigit() and int(version) > 1:
        versions.append(RowVersion(f"v{version}", result.updated.isoformat()))
    return ArxivRow(
        id=identifier or result.get_short_id(),
        title=result.title,
        abstract=result.summary,
        authors=", ".join(author.name for author in result.authors),
        comments=result.comment,
        journal_ref=result.journal_ref,
        doi=result.doi,
        categories=" ".join(dict.fromkeys([result.primary_category, *result.categories])),
        versions=versions,
        update_date=result.updated.date().isoformat(),
    )


class _PoliteClient(arxiv.Client):  # type: ignore[misc]
    """Arxiv package's client at our pace, with time-outs, and strict where it would skip what it cannot read."""

    def __init__(self, harvest: HarvestSettings, wait: Wait) -> None:
        super().__init__(page_size=harvest.page_size, delay_seconds=0, num_retries=harvest.attempts - 1)
        self.query_url_format = harvest.api_url + "?{}"
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, _PoliteAdapter(harvest, wait))
        self._session.hooks["response"].append(_refuse_unreadable)


class _PoliteAdapter(HTTPAdapter):
    """Waits before each request and for as long as a busy server asks."""

    def __init__(self, harvest: HarvestSettings, wait: Wait) -> None:
        super().__init__()
        self._harvest, self._wait = harvest, wait

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
        self._wait()
        request.headers["user-agent"] = USER_AGENT
        try:
            answer = super().send(request, *args, **(options | {"timeout": self._harvest.timeout_s}))
            _ = answer.content  # read here, for the package tries again only after a ConnectionError
        except (requests.Timeout, ChunkedEncodingError, ContentDecodingError) as error:
            raise requests.ConnectionError(f"the answer broke off ({error})") from error
        wait = retry_after_s(answer.headers) if is_busy(answer.status_code) else None
        if wait and wait > self._harvest.max_retry_after_s:
            raise LitgaugeError(
                f"arXiv asks to wait {wait:.0f} s",
                where=self._harvest.api_url,
                data=_NOTHING_KEPT,
                next_step="Run the refresh again after that time",
            )
        time.sleep(wait or 0)
        return answer


def _refuse_unreadable(answer: requests.Response, **_: Any) -> None:
    if answer.status_code != requests.codes.ok:
        return
    try:
        feed = etree.fromstring(answer.content, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        raise requests.ConnectionError(f"the answer is not well-formed XML: {error}") from error
    if feed.tag != f"{_ATOM}feed":
        raise requests.ConnectionError(f"the answer is no Atom feed but <{etree.QName(feed).localname}>")
    for entry in feed.iterfind(f"{_ATOM}entry"):
        if "/api/errors" in (entry.findtext(f"{_ATOM}id") or ""):
            raise LitgaugeError(
                f"arXiv refuses the query: {entry.findtext(f'{_ATOM}summary')}",
                where=answer.url,
                data=_NOTHING_KEPT,
                next_step="Check selection.title_words and selection.categories",
            )
