"""The rows of a SciNetBench release, each beside its table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records import Table

Kind = Literal["ego-centric", "pair-wise", "path-wise"]
Relation = Literal["novel", "disruptive", "cites", "cites-positively", "cites-critically", "together", "lineage"]
_WORK = {"work": "works.work"}


@dataclass(frozen=True, slots=True)
class NetworkWork:
    """A work of the network."""

    work: int
    title: str
    title_key: str
    author: str
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
    "author": "its first author; empty where OpenAlex knows none",
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
    reviewed: bool


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
        "reviewed": "whether people have looked at the query and kept it",
    },
    key=("task_id",),
    refers_to={"sub_field": "sub_fields.sub_field"},
)


Sentiment = Literal["positive", "negative", "neutral"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where the text of a work cites another."""

    citing: int
    cited: int
    place: int
    paragraph: int
    sentence: str
    sentiment: Sentiment | None
    reason: str


MENTIONS = Table(
    "mentions",
    Mention,
    "the places where works of the network are cited, of those citing works whose text was there",
    {
        "citing": "the citing work",
        "cited": "the cited work",
        "place": "number of the place in the citing work, from 0",
        "paragraph": "number of the paragraph in the citing work, from 0: what it cites, it mentions together",
        "sentence": "the sentence, or as much around the place as tells",
        "sentiment": "positive, negative or neutral; none where nobody could say",
        "reason": "what speaks for it",
    },
    key=("citing", "place"),
    refers_to={"citing": "works.work", "cited": "works.work"},
    required=False,
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


@dataclass(frozen=True, slots=True)
class TaskAnswer:
    """An agent's answer to one task, as far as it could be read."""

    task_id: str
    file: str
    listed: int
    remarks: str


ANSWERS = Table(
    "answers",
    TaskAnswer,
    "what the agent answered to each task of the kinds that it took part in",
    {
        "task_id": "the task",
        "file": "the file that holds the answer; empty where there is none",
        "listed": "works that it lists",
        "remarks": "what is odd about it",
    },
    key=("task_id",),
)


@dataclass(frozen=True, slots=True)
class AnsweredWork:
    """A work that an answer lists, as the agent describes it."""

    task_id: str
    position: int
    title: str
    author: str
    year: int | None
    doi: str | None
    arxiv_id: str | None
    openalex: int | None
    sentiment: str


LISTED = Table(
    "listed",
    AnsweredWork,
    "the works that the answers list, as the agent describes them",
    {
        "task_id": "the task",
        "position": "place in the list or along the path, from 0",
        "title": "title; empty where the answer gives none",
        "author": "first author, where the answer names one",
        "year": "year, where the answer gives one",
        "doi": "DOI by the answer",
        "arxiv_id": "arXiv id by the answer",
        "openalex": "OpenAlex number by the answer",
        "sentiment": "positive, negative or neutral, where the answer says so of a pair",
    },
    key=("task_id", "position"),
)

Rule = Literal["openalex", "doi", "arxiv", "title", "fuzzy", "subtitle", "repeated", "beyond", "invented"]


@dataclass(frozen=True, slots=True)
class FoundWork:
    """Which work of the network a listed work is."""

    task_id: str
    position: int
    work: int | None
    rule: Rule
    evidence: str


FOUND = Table(
    "found",
    FoundWork,
    "which work of the network each listed work is",
    {
        "task_id": "the task",
        "position": "place in the list or along the path, from 0",
        "work": "the work of the network; none where it is not there",
        "rule": "by what it was recognised; repeated, beyond the length asked for, or invented: not in the network",
        "evidence": "what speaks for it",
    },
    key=("task_id", "position"),
)


@dataclass(frozen=True, slots=True)
class BaselineValue:
    """What a metric comes to for a list that takes no thought."""

    task_id: str
    baseline: str
    metric: str
    value: float | None


BASELINES = Table(
    "baselines",
    BaselineValue,
    "what the metrics come to for lists that take no thought",
    {
        "task_id": "the task",
        "baseline": "most-cited, newest or random: of the works of the sub-field",
        "metric": "the metric",
        "value": "its value; none where it has none",
    },
    key=("task_id", "baseline", "metric"),
)


@dataclass(frozen=True, slots=True)
class WorkGrade:
    """A judge's grade of one work, or of one path."""

    task_id: str
    work: int | None
    quality: Literal["novelty", "disruption", "rationality"]
    score: int | None
    reason: str
    question: str
    model: str
    reply: str


GRADES = Table(
    "grades",
    WorkGrade,
    "a judge's grades from 0 to 10: of works by title and abstract, and of paths",
    {
        "task_id": "the task whose path is graded; empty where a work is",
        "work": "the work that is graded; none where it is a path",
        "quality": "novelty, disruption, or rationality of a path",
        "score": "the grade; none where the judge failed",
        "reason": "the judge's reason, or why it failed",
        "question": "name and version of the question",
        "model": "who answered",
        "reply": "under which key the reply is stored",
    },
)

RELEASE_TABLES = (WORKS, CITATIONS, ABSTRACTS, VENUES, FACTS, MEASURES, SUB_FIELDS, MEMBERS, MENTIONS, TASKS, TRUTH)
RUN_TABLES = (ANSWERS, LISTED, FOUND, GRADES, BASELINES)
