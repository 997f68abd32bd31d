"""Taxonomies that are pictures: shown to a model that sees, its works resolved by the survey's bibliography."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.taxobench.build.candidates import outline_of
from litgauge.tasks.benchmarks.taxobench.build.rows import CandidatePaper, CandidateTopic, CandidateTree
from litgauge.tasks.benchmarks.taxobench.match_papers import align_papers
from litgauge.tasks.latex import Caps, open_source
from litgauge.tasks.llm.question import Question
from litgauge.tasks.records import Reference
from litgauge.tasks.text import compact_title

SURENESS = 0.7
"""Confidence of an edge that a model saw in a picture."""
SUFFIXES = (".pdf", ".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif")
_GRAPHICS_PATH = re.compile(rb"\\graphicspath\s*\{((?:\s*\{[^{}]{0,300}\}){1,50})\s*\}")
_FOLDER = re.compile(rb"\{([^{}]*)\}")
_LONGEST_SIDE = 2_048  # pixels of a page that is drawn
_NUMBER = re.compile(r"\[(?P<number>\d{1,4})\]")
_AUTHOR_YEAR = re.compile(
    r"(?P<family>[^\W\d_][\w'’-]+)(?:\s+(?:et\s+al\.?|(?:and|&)\s+[^\W\d_][\w'’-]+))?[,\s(]{1,3}(?P<year>(?:19|20)\d\d)[a-z]?\b"
)
_PRINTED_IN_ORDER = frozenset(("bbl", "thebibliography"))
_MOST_TOPICS = 2_000


@dataclass(frozen=True, slots=True)
class FigurePicture:
    """A figure that a model can be shown, or why there is none."""

    survey_id: str
    candidate: int
    sha256: str
    media_type: str
    size: int  # bytes
    width: int  # pixels
    height: int
    reason: str  # "" where it can be shown


class SeenTopic(BaseModel):
    """A topic of the picture."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int = Field(description="A number of your own, from 1.")
    parent: int = Field(description="The number of the topic that it hangs on; 0 at the top.")
    name: str = Field(description="Its name as it is printed, without citations.")
    works: list[str] = Field(description="The works named at it, each as it is printed.")


class SeenTaxonomy(BaseModel):
    """All topics; none where the picture shows no taxonomy."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    topics: list[SeenTopic] = Field(description="The topics, each before those below it.")


TAXONOMY_PICTURE: Question[SeenTaxonomy] = Question(
    name="taxonomy_picture",
    version=1,
    answer=SeenTaxonomy,
    offline=lambda _inputs: SeenTaxonomy(topics=[]),
    parameters={"temperature": 0, "max_output_tokens": 16_384},
    expected_tokens=2_000,
)


def picture_file(data: bytes, survey_id: str, name: str) -> bytes:
    """Return the picture that a source includes under this name; of a PDF its first page, as PNG.

    Runs in a fenced process. Raises Rejected (picture-missing, pdf-broken, and as `open_source`).
    """
    source = open_source(data, survey_id, Caps(also=SUFFIXES))
    folders = [
        folder.decode("utf-8", "replace").strip()
        for member in source.members.values()
        for paths in _GRAPHICS_PATH.findall(member)
        for folder in _FOLDER.findall(paths)
    ]
    path = source.find(name, SUFFIXES, ("", *dict.fromkeys(folders)))
    if path is None or not path.lower().endswith(SUFFIXES):
        raise Rejected("picture-missing", f"its figure {name} is not in the source as a picture")
    return _first_page(source.members[path]) if path.lower().endswith(".pdf") else source.members[path]


def _first_page(data: bytes) -> bytes:
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(data)
        page = pdf[0]
        picture = page.render(scale=_LONGEST_SIDE / max(*page.get_size(), 1)).to_pil()
    except pypdfium2.PdfiumError as error:
        raise Rejected("pdf-broken", f"its figure cannot be drawn: {error}") from error
    drawn = BytesIO()
    picture.convert("RGB").save(drawn, "PNG")
    return drawn.getvalue()


def seen_rows(
    candidate: CandidateTree, title: str, answer: SeenTaxonomy, references: Sequence[Reference], model: str
) -> tuple[CandidateTree, list[CandidateTopic], list[CandidatePaper]]:
    """Return the candidate with its topics and works as the model saw them; unchanged where it saw none."""
    order = _in_order(answer.topics[:_MOST_TOPICS])
    if not order:
        return replace(candidate, reasons=f"{candidate.reasons}; {model} saw no taxonomy in it"), [], []
    place = (candidate.file, candidate.line)
    several = sum(parent < 0 for _, parent in order) > 1
    names = [(title, -1)] if several else []
    names += [
        (" ".join(topic.name.split()), parent + several if parent >= 0 or several else -1) for topic, parent in order
    ]
    head = (candidate.survey_id, candidate.candidate)
    topics = [
        CandidateTopic(*head, node, parent, name, *place, SURENESS if node else 1.0)
        for node, (name, parent) in enumerate(names)
    ]
    keys = _Keys(references)
    papers, unknown = [], 0
    for at, (topic, _) in enumerate(order):
        references_found = [keys.of(work) for work in topic.works]
        unknown += references_found.count(None)
        for work in dict.fromkeys(filter(None, references_found)):
            paper = (work.key, work.title or "", work.year, work.doi, work.arxiv_id, "picture")
            papers.append(
                CandidatePaper(candidate.survey_id, candidate.candidate, at + several, *paper, *place, SURENESS)
            )
    works = {paper.key for paper in papers}
    reasons = f"{candidate.caption and 'its caption speaks of it; '}its figure is a picture, read by {model}"
    reasons += f"; {unknown} works of it are not in the bibliography" if unknown else ""
    resolved = len({paper.key for paper in papers if paper.title})
    read = replace(
        candidate, reasons=reasons, topics=len(topics), papers=len(works), resolved=resolved,
        outline=outline_of([(topic.name, topic.parent) for topic in topics], papers),
    )  # fmt: skip
    return read, topics, papers


def _in_order(topics: Sequence[SeenTopic]) -> list[tuple[SeenTopic, int]]:
    """Return the topics with the places of their parents, in pre-order.

    One that hangs on itself, or on a number that no topic has, hangs on the first at the top.
    """
    numbers = {topic.number for topic in topics}
    top = next((topic.number for topic in topics if topic.parent == 0), 0)
    below: dict[int, list[SeenTopic]] = {}
    for topic in {topic.number: topic for topic in reversed(topics)}.values():
        stray = topic.parent not in numbers or topic.parent == topic.number
        above = 0 if topic.parent == 0 or topic.number == top else top if stray else topic.parent
        below.setdefault(above, []).append(topic)
    order: list[tuple[SeenTopic, int]] = []
    waiting = [(topic, -1) for topic in below.get(0, ())]
    while waiting:
        topic, parent = waiting.pop()
        order.append((topic, parent))
        waiting += [(child, len(order) - 1) for child in below.get(topic.number, ())]
    return order


class _Keys:
    """The works of a bibliography by what is printed of them: a number, authors and year, a title or a name."""

    def __init__(self, references: Sequence[Reference]) -> None:
        self._references = [reference for reference in references if reference.title]
        self._titles = [reference.title or "" for reference in self._references]
        self._all = references
        self._numbered = all(reference.origin in _PRINTED_IN_ORDER for reference in references)

    def of(self, printed: str) -> Reference | None:
        """Return the only work that it can be."""
        number = _NUMBER.search(printed)
        if number and self._numbered and 1 <= int(number["number"]) <= len(self._all):
            return self._all[int(number["number"]) - 1]
        if match := _AUTHOR_YEAR.search(printed):
            own = list(self._by(match["family"], int(match["year"])))
            if len(own) == 1:
                return own[0]
        bare = _NUMBER.sub("", printed).strip(" ,;")
        pairs = align_papers(self._titles, [bare], numbers=False).pairs if bare else ()
        return self._references[pairs[0].expected] if pairs else None

    def _by(self, family: str, year: int) -> Iterator[Reference]:
        for reference in self._all:
            first = reference.authors[0].family if reference.authors else ""
            if reference.year == year and compact_title(first or "") == compact_title(family):
                yield reference
