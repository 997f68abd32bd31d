"""Topics of reviews: sub-fields of a release, its path-wise queries, or topics of a user's own file."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.literature_review.build.network import NetworkRelease
from litgauge.tasks.benchmarks.literature_review.settings import PATHS, SUB_FIELDS
from litgauge.tasks.sheets.cells import as_text
from litgauge.tasks.sheets.places import Place
from litgauge.tasks.sheets.tables import Line, read_table, read_text

_NAMES = ("topic", "name", "title", "query")
_NOT_WORD = re.compile(r"[\W_]+")
_WORK = re.compile(r"(?:https?://(?:api\.)?openalex\.org/(?:works/)?)?[Ww]?(\d{1,18})")
_NOTHING = "Nothing was built"
_FILE = "the file of topics"
_FORM = (
    "One topic a line: a column topic, and if you like id, description, sub_field (of the release), newer and older "
    "(OpenAlex numbers of the works between which a path leads); CSV or JSON lines"
)
_LONGEST = 300  # characters of a topic
_LONGEST_ID = 60  # characters of its id: files are named by it


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic before anything was looked up for it."""

    topic: str
    name: str
    description: str = ""
    sub_field: str = ""  # of the release; "" where it has none for it
    newer: int | None = None
    older: int | None = None


def chosen_topics(release: NetworkRelease, named: str, path: Path, count: int | None, seed: int) -> tuple[Topic, ...]:
    """Return the topics that a config names: "sub-fields", "paths" (as in the paper), or a file, which is at `path`.

    Without a file, at most `count` topics are drawn, in the release's order. Raises UnusableInput for a file
    that cannot be used, with its line, and if there is no topic.
    """
    if named not in (SUB_FIELDS, PATHS):
        return read_topics(path, release)
    topics = list(_sub_fields(release) if named == SUB_FIELDS else _paths(release))
    if not topics:
        raise UnusableInput(
            "the release asks about no sub-field" if named == SUB_FIELDS else "the release has no path-wise query",
            where=release.name,
            data=_NOTHING,
            next_step=f"Name a file of topics of your own. {_FORM}",
        )
    if count is None or count >= len(topics):
        return tuple(topics)
    return tuple(topics[place] for place in sorted(random.Random(seed).sample(range(len(topics)), count)))


def read_topics(path: Path, release: NetworkRelease) -> tuple[Topic, ...]:
    """Return the topics of a file, in its order.

    CSV as any spreadsheet saves it, JSON lines, or text with a topic a line.

    A topic without a column `sub_field` is about that of the release which has its name, if there is one. Raises
    UnusableInput, with file and line, for a topic without a name, a sub-field that the release has not, what is no
    number of a work, and for two topics with one id.
    """
    if not path.is_file():
        raise UnusableInput(
            f"neither {SUB_FIELDS}, {PATHS} nor an existing file",
            where=str(path),
            data=_NOTHING,
            next_step=f"Name one of the three. {_FORM}",
        )
    lines = list(_plain(path) if path.suffix.lower() == ".txt" else read_table(path, _FILE, _NOTHING, _NAMES).lines)
    if not lines:
        raise UnusableInput("there is no topic in it", where=str(path), data=_NOTHING, next_step=_FORM)
    if not any(name in line.cells for line in lines for name in _NAMES):
        raise UnusableInput("it has no column topic", where=lines[0].where, data=_NOTHING, next_step=_FORM)
    names = _sub_field_names(release)
    topics = [(line.where, _topic(line, names)) for line in lines]
    counted = Counter(topic.topic for _, topic in topics)
    for where, topic in topics:
        if counted[topic.topic] > 1:
            raise UnusableInput(f"topic {topic.topic} is repeated", where=where, data=_NOTHING)
    return tuple(topic for _, topic in topics)


def slug(text: str) -> str:
    """Lower case and hyphens; of a long text the beginning, with a digest.

    >>> slug("Graph Neural Networks (GNNs)"), slug("图神经网络")
    ('graph-neural-networks-gnns', '图神经网络')
    """
    words = "-".join(_NOT_WORD.sub(" ", text.lower()).split())
    if len(words) <= _LONGEST_ID:
        return words
    return f"{words[:_LONGEST_ID]}-{hashlib.sha256(words.encode()).hexdigest()[:8]}"


def _sub_fields(release: NetworkRelease) -> Iterator[Topic]:
    sub_fields = {task.sub_field for task in release.tasks}
    for sub_field in release.sub_fields.values():
        if sub_field.sub_field in sub_fields:
            yield Topic(sub_field.sub_field, sub_field.name, sub_field=sub_field.sub_field)


def _paths(release: NetworkRelease) -> Iterator[Topic]:
    for task in release.tasks:
        if task.kind == "path-wise":
            sub_field = release.sub_fields.get(task.sub_field)
            name = sub_field.name if sub_field else task.sub_field
            yield Topic(task.task_id, name, "", task.sub_field, task.subject, task.target)


def _plain(path: Path) -> Iterator[Line]:
    for number, line in enumerate(read_text(path, _FILE, _NOTHING).splitlines(), 1):
        if line.strip():
            yield Line(Place(f"{path}:{number}"), {"topic": line})


def _sub_field_names(release: NetworkRelease) -> Mapping[str, str]:
    """Return the sub-fields of the release by all names that a file may use."""
    return {
        slug(name): sub_field.sub_field
        for sub_field in release.sub_fields.values()
        for name in (sub_field.name, sub_field.sub_field)
    }


def _topic(line: Line, sub_fields: Mapping[str, str]) -> Topic:
    cells = {name: _text(value) for name, value in line.cells.items()}
    name = next((cells[key] for key in _NAMES if cells.get(key)), "")
    if not name:
        raise UnusableInput("a topic without a name", where=line.where, data=_NOTHING, next_step=_FORM)
    if len(name) > _LONGEST:
        raise UnusableInput(
            f"a topic has at most {_LONGEST} characters, this one has {len(name):,}", where=line.where, data=_NOTHING
        )
    named = cells.get("sub_field", "")
    sub_field = sub_fields.get(slug(named or name), "")
    if named and not sub_field:
        raise UnusableInput(
            f"the release has no sub-field {named!r}",
            where=line.where,
            data=_NOTHING,
            next_step="`litgauge scinetbench queries` lists its sub-fields; leave the cell empty if there is none",
        )
    topic = slug(cells.get("id", "") or name)
    if not topic:
        raise UnusableInput(f"{name!r} holds no letter, so give it an id", where=line.where, data=_NOTHING)
    newer, older = (_work(cells.get(end, ""), end, line.where) for end in ("newer", "older"))
    if (newer is None) != (older is None):
        raise UnusableInput("newer and older belong together", where=line.where, data=_NOTHING)
    return Topic(topic, name, cells.get("description", ""), sub_field, newer, older)


def _text(value: Any) -> str:
    return " ".join(as_text(value).split()) if isinstance(value, str | int | float) else ""


def _work(text: str, column: str, where: str) -> int | None:
    if not text:
        return None
    match = _WORK.fullmatch(text)
    if match is None:
        raise UnusableInput(f"{text[:60]!r} is no OpenAlex number of a work", where=f"{where}, {column}", data=_NOTHING)
    return int(match[1])


def check_works(topics: Sequence[Topic], release: NetworkRelease) -> None:
    """Raise UnusableInput where a topic names a work that the release does not know."""
    named = {work: topic for topic in topics for work in (topic.newer, topic.older) if work is not None}
    in_release = pc.is_in(pa.array(named, pa.int64()), release.works["work"].combine_chunks()).to_pylist()
    for (work, topic), is_there in zip(named.items(), in_release, strict=True):
        if not is_there:
            raise UnusableInput(
                f"topic {topic.topic} names W{work}, which is no work of it", where=release.name, data=_NOTHING
            )
