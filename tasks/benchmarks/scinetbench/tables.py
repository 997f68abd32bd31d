"""The rows of a SciNetBench release, each beside its table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records import Table

Kind = Literal["ego-centric", "pair-wise", "path-wise"]
Relation = Literal["novel", "disruptive", "cites", "cites-positively", "cites-critically", "together", "paragraph", "lineage"]
_WORK = {"work": "works.work"}


@dataclass(frozen=True, slots=True)
class NetworkWork:
    """A work of the network."""

    work: int
    title: str
    title_key: str
    year: int
    date: str
    doi: str | None
    arxiv_id: str | None
    venue: int | None
    type: str
    topics: tuple[int, ...]
    cited_by: int
    in_corpus: bool


_OF_WORKS = {
    "work": "OpenAlex's number of the work, without its W",
    "title": "its title; empty where OpenAlex has none",
    "title_key": "the title's letters and digits alone, by which it is looked up",
    "year": "year of publication",
    "date": "day of publication, YYYY-MM-DD; the first of January where only the year is known",
    "doi": "DOI, lower case, without resolver",
    "arxiv_id": "arXiv id without version",
    "venue": "number of the venue that it appeared in",
    "type": "kind of work, as OpenAlex has it",
    "topics": "numbers of its topics, the primary one first",
    "cited_by": "citations by OpenAlex's own count, of all its works",
    "in_corpus": "whether it belongs to the corpus; else it is there to cite and be cited",
}
WORKS = Table("works", NetworkWork, "the works of the network, oldest first", _OF_WORKS, key=("work",))


@dataclass(frozen=True, slots=True)
class ReferenceList:
    """What a work of the network cites in it."""

    work: int
    references: tuple[int, ...]


CITATIONS = Table(
    "citations",
    ReferenceList,
    "what each work cites within the network",
    {"work": "the citing work", "references": "numbers of the works that it cites, ascending, each once"},
    key=("work",),
    refers_to=_WORK,
)


@dataclass(frozen=True, slots=True)
class WorkAbstract:
    """A work's abstract."""

    work: int
    abstract: str


ABSTRACTS = Table(
    "abstracts",
    WorkAbstract,
    "the abstracts of the works of the corpus that have one",
    {"work": "the work", "abstract": "its abstract, made from OpenAlex's index of words"},
    key=("work",),
    refers_to=_WORK,
    required=False,
)


@dataclass(frozen=True, slots=True)
class Venue:
    """Where works appeared."""

    venue: int
    name: str
    type: str
    works: int


VENUES = Table(
    "venues",
    Venue,
    "where the works appeared",
    {
        "venue": "OpenAlex's number of the source, without its S",
        "name": "its name",
        "type": "journal, conference, repository, …",
        "works": "works of the network that appeared there",
    },
    key=("venue",),
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A number or a word about the whole network."""

    name: str
    value: str


FACTS = Table(
    "network",
    Fact,
    "the network as a whole: its digest, its size, how it was made, what was left out of it",
    {"name": "what is told", "value": "the number or word"},
    key=("name",),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """What the network says of a work; none where that is not defined."""

    work: int
    citations: int
    references: int
    n_i: int
    n_j: int
    n_k: int
    disruption: float | None
    disruptive: float | None
    novelty: float | None
    novel: float | None


MEASURES = Table(
    "measures",
    Measured,
    "how often each work of the corpus is cited, and how disruptive and novel it is",
    {
        "work": "the work",
        "citations": "works of the network that cite it",
        "references": "works of the network that it cites",
        "n_i": "works that cite it and none of its references",
        "n_j": "works that cite it and a reference of it",
        "n_k": "later works that cite a reference of it, but not it",
        "disruption": "its disruption, from -1 to 1; none if it is not defined",
        "disruptive": "share of eligible works of the corpus that are less disruptive, times 10; none if not eligible",
        "novelty": "10th percentile of the z-scores of its pairs of cited venues: the lower, the more novel",
        "novel": "share of the works of the corpus that are less novel, times 10; none where novelty is not defined",
    },
    key=("work",),
    refers_to=_WORK,
)


@dataclass(frozen=True, slots=True)
class SubField:
    """A sub-field that queries are about."""

    sub_field: str
    name: str
    field: str
    phrases: tuple[str, ...]
    works: int


SUB_FIELDS = Table(
    "sub_fields",
    SubField,
    "the sub-fields that queries are about",
    {
        "sub_field": "name in lower case and hyphens",
        "name": "as queries call it",
        "field": "the field above it",
        "phrases": "a work with one of them in title or abstract belongs to it",
        "works": "works of the corpus that belong to it",
    },
    key=("sub_field",),
)


@dataclass(frozen=True, slots=True)
class Membership:
    """A work of a sub-field."""

    sub_field: str
    work: int
    by: str


MEMBERS = Table(
    "members",
    Membership,
    "which work belongs to which sub-field; a work may belong to several",
    {
        "sub_field": "the sub-field",
        "work": "the work",
        "by": "the phrase that says so, topic, likeness of meaning, or review",
    },
    key=("sub_field", "work"),
    refers_to={"sub_field": "sub_fields.sub_field", **_WORK},
)


@dataclass(frozen=True, slots=True)
class NetworkTask:
    """What an agent is asked."""

    task_id: str
    kind: Kind
    relation: Relation
    sub_field: str
    subject: int | None
    target: int | None
    wanted: int
    prompt: str


TASKS = Table(
    "tasks",
    NetworkTask,
    "what agents are given",
    {
        "task_id": "name of the task",
        "kind": "ego-centric, pair-wise or path-wise",
        "relation": "what is asked for: novel, disruptive, cites, …, lineage",
        "sub_field": "the sub-field that it is about",
        "subject": "the work that it asks about; of a path its newer end",
        "target": "the older end of a path",
        "wanted": "how many works an answer may list",
        "prompt": "the whole text that the agent gets",
    },
    key=("task_id",),
    refers_to={"sub_field": "sub_fields.sub_field"},
)


@dataclass(frozen=True, slots=True)
class Truth:
    """A work that a perfect answer lists."""

    task_id: str
    rank: int
    work: int
    value: float
    tied: bool


TRUTH = Table(
    "truth",
    Truth,
    "the works of a perfect answer: the most novel or disruptive of a sub-field, or a path from its newer end",
    {
        "task_id": "the task",
        "rank": "place, from 1",
        "work": "the work",
        "value": "the measure that ranks it; of a path the citations of the work",
        "tied": "whether another work has the same value, so that citations and number decided",
    },
    key=("task_id", "rank"),
    refers_to={"task_id": "tasks.task_id", **_WORK},
)
