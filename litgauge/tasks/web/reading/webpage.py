"""Text and metadata of an HTML page."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass

import trafilatura
from lxml import etree, html

from litgauge.tasks.records import PersonName, WorkIdentity
from litgauge.tasks.text import compact_title
from litgauge.tasks.web.reading.authorship import page_authors, page_date
from litgauge.tasks.web.reading.characters import count_invisible
from litgauge.tasks.web.reading.metadata import PageMetadata, page_identity, page_title, read_metadata, refresh_target
from litgauge.tasks.web.scholarly import is_scholarly_page

logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # we report pages without text ourselves

_NO_TEXT = ("script", "style", "noscript", "template", "svg", "iframe", "object", "select", "button", "form")
_FRAME = ("nav", "footer", "aside")
_BLOCKS = frozenset(
    {"address", "article", "blockquote", "br", "caption", "dd", "div", "dt", "figcaption", "h1", "h2", "h3", "h4"}
    | {"h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul"}
)
_ABSTRACT_TAGS = ("citation_abstract", "dc.description", "dcterms.abstract", "og:description", "description")
_ENOUGH = 0.25  # share of the whole text below which the main text was not recognised
_SHORT = 600
_MOST_TAGS = 300_000  # of a page whose main text is extracted: larger ones take minutes, and gigabytes
_CHALLENGE = re.compile(
    r"just a moment|attention required|access denied|are you (?:a )?(?:human|robot)"
    r"|verify(?:ing)? (?:that )?you are (?:a )?human|security check"
    r"|checking your browser|pardon our interruption|captcha|request unsuccessful|bot verification",
    re.IGNORECASE,
)
_CHALLENGE_CHARS = 3_000


@dataclass(frozen=True, slots=True)
class ReadPage:
    """Text and metadata read from a document of any type."""

    title: str | None
    text: str
    identity: WorkIdentity
    scholarly: bool | None
    refresh: str | None = None  # target of an automatic redirect
    challenge: bool = False  # whether it is a CAPTCHA instead of the page
    invisible: int = 0  # number of invisible characters
    authors: tuple[PersonName, ...] = ()
    published: str = ""  # "YYYY-MM" or "YYYY"


def read_html(text: str, url: str) -> ReadPage:
    """Return title, main text, identity and kind of the page at `url`; the text is "" if it shows none.

    The text begins with the title and the abstract that the page declares, if its body does not contain them.
    """
    document = _parsed(text)
    if document is None:
        return ReadPage(None, "", WorkIdentity(), None)
    metadata = read_metadata(document)
    refresh, title = refresh_target(document), page_title(metadata)
    body = _main_text(text, document)
    challenge = len(body) < _CHALLENGE_CHARS and bool(_CHALLENGE.search(metadata.heading))
    return ReadPage(
        title,
        _with_declared(body, title, metadata),
        page_identity(metadata, url),
        is_scholarly_page(metadata, url),
        refresh if len(body) < _SHORT else None,
        challenge,
        count_invisible(text),
        page_authors(metadata),
        page_date(metadata),
    )


def markdown_of(text: str, url: str) -> str:
    """Return the main text of the HTML page at `url` as Markdown with links; "" for a huge one."""
    if text.count("<") > _MOST_TAGS:
        return ""
    main = trafilatura.extract(
        text,
        url=url,
        output_format="markdown",
        include_links=True,
        favor_recall=True,
        include_comments=False,
        include_tables=True,
    )
    return main or ""


def _parsed(text: str) -> html.HtmlElement | None:
    try:
        return html.document_fromstring(text.encode("utf-8", "replace"), parser=html.HTMLParser(encoding="utf-8"))
    except etree.XMLSyntaxError as error:
        if getattr(error, "code", 0) == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        return None
    except etree.ParserError:  # no element at all
        return None


def _main_text(text: str, document: html.HtmlElement) -> str:
    """Return trafilatura's text, or the whole text if trafilatura finds too little, or the page is huge.

    Text that a style sheet hides is kept: tabs and folded sections are hidden in the same way as prompt injections.
    """
    whole = _all_text(document)
    if text.count("<") > _MOST_TAGS:
        return whole
    main = trafilatura.extract(text, favor_recall=True, include_comments=False, include_tables=True) or ""
    return main if len(main) >= min(_ENOUGH * len(whole), len(whole) - 1) else whole


def _all_text(document: html.HtmlElement) -> str:
    pieces: list[str] = []
    _collect(document, pieces)
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def _collect(root: html.HtmlElement, pieces: list[str]) -> None:
    skipped = 0
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event in {"comment", "pi"}:
            tail = element.tail
        elif event == "start":
            if skipped or _is_left_out(element):
                skipped += 1
                continue
            pieces.append("\n" if element.tag in _BLOCKS else "")
            tail = element.text
        else:
            skipped = max(0, skipped - 1)
            pieces.append("\n" if element.tag in _BLOCKS and not skipped else "")
            tail = element.tail
        if tail and not skipped:
            pieces.append(tail)


def _is_left_out(element: html.HtmlElement) -> bool:
    return element.tag in _NO_TEXT or element.tag in _FRAME or element.tag == "head"


def _with_declared(body: str, title: str | None, metadata: PageMetadata) -> str:
    abstract = metadata.first(*_ABSTRACT_TAGS)
    body_letters = compact_title(body)
    missing = [part for part in (title, abstract) if part and compact_title(part) not in body_letters]
    return _join([*missing, body])


def _join(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part)
