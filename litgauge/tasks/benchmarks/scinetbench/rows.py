"""Rows of SciNetBench's releases and score runs, each beside its table."""

from __future__ import annotations

from typing import Literal

from litgauge.tasks.records import Table
from litgauge.tasks.records.table import column, row

Kind = Literal["ego-centric", "pair-wise", "path-wise"]
Relation = Literal["novel", "disruptive", "cites", "cites-positively", "cites-critically", "together", "lineage"]
BY_LIKENESS = "likeness of meaning"  # of `Membership.by`
_WORK = {"work": "works.work"}


@row
class NetworkWork:
    """A work of the network."""

    work: int = column("OpenAlex's number of the work, without its W")
    title: str = column("its title; empty where OpenAlex has none")
    title_key: str = column("the title's letters and digits alone, by which it is looked up")
    author: str = column("its first author; empty where OpenAlex knows none")
    year: int = column("year of publication")
    date: str = column("day of publication, YYYY-MM-DD; the first of January where only the year is known")
    doi: str | None = column("DOI, lower case, without resolver")
    arxiv_id: str | None = column("arXiv id without version")
    venue: int | None = column("number of the venue that it appeared in")
    type: str = column("kind of work, as OpenAlex has it")
    topics: tuple[int, ...] = column("numbers of its topics, the primary one first")
    cited_by: int = column("citations by OpenAlex's own count, of all its works")
    in_corpus: bool = column("whether it belongs to the corpus; else it is there to cite and be cited")


WORKS = Table("works", NetworkWork, "the works of the network, oldest first", key=("work",))


@row
class ReferenceList:
    """Works of the network that a work cites."""

    work: int = column("the citing work")
    references: tuple[int, ...] = column("numbers of the works that it cites, ascending, each once")


CITATIONS = Table(
    "citations",
    ReferenceList,
    "what each work cites within the network",
    key=("work",),
    refers_to=_WORK,
)


@row
class WorkAbstract:
    """A work's abstract."""

    work: int = column("the work")
    abstract: str = column("its abstract, made from OpenAlex's index of words")


ABSTRACTS = Table(
    "abstracts",
    WorkAbstract,
    "the abstracts of the works of the corpus that have one",
    key=("work",),
    refers_to=_WORK,
    required=False,
)


@row
class Venue:
    """Venue of works."""

    venue: int = column("OpenAlex's number of the source, without its S")
    name: str = column("its name")
    type: str = column("journal, conference, repository, …")
    works: int = column("works of the network that appeared there")


VENUES = Table(
    "venues",
    Venue,
    "where the works appeared",
    key=("venue",),
)


@row
class Fact:
    """A number or a word about the whole network."""

    name: str = column("what is told")
    value: str = column("the number or word")


FACTS = Table(
    "network",
    Fact,
    "the network as a whole: its digest, its size, how it was made, what was left out of it",
    key=("name",),
)


@row
class Measured:
    """Measures of a work in the network; none where undefined."""

    work: int = column("the work")
    citations: int = column("works of the network that cite it")
    references: int = column("works of the network that it cites")
    n_i: int = column("works that cite it and none of its references")
    n_j: int = column("works that cite it and a reference of it")
    n_k: int = column("later works that cite a reference of it, but not it")
    disruption: float | None = column("its disruption, from -1 to 1; none if it is not defined")
    disruptive: float | None = column(
        "share of eligible works of the corpus that are less disruptive, times 10; none if not eligible"
    )
    novelty: float | None = column(
        "10th percentile of the z-scores of its pairs of cited venues: the lower, the more novel"
    )
    novel: float | None = column(
        "share of the works of the corpus that are less novel, times 10; none where novelty is not defined"
    )


MEASURES = Table(
    "measures",
    Measured,
    "how often each work of the corpus is cited, and how disruptive and novel it is",
    key=("work",),
    refers_to=_WORK,
)


@row
class SubField:
    """A sub-field that queries are about."""

    sub_field: str = column("name in lower case and hyphens")
    name: str = column("as queries call it")
    field: str = column("the field above it")
    phrases: tuple[str, ...] = column("a work with one of them in title or abstract belongs to it")
    works: int = column("works of the corpus that belong to it")


SUB_FIELDS = Table(
    "sub_fields",
    SubField,
    "the sub-fields that queries are about",
    key=("sub_field",),
)


@row
class Membership:
    """A work of a sub-field."""

    sub_field: str = column("the sub-field")
    work: int = column("the work")
    by: str = column("the phrase that says so, topic, likeness of meaning, or review")


MEMBERS = Table(
    "members",
    Membership,
    "which work belongs to which sub-field; a work may belong to several",
    key=("sub_field", "work"),
    refers_to={"sub_field": "sub_fields.sub_field", **_WORK},
)


@row
class NetworkTask:
    """A task."""

    task_id: str = column("name of the task")
    kind: Kind = column("ego-centric, pair-wise or path-wise")
    relation: Relation = column("what is asked for: novel, disruptive, cites, …, lineage")
    sub_field: str = column("the sub-field that it is about")
    subject: int | None = column("the work that it asks about; of a path its newer end")
    target: int | None = column("the older end of a path")
    wanted: int = column("how many works an answer may list")
    prompt: str = column("the whole text that the agent gets")
    reviewed: bool = column("whether people have looked at the query and kept it")


TASKS = Table(
    "tasks",
    NetworkTask,
    "what agents are given",
    key=("task_id",),
    refers_to={"sub_field": "sub_fields.sub_field"},
)


Sentiment = Literal["positive", "negative", "neutral"]


@row
class Mention:
    """A place where the text of a work cites another."""

    citing: int = column("the citing work")
    cited: int = column("the cited work")
    place: int = column("number of the place in the citing work, from 0")
    paragraph: int = column("number of the paragraph in the citing work, from 0: what it cites, it mentions together")
    sentence: str = column("the sentence, or as much around the place as tells")
    sentiment: Sentiment | None = column("positive, negative or neutral; none where nobody could say")
    reason: str = column("what speaks for it")


MENTIONS = Table(
    "mentions",
    Mention,
    "the places where works of the network are cited, of those citing works whose text was there",
    key=("citing", "place"),
    refers_to={"citing": "works.work", "cited": "works.work"},
    required=False,
)


@row
class Truth:
    """A work that a perfect answer lists."""

    task_id: str = column("the task")
    rank: int = column("place, from 1")
    work: int = column("the work")
    value: float = column("the measure that ranks it; of a path the citations of the work")
    tied: bool = column("whether another work has the same value, so that citations and number decided")


TRUTH = Table(
    "truth",
    Truth,
    "the works of a perfect answer: the most novel or disruptive of a sub-field, or a path from its newer end",
    key=("task_id", "rank"),
    refers_to={"task_id": "tasks.task_id", **_WORK},
)


@row
class OtherPath:
    """A work of another reading of the true path."""

    task_id: str = column("the task")
    rule: Literal["mean", "main-path"] = column("most citations of the works between the ends on average; main path")
    rank: int = column("place, from 1")
    work: int = column("the work")


OTHER_PATHS = Table(
    "other_paths",
    OtherPath,
    "paths between the same ends by other rules than the paper's, which nearly always takes as many steps as it may",
    key=("task_id", "rule", "rank"),
    refers_to={"task_id": "tasks.task_id", **_WORK},
    required=False,
)


@row
class TaskAnswer:
    """An agent's answer to one task, as far as it could be read."""

    task_id: str = column("the task")
    file: str = column("the file that holds the answer; empty where there is none")
    listed: int = column("works that it lists")
    remarks: str = column("what is odd about it")


ANSWERS = Table(
    "answers",
    TaskAnswer,
    "what the agent answered to each task of the kinds that it took part in",
    key=("task_id",),
)


@row
class AnsweredWork:
    """A work that an answer lists, as the agent describes it."""

    task_id: str = column("the task")
    position: int = column("place in the list or along the path, from 0")
    title: str = column("title; empty where the answer gives none")
    author: str = column("first author, where the answer names one")
    year: int | None = column("year, where the answer gives one")
    doi: str | None = column("DOI by the answer")
    arxiv_id: str | None = column("arXiv id by the answer")
    openalex: int | None = column("OpenAlex number by the answer")
    sentiment: str = column("positive, negative or neutral, where the answer says so of a pair")


LISTED = Table(
    "listed",
    AnsweredWork,
    "the works that the answers list, as the agent describes them",
    key=("task_id", "position"),
)

Rule = Literal["openalex", "doi", "arxiv", "title", "fuzzy", "subtitle", "repeated", "beyond", "invented"]


@row
class FoundWork:
    """A listed work and the work of the network that it is."""

    task_id: str = column("the task")
    position: int = column("place in the list or along the path, from 0")
    work: int | None = column("the work of the network; none where it is not there")
    rule: Rule = column(
        "by what it was recognised; repeated, beyond the length asked for, or invented: not in the network"
    )
    evidence: str = column("what speaks for it")


MATCHES = Table(
    "found",
    FoundWork,
    "which work of the network each listed work is",
    key=("task_id", "position"),
)


@row
class BaselineValue:
    """Value of a metric for a trivial list."""

    task_id: str = column("the task")
    baseline: str = column("most-cited, newest or random: of the works of the sub-field")
    metric: str = column("the metric")
    value: float | None = column("its value; none where it has none")


BASELINES = Table(
    "baselines",
    BaselineValue,
    "what the metrics come to for lists that take no thought",
    key=("task_id", "baseline", "metric"),
)


@row
class WorkGrade:
    """A judge's grade of one work, or of one path."""

    task_id: str = column("the task whose path is graded; empty where a work is")
    work: int | None = column("the work that is graded; none where it is a path")
    quality: Literal["novelty", "disruption", "rationality"] = column("novelty, disruption, or rationality of a path")
    score: int | None = column("the grade; none where the judge failed")
    reason: str = column("the judge's reason, or why it failed")
    question: str = column("name and version of the question")
    model: str = column("who answered")
    reply: str = column("under which key the reply is stored")


GRADES = Table(
    "grades",
    WorkGrade,
    "a judge's grades from 0 to 10: of works by title and abstract, and of paths",
)

RELEASE_TABLES = (
    WORKS,
    CITATIONS,
    ABSTRACTS,
    VENUES,
    FACTS,
    MEASURES,
    SUB_FIELDS,
    MEMBERS,
    MENTIONS,
    TASKS,
    TRUTH,
    OTHER_PATHS,
)
RUN_TABLES = (ANSWERS, LISTED, MATCHES, GRADES, BASELINES)
