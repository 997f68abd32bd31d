"""Pictures in HTML and MDX: `<img>`, `<picture>`, `<svg>`, `<canvas>`, frames, components; `<figure>` around them."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from litgauge.tasks.records.figures import FigureNotation
from litgauge.tasks.reports.figures.targets import Picture, is_ornament_address, shown_target
from litgauge.tasks.text.wordings import alternatives, wordings

MOST_ATTRIBUTES = 60
"""Of one element; a longer one is text."""

ORNAMENT_PIXELS = 48
"""A picture declared to be no wider, or no higher, is an icon or a tracker."""

_COMPONENTS = tuple(wordings("litgauge.tasks.reports.figures", "figure_wordings.json")["component"]["any"]["patterns"])
_TAGS = (
    "figure|figcaption|img|image|picture|source|svg|canvas|iframe|frame|object|embed|a|button|div|pre|code|span|script"
)
_OPENS = re.compile(rf"<(/?)({_TAGS}|[A-Z]\w{{0,60}}(?:\.[A-Z]\w{{0,40}})?)(?=[\s/>])", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"[\s/]*([^\s\"'<>/={}]{1,80})(?:\s{0,8}=\s{0,8}(?=(\S)))?")
_BARE_VALUE = re.compile(r"[^\s\"'<>=`]{1,4000}")
_TAG_END = re.compile(r"[\s/]*+(>|<|$)")
_TARGET_NAMES = (
    "src",
    "htmlfile",
    "file",
    "path",
    "image",
    "img",
    "imagesrc",
    "chartfile",
    "source",
    "url",
    "data-src",
)
_FILE = re.compile(
    r"[^\s<>\"']{1,2000}\.(?:png|jpe?g|gif|webp|svg|avif|bmp|tiff?|html?)(?:[?#][^\s<>\"']{0,500})?", re.IGNORECASE
)
_QUOTED_IN_BRACES = re.compile(
    r"\{\s{0,8}(?:require\(\s{0,8})?[\"'`]([^\"'`{}]{1,2000})[\"'`]\s{0,8}\)?\s{0,8}(?:\.default)?\s{0,8}\}"
)
_ORNAMENT_CLASS = re.compile(
    r"(?:^|[\s_-])(?:icon|emoji|avatar|logo|favicon|badge|spinner|sr-only)s?(?:$|[\s_-])", re.IGNORECASE
)
_SIZE = re.compile(r"\s{0,4}(\d{1,5})(?:\.\d{1,6})?\s{0,4}(?:px)?\s{0,4}$")
_STYLED = re.compile(r"(?:^|[;\s])(?:max-)?(width|height)\s{0,4}:\s{0,4}(\d{1,5})(?:\.\d{1,6})?px", re.IGNORECASE)
_VIEW_BOX = re.compile(
    r"\s{0,8}[-\d.]{1,12}[\s,]{1,4}[-\d.]{1,12}[\s,]{1,4}(\d{1,6})[\d.]{0,8}[\s,]{1,4}(\d{1,6})[\d.]{0,8}\s{0,8}$"
)
_VIDEO = re.compile(alternatives("litgauge.tasks.reports.figures", "figure_wordings.json", "video"), re.IGNORECASE)
_DRAWN_IN = re.compile(
    r"(?:getElementById|querySelector|newPlot|Plotly\.(?:plot|react)|vegaEmbed|d3\.select|Highcharts\.(?:chart|stockChart)"
    r"|echarts\.init|container|bindto|renderTo)\s{0,4}[(:]\s{0,4}[\"'`]#?([\w-]{1,80})[\"'`]"
)
_LIBRARY = re.compile(
    r"\b(?:new\s{1,8}(?:Chart|ApexCharts|Dygraph|google\.visualization\.\w{1,40}|frappe\.Chart)\b|Plotly\.|echarts\.|vegaEmbed"
    r"|Highcharts\.|c3\.generate|d3\.select|mermaid\.)"
)
_MERMAID_CLASS = re.compile(r"(?:^|[\s-])mermaid(?:$|\s)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag with its attributes: name in lower case -> (raw value, start, end)."""

    name: str
    closes: bool
    start: int
    end: int
    attributes: Mapping[str, tuple[str, int, int]]

    def value(self, name: str) -> str:
        """Return the value of an attribute with entities resolved; "" if it is missing."""
        return html.unescape(self.attributes[name][0]).strip() if name in self.attributes else ""


@dataclass(frozen=True, slots=True)
class Element:
    """An element with its content between `inner` and `inner_end`."""

    tag: Tag
    start: int
    end: int
    inner: int
    inner_end: int


@dataclass(frozen=True, slots=True)
class HtmlPictures:
    """The pictures of a text's HTML, with the elements that group and caption them."""

    pictures: tuple[Picture, ...]
    figures: tuple[Element, ...]  # outermost `<figure>`s
    captions: tuple[Element, ...]  # `<figcaption>`s


def html_pictures(text: str, is_visible: Callable[[int], bool]) -> HtmlPictures:
    """Return the pictures of a text's HTML in order; `is_visible` tells whether the text at an offset is visible."""
    tags = [tag for tag in _tags(text) if tag.name == "script" or is_visible(tag.start)]
    elements = _elements(tags)
    scripted = _scripted(text, elements)
    pictures: list[Picture] = []
    until = 0
    for number, tag in enumerate(tags):
        if tag.closes or tag.start < until:
            continue
        element = elements.get(number)
        picture = _picture(text, tag, element, scripted, tags, number)
        if picture is not None:
            pictures.append(picture)
        if tag.name in ("svg", "picture", "canvas", "object", "iframe", "button", "script") and element is not None:
            until = element.end
        elif picture is not None:
            until = picture.end
    linked = _with_links(text, pictures, [element for element in elements.values() if element.tag.name == "a"])
    figures = _outermost([element for element in elements.values() if element.tag.name == "figure"])
    captions = [element for element in elements.values() if element.tag.name == "figcaption"]
    return HtmlPictures(tuple(linked), tuple(figures), tuple(sorted(captions, key=lambda caption: caption.start)))


def _tags(text: str) -> Iterator[Tag]:
    at = 0
    braces = _braces(text) if "={" in text or "= {" in text else {}
    while opened := _OPENS.search(text, at):
        tag = _tag(text, opened, braces)
        at = tag.end if tag else opened.end()
        if tag:
            yield tag


def _tag(text: str, opened: re.Match[str], braces: Mapping[int, int]) -> Tag | None:
    """The tag that begins here; None if it never ends."""
    attributes: dict[str, tuple[str, int, int]] = {}
    at = opened.end()
    for _ in range(MOST_ATTRIBUTES):
        end = _TAG_END.match(text, at)
        if end and end[1] == ">":
            return Tag(
                _name(opened[2], bool(opened[1]) or "src" in attributes),
                bool(opened[1]),
                opened.start(),
                end.end(),
                attributes,
            )
        named = _ATTRIBUTE.match(text, at)
        if end or named is None:
            return None
        at = named.end()
        if named[2]:
            span = _value(text, at, braces)
            if span is None:
                return None
            attributes.setdefault(named[1].lower(), (text[span[0] : span[1]], span[0], span[1]))
            at = span[2]
        else:
            attributes.setdefault(named[1].lower(), ("", at, at))
    return None


def _name(written: str, pointing: bool) -> str:
    """Return the name of a tag, in lower case for HTML, as written for MDX (`<Image>`, `<Figure src=…>`)."""
    small = written.lower()
    component = written[0].isupper() and not written.isupper() and (small == "image" or pointing)
    return small if small in _TAGS.split("|") and not component else written


def _braces(text: str) -> dict[int, int]:
    """Return the closing brace of each opening one."""
    opened: list[int] = []
    pairs: dict[int, int] = {}
    for brace in re.finditer(r"[{}]", text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            pairs[opened.pop()] = brace.start()
    return pairs


def _value(text: str, at: int, braces: Mapping[int, int]) -> tuple[int, int, int] | None:
    """Return start and end of an attribute's value, and the offset at which the tag goes on."""
    quote = text[at]
    if quote in "\"'":
        end = text.find(quote, at + 1)
        return None if end < 0 else (at + 1, end, end + 1)
    if quote == "{":
        if at not in braces:
            return None
        index = braces[at] + 1
        inner = _QUOTED_IN_BRACES.fullmatch(text, at, index)
        return (*inner.span(1), index) if inner else (at, index, index)
    bare = _BARE_VALUE.match(text, at)
    if bare is None:
        return None
    end = bare.end() - 1 if bare[0].endswith("/") and text[bare.end() : bare.end() + 1] == ">" else bare.end()
    return at, end, end


def _elements(tags: Sequence[Tag]) -> dict[int, Element]:
    """Return the closed elements by the number of their opening tag."""
    opened: dict[str, list[int]] = {}
    elements: dict[int, Element] = {}
    for number, tag in enumerate(tags):
        if not tag.closes:
            opened.setdefault(tag.name, []).append(number)
        elif numbers := opened.get(tag.name) or opened.get(tag.name.lower()):
            first = numbers.pop()
            begin = tags[first]
            elements[first] = Element(begin, begin.start, tag.end, begin.end, tag.start)
    return elements


def _outermost(elements: Sequence[Element]) -> list[Element]:
    outermost: list[Element] = []
    for element in sorted(elements, key=lambda element: element.start):
        if not outermost or element.start >= outermost[-1].end:
            outermost.append(element)
    return outermost


def _scripted(text: str, elements: Mapping[int, Element]) -> frozenset[str]:
    """Ids of the elements that a script draws a chart into."""
    ids: set[str] = set()
    for element in elements.values():
        if element.tag.name == "script" and _LIBRARY.search(text, element.inner, element.inner_end):
            ids.update(match[1] for match in _DRAWN_IN.finditer(text, element.inner, element.inner_end))
    return frozenset(ids)


def _picture(
    text: str, tag: Tag, element: Element | None, scripted: frozenset[str], tags: Sequence[Tag], number: int
) -> Picture | None:
    name = tag.name
    if name in ("img", "image"):
        return _img(tag, tag.start, element.end if element and name == "image" else tag.end, "img")
    if name == "picture":
        return _choice(tag, element, tags, number)
    if name == "svg":
        return _svg(tag, element)
    if name == "canvas" or (name in ("div", "span") and tag.value("id") in scripted):
        return _drawn(text, tag, element)
    if name in ("iframe", "frame", "object", "embed"):
        return _embedded(tag, element)
    if name in ("div", "pre", "code", "span") and _MERMAID_CLASS.search(tag.value("class").replace("language-", " ")):
        return _mermaid(element)
    return _component(text, tag, element) if name[0].isupper() else None


def _img(tag: Tag, start: int, end: int, notation: FigureNotation, chosen: Tag | None = None) -> Picture | None:
    if _is_ornament(tag):
        return None
    raw, first, last = _address_of(chosen or tag)
    shown, form, media_type = shown_target(raw)
    if form != "data" and is_ornament_address(shown):
        return None
    alt = " ".join(tag.value("alt").split())
    return Picture(notation, start, end, shown, first, last, form, media_type, alt, tag.value("title"), tag.name)


def _address_of(tag: Tag) -> tuple[str, int, int]:
    """Return the target of a tag: its own address, before those for scripts and wide screens, unless a placeholder."""
    candidates = []
    for name in ("src", "data-src", "data-original", "data-lazy-src", "srcset", "data-srcset", "href", "xlink:href"):
        if name in tag.attributes:
            raw, start, end = tag.attributes[name]
            if name.endswith("srcset"):
                raw, start, end = _largest(raw, start)
            elif "{" in raw[:1]:
                start, end = start, end
            lead = len(raw) - len(raw.lstrip())
            candidates.append((raw.strip(), start + lead, start + lead + len(raw.strip())))
    real = [
        candidate
        for candidate in candidates
        if candidate[0] and not (candidate[0].startswith("data:") and len(candidate[0]) < 200)
    ]
    return next(iter((*real, *candidates)), ("", tag.end, tag.end))


def _largest(raw: str, start: int) -> tuple[str, int, int]:
    """Return the candidate of a `srcset` with the largest descriptor; `data:` addresses have a comma of their own."""
    best: tuple[float, int, int] = (-1.0, start, start)
    for candidate in re.finditer(
        r"(?:data:[^\s]{1,4000000}|[^\s,][^\s]{0,2000})(?:\s{1,8}(\d{1,6}(?:\.\d{1,3})?)[wx])?", raw
    ):
        address = candidate[0].split()[0].rstrip(",")
        size = float(candidate[1] or 1)
        if size > best[0]:
            best = (size, start + candidate.start(), start + candidate.start() + len(address))
    return raw[best[1] - start : best[2] - start], best[1], best[2]


def _is_ornament(tag: Tag) -> bool:
    if tag.value("aria-hidden").lower() == "true" or tag.value("role").lower() in ("presentation", "none"):
        return True
    if _ORNAMENT_CLASS.search(tag.value("class")) or "hidden" in tag.attributes:
        return True
    sizes = [int(match[1]) for name in ("width", "height") if (match := _SIZE.match(tag.value(name)))]
    sizes += [int(match[2]) for match in _STYLED.finditer(tag.value("style"))]
    return bool(sizes) and min(sizes) <= ORNAMENT_PIXELS


def _choice(tag: Tag, element: Element | None, tags: Sequence[Tag], number: int) -> Picture | None:
    """Return the `<img>` of a `<picture>`, with the address of its first source if it has none."""
    if element is None:
        return None
    inside = [child for child in tags[number + 1 : number + 40] if child.start < element.inner_end and not child.closes]
    shown = next((child for child in inside if child.name == "img"), None)
    sources = [child for child in inside if child.name == "source"]
    chosen = next((child for child in (*([shown] if shown else []), *sources) if _address_of(child)[0]), None)
    return _img(shown or tag, element.start, element.end, "picture", chosen)


def _svg(tag: Tag, element: Element | None) -> Picture | None:
    if element is None or _is_ornament(tag):
        return None
    declared = any(_SIZE.match(tag.value(name)) for name in ("width", "height")) or _STYLED.search(tag.value("style"))
    box = _VIEW_BOX.match(tag.value("viewbox"))
    if box and not declared and max(int(box[1]), int(box[2])) <= ORNAMENT_PIXELS:
        return None
    target = "image/svg+xml inline"
    alt = tag.value("aria-label")
    return Picture("svg", element.start, element.end, target, element.start, element.end, "svg", "image/svg+xml", alt)


def _drawn(text: str, tag: Tag, element: Element | None) -> Picture | None:
    """Return a canvas, or an empty element that a script draws a chart into, as a picture."""
    if tag.name != "canvas" and (element is None or text[element.inner : element.inner_end].strip()):
        return None
    named = tag.value("id")
    start, end = tag.attributes["id"][1:] if "id" in tag.attributes else (tag.end, tag.end)
    alt = tag.value("aria-label") or tag.value("title")
    stop = element.end if element else tag.end
    return Picture("canvas", tag.start, stop, f"#{named}", start, end, "element", "", alt, language=tag.name)


def _embedded(tag: Tag, element: Element | None) -> Picture | None:
    raw, start, end = tag.attributes.get("data" if tag.name == "object" else "src", ("", tag.end, tag.end))
    if "srcdoc" in tag.attributes and not raw.strip():
        raw, start, end = tag.attributes["srcdoc"]
        stop = element.end if element else tag.end
        return Picture("embed", tag.start, stop, "text/html inline", start, end, "code", "text/html", language=tag.name)
    shown, form, media_type = shown_target(raw)
    if (form == "address" and _VIDEO.search(shown)) or _is_ornament(tag):
        return None
    media_type = tag.value("type").lower() or media_type
    if media_type.startswith(("video/", "audio/")):
        return None
    alt = tag.value("title") or tag.value("aria-label")
    stop = element.end if element else tag.end
    return Picture("embed", tag.start, stop, shown, start, end, form, media_type, alt, language=tag.name)


def _mermaid(element: Element | None) -> Picture | None:
    if element is None or element.inner_end - element.inner > 50_000:
        return None
    return Picture(
        "fence", element.start, element.end, "mermaid", element.inner, element.inner_end, "code", "", "", "", "mermaid"
    )


def _inner(text: str, element: Element | None) -> str:
    """Return the words of an element that holds only text."""
    words = text[element.inner : min(element.inner_end, element.inner + 300)].strip() if element else ""
    return "" if "<" in words or "{" in words else " ".join(words.split())


def _component(text: str, tag: Tag, element: Element | None) -> Picture | None:
    """Return an MDX component whose name or file shows that it is a figure."""
    if not any(character.islower() for character in tag.name):
        return None
    named = [(name, value) for name, value in tag.attributes.items() if name in _TARGET_NAMES and value[0].strip()]
    pointing = next((value for name, value in named if _FILE.fullmatch(html.unescape(value[0]).strip())), None)
    if pointing is None and not tag.name.endswith(_COMPONENTS):
        return None
    raw, start, end = pointing or (named[0][1] if named else ("", tag.start, tag.end))
    shown, form, media_type = shown_target(raw) if raw else (tag.name, "element", "")
    if raw[:1] == "{" or not raw:
        shown, form, media_type = tag.name, "element", ""
    alt = tag.value("alt") or tag.value("title") or tag.value("caption") or _inner(text, element)
    stop = element.end if element and element.end - element.start < 50_000 else tag.end
    return Picture("component", tag.start, stop, shown, start, end, form, media_type, alt, language=tag.name)


def _with_links(text: str, pictures: Sequence[Picture], anchors: Sequence[Element]) -> list[Picture]:
    """Return the pictures, each with the `<a>` that holds only this picture."""
    around = {element.inner: element for element in anchors}
    result = []
    for picture in pictures:
        before = picture.start
        while before > 0 and picture.start - before < 200 and text[before - 1].isspace():
            before -= 1
        anchor = around.get(before)
        behind = text[picture.end : min(anchor.inner_end, picture.end + 200)] if anchor else ""
        if anchor and anchor.inner_end - picture.end < 200 and not behind.strip() and "href" in anchor.tag.attributes:
            raw, start, end = anchor.tag.attributes["href"]
            link = (start, end, html.unescape(raw))
            result.append(replace(picture, start=anchor.start, end=anchor.end, link=link))
        else:
            result.append(picture)
    return result
