"""Domains for experts to review: written to a file, read back, and put before the model's."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tasks.base.errors import ConfigError
from tasks.benchmarks.reportbench.domains.catalog import DOMAIN_NAMES, DomainName, canonical
from tasks.benchmarks.reportbench.tables import DomainLabel

EXPERT = "expert"
REVIEW = "review"
"""What stands for the question in an expert's label."""

_NEEDED = ("survey_id", "expert_domain")


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """One line of the file: the model's label, and two fields for the expert."""

    survey_id: str
    title: str
    domain: str
    reason: str
    expert_domain: str  # "" while the expert agrees or has not looked
    comment: str


def write_review(labels: Iterable[DomainLabel], titles: Mapping[str, str], path: Path) -> int:
    """Write the labels to `path`, by survey id, and return how many; earlier experts' labels are filled in.

    CSV with a byte-order mark, so that spreadsheets read it as UTF-8, or JSON lines where the name ends in .jsonl.
    """
    rows = [_row(label, titles.get(label.survey_id, "")) for label in sorted(labels, key=lambda one: one.survey_id)]
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return len(rows)
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(ReviewRow.__dataclass_fields__))
        writer.writeheader()
        for row in rows:
            writer.writerow({**asdict(row), "title": _harmless(row.title), "reason": _harmless(row.reason)})
    return len(rows)


def read_review(path: Path) -> tuple[DomainLabel, ...]:
    """The experts' labels in a review file, lines without an `expert_domain` left out.

    Names, aliases and letters of domains are understood; columns beyond `survey_id`, `expert_domain` and `comment`
    are ignored. Raises ConfigError with file and line for a domain that does not exist, a survey that two lines
    give different domains, a missing column or a line that cannot be read.
    """
    found: dict[str, tuple[DomainLabel, int]] = {}
    for line, values in _lines(path):
        spelling, survey_id = _cell(values, "expert_domain"), _cell(values, "survey_id")
        if not spelling:
            continue
        where = f"{path}:{line}"
        domain = canonical(spelling)
        if domain is None:
            raise ConfigError(
                f'there is no domain "{spelling}"',
                where=where,
                data="No label of the file was used",
                next_step=f"Allowed: {'; '.join(DOMAIN_NAMES)}",
            )
        if not survey_id:
            raise ConfigError("a domain without a survey_id", where=where, data="No label of the file was used")
        earlier = found.get(survey_id)
        if earlier and earlier[0].domain != domain:
            raise ConfigError(
                f'{survey_id} is "{domain}" here and "{earlier[0].domain}" in line {earlier[1]}',
                where=where,
                data="No label of the file was used",
                next_step="Keep one of the two lines",
            )
        found.setdefault(survey_id, (_expert(survey_id, domain, _cell(values, "comment")), line))
    return tuple(label for label, _ in found.values())


def with_experts(labels: Iterable[DomainLabel], experts: Iterable[DomainLabel]) -> tuple[DomainLabel, ...]:
    """The labels in their order, each replaced by the expert's where there is one."""
    reviewed = {label.survey_id: label for label in experts}
    return tuple(reviewed.get(label.survey_id, label) for label in labels)


def _row(label: DomainLabel, title: str) -> ReviewRow:
    by_expert = label.model == EXPERT
    return ReviewRow(
        label.survey_id,
        title,
        label.domain,
        label.reason,
        label.domain if by_expert else "",
        label.reason if by_expert else "",
    )


def _expert(survey_id: str, domain: DomainName, comment: str) -> DomainLabel:
    return DomainLabel(survey_id, domain, comment or "reviewed by an expert", EXPERT, REVIEW)


def _harmless(text: str) -> str:
    """A cell that spreadsheets do not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _cell(values: Mapping[str, Any], name: str) -> str:
    return str(values.get(name) or "").strip()


def _lines(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(
            "the review file is not UTF-8", where=str(path), next_step="Save it as CSV UTF-8 from the spreadsheet"
        ) from None
    except OSError as error:
        raise ConfigError(f"the review file cannot be read: {error.strerror}", where=str(path)) from None
    return _json_lines(path, text) if path.suffix == ".jsonl" else _csv_lines(path, text)


def _json_lines(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            values = json.loads(line)
        except json.JSONDecodeError as error:
            raise ConfigError(f"not JSON: {error.msg}", where=f"{path}:{number}") from None
        if not isinstance(values, dict) or "survey_id" not in values:
            raise ConfigError("not an object with a survey_id", where=f"{path}:{number}")
        yield number, values


def _csv_lines(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)  # spreadsheets of some countries write semicolons
    reader = csv.DictReader(text.splitlines(keepends=True), delimiter=delimiter)
    missing = [name for name in _NEEDED if name not in (reader.fieldnames or ())]
    if missing:
        raise ConfigError(
            f"no column {' and no column '.join(missing)}",
            where=f"{path}:1",
            next_step=f"The columns are {', '.join(ReviewRow.__dataclass_fields__)}",
        )
    before = reader.line_num
    for values in reader:
        yield before + 1, values
        before = reader.line_num
