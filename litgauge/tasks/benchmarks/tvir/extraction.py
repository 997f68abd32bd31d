"""How well references, cited statements and figures are found, by people's sheets: precision, recall, F1 (Table 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Rows
from litgauge.tasks.sheets import REMARK, Entry, Sheet, Text, YesNo, filled, read_entries, shown
from litgauge.tasks.sheets.columns import Choice
from litgauge.tasks.statistics import Interval, mean_interval
from litgauge.tasks.statistics.means import SEED

TARGETS: Final = ("reference", "pair", "figure")
REPORT = shown("report", "the report", required=True)
ID = shown("id", "names what was found; empty in rows that you add")
TARGET = filled("target", "reference, pair or figure", Choice(TARGETS), required=True)
TEXT = filled("text", "what was found; in rows that you add, what was missed", Text(), required=True)
RIGHT = filled("right", "yes or no: is it one, and is all of it right?", YesNo(), required=True)
SHEET = Sheet(
    "the extraction sheet",
    (REPORT, ID, TARGET, TEXT, RIGHT, REMARK),
    "Nothing was computed",
    byte_order_mark=True,
)


@dataclass(frozen=True)
class Reliability:
    """How well one kind of thing is found: means over reports."""

    target: str
    reports: int
    precision: float | None  # [0, 1]; None where nothing was found
    recall: float | None  # None where there was nothing to find
    f1: float | None
    intervals: Mapping[str, Interval | None]  # 95 % bootstrap intervals over reports, by name of the number


def sheet_rows(rows: Rows) -> Iterator[Mapping[str, str]]:
    """Yield a row for all that was read out of the reports of a run, in the order of the text."""
    labels: dict[tuple[str, int], list[str]] = defaultdict(list)
    entries: dict[str, dict[str, None]] = defaultdict(dict)
    for link in rows.get("links", ()):
        labels[link.report_id, link.statement].append(link.label)
        entries[link.report_id][" ".join(part for part in (link.label, link.entry or link.url or "") if part)] = None
    for report in rows["reports"]:
        name = report.report_id
        for number, entry in enumerate(entries[name]):
            yield _row(name, "reference", number, entry)
        for statement in rows.get("statements", ()):
            if statement.report_id == name and statement.cited:
                cited = " ".join(dict.fromkeys(labels[name, statement.number]))
                yield _row(name, "pair", statement.number, f"{statement.text} {cited}".strip())
        for figure in rows.get("figures", ()):
            if figure.report_id == name:
                yield _row(name, "figure", figure.number, f"{figure.label} {figure.caption}".strip() or figure.alt)


def _row(report: str, target: str, number: int, text: str) -> Mapping[str, str]:
    return {REPORT.name: report, ID.name: f"{target} {number}", TARGET.name: target, TEXT.name: text}


def read_reliability(paths: Sequence[Path], *, seed: int = SEED) -> tuple[Reliability, ...]:
    """Return precision, recall and F1 of each kind, as means over reports.

    A row with an id was found, and is right or not; a row without one was missed. Reports with rows that are neither
    right nor wrong yet are left out of their kind. Raises UnusableInput, with file and line, for what is neither, and
    where no report is complete.
    """
    entries = [entry for path in paths for entry in read_entries(SHEET, path)]
    by_report: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        target = entry[TARGET]
        if target is None:
            raise entry.refusal("it does not say what it is", TARGET.name, f"Allowed: {', '.join(TARGETS)}")
        by_report[target, entry.text(REPORT.name)].append(entry)
    results = []
    for target in TARGETS:
        reports = [_numbers(of) for (kind, _), of in sorted(by_report.items()) if kind == target and _complete(of)]
        if reports:
            results.append(_mean(target, reports, seed))
    if not results:
        raise UnusableInput(
            "no report is complete: every row with an id needs yes or no",
            where=", ".join(map(str, paths)),
            data=SHEET.unused,
        )
    return tuple(results)


_Numbers = tuple[float | None, float | None, float | None]


def _complete(entries: Sequence[Entry]) -> bool:
    return all(entry[RIGHT] is not None for entry in entries if entry.text(ID.name).strip())


def _numbers(entries: Sequence[Entry]) -> _Numbers:
    """Precision, recall and F1 of one report."""
    labels = [entry[RIGHT] for entry in entries if entry.text(ID.name).strip()]
    right, missed = labels.count(True), len(entries) - len(labels)
    return (
        right / len(labels) if labels else None,
        right / (right + missed) if right + missed else None,
        2 * right / (len(labels) + right + missed) if labels or missed else None,
    )


def _mean(target: str, reports: Sequence[_Numbers], seed: int) -> Reliability:
    values = [[value for value in column if value is not None] for column in zip(*reports, strict=True)]
    precision, recall, f1 = (fmean(of) if of else None for of in values)
    names = ("precision", "recall", "f1")
    intervals = {name: mean_interval(of, seed=seed) for name, of in zip(names, values, strict=True)}
    return Reliability(target, len(reports), precision, recall, f1, intervals)
