"""The topics that experts propose: a file with a topic a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.tvir.settings import DOMAINS, LANGUAGES, LEVELS, Language, Level
from litgauge.tasks.records.table import column, row
from litgauge.tasks.sheets import Sheet, Text, filled, read_entries
from litgauge.tasks.sheets.columns import Choice
from litgauge.tasks.sheets.declaration import Entry
from litgauge.tasks.text.name_rules import valid_name

QUOTA: Final = dict(zip(DOMAINS, (4, 3, 2, 1, 2, 1, 2, 2, 2, 1), strict=True))
"""Tasks that the paper's prompt asks for in each domain, at each level of each language: 120 in all (E.1)."""

ID = filled("id", "names the topic: letters, digits, hyphens", Text())
TOPIC = filled("topic", "the topic", Text(), required=True)
DOMAIN = filled("domain", "one of the ten domains", Choice(DOMAINS), required=True)
_SPOKEN = {"Chinese": "zh", "English": "en", "中文": "zh", "英文": "en"}
LANGUAGE = filled("language", "zh or en", Choice(LANGUAGES, spelling=_SPOKEN.get), required=True)
LEVEL = filled("level", "low, medium or high", Choice(LEVELS), required=True)
DATE = filled("date", "day for which the task is drafted, YYYY-MM-DD", Text(), required=True)
TOPICS = Sheet("the file of topics", (ID, TOPIC, DOMAIN, LANGUAGE, LEVEL, DATE), "Nothing was built")
_LONGEST = 500  # characters of a topic


@row
class Topic:
    """Subject that an expert proposes for a task."""

    topic_id: str = column("names the topic")
    topic: str = column("the topic in the expert's words")
    domain: str = column("one of the ten domains")
    language: Language = column("zh or en")
    level: Level = column("low, medium or high")
    date: str = column("day for which the task is drafted, YYYY-MM-DD")


def read_topics(path: Path) -> tuple[Topic, ...]:
    """Return the topics of a file, in its order; one without id is named by its place: topic-1.

    Raises UnusableInput, with file and line, for a cell that is empty or may not hold what it does, and for two topics
    with one id.
    """
    if not path.is_file():
        columns = ", ".join(column.name for column in TOPICS.columns)
        raise UnusableInput(
            "no such file of topics", where=str(path), data=TOPICS.unused, next_step=f"Columns are {columns}"
        )
    topics: dict[str, Topic] = {}
    for number, entry in enumerate(read_entries(TOPICS, path), 1):
        topic = _topic(entry, number)
        if topic.topic_id in topics:
            raise entry.refusal(f"the id {topic.topic_id} is repeated", ID.name)
        topics[topic.topic_id] = topic
    if not topics:
        raise UnusableInput("there is no topic in it", where=str(path), data=TOPICS.unused)
    return tuple(topics.values())


def _topic(entry: Entry, number: int) -> Topic:
    values: dict[str, Any] = {}
    for cell in (TOPIC, DOMAIN, LANGUAGE, LEVEL, DATE):
        if (value := entry[cell]) is None:
            raise entry.refusal("the cell is empty", cell.name)
        values[cell.name] = value
    if len(values["topic"]) > _LONGEST:
        raise entry.refusal(f"a topic has at most {_LONGEST} characters", TOPIC.name)
    try:
        date.fromisoformat(values["date"])
        name = valid_name(entry[ID] or f"topic-{number}")
    except ValueError as error:
        raise entry.refusal(str(error), next_step="Dates are written 2026-01-31") from None
    return Topic(name, **values)


def shortfalls(topics: Sequence[Topic]) -> Iterator[str]:
    """Yield where topics are fewer or more than the paper's quota, for a person; nothing where it is met."""
    counts = Counter((topic.language, topic.level, topic.domain) for topic in topics)
    for language in LANGUAGES:
        for level in LEVELS:
            for domain, quota in QUOTA.items():
                if (count := counts[language, level, domain]) != quota:
                    yield f"{domain}, {language}, {level}: {count} of {quota}"


def check_quota(topics: Sequence[Topic], path: Path) -> None:
    """Raise UnusableInput where topics do not meet the quota."""
    lacking = list(_first(shortfalls(topics), 5))
    if lacking:
        raise UnusableInput(
            f"the topics do not meet the quota: {'; '.join(lacking)}",
            where=str(path),
            data=TOPICS.unused,
            next_step="Add or remove topics, or build with quota: false",
        )


def _first(texts: Iterable[str], most: int) -> Iterator[str]:
    shown = list(texts)
    yield from shown[:most]
    if len(shown) > most:
        yield f"and {len(shown) - most} more"
