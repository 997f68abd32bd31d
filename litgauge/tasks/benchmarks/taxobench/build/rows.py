"""Rows of the build: candidate trees, the tree that was chosen, and its release tables."""

from __future__ import annotations

from dataclasses import dataclass

from litgauge.tasks.benchmarks.taxobench.rows import ReviewedTree
from litgauge.tasks.records import Table
from litgauge.tasks.records.table import column, row

_SURVEY = {"survey_id": "surveys.survey_id"}


@row
class CandidateTree:
    """A tree in a survey's source that may be its taxonomy."""

    survey_id: str = column("the survey")
    candidate: int = column("number of the tree, from 1, in the order of the source")
    kind: str = column(
        "what it was read from: forest, tikz-qtree, qtree, tikz, mindmap, dirtree, pst-tree, "
        "smartdiagram, drawn, table, list, sections; "
        "joined: of several of these; picture: what a model saw in a figure, or nothing"
    )
    file: str = column("file of the source in which it begins")
    line: int = column("line of that file, from 1")
    caption: str = column("its caption; empty without one")
    speaks: str = column("word by which its caption or heading speaks of a taxonomy; empty if neither does")
    reasons: str = column("why it is a candidate")
    topics: int = column("topics, the root included")
    papers: int = column("works that it cites, each counted once")
    resolved: int = column("of these, those with a title in the bibliography")
    chosen: bool = column("whether the survey's taxonomy was made from it")
    outline: str = column("its topics of the first level, each with the works at and below it", default="")
    picture: str = column("of a figure that is a picture: the file, as the source includes it", default="")


CANDIDATES = Table(
    "candidates",
    CandidateTree,
    "the trees that were read from the surveys' sources, and which of them was taken",
    key=("survey_id", "candidate"),
    refers_to=_SURVEY,
    required=False,
)


@dataclass(frozen=True, slots=True)
class CandidateTopic:
    """A topic of a candidate tree."""

    survey_id: str
    candidate: int
    node: int  # from 0, the root, in pre-order
    parent: int  # -1 of the root
    name: str
    file: str
    line: int
    confidence: float = 1.0  # that it belongs below its parent


@dataclass(frozen=True, slots=True)
class CandidatePaper:
    """A work at a topic of a candidate tree, resolved as far as the bibliography says what it is."""

    survey_id: str
    candidate: int
    node: int
    key: str
    title: str  # "" where no entry says it
    year: int | None
    doi: str | None
    arxiv_id: str | None
    via: str  # topic: cited at it; section: cited in the section that the topic points to, or has the name of
    file: str
    line: int
    confidence: float = 1.0  # that it belongs there


@dataclass(frozen=True, slots=True)
class SpokenOf:
    """A caption or heading of a survey that speaks of a taxonomy."""

    survey_id: str
    what: str  # caption, heading
    word: str
    text: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class PlacedPaper:
    """A paper at a topic of a chosen tree."""

    node: int
    title: str
    key: str
    year: int | None
    doi: str | None
    arxiv_id: str | None
    via: str
    file: str
    line: int
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class ChosenTree:
    """Tree that a survey's taxonomy is made from."""

    survey_id: str
    topic: str  # the survey's title
    kind: str
    names: tuple[str, ...]  # of the topics, in pre-order
    parents: tuple[int, ...]
    papers: tuple[PlacedPaper, ...]
    unresolved: tuple[str, ...]  # keys that no entry gives a title, left out
    candidates: tuple[CandidateTree, ...]  # all of the survey, the chosen one marked
    confidences: tuple[float, ...] = ()  # of each topic, that it belongs below its parent


@row
class PaperSource:
    """Citation of a paper at its topic."""

    survey_id: str = column("the survey")
    position: int = column("place among the papers of the tree, from 0")
    key: str = column("citation key in the source")
    doi: str | None = column("DOI that the bibliography gives")
    arxiv_id: str | None = column("arXiv id that the bibliography gives, without version")
    via: str = column(
        "topic: cited at the topic itself; section: in the section that the topic points to, or has the name of"
    )
    file: str = column("file of the source; empty where reviewers added the paper")
    line: int = column("line of that file, from 1")
    confidence: float = column(
        "that the paper belongs there: 1 where the survey says so; where sections were read or trees joined, less",
        default=1.0,
    )


PROVENANCE = Table(
    "provenance",
    PaperSource,
    "where each survey cites the papers of its taxonomy: a line of its source",
    key=("survey_id", "position"),
    refers_to=_SURVEY,
    required=False,
)


@row
class TopicEdge:
    """An edge between a topic and the one above it, in a tree that was read."""

    survey_id: str = column("the survey")
    node: int = column("the topic below")
    confidence: float = column("that it belongs there: 1 where it is drawn so; where trees were joined, less")


TOPIC_EDGES = Table(
    "topic_edges",
    TopicEdge,
    "how sure the edges of unreviewed trees are",
    key=("survey_id", "node"),
    refers_to=_SURVEY,
    required=False,
)


@dataclass(frozen=True, slots=True)
class SettledTree:
    """A taxonomy as it goes into a release: the chosen tree, or what reviewers made of it."""

    survey_id: str
    topic: str
    origin: str  # "reviewed", or "candidate": nobody has checked it
    names: tuple[str, ...]
    parents: tuple[int, ...]
    papers: tuple[PlacedPaper, ...]
    candidates: tuple[CandidateTree, ...]
    remarks: tuple[str, ...]  # what is odd about it, `code: detail`
    confidences: tuple[float, ...] = ()  # of each topic, where the tree is as it was read
    reviews: tuple[ReviewedTree, ...] = ()  # its reviewers' own trees
