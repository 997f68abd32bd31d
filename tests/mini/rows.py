"""The rows of the miniature benchmark, and its tables."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.records import Table


@dataclass(frozen=True, slots=True)
class Topic:
    """What is looked for."""

    topic_id: str
    words: str
    field: str


@dataclass(frozen=True, slots=True)
class Relevant:
    """A paper that belongs to a topic."""

    topic_id: str
    paper: str
    points: int  # what finding it is worth
    found_by: str  # how it was found; may differ from run to run


@dataclass(frozen=True, slots=True)
class Hunt:
    """A task: find the papers of a topic."""

    task_id: str
    topic_id: str
    wanted: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of an agent's list."""

    task_id: str
    rank: int  # from 1
    paper: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A ranked paper that is relevant."""

    task_id: str
    paper: str
    points: int


TOPICS = Table(
    "topics",
    Topic,
    "what is looked for",
    {"topic_id": "name of the topic", "words": "what it is about", "field": "the field it belongs to"},
    key=("topic_id",),
)
RELEVANT = Table(
    "relevant",
    Relevant,
    "the papers that belong to each topic",
    {
        "topic_id": "the topic",
        "paper": "name of the paper",
        "points": "what finding it is worth",
        "found_by": "how it was found",
    },
    key=("topic_id", "paper"),
    refers_to={"topic_id": "topics.topic_id"},
    bookkeeping=("found_by",),
)
HUNTS = Table(
    "hunts",
    Hunt,
    "what an agent is asked for",
    {"task_id": "name of the task", "topic_id": "its topic", "wanted": "how many papers to name"},
    key=("task_id",),
    refers_to={"topic_id": "topics.topic_id"},
)
RANKED = Table(
    "ranked",
    Ranked,
    "one line of an agent's list",
    {"task_id": "the task", "rank": "place in the list, from 1", "paper": "the paper named"},
    key=("task_id", "rank"),
)
HITS = Table(
    "hits",
    Hit,
    "a ranked paper that is relevant",
    {"task_id": "the task", "paper": "the paper", "points": "what it is worth"},
)
