"""Pictures of a page or a document, with alt text and caption."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urljoin

from litgauge.tasks.reports.figures.html_pictures import Element, html_pictures
from litgauge.tasks.reports.figures.markdown_pictures import markdown_pictures
from litgauge.tasks.text import clean_text

_MOST_CHARS = 2_000_000  # of a page that are read
_LONGEST = 2_000  # characters of the words of a picture
_HEADING = re.compile(
    r"<h[1-6](?:\s[^<>]{0,300})?>([^\0]{0,400}?)</h[1-6]|^ {0,3}#{1,6}[ \t]+(.{1,300})", re.IGNORECASE | re.MULTILINE
)
_CAPTION = re.compile(r"[*_]{1,2}[^*_\n].*|(?:fig(?:ure|\.)|abb|图|圖|source|来源).*", re.IGNORECASE)
_WIDTH, _HEIGHT = (
    re.compile(rf"\b{name}\s{{0,2}}=\s{{0,2}}[\"']?(\d{{1,5}})(?:px)?[\s\"'/>]", re.IGNORECASE | re.ASCII)
    for name in ("width", "height")
)
_TAG = re.compile(r"<[^<>]{0,2000}>")


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture on a page."""

    url: str  # absolute where the page's address is known
    alt: str
    caption: str
    heading: str  # the one before it
    width: int = 0  # pixels as declared by the page; else 0
    height: int = 0


def pictures_of_page(html: str, url: str) -> tuple[PagePicture, ...]:
    """Return the pictures of a page in order, each address once, with the caption of their figure.

    >>> page = '<figure><img src="k.png" alt="A kite"><figcaption>Kites</figcaption></figure>'
    >>> pictures_of_page(page, "https://a.org/x/")
    (PagePicture(url='https://a.org/x/k.png', alt='A kite', caption='Kites', heading='', width=0, height=0),)
    """
    return _once(_of_html(html[:_MOST_CHARS], url))


def pictures_of_document(text: str) -> tuple[PagePicture, ...]:
    """Return the pictures of a Markdown text, including HTML elements, each target once.

    The line after a picture is its caption if it is emphasised or begins with a label.
    """
    text = text[:_MOST_CHARS]
    return _once((*_of_markdown(text), *_of_html(text, "")))


def _once(pictures: Iterable[PagePicture]) -> tuple[PagePicture, ...]:
    by_url: dict[str, PagePicture] = {}
    for picture in pictures:
        by_url.setdefault(picture.url, picture)
    return tuple(by_url.values())


def _of_html(html: str, url: str) -> Iterator[PagePicture]:
    pictures, headings = html_pictures(html, lambda _: True), _Headings(html)
    captions = _captions(html, pictures.figures, pictures.captions)
    starts = [figure.start for figure in pictures.figures]
    for picture in pictures.pictures:
        if picture.form not in ("path", "address"):
            continue
        place = bisect_right(starts, picture.start) - 1
        inside = place >= 0 and picture.start < pictures.figures[place].end
        tag = html[picture.start : min(picture.end, picture.start + _LONGEST)]
        yield PagePicture(
            _joined(url, picture.target),
            _words(picture.alt or picture.title),
            captions[place] if inside else "",
            headings.before(picture.start),
            _pixels(_WIDTH.search(tag)),
            _pixels(_HEIGHT.search(tag)),
        )


def _captions(html: str, figures: tuple[Element, ...], captions: tuple[Element, ...]) -> list[str]:
    """The words of each figure's first caption."""
    starts = [caption.start for caption in captions]
    words = []
    for figure in figures:
        place = bisect_right(starts, figure.start)
        inside = place < len(captions) and captions[place].start < figure.end
        words.append(_words(_TAG.sub(" ", _inner(html, captions[place]))) if inside else "")
    return words


def _inner(html: str, element: Element) -> str:
    return html[element.inner : min(element.inner_end, element.inner + 4 * _LONGEST)]


def _of_markdown(text: str) -> Iterator[PagePicture]:
    headings = _Headings(text)
    for picture in markdown_pictures(text, lambda _: True):
        if picture.form in ("path", "address"):
            behind = (
                text[picture.end : picture.end + _LONGEST].partition("\n")[2].lstrip("\n").partition("\n")[0].strip()
            )
            caption = behind.strip("*_ ") if _CAPTION.match(behind) else ""
            yield PagePicture(picture.target, _words(picture.alt), _words(caption), headings.before(picture.start))


class _Headings:
    """The headings of a text by their places."""

    def __init__(self, text: str) -> None:
        headings = list(_HEADING.finditer(text))
        self._starts = [heading.start() for heading in headings]
        self._texts = [heading[1] or heading[2] or "" for heading in headings]

    def before(self, at: int) -> str:
        place = bisect_right(self._starts, at) - 1
        return _words(_TAG.sub(" ", self._texts[place])) if place >= 0 else ""


def _words(text: str) -> str:
    return " ".join(clean_text(text[:_LONGEST]).split())


def _joined(url: str, source: str) -> str:
    try:
        return urljoin(url, source) if url else source
    except ValueError:  # "http://[::1"
        return source


def _pixels(length: re.Match[str] | None) -> int:
    return int(length[1]) if length else 0
