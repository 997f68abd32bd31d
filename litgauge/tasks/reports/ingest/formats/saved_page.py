"""Pages saved from a browser: HTML, with the source panel of Gemini, and MHTML."""

from __future__ import annotations

import base64
import email
import email.policy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from email.message import EmailMessage
from html import unescape
from pathlib import Path

from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.records import GivenReference
from litgauge.tasks.reports.figures.html_pictures import html_pictures
from litgauge.tasks.reports.ingest.formats import plain_text
from litgauge.tasks.reports.ingest.report_files import BrokenFile, FoundReport, IgnoredFile, Outcome, too_large

_ARCHIVES = (".mht", ".mhtml")
_PAGES = (".html", ".htm", ".xhtml")
_PANEL = re.compile(r"<deep-research-source-lists\b")
_SOURCE = re.compile(r"<a\s[^<>]{0,2000}?\bhref\s?=\s?\"(https?://[^\"<>\s]{1,2048})\"[^<>]{0,2000}>", re.IGNORECASE)


MOST_INLINE = 64 * 1024 * 1024
"""Bytes of an archive's pictures that are put into its page, from the first on."""


@dataclass(frozen=True, slots=True)
class _ArchivedPicture:
    media_type: str  # as the archive has it
    data: bytes


def holds(file: AnswerFile) -> bool:
    """Return whether a browser saved the file: a page, an archive of one, or a file beside it in `<name>_files/`."""
    return file.suffix in (*_PAGES, *_ARCHIVES) or _page_beside(file.path)


def outcomes(file: AnswerFile) -> Iterator[Outcome]:
    """Yield the page's text as it is in the file; for an archive, its first HTML part."""
    if _page_beside(file.path):
        yield IgnoredFile(file.name, "sidecar")
    elif file.suffix in _ARCHIVES:
        yield _archived(file)
    else:
        for outcome in plain_text.outcomes(file):
            is_page = isinstance(outcome, FoundReport) and "data-turn-source-index" in outcome.text
            yield (
                replace(outcome, given=_panel(outcome.text))
                if isinstance(outcome, FoundReport) and is_page
                else outcome
            )


def _page_beside(path: Path) -> bool:
    folder = path.parent
    if not folder.name.endswith("_files"):
        return False
    stem = folder.name.removesuffix("_files")
    return any((folder.parent / f"{stem}{suffix}").exists() for suffix in _PAGES)


def _archived(file: AnswerFile) -> Outcome:
    if file.too_large:
        return too_large(file)
    message = _opened(file.path.read_bytes())
    page = _page_of(message)
    if page is None:
        return BrokenFile(file.name, 0, "not-text", "the archive holds no HTML page")
    raw = page.get_payload(decode=True)
    text = raw.decode(page.get_content_charset("utf-8"), "replace") if isinstance(raw, bytes) else ""
    return FoundReport(file.name, "html", _with_pictures(text, _pictures(message, page)), given=_panel(text))


def _with_pictures(text: str, pictures: Mapping[str, _ArchivedPicture]) -> str:
    """Return the page with its pictures as `data:` addresses, since an archive is a single file."""
    pieces, at, room = [], 0, MOST_INLINE
    for picture in html_pictures(text, lambda _: True).pictures if pictures else ():
        part = pictures.get(picture.target)
        if part is None or picture.target_start < at or len(part.data) > room:
            continue
        room -= len(part.data)
        packed = base64.b64encode(part.data).decode()
        pieces += [text[at : picture.target_start], f"data:{part.media_type};base64,{packed}"]
        at = picture.target_end
    return "".join((*pieces, text[at:]))


def _pictures(message: EmailMessage, page: EmailMessage) -> dict[str, _ArchivedPicture]:
    """Return the pictures of an archive by each name that the page may use for them.

    The names are "cid:" with the part's id, its address, and its address from the page's folder.
    """
    places = (page["Content-Location"], message["Snapshot-Content-Location"], message["Content-Location"])
    folder = next((str(place) for place in places if place), "").rpartition("/")[0] + "/"
    pictures: dict[str, _ArchivedPicture] = {}
    for part in message.walk():
        data = part.get_payload(decode=True)
        if part.get_content_maintype() != "image" or not isinstance(data, bytes):
            continue
        archived = _ArchivedPicture(part.get_content_type(), data)
        address, identity = str(part["Content-Location"] or "").strip(), str(part["Content-ID"] or "").strip(" <>")
        names = [address, f"cid:{identity}" if identity else "", address.removeprefix(folder) if folder != "/" else ""]
        for name in filter(None, names):
            pictures.setdefault(name, archived)
    return pictures


def _opened(raw: bytes) -> EmailMessage:
    return email.message_from_bytes(raw, policy=email.policy.default)


def _page_of(message: EmailMessage) -> EmailMessage | None:
    """Return the first HTML part of an archive."""
    page = next((part for part in message.walk() if part.get_content_type() == "text/html"), None)
    return page if isinstance(page, EmailMessage) else None


def _panel(text: str) -> tuple[GivenReference, ...]:
    """Return the sources of Gemini's panel; its marks are their numbers, from 1."""
    panel = _PANEL.search(text)
    if panel is None:
        return ()
    urls = (unescape(source[1]) for source in _SOURCE.finditer(text, panel.end()))
    return tuple(GivenReference(str(number), url, None) for number, url in enumerate(urls, 1))
