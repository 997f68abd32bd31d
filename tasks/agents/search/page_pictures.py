"""Pictures that a page or a document shows, with the words that stand with them: alt text and caption."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urljoin

from tasks.text import clean_text

_MOST_CHARS = 2_000_000  # of a page that are read
_LONGEST = 2_000  # characters of the words of a picture
_SHOWN = re.compile(
    r"!\[(?P<alt>[^\[\]\n]{0,2000})\]\(\s{0,3}<?(?P<to>[^()\s<>]{1,2048}(?:\([^()\s]{0,200}\)[^()\s<>]{0,2048})?)"
)
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.{1,300})")
_VOID = frozenset(
    {"img", "source", "br", "hr", "meta", "link", "input", "wbr", "track", "area", "base", "col", "embed"}
)


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture on a page."""

    url: str  # absolute where the page's address is known
    alt: str
    caption: str
    heading: str  # the one before it
    width: int = 0  # pixels as the page says; 0 where it does not
    height: int = 0


def pictures_of_page(html: str, url: str) -> tuple[PagePicture, ...]:
    """The pictures of a page in its order, each address once, with the caption of the figure that they stand in.

    >>> pictures_of_page('<figure><img src="k.png" alt="A kite"><figcaption>Kites</figcaption></figure>', "https://a.org/x/")
    (PagePicture(url='https://a.org/x/k.png', alt='A kite', caption='Kites', heading='', width=0, height=0),)
    """
    reader = _PictureReader(url)
    reader.feed(html[:_MOST_CHARS])
    reader.close()
    return _once(reader.finished())


def pictures_of_document(text: str) -> tuple[PagePicture, ...]:
    """The pictures that a Markdown text shows, elements of HTML among them, each target once.

    The line behind a picture is its caption if it is emphasised or begins with a label.
    """
    return _once((*_of_markdown(text[:_MOST_CHARS]), *pictures_of_page(text, "")))


def _once(pictures: Iterator[PagePicture] | tuple[PagePicture, ...]) -> tuple[PagePicture, ...]:
    by_url: dict[str, PagePicture] = {}
    for picture in pictures:
        by_url.setdefault(picture.url, picture)
    return tuple(by_url.values())


_CAPTION = re.compile(r"[*_]{1,2}[^*_\n].*|(?:fig(?:ure|\.)|abb|图|圖|source|来源).*", re.IGNORECASE)


def _of_markdown(text: str) -> Iterator[PagePicture]:
    lines = text.split("\n")
    heading = ""
    for at, line in enumerate(lines):
        if found := _HEADING.match(line):
            heading = found[1].strip()
        for shown in _SHOWN.finditer(line):
            behind = next((one.strip() for one in lines[at + 1 : at + 3] if one.strip()), "")
            caption = behind if _CAPTION.match(behind) else ""
            yield PagePicture(shown["to"], _words(shown["alt"]), _words(caption.strip("*_ ")), _words(heading))


def _words(text: str) -> str:
    return " ".join(clean_text(text[:_LONGEST]).split())


class _PictureReader(HTMLParser):
    """Collects pictures; a figure's caption goes to all that stand in it."""

    def __init__(self, url: str) -> None:
        super().__init__(convert_charrefs=True)
        self._url = url
        self._pictures: list[PagePicture] = []
        self._figure: int | None = None  # index of the first picture of the open figure
        self._kept: list[str] | None = None  # words of the open caption or heading
        self._closes = ""  # the element that ends them
        self._heading = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "figure":
            self._figure = len(self._pictures)
        elif tag == "figcaption" or re.fullmatch(r"h[1-6]", tag):
            self._kept, self._closes = [], tag
        elif tag == "img" and (source := _source_of(said)):
            self._pictures.append(
                PagePicture(
                    _joined(self._url, source), _words(said.get("alt") or said.get("title", "")), "",
                    self._heading, _pixels(said.get("width", "")), _pixels(said.get("height", "")),
                )
            )  # fmt: skip

    def handle_endtag(self, tag: str) -> None:
        if self._kept is not None and tag == self._closes:
            words = _words(" ".join(self._kept))
            if tag == "figcaption":
                self._caption(words)
            else:
                self._heading = words
            self._kept = None
        elif tag == "figure":
            self._figure = None

    def handle_data(self, data: str) -> None:
        if self._kept is not None and len(self._kept) < _LONGEST:
            self._kept.append(data)

    def finished(self) -> tuple[PagePicture, ...]:
        """What was collected; the caption of a figure may stand before its pictures."""
        return tuple(self._pictures)

    def _caption(self, words: str) -> None:
        if self._figure is None:
            return
        for place in range(self._figure, len(self._pictures)):
            one = self._pictures[place]
            self._pictures[place] = PagePicture(one.url, one.alt, words, one.heading, one.width, one.height)


def _source_of(said: dict[str, str]) -> str:
    """The address of an `img`, also where a script is to load it; "" of one that is written out in the page."""
    for name in ("src", "data-src", "data-original", "data-lazy-src"):
        value = said.get(name, "").strip()
        if value and not value.lower().startswith(("data:", "javascript:", "about:")):
            return value
    first = said.get("srcset", "").split(",")[0].split()
    return first[0] if first and not first[0].lower().startswith("data:") else ""


def _joined(url: str, source: str) -> str:
    try:
        return urljoin(url, source) if url else source
    except ValueError:  # "http://[::1"
        return source


def _pixels(value: str) -> int:
    found = re.match(r"\s*(\d{1,5})(?:px)?\s*$", value, re.ASCII)
    return int(found[1]) if found else 0
