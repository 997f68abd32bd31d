"""arXiv over OAI-PMH (arXivRaw): what changed in a window of days, with licences and versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from types import TracebackType
from typing import Any, cast

import httpx2
import msgspec
from lxml import etree
from oaipmh_scythe import HTTPConfig, Scythe, exceptions
from oaipmh_scythe.models import Record
from oaipmh_scythe.response import OAIResponse
from tenacity import Retrying

from litgauge.tasks.base.errors import ConfigError, LitgaugeError
from litgauge.tasks.harvest.rows import ArxivRow, RowVersion, survey_id
from litgauge.tasks.harvest.settings import HarvestSettings
from litgauge.tasks.http import USER_AGENT
from litgauge.tasks.http.pacing import Wait, every
from litgauge.tasks.http.retrying import RequestError, is_busy, retry_after_s, retrying

_OAI = "{http://www.openarchives.org/OAI/2.0/}"
_RAW = "{http://arxiv.org/OAI/arXivRaw/}"
_NOTHING_KEPT = "Nothing of this window was kept."


class OaiClient:
    """arXiv's OAI-PMH service, asked politely."""

    def __init__(self, harvest: HarvestSettings, wait: Wait | None = None) -> None:
        self._url = harvest.oai_url
        self._scythe = _PoliteScythe(harvest, wait or every(harvest.request_interval_s))

    def __enter__(self) -> OaiClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._scythe.close()

    def changed(self, since: date, until: date | None, sets: Sequence[str]) -> Iterator[ArxivRow]:
        """Papers whose record changed from `since` to `until` (both days included; None: until now), each once.

        No sets: all of arXiv. Of a record that arXiv deleted there is its id, its day, and that it is `deleted`.
        """
        identifiers: set[str] = set()
        for one_set in sets or (None,):
            for record in self._records(since, until, one_set):
                identifier = survey_id(str(record.header.identifier).rpartition(":")[2])
                if identifier in identifiers:  # cross-lists are in several sets
                    continue
                identifiers.add(identifier)
                try:
                    yield row_of(record)
                except ValueError:  # one record without metadata must not keep all others of its days from us
                    yield ArxivRow(id=identifier, update_date=record.header.datestamp)

    def _records(self, since: date, until: date | None, one_set: str | None) -> Iterator[Record]:
        with self._errors():
            try:
                yield from cast(
                    Iterator[Record],
                    self._scythe.list_records(
                        from_=since.isoformat(),
                        until=until.isoformat() if until else None,
                        set_=one_set,
                        metadata_prefix="arXivRaw",
                    ),
                )
            except exceptions.NoRecordsMatch:
                return

    def row(self, identifier: str) -> ArxivRow | None:
        """Return the row of one paper, None if the service does not know it (yet: it is updated once a day)."""
        with self._errors():
            try:
                record = self._scythe.get_record(identifier=f"oai:arXiv.org:{identifier}", metadata_prefix="arXivRaw")
            except exceptions.IdDoesNotExist:
                return None
        return row_of(cast(Record, record))

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except exceptions.BadResumptionToken as error:
            raise LitgaugeError(
                f"the service no longer knows its resumption token ({error})",
                where=self._url,
                data=_NOTHING_KEPT,
                next_step="Run the refresh again; a shorter window or single sets need fewer pages",
            ) from error
        except exceptions.BadArgument as error:
            raise ConfigError(
                f"the service refuses the request ({error})",
                where="harvest.sets",
                next_step="Sets are written as cs, math or physics:hep-ph",
            ) from error
        except exceptions.OAIPMHException as error:
            raise LitgaugeError(
                f"the service refuses the request ({type(error).__name__}: {error})",
                where=self._url,
                data=_NOTHING_KEPT,
                next_step="Check harvest.oai_url",
            ) from error
        except (RequestError, ValueError) as error:
            raise LitgaugeError(
                str(error), where=self._url, data=_NOTHING_KEPT, next_step="Run the refresh again later"
            ) from error


class _PoliteScythe(Scythe):
    """Scythe with our pauses and retries, and without its repair of broken XML, which loses records silently.

    A list that ends before it has as many records as it said has lost some, too.
    """

    def __init__(self, harvest: HarvestSettings, wait: Wait) -> None:
        super().__init__(harvest.oai_url, http_config=HTTPConfig(timeout=harvest.timeout_s, user_agent=USER_AGENT))
        self._wait = wait
        self._retrying = retrying(Retrying, harvest.attempts, harvest.request_interval_s, harvest.max_retry_after_s)
        self._tokens: set[str] = set()
        self._records = 0  # of the list that is being read
        self._announced = 0

    def harvest(self, query: dict[str, str]) -> OAIResponse:
        if token := query.get("resumptionToken"):
            if token in self._tokens:
                raise exceptions.BadResumptionToken(f"it gave {token} twice, which would never end")
            self._tokens.add(token)
        else:
            self._records = self._announced = 0
        response = self._retrying(self._ask, query)
        self._count(self._page)
        return response

    def _count(self, page: etree._Element) -> None:
        records, token = (page.findall(f".//{_OAI}{name}") for name in ("record", "resumptionToken"))
        size = token[0].get("completeListSize", "") if token else ""
        self._records += len(records)
        self._announced = max(self._announced, int(size) if size.isdecimal() else 0)
        if not (token and token[0].text) and self._records < self._announced:
            raise RequestError(f"its list ends after {self._records} of {self._announced} records")

    def _ask(self, query: dict[str, str]) -> OAIResponse:
        self._wait()
        try:
            answer = self.client.get(self.endpoint, params=query, follow_redirects=True)
        except httpx2.TransportError as error:
            raise RequestError(f"no answer ({type(error).__name__}: {error})") from error
        if is_busy(answer.status_code):
            raise RequestError(f"HTTP {answer.status_code}", retry_after_s(answer.headers))
        if not answer.is_success:
            raise LitgaugeError(
                f"HTTP {answer.status_code}",
                where=str(answer.url),
                data=_NOTHING_KEPT,
                next_step="Check harvest.oai_url",
            )
        try:
            root = etree.fromstring(answer.content, etree.XMLParser(resolve_entities=False, no_network=True))
        except etree.XMLSyntaxError as error:
            raise RequestError(f"the answer is not well-formed XML ({error})") from error
        if etree.QName(root).localname != "OAI-PMH":
            raise RequestError(f"the answer is no OAI-PMH but <{etree.QName(root).localname}>")
        response = OAIResponse(http_response=answer, params=query)
        response.raise_for_oaipmh_error()
        self._page = root
        return response


class _WholeRow(ArxivRow, frozen=True):
    """With the snapshot's fields that no rule reads: increments are the user's data too."""

    submitter: str | None = None
    report_no: str | None = msgspec.field(default=None, name="report-no")


def row_of(record: Record) -> ArxivRow:
    """Return the arXivRaw record as a row of the snapshot's schema. Raises ValueError if it holds no arXivRaw.

    A deleted record has no metadata: its row says that it is deleted, and when.
    """
    if record.deleted:
        identifier = survey_id(str(record.header.identifier).rpartition(":")[2])
        return ArxivRow(id=identifier, deleted=True, update_date=record.header.datestamp)
    xml: Any = record.xml  # lxml and its stubs disagree on what an element is called
    raw = xml.find(f".//{_RAW}arXivRaw")
    if raw is None:
        raise ValueError(f"the record {record.header.identifier} holds no arXivRaw metadata")
    versions = [
        RowVersion(version.get("version"), version.findtext(f"{_RAW}date"))
        for version in raw.iterfind(f"{_RAW}version")
    ]
    last = raw.findall(f"{_RAW}version")[-1:]

    def text(name: str) -> str | None:
        value: str | None = raw.findtext(f"{_RAW}{name}")
        return value

    return _WholeRow(
        id=text("id") or survey_id(str(record.header.identifier).rpartition(":")[2]),
        submitter=text("submitter"),
        title=text("title"),
        abstract=text("abstract"),
        authors=text("authors"),
        comments=text("comments"),
        journal_ref=text("journal-ref"),
        doi=text("doi"),
        report_no=text("report-no"),
        categories=text("categories"),
        license=text("license"),
        versions=versions,
        update_date=record.header.datestamp,
        removed=any(version.findtext(f"{_RAW}source_type") == "I" for version in last),
    )
