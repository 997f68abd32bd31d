"""The tables of a release: which there are, what holds between them, and their digest."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import pyarrow as pa

from tasks.errors import ReleaseError
from tasks.records import (
    Citation,
    Correction,
    DomainLabel,
    Prompt,
    PublishedSurvey,
    Quarantined,
    Reference,
    ReleaseTask,
    SampleChoice,
    schema_of,
    to_table,
)

# Every release has these, if need be empty.
REQUIRED: Mapping[str, type] = {
    "surveys": PublishedSurvey,
    "references": Reference,
    "citations": Citation,
    "prompts": Prompt,
    "tasks": ReleaseTask,
    "quarantine": Quarantined,
}
OPTIONAL: Mapping[str, type] = {"domains": DomainLabel, "choices": SampleChoice, "corrections": Correction}
TABLES: Mapping[str, type] = {**REQUIRED, **OPTIONAL}

# Free text for people that may tell of one run (a time-out, a host): no part of the content.
_NOT_CONTENT = {"quarantine": ("detail",)}
_SHOWN = 3


def release_tables(tables: Mapping[str, pa.Table | Sequence[Any]]) -> dict[str, pa.Table]:
    """All tables of a release, in their order; rows become tables, a required one that is not given is empty.

    Raises ReleaseError for a table that releases do not have, or with another schema.
    """
    if unknown := sorted(set(tables) - set(TABLES)):
        raise ReleaseError(f"a release has no table {', '.join(unknown)} (it has {', '.join(TABLES)})")
    return {
        name: _table(name, row_type, tables.get(name, ()))
        for name, row_type in TABLES.items()
        if name in REQUIRED or name in tables
    }


def rows_digest(tables: Mapping[str, pa.Table]) -> str:
    """sha256 (hex) over the canonical rows of all tables, whatever their order; empty tables do not count."""
    digest = hashlib.sha256()
    for name in sorted(tables):
        table = tables[name].drop_columns(list(_NOT_CONTENT.get(name, ())))
        lines = sorted(msgspec.json.encode(row, order="deterministic") for row in table.to_pylist())
        for line in lines:
            digest.update(name.encode() + b"\t" + line + b"\n")
    return digest.hexdigest()


def broken_links(tables: Mapping[str, pa.Table]) -> list[str]:
    """What does not hold between the tables, in words; empty if all is well."""
    surveys = _column(tables, "surveys", "survey_id")
    known = set(surveys)
    problems = [*_repeated("surveys", surveys), *_repeated("tasks", _column(tables, "tasks", "task_id"))]
    for name in ("references", "citations", "prompts", "tasks", "domains"):
        lost = [survey for survey in _column(tables, name, "survey_id") if survey not in known]
        problems += _summed(f"{name}: {{}} of a survey that the release does not hold", lost)
    problems += _summed("citations: {} of a reference that the release does not hold", _lost_citations(tables))
    problems += _summed("tasks: {} whose prompt is no prompt of its survey", _lost_prompts(tables))
    return problems


def _table(name: str, row_type: type, content: pa.Table | Sequence[Any]) -> pa.Table:
    table = content if isinstance(content, pa.Table) else to_table(row_type, content)
    if not table.schema.equals(schema_of(row_type)):
        raise ReleaseError(f"table {name} has another schema than {row_type.__name__}: {table.schema}")
    return table.replace_schema_metadata(None).combine_chunks()


def _column(tables: Mapping[str, pa.Table], name: str, column: str) -> list[str]:
    return tables[name][column].to_pylist() if name in tables else []


def _repeated(name: str, values: Sequence[str]) -> list[str]:
    return _summed(f"{name}: {{}} more than once", [value for value, count in Counter(values).items() if count > 1])


def _lost_citations(tables: Mapping[str, pa.Table]) -> Iterator[str]:
    keys: set[tuple[str, str]] = set()
    columns = [_column(tables, "references", name) for name in ("survey_id", "key", "aliases")]
    for survey, key, aliases in zip(*columns, strict=True):
        # BibTeX finds keys whatever their case.
        keys.update((survey, name.casefold()) for name in (key, *aliases))
    for survey, unresolved in zip(
        *(_column(tables, "surveys", name) for name in ("survey_id", "unresolved_keys")), strict=True
    ):
        keys.update((survey, key.casefold()) for key in unresolved)
    for survey, key in zip(*(_column(tables, "citations", name) for name in ("survey_id", "key")), strict=True):
        if (survey, key.casefold()) not in keys:
            yield f"{survey}:{key}"


def _lost_prompts(tables: Mapping[str, pa.Table]) -> Iterator[str]:
    columns = zip(*(_column(tables, "prompts", name) for name in ("survey_id", "body", "rules")), strict=True)
    texts = set()
    for survey, body, rules in columns:
        texts |= {(survey, body), (survey, f"{body}\n\n{rules}")}
    names = ("task_id", "survey_id", "prompt", "level")
    for task, survey, text, level in zip(*(_column(tables, "tasks", name) for name in names), strict=True):
        # The level of an imported prompt is not known, so it cannot stand among the prompts.
        if level is not None and (survey, text) not in texts:
            yield task


def _summed(message: str, culprits: Iterable[str]) -> list[str]:
    found = list(dict.fromkeys(culprits))
    if not found:
        return []
    shown = ", ".join(found[:_SHOWN]) + (f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else "")
    return [message.format(shown)]
