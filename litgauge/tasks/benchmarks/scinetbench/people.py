"""Memberships and queries for people to review: written to files, read back, and put before the rules'."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.benchmarks.scinetbench.release import NetworkRows
from litgauge.tasks.benchmarks.scinetbench.rows import BY_LIKENESS, Fact, NetworkTask
from litgauge.tasks.sheets import REMARK, Entry, Sheet, Text, YesNo, check_once, filled, read_entries, shown
from litgauge.tasks.statistics import cohen_kappa

MEMBERS_FILE = "sub-fields.csv"
QUERY_FILES = {"ego-centric": "ego-centric.csv", "pair-wise": "pair-wise.csv", "path-wise": "path-wise.csv"}
LABEL_1 = filled("label_1", "yes or no, by the first person", YesNo())
LABEL_2 = filled("label_2", "yes or no, by the second person", YesNo())
REWORDED = filled("reworded", "the prompt to use instead", Text())
_FILE, _UNUSED = "the review file", "Nothing was built"
MEMBERS = Sheet(
    _FILE,
    (
        shown("sub_field", "the sub-field", required=True),
        shown("name", "its name"),
        shown("work", "the work: does it belong there?", required=True),
        shown("title", "the title of the work"),
        shown("by_rule", "how the rule found that it belongs there, or no"),
        LABEL_1,
        LABEL_2,
        REMARK,
    ),
    _UNUSED,
    byte_order_mark=True,
)
QUERIES = Sheet(
    _FILE,
    (
        shown("task_id", "the query: should it stay?", required=True),
        shown("relation", "what it asks for"),
        shown("sub_field", "the sub-field that it asks about"),
        shown("about", "the works that it asks about"),
        shown("truth", "the answer"),
        shown("prompt", "what an agent is asked"),
        LABEL_1,
        LABEL_2,
        REWORDED,
        REMARK,
    ),
    _UNUSED,
    byte_order_mark=True,
)
_SUFFIXES = (".csv", ".xlsx", ".tsv", ".jsonl")
_OF_EACH = 5  # members, and works that are none, of each sub-field
_SHOWN = 5  # works of a truth


@dataclass(frozen=True, slots=True)
class Review:
    """Decisions of reviewers; where two disagree, the rule stands."""

    members: Mapping[tuple[str, int], bool]  # (sub-field, work) -> whether it belongs there
    queries: Mapping[str, bool]  # task -> whether it stays
    reworded: Mapping[str, str]  # task -> the prompt to use instead
    agreement: tuple[Fact, ...]  # how far people agree with each other, and with the rule

    @property
    def digest(self) -> str:
        """sha256 (hex) of the decisions."""
        decisions = (sorted(self.members.items()), sorted(self.queries.items()), sorted(self.reworded.items()))
        return hashlib.sha256(repr((decisions, self.agreement)).encode()).hexdigest()


NOTHING = Review({}, {}, {}, ())


def review_files(release: NetworkRows) -> dict[str, tuple[Sheet, list[Mapping[str, str]]]]:
    """Return the sheets of a release and their rows, by the names of their files."""
    files = {MEMBERS_FILE: (MEMBERS, list(_members(release)))}
    names = dict(zip(release.works["work"].to_pylist(), release.works["title"].to_pylist(), strict=True))
    for kind, file in QUERY_FILES.items():
        files[file] = QUERIES, [_query(task, release, names) for task in release.tasks if task.kind == kind]
    return files


def read_review(folder: Path) -> Review:
    """Return what people said in the review files of a folder; a file that is not there says nothing.

    Raises UnusableInput, with file and line, for what is no such table, a label that is neither yes nor no, a row that
    names nothing, and what stands on two rows.
    """
    if not folder.is_dir():
        raise ConfigError("no such folder of review files", where=f"review, {folder}")
    entries = _entries(folder, MEMBERS_FILE, MEMBERS)
    members = {
        (entry.text("sub_field").strip(), _number(entry)): verdict
        for entry in entries
        if (verdict := _decided(_labels(entry))) is not None
    }
    facts = [*_agreement("sub-fields", entries), *_rule_agreement(entries)]
    queries: dict[str, bool] = {}
    reworded: dict[str, str] = {}
    for kind, file in QUERY_FILES.items():
        entries = _entries(folder, file, QUERIES)
        for entry in entries:
            task = entry.text("task_id").strip()
            if (verdict := _decided(_labels(entry))) is not None:
                queries[task] = verdict
            if text := entry[REWORDED]:
                reworded[task] = text
        facts += _agreement(f"{kind} queries", entries)
    return Review(members, queries, reworded, tuple(facts))


Labels = tuple[bool | None, bool | None]
"""Labels of the first and the second reviewer; None where one gave none."""


def _decided(labels: Labels) -> bool | None:
    """Return the label that both give, or the only one; None where nobody gave one, or they disagree."""
    verdicts = {label for label in labels if label is not None}
    return verdicts.pop() if len(verdicts) == 1 else None


def _labels(entry: Entry) -> Labels:
    return entry[LABEL_1], entry[LABEL_2]


def _entries(folder: Path, file: str, sheet: Sheet) -> tuple[Entry, ...]:
    """Return the rows of a file, in whatever format it was saved; nothing if it is not there."""
    names = [column.name for column in sheet.columns if column.is_required]
    paths = [path for suffix in _SUFFIXES if (path := (folder / file).with_suffix(suffix)).is_file()]
    if len(paths) > 1:
        raise ConfigError(f"{paths[1].name} stands beside it", where=str(paths[0]), next_step="Keep one of the two")
    entries = tuple(entry for path in paths for entry in read_entries(sheet, path))
    for entry in entries:
        if missing := [name for name in names if not entry.text(name).strip()]:
            raise entry.refusal(f"a row without {', '.join(missing)}")
    check_once(entries, lambda entry: tuple(entry.text(name).strip() for name in names))
    return entries


def _number(entry: Entry) -> int:
    text = entry.text("work").strip().upper().removeprefix("W")
    if not text.isdecimal():
        raise entry.refusal(f"{text!r} is no number of a work", "work", "Write it as in the file that was exported")
    return int(text)


def _agreement(what: str, entries: Sequence[Entry]) -> Iterator[Fact]:
    labels = [_labels(entry) for entry in entries]
    pairs = [(first, second) for first, second in labels if first is not None and second is not None]
    labelled = sum(first is not None or second is not None for first, second in labels)
    if labelled:
        yield Fact(f"reviewed {what}", f"{labelled} of {len(entries)}")
    if pairs:
        agreeing = sum(first == second for first, second in pairs)
        yield Fact(f"agreement of reviewers on {what}", _share(agreeing, len(pairs), *zip(*pairs, strict=True)))


def _rule_agreement(entries: Sequence[Entry]) -> Iterator[Fact]:
    rules = [(entry.text("by_rule").strip().lower(), _decided(_labels(entry))) for entry in entries]
    pairs = [(by not in ("", "no"), verdict) for by, verdict in rules if verdict is not None]
    if pairs:
        same = sum(rule == verdict for rule, verdict in pairs)
        yield Fact("agreement of rule and reviewers on sub-fields", _share(same, len(pairs), *zip(*pairs, strict=True)))
    if likely := [verdict for by, verdict in rules if by == BY_LIKENESS and verdict is not None]:
        yield Fact("agreement of reviewers with likeness alone", f"{sum(likely)} of {len(likely)}")


def _share(agreeing: int, count: int, first: Sequence[bool], second: Sequence[bool]) -> str:
    kappa = cohen_kappa([str(label) for label in first], [str(label) for label in second])
    return f"{agreeing} of {count}, kappa {'undefined' if kappa is None else f'{kappa:.2f}'}"


def _members(release: NetworkRows) -> Iterator[Mapping[str, str]]:
    """Members of every sub-field, some of them by likeness, and works that are none, drawn by their numbers."""
    corpus = release.measures["work"].to_pylist()
    titles = dict(zip(release.works["work"].to_pylist(), release.works["title"].to_pylist(), strict=True))
    for sub_field, entry in release.sub_fields.items():
        rows = release.members.filter(pc.equal(release.members["sub_field"], pa.scalar(sub_field))).to_pylist()
        by_rule = {row["work"]: row["by"] for row in rows}
        likely = [work for work, by in by_rule.items() if by == BY_LIKENESS]
        drawn = [*_sample(list(by_rule), sub_field, _OF_EACH), *_sample(likely, sub_field, _OF_EACH)]
        drawn += _sample([work for work in corpus if work not in by_rule], sub_field, _OF_EACH)
        for work in sorted(set(drawn)):
            yield {
                "sub_field": sub_field,
                "name": entry.name,
                "work": f"W{work}",
                "title": titles[work],
                "by_rule": by_rule.get(work, "no"),
            }


def _sample(works: Sequence[int], seed: str, count: int) -> list[int]:
    order: Callable[[int], str] = lambda work: hashlib.sha256(f"{seed} {work}".encode()).hexdigest()  # noqa: E731
    return sorted(works, key=order)[:count]


def _query(task: NetworkTask, release: NetworkRows, titles: Mapping[int, str]) -> Mapping[str, str]:
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
