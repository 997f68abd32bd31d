"""GROBID's TEI as an element tree, parsed so that a hostile file costs nothing."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from litgauge.tasks.base.errors import Failed
from litgauge.tasks.text.plain import one_line

TEI = "{http://www.tei-c.org/ns/1.0}"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
MAX_TEI_BYTES = 50_000_000


def parse_tei(xml: bytes) -> etree._Element:
    """Return the root element of a TEI document.

    No entity is expanded, no DTD or network address is read, and a document type makes the file
    unreadable (GROBID writes none). Raises Failed("tei-malformed") for anything but TEI,
    Failed("tei-too-large") beyond 50 MB: both are faults of the server, not of the survey.
    """
    if len(xml) > MAX_TEI_BYTES:
        raise Failed("tei-too-large", f"GROBID's answer has {len(xml)} bytes, more than {MAX_TEI_BYTES}")
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(xml, parser)
    except etree.XMLSyntaxError as error:
        raise Failed("tei-malformed", f"GROBID's answer is not well-formed XML: {error.msg}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise Failed("tei-malformed", "GROBID's answer declares a document type, which GROBID never does")
    if root.tag != f"{TEI}TEI":
        raise Failed("tei-malformed", f"GROBID's answer is <{etree.QName(root).localname}>, not TEI")
    return root


def name_of(element: etree._Element) -> str:
    """Return the element's name without its namespace."""
    return etree.QName(element).localname


def text_of(element: etree._Element | None) -> str:
    """All text inside the element on one line; "" for None."""
    return "" if element is None else one_line("".join(str(piece) for piece in element.itertext(with_tail=False)))


def descendants(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """Return the element and its descendants that bear this name, in document order."""
    return element.iter(f"{TEI}{name}")


def find(element: etree._Element, path: str) -> etree._Element | None:
    """Return the first element at a path of plain names ("monogr/imprint/date")."""
    return element.find("/".join(TEI + step for step in path.split("/")))
