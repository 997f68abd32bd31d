"""Search providers: the request of each, and the reader of its answer. One file each; none of them does any I/O."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Generic, Literal, Protocol, TypeVar
from urllib.parse import urlsplit

from litgauge.tasks.agents.search.dates import iso_date
from litgauge.tasks.agents.search.engine import ImageHit, SearchHit
from litgauge.tasks.llm.plain_json import plain_json
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text import clean_text
from litgauge.tasks.text.work_addresses import work_at

_LONGEST_TITLE, _LONGEST_SNIPPET, _LONGEST_URL = 500, 2_000, 2_000
_URL = re.compile(r"https?://[^\s\x00-\x20<>\"]+", re.IGNORECASE)
_DIGITS = re.compile(r"\d{1,6}", re.ASCII)
_MOST_PIXELS = 1_000_000
LONGEST_QUERY = 400
"""Characters; engines cut or refuse longer queries."""


@dataclass(frozen=True, slots=True)
class ProviderRequest:
    """A request for results, without its address."""

    params: Mapping[str, str] = field(default_factory=dict)
    json: Mapping[str, Any] | None = None  # the body of a POST; None for a GET

    def with_values(self, **values: str) -> ProviderRequest:
        """Return the request with further parameters, or fields of its body; or with other values of them."""
        if self.json is None:
            return replace(self, params={**self.params, **values})
        return replace(self, json={**self.json, **values})


class UnreadAnswer(Exception):
    """An answer that holds no results for a reason of the provider's: `passing` if another try may help."""

    def __init__(self, what: str, *, passing: bool = True) -> None:
        self.passing = passing
        super().__init__(what)


KeyPlace = Literal["header", "parameter"]


class Addressed(Protocol):
    """A result of any search."""

    @property
    def url(self) -> str:
        """Return its address."""
        ...


Hit = TypeVar("Hit", bound=Addressed, covariant=True)
AnyHit = TypeVar("AnyHit", bound=Addressed)


@dataclass(frozen=True)
class Provider(Generic[Hit]):
    """One provider, as its documentation has it, with the kind of results that it is asked for."""

    name: str
    home: str  # its address; "" where every user has one of their own
    path: str
    ask: Callable[[str, int], ProviderRequest]  # (query, results)
    read: Callable[[str, date], Iterable[Hit | None]]  # (body of an answer 200, day it was asked); raises UnreadAnswer
    most: int  # results that one search gives, at no higher price
    other_paths: tuple[str, ...] = ()  # by which it is known, too
    key_env: str = ""  # the usual variable of its key; "" where it needs none
    key_name: str = ""  # header or parameter of the key
    key_prefix: str = ""
    key_place: KeyPlace = "header"
    usd_per_search: float = 0.0  # list price of its smallest plan
    interval_s: float = 0.0  # that it asks for between two requests
    max_concurrency: int = 4
    phrasings: Callable[[str], tuple[str, ...]] = lambda query: (query,)  # tried in order until one finds anything
    refused: str = ""  # what to do about a 403 where no key is sent
    finds: str = ""  # "images", or "" for pages
    until: Callable[[ProviderRequest, date], ProviderRequest] | None = None  # no later results; None: it cannot

    def url(self, base_url: str) -> str:
        """The address of its searches under a base URL, which may have some or all of the path already.

        >>> from litgauge.tasks.agents.search.brave import BRAVE
        >>> BRAVE.url("http://127.0.0.1:8080/res/v1/")
        'http://127.0.0.1:8080/res/v1/web/search'
        """
        base = (base_url or self.home).rstrip("/")
        path = urlsplit(base).path
        if path.endswith(self.other_paths):
            return base
        common = max((n for n in range(len(path) + 1) if self.path.startswith(path[len(path) - n :])), default=0)
        whole = common == len(self.path) or self.path[common : common + 1] in ("/", "")
        return base + (self.path[common:] if whole else self.path)


def of_images(
    pages: Provider[SearchHit],
    *,
    ask: Callable[[str, int], ProviderRequest],
    read: Callable[[str, date], Iterable[ImageHit | None]],
    path: str = "",
    most: int = 0,
) -> Provider[ImageHit]:
    """The search of a provider for pictures: with the same key, price and pauses as its search for pages."""
    return Provider[ImageHit](
        name=pages.name,
        home=pages.home,
        path=path or pages.path,
        ask=ask,
        read=read,
        most=most or pages.most,
        other_paths=() if path else pages.other_paths,
        key_env=pages.key_env,
        key_name=pages.key_name,
        key_prefix=pages.key_prefix,
        key_place=pages.key_place,
        usd_per_search=pages.usd_per_search,
        interval_s=pages.interval_s,
        max_concurrency=pages.max_concurrency,
        refused=pages.refused,
        finds="images",
    )


def json_object(text: str, *marks: str) -> dict[str, Any]:
    """The JSON object in an answer; UnreadAnswer if it is none, or has none of the fields that tell it is an answer."""
    try:
        body = plain_json(text)
    except (ValueError, RecursionError):
        raise UnreadAnswer(f"an answer that is no JSON: {text[:80]!r}") from None
    if not isinstance(body, dict) or not any(mark in body for mark in marks):
        raise UnreadAnswer(f"an answer of another form: {text[:80]!r}")
    return body


def results_at(body: Mapping[str, Any], *path: str) -> list[Mapping[str, Any]]:
    """The list of results at a path; [] where there is none or it is null. UnreadAnswer if something else is there."""
    value: Any = body
    for name in path:
        value = value.get(name)
        if value is None:
            return []
        if not isinstance(value, list if name == path[-1] else dict):
            raise UnreadAnswer(f"{'.'.join(path)} is a {type(value).__name__}")
    return [result for result in value if isinstance(result, dict)]


def address(value: Any) -> str:
    """An address of the web that can be opened; "" for anything else."""
    url = value.strip() if isinstance(value, str) else ""
    return url if len(url) <= _LONGEST_URL and _URL.fullmatch(url) else ""


def hit(
    day: date, url: Any, title: Any, snippet: Any = None, when: Any = None, identity: WorkIdentity | None = None
) -> SearchHit | None:
    """A result out of whatever an engine gave; None without an address that can be opened."""
    place = address(url)
    if not place:
        return None
    name = line(title)[:_LONGEST_TITLE]
    work_identity = identity or work_at(place) or WorkIdentity()
    return SearchHit(
        title=name or place,
        url=place,
        snippet=line(snippet)[:_LONGEST_SNIPPET],
        date=iso_date(when, day),
        identity=replace(work_identity, title=name or None),
    )


def image_hit(
    url: Any,
    page: Any,
    title: Any,
    *,
    size: tuple[Any, Any] = (0, 0),
    source: Any = "",
    thumbnail: Any = "",
    date: str = "",
) -> ImageHit | None:
    """A picture out of whatever an engine gave; None without an address of it that can be opened."""
    place = address(f"https:{url}" if isinstance(url, str) and url.startswith("//") else url)
    if not place:
        return None
    shown = address(page)
    return ImageHit(
        title=line(title)[:_LONGEST_TITLE] or shown or place,
        url=place,
        page=shown,
        width=_pixels(size[0]),
        height=_pixels(size[1]),
        source=line(source)[:_LONGEST_TITLE],
        thumbnail=address(thumbnail),
        date=date,
    )


def object_at(result: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The object in a field of a result; an empty one where there is none."""
    value = result.get(name)
    return value if isinstance(value, dict) else {}


def _pixels(value: Any) -> int:
    number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value.strip()) else value
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 < number < _MOST_PIXELS else 0


def hits(results: Iterable[AnyHit | None], limit: int) -> tuple[AnyHit, ...]:
    """The results that are any, each address once."""
    once: dict[str, AnyHit] = {}
    for result in results:
        if result is not None:
            once.setdefault(result.url, result)
    return tuple(once.values())[:limit]


def line(value: Any) -> str:
    """A text on one line without markup; "" for what is no text."""
    return clean_text(value[: 4 * _LONGEST_SNIPPET]) if isinstance(value, str) else ""
