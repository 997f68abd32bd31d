"""The rows of a study, and of a score run on it, each beside its table."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.benchmarks.literature_review.settings import Setting
from tasks.records import Table


@dataclass(frozen=True, slots=True)
class ReviewTopic:
    """What reviews are written about."""

    topic: str
    name: str
    description: str
    sub_field: str
    newer: int | None
    older: int | None
    asked: str


TOPICS = Table(
    "topics",
    ReviewTopic,
    "what reviews are written about",
    {
        "topic": "name in lower case and hyphens, or as the file of topics has it",
        "name": "as writers and judges are told",
        "description": "what more the file of topics says of it",
        "sub_field": "the sub-field whose relations are given; empty where the release has none for it",
        "newer": "OpenAlex's number of the work at which a line of research is to end",
        "older": "the work at which it is to begin",
        "asked": "what every writer is asked, in all settings; a judge is told the same",
    },
    key=("topic",),
)


@dataclass(frozen=True, slots=True)
class Material:
    """What a setting gives the writer on a topic."""

    topic: str
    setting: Setting
    applies: bool
    reason: str
    text: str
    sha256: str
    works: int


MATERIALS = Table(
    "materials",
    Material,
    "what each setting gives the writer on each topic, out of the ground truth of the release",
    {
        "topic": "the topic",
        "setting": "none, ego, pair or path",
        "applies": "whether there is such a material; without it there is no task",
        "reason": "why there is none",
        "text": "the material, word by word, in Markdown",
        "sha256": "of the text in UTF-8, hex",
        "works": "works that it names",
    },
    key=("topic", "setting"),
    refers_to={"topic": "topics.topic"},
)


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """One review that is to be written."""

    task_id: str
    topic: str
    setting: Setting


TASKS = Table(
    "tasks",
    ReviewTask,
    "the reviews that are to be written: each topic in each setting that has a material",
    {"task_id": "name of the task", "topic": "the topic", "setting": "what is given as material"},
    key=("task_id",),
    refers_to={"topic": "topics.topic"},
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A number or a word about the whole."""

    name: str
    value: str


STUDY = Table(
    "study",
    Fact,
    "the study as a whole: which release its material is from, and how topics were drawn",
    {"name": "what is told", "value": "the number or word"},
    key=("name",),
)


@dataclass(frozen=True, slots=True)
class WrittenReview:
    """A review that an agent wrote."""

    task_id: str
    file: str
    text: str


ANSWERS = Table(
    "answers",
    WrittenReview,
    "the reviews of the settings that the agent took part in",
    {"task_id": "the task", "file": "the file that holds it; empty where there is none", "text": "the review"},
    key=("task_id",),
)


@dataclass(frozen=True, slots=True)
class ReviewGrade:
    """A judge's grade of one review in one dimension."""

    task_id: str
    dimension: str
    score: int | None
    reason: str
    shown: int
    question: str
    model: str
    reply: str


GRADES = Table(
    "grades",
    ReviewGrade,
    "a judge's grades from 1 to 10; it sees the topic and the review, and not what its writer was given",
    {
        "task_id": "the task",
        "dimension": "relevance, completeness, depth, consistency or usefulness",
        "score": "the grade; none where the judge failed",
        "reason": "the judge's reason, or why it failed",
        "shown": "characters of the review that the judge was shown",
        "question": "name and version of the question",
        "model": "who answered",
        "reply": "under which key the reply is stored",
    },
    key=("task_id", "dimension"),
)


@dataclass(frozen=True, slots=True)
class JudgedRank:
    """The place that a judge gave a review among those on its topic."""

    topic: str
    round: int
    shown_at: int
    task_id: str
    rank: int | None
    reason: str
    question: str
    model: str
    reply: str


JUDGED_RANKS = Table(
    "judged_ranks",
    JudgedRank,
    "a judge's ranking of the reviews on a topic, side by side, once for each order in which they were shown",
    {
        "topic": "the topic",
        "round": "number of the order, from 0: the second one is the first one backwards, and so on in twos",
        "shown_at": "place at which the review was shown, from 1",
        "task_id": "the review's task",
        "rank": "its rank, 1 the best, equal ones with the same; none where the judge failed",
        "reason": "the judge's reason, or why it failed",
        "question": "name and version of the question",
        "model": "who answered",
        "reply": "under which key the reply is stored",
    },
    key=("topic", "round", "shown_at"),
)


@dataclass(frozen=True, slots=True)
class PersonRank:
    """The rank that a person gave a review."""

    rater: str
    topic: str
    task_id: str
    rank: int


PERSON_RANKS = Table(
    "person_ranks",
    PersonRank,
    "people's ranks of these reviews, from the sheets that the score run was given",
    {
        "rater": "who ranked",
        "topic": "the topic",
        "task_id": "the review's task",
        "rank": "its rank, 1 the best, equal ones with the same; others on the sheet may stand between",
    },
    key=("rater", "task_id"),
)

RELEASE_TABLES = (TOPICS, MATERIALS, TASKS, STUDY)
RUN_TABLES = (ANSWERS, GRADES, JUDGED_RANKS, PERSON_RANKS)
