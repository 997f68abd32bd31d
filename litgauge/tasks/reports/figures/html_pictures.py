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
    """A tag with its attributes: name, small -> (value as it stands, its first offset, behind its last)."""

    name: str
    closes: bool
    start: int
    end: int
    attributes: Mapping[str, tuple[str, int, int]]

    def value(self, name: str) -> str:
        """The value of an attribute without entities; "" if it is not there."""
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
    """The pictures of a text's HTML, and the elements that group them and name them."""

    pictures: tuple[Picture, ...]
    figures: tuple[Element, ...]  # outermost `<figure>`s
    captions: tuple[Element, ...]  # `<figcaption>`s


def html_pictures(text: str, stands: Callable[[int], bool]) -> HtmlPictures:
    """Return the pictures of a text's HTML in its order; `stands` tells of an offset whether a reader sees it."""
    tags = [tag for tag in _tags(text) if tag.name == "script" or stands(tag.start)]
    elements = _elements(tags)
    scripted = _scripted(text, elements)
    pictures: list[Picture] = []
    until = 0
    for number, tag in enumerate(tags):
        if tag.closes or tag.start < until:
            continue
        element = elements.get(number)
        found = _picture(text, tag, element, scripted, tags, number)
        if found is not None:
            pictures.append(found)
        if tag.name in ("svg", "picture", "canvas", "object", "iframe", "button", "script") and element is not None:
            until = element.end
        elif found is not None:
            until = found.end
    linked = _with_links(text, pictures, [element for element in elements.values() if element.tag.name == "a"])
    figures = _outermost([element for element in elements.values() if element.tag.name == "figure"])
    captions = [element for element in elements.values() if element.tag.name == "figcaption"]
    return HtmlPictures(tuple(linked), tuple(figures), tuple(sorted(captions, key=lambda one: one.start)))


def _tags(text: str) -> Iterator[Tag]:
    at = 0
    braces = _braces(text) if "={" in text or "= {" in text else {}
    while opened := _OPENS.search(text, at):
        found = _tag(text, opened, braces)
        at = found.end if found else opened.end()
        if found:
            yield found


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
    """The name of a tag as HTML has it; a component's as MDX has it: `<Image>` and `<Figure src=…>`."""
    small = written.lower()
    component = written[0].isupper() and not written.isupper() and (small == "image" or pointing)
    return small if small in _TAGS.split("|") and not component else written


def _braces(text: str) -> dict[int, int]:
    """Opening brace -> the one that closes it."""
    opened: list[int] = []
    pairs: dict[int, int] = {}
    for found in re.finditer(r"[{}]", text):
        if found[0] == "{":
            opened.append(found.start())
        elif opened:
            pairs[opened.pop()] = found.start()
    return pairs


def _value(text: str, at: int, braces: Mapping[int, int]) -> tuple[int, int, int] | None:
    """First offset of an attribute's value, behind its last, and where the tag goes on."""
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
    """Number of the opening tag -> its element, of those that are closed."""
    opened: dict[str, list[int]] = {}
    found: dict[int, Element] = {}
    for number, tag in enumerate(tags):
        if not tag.closes:
            opened.setdefault(tag.name, []).append(number)
        elif numbers := opened.get(tag.name) or opened.get(tag.name.lower()):
            first = numbers.pop()
            begin = tags[first]
            found[first] = Element(begin, begin.start, tag.end, begin.end, tag.start)
    return found


def _outermost(elements: Sequence[Element]) -> list[Element]:
    kept: list[Element] = []
    for element in sorted(elements, key=lambda one: one.start):
        if not kept or element.start >= kept[-1].end:
            kept.append(element)
    return kept


def _scripted(text: str, elements: Mapping[int, Element]) -> frozenset[str]:
    """Ids of the elements that a script draws a chart into."""
    found: set[str] = set()
    for element in elements.values():
        if element.tag.name == "script" and _LIBRARY.search(text, element.inner, element.inner_end):
            found.update(one[1] for one in _DRAWN_IN.finditer(text, element.inner, element.inner_end))
    return frozenset(found)


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
    """The target of a tag: its own before what a script or a wide screen would load, unless that is a stand-in."""
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
    real = [one for one in candidates if one[0] and not (one[0].startswith("data:") and len(one[0]) < 200)]
    return next(iter((*real, *candidates)), ("", tag.end, tag.end))


def _largest(raw: str, start: int) -> tuple[str, int, int]:
    """The candidate of a `srcset` with the largest descriptor; a `data:` address in it has a comma of its own."""
    best: tuple[float, int, int] = (-1.0, start, start)
    for one in re.finditer(
        r"(?:data:[^\s]{1,4000000}|[^\s,][^\s]{0,2000})(?:\s{1,8}(\d{1,6}(?:\.\d{1,3})?)[wx])?", raw
    ):
        address = one[0].split()[0].rstrip(",")
        size = float(one[1] or 1)
        if size > best[0]:
            best = (size, start + one.start(), start + one.start() + len(address))
    return raw[best[1] - start : best[2] - start], best[1], best[2]


def _is_ornament(tag: Tag) -> bool:
    if tag.value("aria-hidden").lower() == "true" or tag.value("role").lower() in ("presentation", "none"):
        return True
    if _ORNAMENT_CLASS.search(tag.value("class")) or "hidden" in tag.attributes:
        return True
    sizes = [int(found[1]) for name in ("width", "height") if (found := _SIZE.match(tag.value(name)))]
    sizes += [int(found[2]) for found in _STYLED.finditer(tag.value("style"))]
    return bool(sizes) and min(sizes) <= ORNAMENT_PIXELS


def _choice(tag: Tag, element: Element | None, tags: Sequence[Tag], number: int) -> Picture | None:
    """`<picture>`: its `<img>`, with the address of its first source where that has none."""
    if element is None:
        return None
    inside = [one for one in tags[number + 1 : number + 40] if one.start < element.inner_end and not one.closes]
    shown = next((one for one in inside if one.name == "img"), None)
    sources = [one for one in inside if one.name == "source"]
    chosen = next((one for one in (*([shown] if shown else []), *sources) if _address_of(one)[0]), None)
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
    """A canvas, or an empty element that a script draws a chart into."""
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
    """The words in an element that holds nothing else."""
    words = text[element.inner : min(element.inner_end, element.inner + 300)].strip() if element else ""
    return "" if "<" in words or "{" in words else " ".join(words.split())


def _component(text: str, tag: Tag, element: Element | None) -> Picture | None:
    """A component of MDX that by its name or its file shows a figure."""
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
    """The pictures with the `<a>` that holds nothing but one of them."""
    around = {element.inner: element for element in anchors}
    found = []
    for picture in pictures:
        before = picture.start
        while before > 0 and picture.start - before < 200 and text[before - 1].isspace():
            before -= 1
        anchor = around.get(before)
        behind = text[picture.end : min(anchor.inner_end, picture.end + 200)] if anchor else ""
        if anchor and anchor.inner_end - picture.end < 200 and not behind.strip() and "href" in anchor.tag.attributes:
            raw, start, end = anchor.tag.attributes["href"]
            link = (start, end, html.unescape(raw))
            found.append(replace(picture, start=anchor.start, end=anchor.end, link=link))
        else:
            found.append(picture)
    return found
