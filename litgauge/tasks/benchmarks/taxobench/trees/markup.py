"""Trees in HTML and XML, read by lxml: HTML as an outline, XML by its elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from litgauge.tasks.answers.outlines import Entry, OutlineLine, plain_text
from litgauge.tasks.benchmarks.taxobench.trees.graph_trees import grown
from litgauge.tasks.text.wordings import pattern

_FAILURE = pattern("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json", "failure")
_FIRST_LINES = 3  # of a page, in which it would say that it is an error
_BEGIN = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*|<!doctype[^<>]{0,200}>\s*|(?><!--.{0,2000}?-->)\s*)*+<(?P<tag>[a-zA-Z][\w-]*)(?:\s[^<>]*)?>",
    re.DOTALL | re.IGNORECASE,
)
_HTML = frozenset(
    {"html", "head", "body", "div", "ul", "ol", "dl", "details", "section", "article", "main", "p", "table"}
    | {f"h{level}" for level in range(1, 7)}
)
_NAMING = frozenset({"name", "title", "label", "heading", "summary"})
_NAME_ATTRIBUTES = ("name", "title", "label", "text")
_TOPIC = re.compile(r"(?:sub-?)*(?:topic|category|node|cluster|group|section|branch|taxonomy)", re.IGNORECASE)
_ABOUT = frozenset({"head", "meta", "metadata", "docinfo", "info"})
"""Elements about a document, which hold nothing of its tree."""
_INLINE = frozenset({"b", "strong", "i", "em", "a", "span", "code", "u", "cite", "small", "sup", "sub", "br", "q"})
_BELOW_HEADINGS = 10  # the level of a summary
_BULLET = re.compile(r"^(?P<indent>[ \t]*)[-*•][ \t]+(?P<text>\S.*)$", re.MULTILINE)
_BARE = re.compile(r"&(?!#?\w{1,10};)")
_NO_TAG = re.compile(r"<(?![/!?]?[a-zA-Z-][^<>]*>|!\[CDATA\[)")
"""A sign that opens no tag: a text of many would take the parser quadratic time."""
_DEEPEST = 200  # elements in elements


def is_markup(text: str) -> bool:
    """Return whether a text begins with a tag."""
    return _BEGIN.match(text) is not None


def html_lines(text: str) -> list[OutlineLine] | None:
    """Return the lines that HTML shows: headings, summaries, items, tables, paragraphs; none of a page of an error.

    None if the text is no HTML.
    """
    begin = _BEGIN.match(text)
    if begin is None or begin["tag"].lower() not in _HTML:
        return None
    root = _parsed(text, html=True)
    lines = list(_lines(root)) if root is not None else []
    return [] if any(_FAILURE.match(line.text) for line in lines[:_FIRST_LINES]) else lines


def xml_entries(text: str) -> list[Entry] | None:
    """Return the topics and papers of a text in XML; None if it is none.

    An element has its name in an attribute, in an element of its own or in its words; one without only holds others.
    """
    begin = _BEGIN.match(text)
    if begin is None or begin["tag"].lower() in _HTML:
        return None
    root = _parsed(text, html=False)
    if root is None:
        return []
    graph = _graph(root)
    return graph if graph is not None else [entry for entry in _below(root) if entry.below]


def xml_value(text: str) -> Any | None:
    """Return a text in XML as JSON would have it, {"topic": {"name": "Owls", "paper": "Wings"}}; None of others."""
    begin = _BEGIN.match(text)
    root = None if begin is None or begin["tag"].lower() in _HTML else _parsed(text, html=False)
    return None if root is None else _as_value(root)


def _as_value(element: Any) -> Any:
    words = " ".join((element.text or "").split())
    value: dict[str, Any] = dict(element.attrib)
    for child in element:
        if isinstance(child.tag, str) and isinstance(value.setdefault(child.tag, []), list):
            value[child.tag].append(_as_value(child))
    alone = {key: inner[0] if isinstance(inner, list) and len(inner) == 1 else inner for key, inner in value.items()}
    return {"text": words, **alone} if words and alone else alone or words


def _graph(root: Any) -> list[Entry] | None:
    """Return the topics and papers of nodes and edges, as GraphML, GEXF and XGMML have them; None without edges."""
    ends = [(edge.get("source"), edge.get("target")) for edge in root.iter("{*}edge")]
    if not ends or not all(start and end for start, end in ends):
        return None
    names = {key.get("id") for key in root.iter("{*}key") if key.get("attr.name", "").lower() in (*_NAMING, "text")}
    labels = {str(node.get("id")): _node_words(node, names) for node in root.iter("{*}node")}
    return grown(labels, ends)


def _node_words(node: Any, names: set[str]) -> str:
    """Return what a node is called: in an attribute, in a field whose key says so, in its only one, or by its id."""
    fields = list(node.iter("{*}data"))
    said = [field for field in fields if field.get("key") in names or len(fields) == 1]
    words = node.get("label") or ("".join(said[0].itertext()) if said else "") or node.get("name") or node.get("id")
    return " ".join(str(words).split())


def _parsed(text: str, *, html: bool) -> Any | None:
    """Return the root element; None of what is no markup or nested too deep."""
    from lxml import etree  # only where it is needed

    parser: Any = etree.HTMLParser() if html else etree.XMLParser(recover=True, resolve_entities=False, no_network=True)
    begin = _BEGIN.match(text)
    words = text[begin.start("tag") - 1 :] if begin else text
    words = _NO_TAG.sub("&lt;", _BARE.sub("&amp;", words))
    try:
        root = etree.fromstring(f"<all>{words}</all>".encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    level, depth = [root] if root is not None else [], 0
    while level and depth <= _DEEPEST:
        level, depth = [child for element in level for child in element], depth + 1
    return None if level else root


def _lines(element: Any, lists: int = 0, details: int = 0) -> Iterator[OutlineLine]:
    for child in element:
        tag = child.tag if isinstance(child.tag, str) else ""
        yield from _lines_of_child(child, tag, lists, details)
        for bullet in _BULLET.finditer(child.tail or ""):  # Markdown within HTML
            yield OutlineLine("item", 1 + len(bullet["indent"]), plain_text(bullet["text"]), bullet["text"])


def _lines_of_child(child: Any, tag: str, lists: int, details: int) -> Iterator[OutlineLine]:
    if tag in ("script", "style", "head", "nav", "") or tag in _INLINE:
        return
    if tag in ("ul", "ol", "dl"):
        yield from _lines(child, lists + 1, details)
    elif tag == "table":
        yield OutlineLine("table", 0, "", rows=tuple(_rows(child)))
    elif tag == "summary":
        yield _line("heading", _BELOW_HEADINGS + details, child)
    elif len(tag) == 2 and tag[0] == "h" and tag[1].isdecimal():
        yield _line("heading", int(tag[1]), child)
    elif tag in ("li", "dt", "dd"):
        if _words(child):
            yield _line("item", 2 * max(lists, 1) + (tag == "dd"), child)
        yield from _lines(child, lists, details)
    else:
        if _words(child):
            yield _line("plain", 0, child)
        yield from _lines(child, lists, details + (tag == "details"))


def _line(kind: Any, level: int, element: Any) -> OutlineLine:
    words = _words(element)
    return OutlineLine(kind, level, plain_text(words), words)


def _words(element: Any) -> str:
    """Return the words of an element itself and of inline ones in it; those in bold as Markdown has them."""
    parts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and (child.tag in _INLINE or (child.tag == "p" and element.tag == "li")):
            inside = "".join(child.itertext())
            parts.append(f"**{inside.strip()}**" if child.tag in ("b", "strong") and inside.strip() else inside)
            parts.append(" " if child.tag == "br" else "")
            parts.append(child.tail or "")
    return " ".join("".join(parts).split())


def _rows(table: Any) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table; a cell that spans rows is repeated."""
    spans: dict[int, tuple[int, str]] = {}
    for row in table.iter("tr"):
        cells: list[str] = []
        for cell in row.iterchildren("td", "th"):
            while spans.get(len(cells), (0, ""))[0]:
                cells.append(_spanned(spans, len(cells)))
            words = "; ".join(" ".join("".join(item.itertext()).split()) for item in cell.iter("li")) or _cell(cell)
            if (rows := str(cell.get("rowspan", "1"))).isdecimal() and 1 < int(rows) < 1_000:
                spans[len(cells)] = int(rows) - 1, words
            cells.append(words)
        while spans.get(len(cells), (0, ""))[0]:
            cells.append(_spanned(spans, len(cells)))
        yield tuple(cells)


def _spanned(spans: dict[int, tuple[int, str]], column: int) -> str:
    left, words = spans[column]
    spans[column] = left - 1, words
    return words


def _cell(cell: Any) -> str:
    for line_break in cell.iter("br"):
        line_break.tail = "\n" + (line_break.tail or "")
    return "<br>".join(filter(None, (" ".join(line.split()) for line in "".join(cell.itertext()).split("\n"))))


def _below(element: Any) -> list[Entry]:
    entries: list[Entry] = []
    naming, in_words = _own_name(element), element.tag != "all" and _stated_name(element) is None
    for child in element:
        if not isinstance(child.tag, str) or child in naming or child.tag.lower() in _ABOUT:
            continue
        if in_words and child.tag in _INLINE and not len(child):
            continue  # words of the element's own name
        name, below = _name(child), _below(child)
        if name:
            kind: Any = "heading" if _TOPIC.fullmatch(child.tag) else "item"
            entries.append(Entry(OutlineLine(kind, 0, name, name), below))
        else:
            entries += below
    return entries


def _own_name(element: Any) -> list[Any]:
    """Return the element in another that holds its name."""
    return [child for child in element if child.tag in _NAMING and not len(child)][:1]


def _stated_name(element: Any) -> str | None:
    """Return the name in an attribute, or in an element of its own."""
    stated = next((name for key in _NAME_ATTRIBUTES if (name := element.get(key) or element.get(key.upper()))), None)
    own = _own_name(element) if stated is None else []
    return own[0].text or "" if own else stated


def _name(element: Any) -> str:
    stated = _stated_name(element)
    return " ".join(stated.split()) if stated is not None else plain_text(_words(element))
