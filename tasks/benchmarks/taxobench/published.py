"""The published format: a survey a line, with its papers, the experts' tree, and perhaps an agent's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tasks.errors import UnusableInput

_ANSWERS = ("hierarchy_tree", "tree", "lists")


@dataclass(frozen=True, slots=True)
class GivenPaper:
    """A paper as an agent is given it; "" where the file says nothing."""

    title: str
    abstract: str


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One line of a file in the published format."""

    line: int  # from 1
    id: str | int
    topic: str
    papers: tuple[GivenPaper, ...]
    expert: Any  # the experts' tree, as it stands
    answer: Any  # the agent's, as it stands; None without one


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A line that is no row."""

    line: int
    id: str | int | None
    reason: str


def published_rows(path: Path) -> Iterator[PublishedRow | BrokenRow]:
    """The rows of a file in either published revision (id or idx; survey_topic or survey), JSON lines or one array.

    Lines that are no rows are given with their reason. Raises UnusableInput if there is no such file, or no row in it.
    """
    count = 0
    for line, text in _lines(path):
        count += 1
        try:
            row = json.loads(text) if isinstance(text, str) else text
        except (ValueError, RecursionError) as error:
            yield BrokenRow(
                line, None, f"the line is no JSON: {error}" if isinstance(error, ValueError) else "too deep"
            )
            continue
        yield _row(line, row)
    if not count:
        raise UnusableInput("there is no row in it", where=str(path), next_step="Give JSON lines, a survey a line")


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise UnusableInput(f"the file cannot be read: {reason}", where=str(path)) from error
    if text.lstrip().startswith("["):
        try:
            yield from enumerate(json.loads(text), start=1)
            return
        except (ValueError, RecursionError):
            pass
    yield from ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())


def _row(line: int, row: Any) -> PublishedRow | BrokenRow:
    if not isinstance(row, Mapping):
        return BrokenRow(line, None, f"the line is a {type(row).__name__}, not an object")
    name = next((row[key] for key in ("id", "idx", "survey_id") if isinstance(row.get(key), (str, int))), line)
    if not row.get("gt"):
        return BrokenRow(line, name, "it has no experts' tree (gt)")
    topic = next((row[key] for key in ("survey_topic", "survey", "topic") if isinstance(row.get(key), str)), "")
    papers = row.get("pdfs") if isinstance(row.get("pdfs"), list) else []
    return PublishedRow(
        line,
        name,
        " ".join(topic.split()),
        tuple(paper for one in papers or [] if (paper := _paper(one)).title),
        row["gt"],
        next((row[key] for key in _ANSWERS if row.get(key) is not None), None),
    )


def _paper(value: Any) -> GivenPaper:
    if isinstance(value, str):
        return GivenPaper(" ".join(value.split()), "")
    if not isinstance(value, Mapping):
        return GivenPaper("", "")
    title, abstract = value.get("title"), value.get("abs", value.get("abstract"))
    return GivenPaper(
        " ".join(title.split()) if isinstance(title, str) else "", abstract.strip() if isinstance(abstract, str) else ""
    )
