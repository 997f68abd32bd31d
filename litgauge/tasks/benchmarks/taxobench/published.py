"""Published format: a survey a line, with its papers, the experts' tree, and perhaps an agent's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from litgauge.tasks.answers.json_values import json_value
from litgauge.tasks.base.crash import encodable
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.trees import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.tree import plain_words
from litgauge.tasks.benchmarks.taxobench.trees.tree_text import has_answer
from litgauge.tasks.harvest.json_lines import DamagedInputError, read_lines
from litgauge.tasks.text.encodings import marked_encoding

_IDS = ("id", "idx", "survey_id")
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
    id: str | int | float
    topic: str
    papers: tuple[GivenPaper, ...]
    expert: Any  # the experts' tree, as it stands
    answer: Any  # the agent's, as it stands; None without one
    oddities: tuple[TreeDiagnostic, ...] = ()  # of the row, not of its trees


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A line that is no row."""

    line: int
    id: str | int | float | None
    reason: str


def published_rows(path: Path) -> Iterator[PublishedRow | BrokenRow]:
    """Yield the rows of a file in either published revision (id or idx; survey_topic or survey), plain, gzipped
    or zipped.

    JSON lines, one array, or one object over several lines. Lines that are no rows are given with their reason. Raises
    UnusableInput if there is no such file, or no row in it.
    """
    lines: dict[Any, int] = {}
    count = 0
    for line, revision in _values(path):
        count += 1
        row = revision if isinstance(revision, BrokenRow) else _row(line, revision)
        if isinstance(row, PublishedRow) and lines.setdefault(row.id, line) != line:
            row = replace(
                row, oddities=(*row.oddities, TreeDiagnostic("id-twice", f"lines {lines[row.id]} and {line}"))
            )
        yield row
    if not count:
        raise UnusableInput("there is no row in it", where=str(path), next_step="Give JSON lines, a survey a line")


def _values(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the JSON values in a file, each with its line; what is no JSON as a BrokenRow."""
    text, damage = _text(path)
    whole = _whole(text)
    if whole is not None:
        yield from enumerate(whole, start=1)
        return
    number = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, json_value(line)
        except (ValueError, RecursionError) as error:
            why = f"no JSON: {error}" if isinstance(error, ValueError) else "nested deeper than is read"
            yield number, BrokenRow(number, None, f"line {number} is {why}")
    if damage:
        yield number, BrokenRow(number, None, f"behind line {number} {damage}")


def _text(path: Path) -> tuple[str, str]:
    """Return the file's text, and why there is no more of it if it breaks off."""
    lines: list[bytes] = []
    damage = ""
    try:
        lines.extend(read_lines(str(path)))
    except DamagedInputError as error:
        damage = str(error)
    data = b"".join(lines)
    return data.decode(marked_encoding(data) or "utf-8", errors="replace"), damage


def _whole(text: str) -> Sequence[Any] | None:
    """Return the rows of a file that is one array, or one object over several lines; None of JSON lines."""
    text = text.strip()
    first, _, more = text.partition("\n")
    if not text.startswith("[") and (not more or first.rstrip().endswith("}")):
        return None
    try:
        value = json_value(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list):
        return value
    return [value] if isinstance(value, Mapping) else None


def _row(line: int, row: Any) -> PublishedRow | BrokenRow:
    if not isinstance(row, Mapping):
        return BrokenRow(line, None, f"line {line} is a {type(row).__name__}, not an object")
    name = next((row[key] for key in _IDS if _is_id(row.get(key))), line)
    if not row.get("gt"):
        return BrokenRow(line, name, "it has no experts' tree (gt)")
    topic = next((row[key] for key in ("survey_topic", "survey", "topic") if isinstance(row.get(key), str)), "")
    papers = row.get("pdfs") if isinstance(row.get("pdfs"), list) else []
    titled = tuple(paper for entry in papers or [] if (paper := _paper(entry)).title)
    untitled = len(papers or []) - len(titled)
    answers = [row[key] for key in _ANSWERS if row.get(key) is not None]
    return PublishedRow(
        line,
        encodable(name).replace("\0", "") if isinstance(name, str) else name,
        plain_words(topic),
        titled,
        row["gt"],
        next(filter(has_answer, answers), next(iter(answers), None)),
        (TreeDiagnostic("paper-without-title", f"{untitled} of {len(papers or [])}"),) if untitled else (),
    )


def _is_id(value: Any) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool) and value != ""


def _paper(value: Any) -> GivenPaper:
    if isinstance(value, str):
        return GivenPaper(plain_words(value), "")
    if not isinstance(value, Mapping):
        return GivenPaper("", "")
    title, abstract = value.get("title"), value.get("abs", value.get("abstract"))
    return GivenPaper(
        plain_words(title) if isinstance(title, str) else "",
        encodable(abstract).replace("\0", "").strip() if isinstance(abstract, str) else "",
    )
