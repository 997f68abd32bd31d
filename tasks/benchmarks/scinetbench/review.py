"""Memberships and queries for people to review: written to files, read back, and put before the rules'."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from tasks.base.errors import ConfigError
from tasks.benchmarks.scinetbench.likeness import BY_LIKENESS
from tasks.benchmarks.scinetbench.release_rows import NetworkRows
from tasks.benchmarks.scinetbench.tables import Fact, NetworkTask
from tasks.statistics import cohen_kappa
from tasks.statistics.spreadsheets import filled_lines, shielded
from tasks.text.terminal import plain_lines

MEMBERS_FILE = "sub-fields.csv"
QUERY_FILES = {"ego-centric": "ego-centric.csv", "pair-wise": "pair-wise.csv", "path-wise": "path-wise.csv"}
_MEMBER_COLUMNS = ("sub_field", "name", "work", "title", "by_rule", "label_1", "label_2", "comment")
_QUERY_COLUMNS = (
    "task_id", "relation", "sub_field", "about", "truth", "prompt", "label_1", "label_2", "reworded", "comment",
)  # fmt: skip
_YES, _NO = frozenset({"yes", "y", "1", "true", "keep"}), frozenset({"no", "n", "0", "false", "drop"})
_OF_EACH = 5  # members, and works that are none, of each sub-field
_SHOWN = 5  # works of a truth


@dataclass(frozen=True, slots=True)
class Review:
    """What people said; where two disagree, the rule stands."""

    members: Mapping[tuple[str, int], bool]  # (sub-field, work) -> whether it belongs there
    queries: Mapping[str, bool]  # task -> whether it stays
    reworded: Mapping[str, str]  # task -> the prompt to use instead
    agreement: tuple[Fact, ...]  # how far people agree with each other, and with the rule

    @property
    def digest(self) -> str:
        """sha256 (hex) of what it decides."""
        told = (sorted(self.members.items()), sorted(self.queries.items()), sorted(self.reworded.items()))
        return hashlib.sha256(repr((told, self.agreement)).encode()).hexdigest()


NOTHING = Review({}, {}, {}, ())


def review_files(release: NetworkRows) -> dict[str, str]:
    """The review files of a release, by name: CSV for people to fill in `label_1`, a second person `label_2`."""
    files = {MEMBERS_FILE: _table(_MEMBER_COLUMNS, _members(release))}
    names = dict(zip(release.works["work"].to_pylist(), release.works["title"].to_pylist(), strict=True))
    for kind, file in QUERY_FILES.items():
        rows = (_query(task, release, names) for task in release.tasks if task.kind == kind)
        files[file] = _table(_QUERY_COLUMNS, rows)
    return files


def read_review(folder: Path) -> Review:
    """What people said in the review files of a folder; a file that is not there says nothing.

    The files may be CSV as any spreadsheet saves it. Raises UnusableInput, with file and line, for what is no such
    table, a label that is neither yes nor no, or a row that names nothing.
    """
    if not folder.is_dir():
        raise ConfigError("there is no such folder of review files", where=f"review, {folder}")
    rows = list(_rows(folder / MEMBERS_FILE, ("sub_field", "work")))
    members = {(row.values["sub_field"], _number(row)): said for row in rows if (said := row.decided) is not None}
    facts = [*_agreement("sub-fields", rows), *_rule_agreement(rows)]
    queries: dict[str, bool] = {}
    reworded: dict[str, str] = {}
    for kind, file in QUERY_FILES.items():
        found = list(_rows(folder / file, ("task_id",)))
        queries |= {row.values["task_id"]: said for row in found if (said := row.decided) is not None}
        reworded |= {row.values["task_id"]: text for row in found if (text := row.values.get("reworded", "").strip())}
        facts += _agreement(f"{kind} queries", found)
    return Review(members, queries, reworded, tuple(facts))


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a review file."""

    where: str
    values: Mapping[str, str]

    @property
    def labels(self) -> tuple[bool | None, bool | None]:
        """What the first and the second person said; None where they said nothing."""
        return self._label("label_1"), self._label("label_2")

    @property
    def decided(self) -> bool | None:
        """What they say together; None where nobody did, or they disagree."""
        said = {label for label in self.labels if label is not None}
        return said.pop() if len(said) == 1 else None

    def _label(self, column: str) -> bool | None:
        told = self.values.get(column, "").strip().lower()
        if told and told not in _YES | _NO:
            raise ConfigError(f"{told!r} is neither yes nor no", where=f"{self.where}, {column}")
        return None if not told else told in _YES


def _rows(path: Path, needed: Sequence[str]) -> Iterator[_Row]:
    if not path.is_file():
        return
    for line in filled_lines(path, "the review file", "Nothing was built"):
        values = {name: "" if value is None else str(value) for name, value in line.cells.items()}
        if missing := [name for name in needed if not values.get(name, "").strip()]:
            raise ConfigError(f"a row without {', '.join(missing)}", where=line.where)
        yield _Row(line.where, values)


def _number(row: _Row) -> int:
    found = row.values["work"].strip().upper().removeprefix("W")
    if not found.isdecimal():
        raise ConfigError(f"{found!r} is no number of a work", where=f"{row.where}, work")
    return int(found)


def _agreement(what: str, rows: Sequence[_Row]) -> Iterator[Fact]:
    labels = [row.labels for row in rows]
    both = [(one, other) for one, other in labels if one is not None and other is not None]
    labelled = sum(one is not None or other is not None for one, other in labels)
    if labelled:
        yield Fact(f"reviewed {what}", f"{labelled} of {len(rows)}")
    if both:
        same = sum(one == other for one, other in both)
        yield Fact(f"agreement of reviewers on {what}", _told(same, len(both), *zip(*both, strict=True)))


def _rule_agreement(rows: Sequence[_Row]) -> Iterator[Fact]:
    told = [(row.values.get("by_rule", "").strip().lower(), row.decided) for row in rows]
    known = [(by not in ("", "no"), said) for by, said in told if said is not None]
    if known:
        same = sum(rule == said for rule, said in known)
        yield Fact("agreement of rule and reviewers on sub-fields", _told(same, len(known), *zip(*known, strict=True)))
    if likely := [said for by, said in told if by == BY_LIKENESS and said is not None]:
        yield Fact("agreement of reviewers with likeness alone", f"{sum(likely)} of {len(likely)}")


def _told(same: int, count: int, one: Sequence[bool], other: Sequence[bool]) -> str:
    kappa = cohen_kappa([str(label) for label in one], [str(label) for label in other])
    return f"{same} of {count}, kappa {'undefined' if kappa is None else f'{kappa:.2f}'}"


def _members(release: NetworkRows) -> Iterator[dict[str, str]]:
    """Members of every sub-field, some of them by likeness, and works that are none, drawn by their numbers."""
    corpus = release.measures["work"].to_pylist()
    titles = dict(zip(release.works["work"].to_pylist(), release.works["title"].to_pylist(), strict=True))
    for sub_field, one in release.sub_fields.items():
        rows = release.members.filter(pc.equal(release.members["sub_field"], pa.scalar(sub_field))).to_pylist()
        by_rule = {row["work"]: row["by"] for row in rows}
        likely = [work for work, by in by_rule.items() if by == BY_LIKENESS]
        drawn = [*_drawn(list(by_rule), sub_field, _OF_EACH), *_drawn(likely, sub_field, _OF_EACH)]
        drawn += _drawn([work for work in corpus if work not in by_rule], sub_field, _OF_EACH)
        for work in sorted(set(drawn)):
            yield {
                "sub_field": sub_field,
                "name": one.name,
                "work": f"W{work}",
                "title": titles[work],
                "by_rule": by_rule.get(work, "no"),
            }


def _drawn(works: Sequence[int], seed: str, count: int) -> list[int]:
    order: Callable[[int], str] = lambda work: hashlib.sha256(f"{seed} {work}".encode()).hexdigest()  # noqa: E731
    return sorted(works, key=order)[:count]


def _query(task: NetworkTask, release: NetworkRows, titles: Mapping[int, str]) -> dict[str, str]:
    about = [titles[work] for work in (task.subject, task.target) if work is not None]
    truth = [titles[row.work] for row in release.truth.get(task.task_id, ())]
    more = [f"and {len(truth) - _SHOWN} more"] if len(truth) > _SHOWN else []
    return {
        "task_id": task.task_id,
        "relation": task.relation,
        "sub_field": task.sub_field,
        "about": " | ".join(about),
        "truth": " | ".join([*truth[:_SHOWN], *more]),
        "prompt": task.prompt,
    }


def _table(columns: Sequence[str], rows: Iterator[dict[str, str]]) -> str:
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, fieldnames=list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: shielded(plain_lines(value)) for name, value in row.items()})
    return stream.getvalue()
