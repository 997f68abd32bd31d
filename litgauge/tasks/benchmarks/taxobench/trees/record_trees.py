"""Topics of known papers in records: "Topic: Memory", "Parent: Agents", "Papers: Owls; Gulls", one after the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from litgauge.tasks.answers.outlines import plain_text
from litgauge.tasks.benchmarks.taxobench.trees.assignments import Assigned, Path
from litgauge.tasks.benchmarks.taxobench.trees.known_titles import KnownTitles
from litgauge.tasks.benchmarks.taxobench.trees.names import NOTHING, STEPS, bare_name, is_papers_label, is_topics_label
from litgauge.tasks.benchmarks.taxobench.trees.titled_rows import row_paths
from litgauge.tasks.text.wordings import pattern

_FIELD = re.compile(r"\W{0,8}(?P<key>[^\W\d_][\w /-]{1,28}\w)\W{0,3}?\s*[:：]\W{0,3}?(?:\s+(?P<value>\S.*))?")
_HEADING = re.compile(r"#{1,6}\s+(?P<value>\S.*)")
_ENTRY = re.compile(r"\s*(?:[-*•+]|\(?\d{1,3}[.)]|\[\d{1,3}\])\s+(?P<value>\S.*)")
_ABOVE = pattern("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json", "topic above")
_LISTED = re.compile(r"\s*[;,、，|]\s*(?:and\s+)?")
_TITLE_FIELDS = ("paper", "title", "paper title", "work", "article")
_FEWEST = 2  # records


@dataclass(slots=True)
class _Record:
    name: str
    above: str = ""
    below: list[str] = field(default_factory=list)
    papers: list[str] = field(default_factory=list)
    lists: int = 0  # of papers


def record_assignments(text: str, known: KnownTitles) -> list[Assigned]:
    """Return the papers of records with their topics; [] of a text that is no list of records of topics.

    >>> known = KnownTitles(["Silent Wings of Owls", "Ears of the Barn Owl"])
    >>> flight = "Topic: Flight\\nParent: Owls\\nPapers: Silent Wings of Owls"
    >>> senses = "Topic: Senses\\nParent: Owls\\nPapers:\\n- Ears of the Barn Owl"
    >>> record_assignments(f"{flight}\\n\\n{senses}", known)[-1]
    (('Owls', 'Senses'), 'Ears of the Barn Owl')
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if paths := _of_papers(lines, known):
        return paths
    records = list(_records(lines, known))
    if any(record.lists > 1 for record in records):
        return []  # of topics within topics
    if len(records) < _FEWEST or not any(record.above or record.below for record in records):
        return []
    above = {name: record.name for record in records for name in record.below}
    above |= {record.name: record.above for record in records if record.above}
    return [(_path(record.name, above), title) for record in records for title in ("", *record.papers)]


def _of_papers(lines: Sequence[str], known: KnownTitles) -> list[Assigned]:
    """Return the papers of records that name a paper first, and then its topics: "Paper: Owls", "Category: Birds"."""
    assigned: list[tuple[dict[str, str], str]] = []
    first, *_ = (*(match["key"].casefold() for line in lines if (match := _FIELD.fullmatch(line))), "")
    if first not in _TITLE_FIELDS:
        return []
    for line in lines:
        match = _FIELD.fullmatch(line)
        titles = known.mentions(line) if match else []
        if match and len(titles) == 1 and match["key"].casefold() == first:
            assigned.append(({}, titles[0].title))
        elif match and assigned:
            assigned[-1][0].setdefault(match["key"].casefold(), plain_text(match["value"] or ""))
    paths = row_paths([fields for fields, _ in assigned], returning=False)
    return [(path, title) for path, (_, title) in zip(paths, assigned, strict=True)] if any(paths) else []


def _path(name: str, above: Mapping[str, str]) -> Path:
    """Return a topic with those above it, the highest first."""
    path = [name]
    while (higher := above.get(path[0], "")) and higher not in path:
        steps = [bare_name(step) for step in STEPS.split(higher)]
        path = [*steps, *path] if steps[-1] != path[0] else [*steps[:-1], *path]
    return tuple(path)


def _records(lines: Sequence[str], known: KnownTitles) -> Iterator[_Record]:
    """Yield the records of topics: each begins with a heading, or with the field that the first one begins with."""
    fields = [_FIELD.fullmatch(line) if not known.meant([line]) else None for line in lines]
    times = Counter(match["key"].casefold() for match in fields if match)
    first = next((match["key"].casefold() for match in fields if match and _names_topic(match["key"], times)), "")
    headed = not first
    record: _Record | None = None
    listing: list[str] = []  # what entries below the last field belong to
    for line, match in zip(lines, fields, strict=True):
        key, value = (match["key"], plain_text(match["value"] or "")) if match else ("", "")
        heading = _HEADING.fullmatch(line) if headed else None
        if heading or (first and key.casefold() == first and value):
            if record:
                yield record
            record, listing = _Record(bare_name(plain_text(heading["value"]) if heading else value)), []
        elif record and key and _ABOVE.fullmatch(key):
            record.above, listing = "" if value.strip("()-–— ").lower() in NOTHING else bare_name(value), []
        elif record and key and is_papers_label(key):
            listing = record.papers
            listing += _papers(value, known)
            record.lists += 1
        elif record and key and is_topics_label(key):
            listing = record.below
            listing += [bare_name(part) for part in _LISTED.split(value) if part.strip("()-–— ").lower() not in NOTHING]
        elif record and (entry := _ENTRY.fullmatch(line)):
            listing += _papers(entry["value"], known) if listing is record.papers else [bare_name(entry["value"])]
        elif key:
            listing = []
    if record:
        yield record


def _names_topic(key: str, times: Counter[str]) -> bool:
    is_other = _ABOVE.fullmatch(key) or is_papers_label(key) or key.casefold().endswith("s")
    return times[key.casefold()] >= _FEWEST and not is_other


def _papers(value: str, known: KnownTitles) -> list[str]:
    mentions = [mention.title for mention in known.mentions(value)]
    if mentions:
        return mentions
    meant = known.meant(parts := [part.strip() for part in value.split(";") if part.strip()])
    return [meant.get(part, part) for part in takewhile(lambda part: part.lower() not in NOTHING, parts)]
