"""Rows of a study, and of a score run on it, each beside its table."""

from __future__ import annotations

from litgauge.tasks.benchmarks.literature_review.settings import Setting
from litgauge.tasks.records import Table
from litgauge.tasks.records.table import column, row


@row
class ReviewTopic:
    """Topic of a review."""

    topic: str = column("name in lower case and hyphens, or as the file of topics has it")
    name: str = column("as writers and judges are told")
    description: str = column("what more the file of topics says of it")
    sub_field: str = column("the sub-field whose relations are given; empty where the release has none for it")
    newer: int | None = column("OpenAlex's number of the work at which a line of research is to end")
    older: int | None = column("the work at which it is to begin")
    asked: str = column("what every writer is asked, in all settings; a judge is told the same")


TOPICS = Table(
    "topics",
    ReviewTopic,
    "what reviews are written about",
    key=("topic",),
)


@row
class Material:
    """Material of a setting for a topic."""

    topic: str = column("the topic")
    setting: Setting = column("none, ego, pair or path")
    applies: bool = column("whether there is such a material; without it there is no task")
    reason: str = column("why there is none")
    text: str = column("the material, word by word, in Markdown")
    sha256: str = column("of the text in UTF-8, hex")
    works: int = column("works that it names")


MATERIALS = Table(
    "materials",
    Material,
    "what each setting gives the writer on each topic, out of the ground truth of the release",
    key=("topic", "setting"),
    refers_to={"topic": "topics.topic"},
)


@row
class ReviewTask:
    """One review that is to be written."""

    task_id: str = column("name of the task")
    topic: str = column("the topic")
    setting: Setting = column("what is given as material")


TASKS = Table(
    "tasks",
    ReviewTask,
    "the reviews that are to be written: each topic in each setting that has a material",
    key=("task_id",),
    refers_to={"topic": "topics.topic"},
)


@row
class Fact:
    """A number or a word about the whole."""

    name: str = column("what is told")
    value: str = column("the number or word")


STUDY = Table(
    "study",
    Fact,
    "the study as a whole: which release its material is from, and how topics were drawn",
    key=("name",),
)


@row
class WrittenReview:
    """A review that an agent wrote."""

    task_id: str = column("the task")
    file: str = column("the file that holds it; empty where there is none")
    text: str = column("the review")


ANSWERS = Table(
    "answers",
    WrittenReview,
    "the reviews of the settings that the agent took part in",
    key=("task_id",),
)


@row
class ReviewGrade:
    """A judge's grade of one review in one dimension."""

    task_id: str = column("the task")
    dimension: str = column("relevance, completeness, depth, consistency or usefulness")
    score: int | None = column("the grade; none where the judge failed")
    reason: str = column("the judge's reason, or why it failed")
    shown: int = column("characters of the review that the judge was shown")
    question: str = column("name and version of the question")
    model: str = column("who answered")
    reply: str = column("under which key the reply is stored")


GRADES = Table(
    "grades",
    ReviewGrade,
    "a judge's grades from 1 to 10; it sees the topic and the review, and not what its writer was given",
    key=("task_id", "dimension"),
)


@row
class JudgedRank:
    """Place that a judge gave a review among those on its topic."""

    topic: str = column("the topic")
    round: int = column("number of the order, from 0: the second one is the first one backwards, and so on in twos")
    shown_at: int = column("place at which the review was shown, from 1")
    task_id: str = column("the review's task")
    rank: int | None = column("its rank, 1 the best, equal ones with the same; none where the judge failed")
    reason: str = column("the judge's reason, or why it failed")
    question: str = column("name and version of the question")
    model: str = column("who answered")
    reply: str = column("under which key the reply is stored")


JUDGED_RANKS = Table(
    "judged_ranks",
    JudgedRank,
    "a judge's ranking of the reviews on a topic, side by side, once for each order in which they were shown",
    key=("topic", "round", "shown_at"),
)


@row
class PersonRank:
    """Rank that a person gave a review."""

    rater: str = column("who ranked")
    topic: str = column("the topic")
    task_id: str = column("the review's task")
    rank: int = column("its rank, 1 the best, equal ones with the same; others on the sheet may stand between")


PERSON_RANKS = Table(
    "person_ranks",
    PersonRank,
    "people's ranks of these reviews, from the sheets that the score run was given",
    key=("rater", "task_id"),
)

RELEASE_TABLES = (TOPICS, MATERIALS, TASKS, STUDY)
RUN_TABLES = (ANSWERS, GRADES, JUDGED_RANKS, PERSON_RANKS)
