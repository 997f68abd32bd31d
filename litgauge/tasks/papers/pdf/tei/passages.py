"""Running text of a TEI document as passages: where they stand, and where GROBID saw a callout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from litgauge.tasks.papers.pdf.tei.xml import TEI, descendants, find, name_of, text_of
from litgauge.tasks.text.outline import is_appendix, unnumbered
from litgauge.tasks.text.plain import one_line


@dataclass(frozen=True, slots=True)
class Callout:
    """A span of a passage that GROBID marked as a citation; `target` is the entry's id, None where it found none."""

    start: int
    end: int
    target: str | None


@dataclass(frozen=True, slots=True)
class TeiPassage:
    """A paragraph, caption, table row or footnote, with its text as GROBID printed it."""

    section: str
    in_appendix: bool
    text: str
    callouts: tuple[Callout, ...]
    sentences: tuple[tuple[int, int], ...]  # spans; empty where the server was not asked for them

    def sentence_at(self, position: int) -> str | None:
        """Return the sentence around a position, None where sentences are not marked."""
        for start, end in self.sentences:
            if start <= position < end:
                return one_line(self.text[start:end])
        return None


def passages(root: etree._Element) -> Iterator[TeiPassage]:
    """Every passage in document order: abstract, body, floats and notes, back matter; not the list of works."""
    abstract = find(root, "teiHeader/profileDesc/abstract")
    if abstract is not None:
        for paragraph in descendants(abstract, "p"):
            yield _passage(paragraph, "Abstract", in_appendix=False)
    in_appendix = False
    body = find(root, "text/body")
    for child in body if body is not None else ():
        title = text_of(child.find(f"{TEI}head")) if name_of(child) == "div" else ""
        in_appendix = in_appendix or is_appendix(title)
        yield from _in_part(child, unnumbered(title), in_appendix=in_appendix)
    back = find(root, "text/back")
    for part in back if back is not None else ():
        if name_of(part) in ("div", "figure", "note") and part.get("type") != "references":
            yield from _in_part(part, "", in_appendix=part.get("type") == "annex")


def _in_part(part: etree._Element, section: str, *, in_appendix: bool) -> Iterator[TeiPassage]:
    """Yield the passages of one <div>, <figure> or <note>.

    A float belongs to no section, for GROBID lists them apart.
    """
    for element in part.iter():
        name = name_of(element)
        above = element.getparent()
        if name == "head" and above is not None and name_of(above) == "div":
            section = unnumbered(text_of(element))
            in_appendix = in_appendix or is_appendix(text_of(element))
        elif name in ("p", "figDesc", "row", "formula") or (name == "note" and element.find(f"{TEI}p") is None):
            yield _passage(element, section, in_appendix=in_appendix)


def _passage(element: etree._Element, section: str, *, in_appendix: bool) -> TeiPassage:
    text: list[str] = []
    callouts: list[Callout] = []
    sentences: list[tuple[int, int]] = []
    length = 0
    opened: list[tuple[etree._Element, int]] = []
    for event, node in etree.iterwalk(element, events=("start", "end")):
        name = name_of(node)
        if event == "start":
            opened.append((node, length))
            piece = node.text or ""
        else:
            _, start = opened.pop()
            if name == "ref" and node.get("type") == "bibr":
                callouts.append(Callout(start, length, (node.get("target") or "").lstrip("#") or None))
            elif name == "s":
                sentences.append((start, length))
            piece = "" if node is element else node.tail or ""
            piece = f" {piece}" if name in ("cell", "label", "s") else piece
        text.append(piece)
        length += len(piece)
    return TeiPassage(section, in_appendix, "".join(text), tuple(callouts), tuple(sentences))
