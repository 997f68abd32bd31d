"""The rows of the miniature benchmark, and its tables."""

from __future__ import annotations

from litgauge.tasks.records import Table
from litgauge.tasks.records.table import column, row


@row
class Topic:
    """What is looked for."""

    topic_id: str = column("name of the topic")
    words: str = column("what it is about")
    field: str = column("the field it belongs to")


@row
class Relevant:
    """A paper that belongs to a topic."""

    topic_id: str = column("the topic")
    paper: str = column("name of the paper")
    points: int = column("what finding it is worth")
    found_by: str = column("how it was found")


@row
class Hunt:
    """A task: find the papers of a topic."""

    task_id: str = column("name of the task")
    topic_id: str = column("its topic")
    wanted: int = column("how many papers to name")


@row
class Ranked:
    """One line of an agent's list."""

    task_id: str = column("the task")
    rank: int = column("place in the list, from 1")
    paper: str = column("the paper named")


@row
class Hit:
    """A ranked paper that is relevant."""

    task_id: str = column("the task")
    paper: str = column("the paper")
    points: int = column("what it is worth")


TOPICS = Table(
    "topics",
    Topic,
    "what is looked for",
    key=("topic_id",),
)
RELEVANT = Table(
    "relevant",
    Relevant,
    "the papers that belong to each topic",
    key=("topic_id", "paper"),
    refers_to={"topic_id": "topics.topic_id"},
    bookkeeping=("found_by",),
)
HUNTS = Table(
    "hunts",
    Hunt,
    "what an agent is asked for",
    key=("task_id",),
    refers_to={"topic_id": "topics.topic_id"},
)
RANKED = Table(
    "ranked",
    Ranked,
    "one line of an agent's list",
    key=("task_id", "rank"),
)
HITS = Table(
    "hits",
    Hit,
    "a ranked paper that is relevant",
)
