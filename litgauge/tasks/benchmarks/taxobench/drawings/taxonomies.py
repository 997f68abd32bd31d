"""From a source tree to the taxonomies that it draws, tabulates or writes down."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from litgauge.tasks.benchmarks.taxobench.drawings.alignment import Part, joined_tree
from litgauge.tasks.benchmarks.taxobench.drawings.boxes import Drawn
from litgauge.tasks.benchmarks.taxobench.drawings.bracket_trees import bracket_trees
from litgauge.tasks.benchmarks.taxobench.drawings.candidates import Candidate, CitedAt, Spoken, Taxonomies, Topic
from litgauge.tasks.benchmarks.taxobench.drawings.captions import Caption, Captions, Heading, headings
from litgauge.tasks.benchmarks.taxobench.drawings.commands import command_trees
from litgauge.tasks.benchmarks.taxobench.drawings.dirtree import dirtrees
from litgauge.tasks.benchmarks.taxobench.drawings.forest import forests
from litgauge.tasks.benchmarks.taxobench.drawings.labels import LabelReader
from litgauge.tasks.benchmarks.taxobench.drawings.lists import lists
from litgauge.tasks.benchmarks.taxobench.drawings.sections import Sections, compared_name
from litgauge.tasks.benchmarks.taxobench.drawings.shape import Node, shaped
from litgauge.tasks.benchmarks.taxobench.drawings.tables import tables
from litgauge.tasks.benchmarks.taxobench.drawings.tikz import pictures
from litgauge.tasks.latex.citations import Citing
from litgauge.tasks.latex.expansion.document import Document, Place
from litgauge.tasks.latex.expansion.expand import expand
from litgauge.tasks.latex.rereading import read_citations
from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.papers.latex_text.handlers import HANDLERS
from litgauge.tasks.papers.latex_text.paper import acronyms, left_to_the_reader, title_of
from litgauge.tasks.papers.latex_text.reader import Reader

MOST_CANDIDATES = 200
_LONGEST_TITLE = 20_000  # characters of LaTeX
_MANY, _NEARLY_ALL = 5, 0.75  # sections with one work each: so many, and such a share of those side by side
FEWEST_TOPICS = 3  # root included
FEWEST_WORKS = 3  # of a table, a list or the sections; what is drawn may leave them to its sections

_PICTURE = re.compile(
    r"\\(?:includegraphics|includesvg|includepdf|epsfig|adjincludegraphics)\*?[ \t]*(?:\[[^\[\]]{0,2000}\])?[ \t]*"
    r"\{([^{}\\]{1,300})\}"
)
_PROCESS = re.compile(
    r"\b(?:architecture|pipeline|work-?\s?flow|flow\s?-?(?:chart|diagram)|block\s+diagram|time-?\s?line|chronolog\w+|loop"
    r"|data\s?flow|state\s+(?:machine|diagram)|prisma)\b",
    re.IGNORECASE,
)


def read_taxonomies(
    tree: SourceTree, survey_id: str, title: str = "", titles: Mapping[str, str] = MappingProxyType({})
) -> Taxonomies:
    """Every candidate taxonomy in one source, and which captions and headings speak of one.

    `title` is the survey's, and is read from the source where none is given; `titles` are those of the
    cited works, by key. Raises Rejected("no-latex") where there is no document.
    """
    document, _, notes = read_citations(
        lambda packages: expand(tree, leave=left_to_the_reader, packages=packages), survey_id
    )
    taxonomies = _Reading(document, title, titles).read()
    return replace(taxonomies, diagnostics=(*document.diagnostics, *notes))


class _Reading:
    """One document, read once for all that is drawn in it."""

    def __init__(self, document: Document, title: str, titles: Mapping[str, str]) -> None:
        self.document, self.text, self.start = document, document.text, document.body_start
        self.titles = titles
        self.citing = Citing(document)
        acronyms_in_text = acronyms(document.text)
        self.title = title or title_of(document, Reader(HANDLERS, acronyms_in_text, _LONGEST_TITLE)) or ""
        self.labels = LabelReader(self.citing, acronyms_in_text)
        self.captions = Captions(self.text, self.start)
        self.headings = headings(self.text, self.start)

    def read(self) -> Taxonomies:
        """All candidates; of a picture in a list, or a table in a picture, the outer one counts."""
        drawings = _outermost(
            [
                *forests(self.text, self.start, self.document.call),
                *bracket_trees(self.text, self.start),
                *dirtrees(self.text, self.start),
                *command_trees(self.text, self.start),
                *list(pictures(self.text, self.start)),
            ]
        )
        speaking = [(caption.start, caption.stop) for caption in self.captions.all if caption.speaks]
        stretches = [(drawing.start, drawing.stop) for drawing in drawings]
        drawn_tables = [table for table in tables(self.text, self.start, speaking) if not _within(table, stretches)]
        stretches += [(drawn_table.start, drawn_table.stop) for drawn_table in drawn_tables]
        written = [drawing for drawing in lists(self.text, self.start) if not _within(drawing, stretches)]
        sections = Sections(self.text, self.headings, self.citing.spans(self.text), stretches, self.labels.plain)
        drawings_in_order = sorted([*drawings, *drawn_tables, *written], key=lambda drawing: drawing.start)
        read = [
            candidate_read
            for drawing in drawings_in_order[:MOST_CANDIDATES]
            if (candidate_read := self._candidate(drawing, sections))
        ]
        read += self._in_parts(read)
        candidates = [candidate for candidate, _ in read]
        candidates += self._of_pictures(stretches)
        if whole := self._of_sections(sections):
            candidates.append(whole)
            if joined := self._joined(sections, whole, read):
                candidates.append(joined)
        return Taxonomies(self.title, tuple(candidates), tuple(self._spoken()))

    def _spoken(self) -> Iterator[Spoken]:
        for caption in self.captions.all:
            if caption.speaks:
                text = self.labels.plain(caption.raw)
                yield Spoken("caption", caption.speaks, text, self.document.place(caption.position))
        for heading in self.headings:
            if heading.speaks:
                yield Spoken("heading", heading.speaks, self.labels.plain(heading.raw), self._place(heading))

    def _place(self, heading: Heading) -> Place:
        return self.document.place(heading.position)

    def _candidate(self, drawn: Drawn, sections: Sections) -> tuple[Candidate, Node] | None:
        caption = self.captions.of(drawn.start, drawn.stop) if drawn.kind != "list" else None
        heading = self._heading_above(drawn.start)
        top = shaped(drawn, self.labels, lambda: self._root_name(caption), self.titles)
        if drawn.kind not in ("table", "list"):
            _complete(top, sections)
        speaks = caption.speaks if caption else ""
        if not speaks and heading is not None and heading.speaks:
            speaks = heading.speaks
        topics = tuple(self._topics(top))
        works = {citation.key for topic in topics for citation in topic.cited}
        fewest = FEWEST_WORKS if drawn.kind in ("table", "list") else 0 if speaks else 1
        if len(topics) < FEWEST_TOPICS or len(works) < fewest:
            return None
        if drawn.kind == "list" and not speaks and not _is_nested(topics):
            return None
        if drawn.kind == "drawn" and not speaks and (len(top.children) < 2 or _shows_a_process(caption)):
            return None
        words = self.labels.plain(caption.raw) if caption else ""
        reasons = tuple(_reasons(drawn, caption, heading))
        return Candidate(drawn.kind, self.document.place(drawn.start), words, speaks, reasons, topics), top

    def _root_name(self, caption: Caption | None) -> str:
        return self.title or (self.labels.plain(caption.raw).partition(". ")[0] if caption else "")

    def _heading_above(self, position: int) -> Heading | None:
        above = None
        for heading in self.headings:
            if heading.position > position:
                break
            above = heading
        return above

    def _topics(self, top: Node) -> Iterator[Topic]:
        waiting = [(top, -1)]
        number = 0
        while waiting:
            node, parent = waiting.pop()
            cited = tuple(
                CitedAt(
                    key,
                    self.document.place(position),
                    "section" if key in node.from_section else "topic",
                    node.sureness.get(key, 1.0),
                )
                for key, position in node.papers.items()
            )
            yield Topic(node.name, parent, self.document.place(node.position), cited, node.confidence)
            waiting.extend((child, number) for child in reversed(node.children))
            number += 1

    def _of_sections(self, sections: Sections) -> Candidate | None:
        """Return the hierarchy of sections without those that frame the survey, or hold nothing."""
        top, _ = self._hierarchy(sections)
        topics = tuple(self._topics(top))
        works = {citation.key for topic in topics for citation in topic.cited}
        if len(topics) < FEWEST_TOPICS or len(works) < FEWEST_WORKS:
            return None
        spoken = next((heading for heading in self.headings if heading.speaks), None)
        reasons = [f"its sections discuss {len(works)} works under {len(topics) - 1} headings"]
        if spoken:
            reasons.append(f"the heading “{self.labels.plain(spoken.raw)}” speaks of {spoken.speaks}")
        place = self.document.place(top.children[0].position)
        return Candidate("sections", place, "", spoken.speaks if spoken else "", tuple(reasons), topics)

    def _in_parts(self, read: Sequence[tuple[Candidate, Node]]) -> Iterator[tuple[Candidate, Node]]:
        """Yield the trees that are drawn in several pictures under one root."""
        by_name: dict[str, list[tuple[Candidate, Node]]] = defaultdict(list)
        for candidate, top in read:
            if candidate.kind not in ("table", "list") and top.name != self.title:
                by_name[compared_name(top.name)].append((candidate, top))
        for parts in by_name.values():
            children = [child for _, top in parts for child in top.children]
            if len(parts) < 2 or len({compared_name(child.name) for child in children}) < len(children):
                continue
            (first, above), others = parts[0], [candidate for candidate, _ in parts[1:]]
            papers = {key: position for _, top in parts for key, position in top.papers.items()}
            top = Node(above.name, above.position, papers, children)
            places = ", ".join(f"{other.place.file}:{other.place.line}" for other in others)
            reasons = (*first.reasons, f"goes on under the same root at {places}")
            speaks = next((candidate.speaks for candidate, _ in parts if candidate.speaks), "")
            yield replace(first, speaks=speaks, reasons=reasons, topics=tuple(self._topics(top))), top

    def _of_pictures(self, stretches: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
        """Yield the figures that speak of a taxonomy and are pictures: nothing is read of them, and that is said."""
        for caption in self.captions.all:
            drawn = any(caption.start <= start < caption.stop for start, _ in stretches)
            picture = _PICTURE.search(self.text, caption.start, caption.stop) if caption.speaks and not drawn else None
            if picture is not None:
                words = self.labels.plain(caption.raw)
                file = picture[1].strip()
                why = f"its figure is a picture, {file}, of which nothing is read"
                yield Candidate(
                    "picture", self.document.place(picture.start()), words, caption.speaks, (why,), (), file
                )

    def _hierarchy(self, sections: Sections) -> tuple[Node, dict[int, Node]]:
        """Return the tree of sections that hold works, or have one in them that does, and its nodes by section."""
        homes = sections.homes()
        nodes: dict[int, Node] = {}

        def grown(number: int) -> Node | None:
            section = sections.all[number]
            below = [node for child in sections.children(number) if (node := grown(child)) is not None]
            papers = homes.get(number, {})
            if section.framing or not (papers or below):
                return None
            sureness = {key: sections.share(number, key) for key in papers}
            node = Node(section.name, section.heading.position, dict(papers), below, sureness=sureness)
            _take_single_works(node)
            nodes[number] = node
            return node

        tops = [node for number in sections.children(-1) if (node := grown(number)) is not None]
        return Node(self.title, self.start, children=tops), nodes

    def _joined(self, sections: Sections, whole: Candidate, read: Sequence[tuple[Candidate, Node]]) -> Candidate | None:
        """Return one tree out of drawing, tables and sections, if they belong together."""
        top, nodes = self._hierarchy(sections)
        parts = [
            Part(
                own,
                next((nodes[number] for number in sections.around(own.position) if number in nodes), None),
                candidate.kind not in ("table", "list"),
                bool(candidate.speaks),
                f"{candidate.kind} at {candidate.place.file}:{candidate.place.line}",
            )
            for candidate, own in read
        ]
        joined = joined_tree(top, parts)
        if joined is None:
            return None
        speaks = next((candidate.speaks for candidate, _ in read if candidate.speaks), whole.speaks)
        reasons = ("the sections are joined with " + "; ".join(joined[1]),)
        return Candidate("joined", whole.place, "", speaks, reasons, tuple(self._topics(joined[0])))


def _take_single_works(node: Node) -> None:
    """Sections of one work each, side by side, are works and no topics."""
    leaves = [child for child in node.children if not child.children]
    single = [child for child in leaves if len(child.papers) == 1]
    if len(single) < _MANY or len(single) < _NEARLY_ALL * len(leaves):
        return
    for child in single:
        node.papers |= child.papers
        node.sureness |= child.sureness
    node.children = [child for child in node.children if child not in single]


def _outermost(drawings: Iterable[Drawn]) -> list[Drawn]:
    """Return the drawings in the order of the text, without those that lie in others; several of one picture stay."""
    outermost: list[Drawn] = []
    for drawing in sorted(drawings, key=lambda drawing: (drawing.start, -drawing.stop)):
        if (
            not outermost
            or drawing.start >= outermost[-1].stop
            or (drawing.start, drawing.stop) == (outermost[-1].start, outermost[-1].stop)
        ):
            outermost.append(drawing)
        elif outermost[-1].kind in ("tikz", "drawn", "mindmap") and drawing.size > outermost[-1].size:
            outermost[-1] = drawing
    return outermost


def _within(drawing: Drawn, stretches: Sequence[tuple[int, int]]) -> bool:
    return any(start <= drawing.start and drawing.stop <= stop for start, stop in stretches)


def _is_nested(topics: Sequence[Topic]) -> bool:
    return any(topic.parent > 0 for topic in topics)


def _shows_a_process(caption: Caption | None) -> bool:
    """Return whether arrows lead from step to step, as a caption says that speaks of no taxonomy."""
    return caption is not None and _PROCESS.search(caption.raw) is not None


def _complete(top: Node, sections: Sections) -> None:
    """Leaf topics that cite nothing get what the section cites that they point to, or whose name they have."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.children)
        if node.children or node.papers:
            continue
        number = sections.find(node.name, node.points_to)
        if number >= 0:
            node.papers = sections.cited_in(number)
            node.from_section = set(node.papers)


def _reasons(drawn: Drawn, caption: Caption | None, heading: Heading | None) -> Iterator[str]:
    if caption is not None and caption.speaks:
        yield f"its caption speaks of {caption.speaks}"
    if heading is not None and heading.speaks:
        yield f"the heading above it speaks of {heading.speaks}"
    yield from drawn.reasons
    yield {
        "forest": "a tree drawn with forest",
        "tikz-qtree": "a tree drawn with tikz-qtree",
        "qtree": "a tree drawn with qtree",
        "tikz": "a tree drawn with TikZ",
        "mindmap": "a mind map",
        "dirtree": "a tree set with dirtree",
        "pst-tree": "a tree drawn with pst-tree",
        "smartdiagram": "bubbles around a topic",
        "drawn": "boxes that arrows join to a tree",
        "table": "a table that sorts the works it cites",
        "list": "a list of topics with the works that belong to them",
    }[drawn.kind]
