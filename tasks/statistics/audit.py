"""A sample of verdicts for people to label, and how far the judge agrees with them.

The file does not show the judge's verdict, so that it sways nobody; it is sealed in the row, and a changed row is
noticed.
"""

from __future__ import annotations

import csv
import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from io import StringIO
from pathlib import Path
from typing import Literal

from tasks.base.errors import UnusableInput
from tasks.statistics.agreement import JudgedItem
from tasks.statistics.coefficients import cohen_kappa
from tasks.statistics.spreadsheets import bare, delimiter_of, shielded, text_of

AuditKind = Literal["cited", "uncited"]
LABELS: dict[AuditKind, tuple[str, ...]] = {
    "cited": ("supported", "not-supported", "unreachable"),
    "uncited": ("true", "false", "undecided"),
}
"""What people may answer, and what the judge may have answered."""

_SEAL_LENGTH = 16


@dataclass(frozen=True, slots=True)
class AuditItem:
    """One verdict that people could check."""

    kind: AuditKind
    report_id: str
    statement: int
    page: str  # "" for a statement without citation
    text: str  # of the statement
    passage: str  # what the judge went by
    verdict: str  # one of LABELS[kind]


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One line of the file."""

    kind: str
    report_id: str
    statement: str
    page: str
    text: str
    passage: str
    allowed: str  # the labels to choose from
    label: str  # for the person to fill in; left empty, the line does not count
    comment: str
    of: str  # how many verdicts of this kind and outcome the line stands for, "37/4": 37 verdicts, 4 lines
    seal: str


@dataclass(frozen=True, slots=True)
class AuditAgreement:
    """The judge against people, on the lines that they labelled."""

    kind: AuditKind
    labelled: int
    unlabelled: int
    agreed: int
    raw: float | None  # agreed of labelled, [0, 1]
    weighted: float | None  # the same, each line weighted by the verdicts that it stands for
    kappa: float | None  # Cohen's, unweighted
    confusion: tuple[tuple[str, str, int], ...]  # person's label, judge's, lines; the commonest first


def draw_audit(items: Iterable[AuditItem], size: int, *, seed: int) -> tuple[tuple[AuditItem, str], ...]:
    """At most `size` items with their weights ("37/4"), spread evenly over kinds and outcomes: rare ones are seen.

    The draw depends on the seed and the items, not on their order.
    """
    strata: dict[tuple[str, str], list[AuditItem]] = defaultdict(list)
    for item in sorted(items, key=_identity):
        strata[item.kind, item.verdict].append(item)
    taken = _spread({key: len(stratum) for key, stratum in strata.items()}, size)
    generator = random.Random(seed)
    drawn = [
        (item, f"{len(strata[key])}/{taken[key]}")
        for key in sorted(strata)
        for item in generator.sample(strata[key], taken[key])
    ]
    generator.shuffle(drawn)  # or the order would tell the verdicts
    return tuple(drawn)


def audit_csv(drawn: Sequence[tuple[AuditItem, str]]) -> str:
    """The file for people, as CSV that spreadsheets open without taking a cell for a formula."""
    stream = StringIO()
    writer = csv.DictWriter(stream, [field.name for field in fields(AuditLine)], lineterminator="\n")
    writer.writeheader()
    for item, weight in drawn:
        line = AuditLine(
            item.kind,
            item.report_id,
            str(item.statement),
            item.page,
            item.text,
            item.passage,
            " | ".join(LABELS[item.kind]),
            "",
            "",
            weight,
            "",
        )
        writer.writerow(asdict(replace(_shielded(line), seal=_seal(line, item.verdict))))
    return stream.getvalue()


def read_audit(path: Path) -> tuple[AuditAgreement, ...]:
    """Agreement of judge and people from a filled-in file, one entry per kind that occurs.

    Raises UnusableInput with file and line for a missing column, a label that is not allowed, or a line whose sealed
    fields were changed.
    """
    found: dict[AuditKind, list[tuple[str, str, float]]] = defaultdict(list)
    for line, kind, verdict, weight in _checked(path):
        found[kind].append((_label(line), verdict, weight))
    return tuple(_agreement(kind, found[kind]) for kind in LABELS if kind in found)


def read_labels(path: Path) -> tuple[JudgedItem, ...]:
    """What a person labelled, one entry for each line with a label. Raises as `read_audit` does."""
    return tuple(
        JudgedItem(kind, (line.report_id, line.statement, line.page), _label(line))
        for line, kind, _, _ in _checked(path)
        if _label(line)
    )


def _checked(path: Path) -> Iterator[tuple[AuditLine, AuditKind, str, float]]:
    """The lines of a file, each with its kind, the judge's verdict and its weight."""
    text = text_of(path, "the audit file")
    try:
        lines = list(_lines(path, text))
    except csv.Error as error:
        raise UnusableInput(f"the audit file is no CSV: {error}", where=str(path)) from None
    for number, line in lines:
        kind, verdict, weight = _opened(line, f"{path}:{number}")
        if _label(line) and _label(line) not in LABELS[kind]:
            raise UnusableInput(
                f'"{_label(line)}" is no label here',
                where=f"{path}:{number}",
                data="No label of the file was used",
                next_step=f"Allowed: {', '.join(LABELS[kind])}",
            )
        yield line, kind, verdict, weight


def _label(line: AuditLine) -> str:
    return line.label.strip().lower()


def _agreement(kind: AuditKind, lines: Sequence[tuple[str, str, float]]) -> AuditAgreement:
    labelled = [line for line in lines if line[0]]
    agreed = [weight for label, verdict, weight in labelled if label == verdict]
    weights = sum(weight for _, _, weight in labelled)
    confusion = Counter((label, verdict) for label, verdict, _ in labelled)
    return AuditAgreement(
        kind=kind,
        labelled=len(labelled),
        unlabelled=len(lines) - len(labelled),
        agreed=len(agreed),
        raw=len(agreed) / len(labelled) if labelled else None,
        weighted=sum(agreed) / weights if weights else None,
        kappa=cohen_kappa([label for label, _, _ in labelled], [verdict for _, verdict, _ in labelled]),
        confusion=tuple(
            (label, verdict, count)
            for (label, verdict), count in sorted(confusion.items(), key=lambda each: (-each[1], each[0]))
        ),
    )


def _lines(path: Path, text: str) -> list[tuple[int, AuditLine]]:
    reader = csv.DictReader(StringIO(text, newline=""), delimiter=delimiter_of(text))
    names = [field.name for field in fields(AuditLine)]
    missing = [name for name in names if name not in (reader.fieldnames or ())]
    if missing:
        raise UnusableInput(
            f"no column {' and no column '.join(missing)}",
            where=f"{path}:1",
            next_step=f"The columns are {', '.join(names)}",
        )
    return [(reader.line_num, AuditLine(**{name: bare(values.get(name) or "") for name in names})) for values in reader]


def _opened(line: AuditLine, where: str) -> tuple[AuditKind, str, float]:
    """Kind, the judge's verdict and the weight of a line."""
    for kind, labels in LABELS.items():
        for verdict in labels if kind == line.kind else ():
            if _seal(line, verdict) == line.seal:
                verdicts, lines = line.of.split("/")
                return kind, verdict, int(verdicts) / int(lines)
    raise UnusableInput(
        "this line was changed beyond its label and comment",
        where=where,
        data="No label of the file was used",
        next_step="Take the other columns from the file that was exported",
    )


def _seal(line: AuditLine, verdict: str) -> str:
    sealed = line.kind, line.report_id, line.statement, line.page, line.of, verdict
    return hashlib.sha256("\x1f".join(sealed).encode()).hexdigest()[:_SEAL_LENGTH]


def _spread(available: dict[tuple[str, str], int], size: int) -> dict[tuple[str, str], int]:
    """How many to take of each: one after the other from those that have some left."""
    taken = dict.fromkeys(sorted(available), 0)
    left = min(size, sum(available.values()))
    while left:
        for key in taken:
            if left and taken[key] < available[key]:
                taken[key] += 1
                left -= 1
    return taken


def _identity(item: AuditItem) -> tuple[str, str, int, str, str]:
    return item.kind, item.report_id, item.statement, item.page, item.verdict


def _shielded(line: AuditLine) -> AuditLine:
    return AuditLine(**{name: shielded(value) for name, value in asdict(line).items()})
