"""The works that one answer lists, whatever form it has."""

from __future__ import annotations

import contextlib
import csv
import io
import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litgauge.tasks.answers.door import Answer
from litgauge.tasks.answers.json_values import json_value, json_values
from litgauge.tasks.answers.rows import folded_field
from litgauge.tasks.answers.work_lists.answer_lines import lines_of
from litgauge.tasks.answers.work_lists.excluded import (
    is_excluded_field,
    is_excluded_row,
    without_excluded,
    without_excluded_elements,
)
from litgauge.tasks.answers.work_lists.lines import entries_of, links_of
from litgauge.tasks.answers.work_lists.tables import table_rows
from litgauge.tasks.answers.work_lists.wordings import refuses, wording
from litgauge.tasks.answers.work_lists.works import (
    ListedWork,
    identifiers_in,
    is_role,
    listed,
    names_works,
    of_cells,
    of_mapping,
    of_number,
    of_texts,
    order_of,
    sentiment_of,
)
from litgauge.tasks.citations.bibtex import bibtex_entries
from litgauge.tasks.citations.printed_work import is_identifier
from litgauge.tasks.citations.resolving import may_be_cut
from litgauge.tasks.citations.works import of_bibtex

MOST_LISTED = 1_000
"""Works of one answer that are read; of more, the rest is left out."""
_LISTS = (
    "works", "papers", "answer", "answers", "results", "result", "list", "rankedlist", "ranking", "path", "chain",
    "pairs", "items", "retrieved", "references", "citations", "output", "response", "finalanswer", "candidates",
    "nodes", "choices", "message", "content", "data", "arguments", "input", "parameters",
)  # fmt: skip
_PAIRS = (
    ("citing", "cited"),
    ("source", "target"),
    ("from", "to"),
    ("papera", "paperb"),
    ("a", "b"),
    ("first", "second"),
)
_SENTIMENTS = ("positive", "negative", "neutral", "critical", "supportive", "mixed")
_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_JSON_BEGINS = re.compile(r"\s*(?:\{|\[\s*(?:[\[{\"']|//|#))")
_NUMBERED = re.compile(r"\D{0,12}?(\d{1,4})(?:st|nd|rd|th)?\W{0,2}")
_BOXED = re.compile(r"\\boxed\s*\{(?:\\text(?:bf|it)?\s*\{)?(?P<words>[^{}]{2,4000})\}")
_TOML = re.compile(r"\[\[\w{1,40}\]\][ \t]*\n")
_NOTHING = frozenset({"", "null", "none", "n/a", "[]", "{}"})
_LEAST_NUMBER = 100_000  # that stands alone in the place of an answer and is one of OpenAlex's
_DEEPEST = 6  # mappings that are looked into for a list


@dataclass(frozen=True, slots=True)
class ReadList:
    """The works in the order of the answer."""

    works: tuple[ListedWork, ...]
    pairs: tuple[tuple[ListedWork, ListedWork], ...] = ()  # where the answer gives pairs instead
    remark: str = ""


def read_answer(answer: Answer) -> ReadList:
    """Return the works that an answer lists, in its order, at most `MOST_LISTED`."""
    if isinstance(answer.content, str):
        read = read_list(answer.content, form="csv" if answer.kind == "table" else "")
    else:
        read = read_value(answer.content) or ReadList((), remark="it lists no work")
    return shortened(read)


def read_list(text: str, *, form: str = "") -> ReadList:
    """The works of an answer: JSON (also in prose), CSV, a Markdown list or table, a chain of arrows, plain lines.

    `form` is "csv" where the file says so. Never raises: what is no list is one without works, and a remark.
    """
    text = text.lstrip("\r\n").removeprefix("\ufeff").lstrip("\r\n").rstrip()  # how deep its first line stands, counts
    if text.strip().lower() in _NOTHING:
        return ReadList((), remark="the answer is empty")
    if boxed := list(_BOXED.finditer(text)):
        text = boxed[-1]["words"]
    pasted = [listed(work) for _, fields in bibtex_entries(text) if (work := of_bibtex(fields)).named]
    found = ReadList(tuple(pasted)) if pasted else None if form == "csv" else _of_json(text)
    if found is None:
        tables = [one for one in (text, *_FENCE.findall(text)) if _is_csv(one.strip())]
        if form == "csv" or tables:
            found = _of_csv(text if form == "csv" else tables[0].strip())
    if found is None:
        found = _of_lines(text)
    found = shortened(found)
    return found if found.works or found.pairs else replace(found, remark=found.remark or "it lists no work")


def shortened(found: ReadList) -> ReadList:
    """The first `MOST_LISTED` works, or pairs, of an answer, with a remark if there are more."""
    works, pairs = found.works[:MOST_LISTED], found.pairs[:MOST_LISTED]
    left = len(found.works) + len(found.pairs) - len(works) - len(pairs)
    if not left:
        return found
    return ReadList(works, pairs, f"of {left + MOST_LISTED:,} {'pairs' if pairs else 'works'} {MOST_LISTED:,} are read")


def read_value(value: Any, depth: int = 0) -> ReadList | None:
    """The works of a value of JSON; None if it is no list of works."""
    if isinstance(value, str):
        return read_list(value)
    if isinstance(value, Mapping):
        return _of_object(value, depth)
    if isinstance(value, list):
        return read_items(value)
    number = of_number(value)
    return ReadList((number,)) if (number.openalex or 0) >= _LEAST_NUMBER else None


def read_items(items: Sequence[Any]) -> ReadList:
    """The works of a list: of texts, numbers, objects, rows or pairs, by the ranks that they give themselves."""
    if len(items) == 1 and _is_list(items[0]):
        items = items[0]
    if len(items) == 1 and (called := _called(items[0])) is not None:
        return called
    items = [item for item in items if not (isinstance(item, Mapping) and is_excluded_row(item))]
    pairs = [pair for item in items if (pair := _pair(item)) is not None]
    if pairs and len(pairs) * 2 >= len(items):
        return ReadList((), tuple(pairs))
    rows = [item for item in items if isinstance(item, Mapping)]
    orders = [order for row in rows if (order := order_of(row)) is not None]
    if rows and len(set(orders)) == len(items):  # several tables begin to count anew
        items = sorted(items, key=lambda row: order_of(row) or 0)
    plain = iter(of_texts([str(item) for item in items if isinstance(item, str)]))
    works: list[ListedWork] = []
    for item in items:
        if isinstance(item, Mapping):
            works.append(of_mapping(item))
        elif isinstance(item, str):
            works.append(next(plain))
        elif isinstance(item, int | float):
            works.append(of_number(item))
        elif isinstance(item, list):
            works.append(of_cells(item))
    return ReadList(tuple(work for work in works if work.named))


def _called(value: Any) -> ReadList | None:
    """Return the works among the arguments of a call of a tool; None of other values."""
    if not isinstance(value, Mapping) or not {"name", "type"} & set(value):
        return None
    given = next((value[key] for key in ("input", "arguments", "parameters") if key in value), None)
    read = read_value(given) if isinstance(given, Mapping | list | str) else None
    return read if read and (read.works or read.pairs) else None


def _is_list(value: Any) -> bool:
    """Return whether a value is a list of works or of pairs by itself, and neither a pair nor the row of a work."""
    if not isinstance(value, list):
        return False
    return all(isinstance(one, list) for one in value) or (len(value) != 2 and all(map(_is_work, value)))


def _is_work(value: Any) -> bool:
    """Return whether a value is a work by itself, and not a cell of the row of one."""
    if not isinstance(value, str) or not value.strip():
        return isinstance(value, Mapping)
    (work,) = of_texts([value])
    return bool(work.doi or work.arxiv_id or work.openalex is not None)


def _of_object(value: Mapping[str, Any], depth: int) -> ReadList | None:
    """The list that an object holds: under a name for lists, by numbers, by titles, or the longest under any name."""
    if depth >= _DEEPEST:
        return None
    value = {name: inner for name, inner in value.items() if not is_excluded_field(name)}
    if any(isinstance(inner, str) and refuses(inner) for inner in value.values()):
        value = {name: inner for name, inner in value.items() if not wording("suggestion").search(name)}
    fields = {folded_field(name): inner for name, inner in value.items()}
    for name in _LISTS:
        if isinstance(fields.get(name), list | Mapping) and (found := read_value(fields[name], depth + 1)):
            return found
    if (numbered := _numbered(value)) is not None:
        return read_items(numbered)
    told = [inner for name in _LISTS if isinstance(inner := fields.get(name), str | int)]
    if told and (found := read_value(told[0])):
        return found
    inside = [inner for name, inner in value.items() if isinstance(inner, list | Mapping) and not is_role(name)]
    lists = [found for inner in inside if (found := read_value(inner, depth + 1)) and (found.works or found.pairs)]
    if len(lists) > 1 and (grouped := _grouped(value)):
        return grouped
    if len(value) > 1 and all(map(is_identifier, value)) and all(isinstance(inner, str) for inner in value.values()):
        return read_items([{"title": title, "id": name} for name, title in value.items()])
    if _named_by_titles(value):
        named = value.items()
        return read_items([{"title": name, **of} if isinstance(of, Mapping) else name for name, of in named])
    if lists:
        return max(lists, key=lambda found: len(found.works) + len(found.pairs))
    return ReadList((of_mapping(value),)) if names_works(list(value)) and of_mapping(value).named else None


def _grouped(value: Mapping[str, Any]) -> ReadList | None:
    """The works of all groups, where each field holds a list of objects; a group named by a sentiment gives it."""
    groups = {name: inner for name, inner in value.items() if isinstance(inner, list)}
    if len(groups) != len(value) or not all(isinstance(row, Mapping) for rows in groups.values() for row in rows):
        return None
    works: list[ListedWork] = []
    for name, rows in groups.items():
        read = read_items(rows)
        if read.pairs:
            return None
        told = name.strip().lower() if name.strip().lower() in _SENTIMENTS else ""
        works.extend(replace(work, sentiment=work.sentiment or told) for work in read.works)
    return ReadList(tuple(works))


def _named_by_titles(value: Mapping[str, Any]) -> bool:
    """Return whether the names of an object's fields are titles: several words each."""
    return len(value) > 1 and all(len(str(name).split()) > 2 for name in value)


def _numbered(value: Mapping[str, Any]) -> list[Any] | None:
    """The values of {"1": …, "rank_2": …} in their order."""
    found = [(_NUMBERED.fullmatch(str(name).strip()), inner) for name, inner in value.items()]
    if not found or any(name is None for name, _ in found):
        return None
    numbered = sorted(((int(name[1]), inner) for name, inner in found if name), key=lambda one: one[0])
    return [inner for _, inner in numbered]


def _pair(item: Any) -> tuple[ListedWork, ListedWork] | None:
    if isinstance(item, str):
        item = links_of(item)
    if isinstance(item, list) and len(item) == 2:
        first, second = (_single(one) for one in item)
        return (first, second) if first.named and second.named else None
    if not isinstance(item, Mapping):
        return None
    fields = {folded_field(name): inner for name, inner in item.items()}
    for one, other in _PAIRS:
        if one in fields and other in fields:
            first, second = _single(fields[one]), _single(fields[other])
            if first.named and second.named:
                told = sentiment_of(item)
                return replace(first, sentiment=told), replace(second, sentiment=told)
    return None


def paired(head: Collection[Any]) -> bool:
    """Return whether columns of these names hold pairs of works."""
    names = set(map(folded_field, head))
    return any(names.issuperset(pair) for pair in _PAIRS)


def _single(value: Any) -> ListedWork:
    if isinstance(value, Mapping):
        return of_mapping(value)
    work = of_texts([str(value)])[0] if isinstance(value, str | int) and str(value).strip() else ListedWork()
    return ListedWork() if work.title.isdecimal() else work


def _of_json(text: str) -> ReadList | None:
    """The first value of JSON in the text that is a list of works, be it broken or cut off."""
    for candidate in (text, *(found[1] for found in _FENCE.finditer(text))):
        if candidate.lstrip()[:1] in ("[", "{") and (value := _loaded(candidate)) is not None:
            return _whole(read_value(value) or ReadList((), remark="its JSON holds no list of works"))
    for one in json_values(text):
        read = read_value(one.value)
        if read and (len(read.works) > 1 or read.pairs or (read.works and not one.repaired and _is_list_of(one.value))):
            return _whole(read)
    return None


def _loaded(text: str) -> Any | None:
    """The value of a text that is TOML, JSON, lines of JSON, or broken JSON from its first character on; else None."""
    if _TOML.match(text.lstrip()):
        with contextlib.suppress(tomllib.TOMLDecodeError):
            return tomllib.loads(text)
    with contextlib.suppress(ValueError):
        return json_value(text.strip())
    if not _JSON_BEGINS.match(text):
        return None
    values = [one.value for one in json_values(text)]
    lines = len(values) > 1 and all(isinstance(value, Mapping) for value in values)
    return values if lines else values[0] if values else None


def _is_list_of(value: Any) -> bool:
    """Return whether a value in prose is a list of works though it holds one: by the names of its fields."""
    return isinstance(value, Mapping) and (
        names_works(list(value)) or any(folded_field(name) in _LISTS for name in value)
    )


def _whole(read: ReadList) -> ReadList:
    """The list without a last title of which too little is left where the answer was cut off."""
    if read.works and (last := read.works[-1]).title.endswith("…") and not may_be_cut(last.title):
        return replace(read, works=read.works[:-1])
    return read


def _is_csv(text: str) -> bool:
    head = re.split(r"[,;\t]", text.split("\n", 1)[0])
    heads = "\n" in text and len(head) > 1 and max(map(len, head)) < 40 and not text.split("\n", 1)[0].endswith(":")
    if heads and names_works(head):
        return True
    tabs = {line.count("\t") for line in text.split("\n") if line.strip()}
    return "\n" in text and len(tabs) == 1 and tabs != {0} and not text.startswith("\t")


def _of_csv(text: str) -> ReadList:
    try:
        dialect: Any = csv.Sniffer().sniff(text[:4_000], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    try:
        rows = [row for row in csv.reader(io.StringIO(text), dialect) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        return ReadList((), remark=f"its CSV cannot be read: {error}")
    if not rows:
        return ReadList(())
    head = [cell.strip() for cell in rows[0]]
    if names_works(head) or paired(head):
        return read_items([dict(zip(head, row, strict=False)) for row in rows[1:]])
    if all(len(row) == 1 for row in rows):
        return ReadList(tuple(work for work in of_texts([row[0] for row in rows]) if work.named))
    return ReadList(tuple(work for row in rows if (work := of_cells(row)).named))


def _of_lines(text: str) -> ReadList:
    lines = without_excluded(lines_of(without_excluded_elements(text)))
    final = max((at for at, line in enumerate(lines) if wording("final answer").fullmatch(line)), default=-1)
    read = _listed_in(lines[final + 1 :], text) if final >= 0 else ReadList(())
    return read if read.works or read.pairs else _listed_in(lines, text)


def _listed_in(lines: Sequence[str], text: str) -> ReadList:
    rows = table_rows(lines)
    if rows:
        return read_items(rows)
    entries = entries_of(lines) or identifiers_in(text)
    if len(entries) == 1 and (several := identifiers_in(entries[0])):
        entries = several
    return read_items(entries)
