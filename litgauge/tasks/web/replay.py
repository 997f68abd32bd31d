"""A small web in a folder: pages by address, with status, type and redirects, read by the same code as the real web.

`index.json` maps each URL to {"status", "content_type", "file"}, {"status": 3xx, "location"} or {"error": "timeout"}.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx

from litgauge.tasks.base.errors import ConfigError, UnusableInput
from litgauge.tasks.http.guard import check_url
from litgauge.tasks.text.user_files import read_inside
from litgauge.tasks.web.fetching.arxiv import arxiv_address
from litgauge.tasks.web.fetching.fetcher import Fetcher
from litgauge.tasks.web.reading.document import ReadPdf
from litgauge.tasks.web.settings import EvidenceSettings

_INDEX = "index.json"
_IMPATIENT = {"interval_s": 0.0, "host_intervals_s": {}, "attempts": 1, "robots": False, "arxiv_host": "arxiv.org"}
Entry = Mapping[str, Any]


def replay_fetcher(folder: Path, settings: EvidenceSettings, read_pdf: ReadPdf) -> Fetcher:
    """Return a fetcher that reads a folder: no network, no delays, the same guard. Raises ConfigError."""
    return Fetcher(settings.model_copy(update=_IMPATIENT), read_pdf, ReplayTransport(folder), recorded=True)


def folder_digest(folder: Path) -> str:
    """Return a digest (24 hex digits) of the contents of a folder of stored pages. Raises ConfigError."""
    digest = hashlib.sha256(_read(folder, _INDEX))
    for name in sorted({str(entry["file"]) for entry in _read_index(folder).values() if "file" in entry}):
        file_digest = hashlib.sha256(_read(folder, name)).hexdigest()
        digest.update(f"\0{name}\0{file_digest}".encode("utf-8", "replace"))
    return digest.hexdigest()[:24]


def _read(folder: Path, name: str) -> bytes:
    """Return a file of the folder; b"" if it is missing or outside of the folder."""
    try:
        return read_inside(folder, name)
    except (UnusableInput, OSError, ValueError):
        return b""


def stored_addresses(folder: Path) -> tuple[str, ...]:
    """Return the addresses of a folder's stored pages, in the order of its index. Raises ConfigError."""
    return tuple(url for url, entry in _read_index(folder).items() if "file" in entry and entry.get("status") == 200)


class ReplayTransport(httpx.AsyncBaseTransport):
    """Answers from a folder; an address that is not in its index is not found (HTTP 404)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        index = _read_index(folder)
        self._entries = _by_name(index)
        self._papers = {key: entry for url, entry in index.items() if (key := _paper(url))}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the stored answer. Raises httpx.TransportError for a stored error, Rejected by the guard."""
        url = str(check_url(str(request.url)))
        entry = self._entries.get(_name(url)) or self._papers.get(_paper(url) or ("", ""))
        if entry is None:
            return httpx.Response(httpx.codes.NOT_FOUND, request=request)
        if "error" in entry:
            raise _ERRORS.get(str(entry["error"]), httpx.ReadError)(str(entry["error"]), request=request)
        if "location" in entry:
            return httpx.Response(int(entry["status"]), headers={"location": str(entry["location"])}, request=request)
        headers = {"content-type": str(entry.get("content_type", ""))}
        body = httpx.ByteStream(self._bytes(entry))
        return httpx.Response(int(entry["status"]), headers=headers, stream=body, request=request)

    def _bytes(self, entry: Entry) -> bytes:
        try:
            return read_inside(self._folder, str(entry["file"]))
        except UnusableInput as error:
            where = f"{_INDEX}: {entry['file']}"
            raise ConfigError(f"the index names a file that is not in its folder: {error.what}", where=where) from None


_ERRORS: Mapping[str, type[httpx.TransportError]] = {"timeout": httpx.ReadTimeout, "connection": httpx.ConnectError}


def _read_index(folder: Path) -> dict[str, Entry]:
    path = folder / _INDEX
    try:
        index = json.loads(read_inside(folder, _INDEX))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(f"the index of pages cannot be read ({error})", where=str(path)) from None
    if not isinstance(index, dict) or not all(isinstance(entry, dict) for entry in index.values()):
        raise ConfigError("the index of pages maps URLs to objects", where=str(path))
    return index


def _by_name(index: Mapping[str, Entry]) -> dict[str, Entry]:
    pages = {}
    for url, entry in index.items():
        try:
            pages[_name(url)] = entry
        except ValueError:
            raise ConfigError("this is no address of a page", where=f"{_INDEX}: {url[:200]}") from None
    return pages


def _name(url: str) -> str:
    """Return the normal spelling of an address: no scheme, fragment or final slash, nothing percent-encoded."""
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return unquote(f"{parts.netloc.lower()}{parts.path.rstrip('/')}{query}")


def _paper(url: str) -> tuple[str, str] | None:
    """Return the arXiv paper of an address and the requested format; versions, hosts and trackers are ignored."""
    address = arxiv_address(url)
    return (address.arxiv_id, address.kind) if address else None
