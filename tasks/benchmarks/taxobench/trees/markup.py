"""Trees in XML and HTML: elements in elements, lists in lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tasks.benchmarks.taxobench.trees.branches import DEEPEST, Branch

_BEGIN = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*|(?><!--.{0,2000}?-->)\s*)*+<(?P<tag>[a-zA-Z][\w-]*)(?:\s[^<>]*)?>", re.DOTALL
)
_HTML = frozenset({"html", "body", "div", "ul", "ol", "details", "section", "p", "h1", "h2"})
_NAMING = frozenset({"name", "title", "label", "heading", "summary"})
_TOPIC = re.compile(r"(?:sub-?)*(?:topic|category|node|cluster|group|section|branch|taxonomy)", re.IGNORECASE)
_WORDS_IN = frozenset({"b", "strong", "i", "em", "a", "p", "span", "code", "u"})
_BARE = re.compile(r"&(?!#?\w{1,10};)")
_NO_TAG = re.compile(r"<(?![/!?]?[a-zA-Z-][^<>]*>|!\[CDATA\[)")
"""A sign that opens no tag: a text of many would take the parser quadratic time."""


def marked_up(text: str) -> Iterator[Branch] | None:
    """The branches of a text in XML or HTML; None if it is in neither.

    An element has its name in an attribute, in an element of its own or in its words; one without only holds others.
    """
    begin = _BEGIN.match(text)
    return _branches(text, html=begin["tag"].lower() in _HTML) if begin else None


def _branches(text: str, *, html: bool) -> Iterator[Branch]:
    from lxml import etree  # only where it is needed

    parser: Any = etree.HTMLParser() if html else etree.XMLParser(recover=True, resolve_entities=False, no_network=True)
    try:
        words = _NO_TAG.sub("&lt;", _BARE.sub("&amp;", text[text.find("<") :]))
        root = etree.fromstring(f"<all>{words}</all>".encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return
    if root is not None and _is_shallow(root):
        yield from (branch for branch in _below(root) if branch.below)


def _is_shallow(root: Any) -> bool:
    level, depth = [root], 0
    while level and depth <= 2 * DEEPEST:
        level, depth = [child for element in level for child in element], depth + 1
    return not level


def _below(element: Any) -> list[Branch]:
    found: list[Branch] = []
    naming, in_words = _own_name(element), element.tag != "all" and _given_name(element) is None
    for child in element:
        if not isinstance(child.tag, str) or child in naming:
            continue
        if in_words and child.tag in _WORDS_IN and not len(child):
            continue  # words of the element's own name
        name, below = _name(child), _below(child)
        if name:
            found.append(Branch(name, below, topic=_TOPIC.fullmatch(child.tag) is not None))
        else:
            found += below
    return found


def _own_name(element: Any) -> list[Any]:
    """The element in another that holds its name."""
    return [child for child in element if child.tag in _NAMING and not len(child)][:1]


def _given_name(element: Any) -> str | None:
    """The name in an attribute, or in an element of its own."""
    given = next((element.get(key) for key in ("name", "title", "label") if element.get(key)), None)
    own = _own_name(element) if given is None else []
    return own[0].text or "" if own else given


def _name(element: Any) -> str:
    given = _given_name(element)
    if given is None:
        parts = [element.text or ""]
        for child in element:
            if child.tag in _WORDS_IN:
                parts += ["".join(child.itertext()), child.tail or ""]
        given = "".join(parts)
    return " ".join(given.split())
