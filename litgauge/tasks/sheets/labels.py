"""Sheet on which people label a sample of verdicts, and agreement of the judge with them.

The sheet does not show the judge's verdict, so that it influences nobody; it is sealed in the row, and a changed row is
detected.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.sheets.cells import printable
from litgauge.tasks.sheets.columns import Choice, filled, shown
from litgauge.tasks.sheets.declaration import REMARK, Entry, Sheet
from litgauge.tasks.sheets.reading import check_once, read_entries
from litgauge.tasks.statistics.agreement import JudgedItem
from litgauge.tasks.statistics.coefficients import cohen_kappa
from litgauge.tasks.statistics.corrected import Correction, JudgedVerdict, correction

AuditKind = Literal["cited", "uncited"]
LABELS: Mapping[AuditKind, tuple[str, ...]] = {
    "cited": ("supported", "not-supported", "unreachable"),
    "uncited": ("true", "false", "undecided"),
}
"""Possible answers of people and of the judge."""

_SEAL_LENGTH = 16
_TWO_SIDED_95 = 1.96  # standard errors
_SEALED = ("kind", "report_id", "statement", "page", "of")
_NUMBER = re.compile(r"[0-9]+")  # in files of earlier versions "37/4", of which Excel may make a date


@dataclass(frozen=True, slots=True)
class AuditItem:
    """One verdict that people could check."""

    kind: AuditKind
    report_id: str
    statement: int
    page: str  # "" for a statement without citation
    text: str  # of the statement
    passage: str  # evidence of the judge
    verdict: str  # one of LABELS[kind]


class Stratum(NamedTuple):
    """Verdicts of one kind and outcome, with the number that the rows drawn from them stand for."""

    verdicts: int
    lines: int


LABEL = filled("label", "your verdict, one of `allowed`", Choice(LABELS, by="kind"), required=True)
AUDIT = Sheet(
    "the audit file",
    (
        shown("kind", "whether the statement cites the page", required=True),
        shown("report_id", "the report", required=True),
        shown("statement", "the number of the statement in it", required=True),
        shown("page", "the page that it cites", required=True),
        shown("text", "the statement"),
        shown("passage", "what the judge went by"),
        shown("allowed", "the labels to choose from"),
        LABEL,
        REMARK,
        shown("of", "how many verdicts of this kind and outcome the row stands for", required=True),
        shown("seal", "holds the judge's verdict; do not change it", required=True),
    ),
    "No label of the file was used",
)


@dataclass(frozen=True, slots=True)
class AuditAgreement:
    """Agreement of the judge with people, on the lines that they labelled."""

    kind: AuditKind
    labelled: int
    unlabelled: int
    agreed: int
    raw: float | None  # agreed of labelled, [0, 1]
    weighted: float | None  # the same, each line weighted by the verdicts that it stands for
    kappa: float | None  # Cohen's, unweighted
    confusion: tuple[tuple[str, str, int], ...]  # person's label, judge's, lines; the commonest first
    share: CorrectedShare | None = None  # of the verdicts with the first label; None where a verdict was not labelled


@dataclass(frozen=True, slots=True)
class CorrectedShare:
    """Share of a run's verdicts with the first label, by the judge and corrected by people's labels.

    The judge's error for each of its verdicts is estimated from people's labels, and subtracted for the whole
    run (prediction-powered inference, Angelopoulos et al. 2023, doi:10.1126/science.adi6000, with strata).
    """

    judged: float
    corrected: float
    low: float  # 95 % interval of the corrected share
    high: float


def draw_audit(items: Iterable[AuditItem], size: int, *, seed: int) -> tuple[tuple[AuditItem, Stratum], ...]:
    """Return at most `size` items, spread evenly over kinds and outcomes, so that rare ones are included.

    The draw depends on the seed and the items, not on their order.
    """
    strata = rows_by(sorted(items, key=_identity), lambda item: (item.kind, item.verdict))
    sizes = _spread({key: len(stratum) for key, stratum in strata.items()}, size)
    generator = random.Random(seed)
    drawn = [
        (item, Stratum(len(strata[key]), sizes[key]))
        for key in sorted(strata)
        for item in generator.sample(strata[key], sizes[key])
    ]
    generator.shuffle(drawn)  # otherwise the order would reveal the verdicts
    return tuple(drawn)


def audit_rows(sample: Iterable[tuple[AuditItem, Stratum]]) -> list[Mapping[str, str]]:
    """Return the rows of the sheet; the judge's verdict is only in their seals."""
    rows: list[Mapping[str, str]] = []
    for item, stratum in sample:
        cells = {
            "kind": item.kind,
            "report_id": item.report_id,
            "statement": str(item.statement),
            "page": item.page,
            "text": item.text,
            "passage": item.passage,
            "allowed": " | ".join(LABELS[item.kind]),
            "of": f"{stratum.verdicts} verdicts in {stratum.lines} lines",
        }
        row = {name: printable(cell) for name, cell in cells.items()}
        rows.append({**row, "seal": _seal([row[name] for name in _SEALED], item.verdict)})
    return rows


def read_audit(path: Path) -> tuple[AuditAgreement, ...]:
    """Return the agreement of judge and people from a file that was filled in, one entry per kind that occurs.

    Raises UnusableInput with file and line for a missing column, a label that is not allowed, two labels of the same
    verdict, or a row whose sealed cells were changed.
    """
    labels: dict[AuditKind, list[tuple[str, str, float]]] = defaultdict(list)
    for entry, kind, verdict, weight in _unsealed(path):
        labels[kind].append((entry[LABEL] or "", verdict, weight))
    return tuple(_agreement(kind, labels[kind]) for kind in LABELS if kind in labels)


def read_labels(path: Path) -> tuple[JudgedItem, ...]:
    """Return the labelled rows, one entry each. Raises as `read_audit` does."""
    return tuple(
        JudgedItem(kind, (entry.text("report_id"), entry.text("statement"), entry.text("page")), label)
        for entry, kind, _, _ in _unsealed(path)
        if (label := entry[LABEL])
    )


def corrections(
    path: Path, items: Iterable[AuditItem], reports: Mapping[AuditKind, int]
) -> dict[AuditKind, Correction]:
    """Return the corrections of a run's mean share of the first label by the labels of a file, by kind.

    `items` are all verdicts of the run, `reports` the number of answers in its mean. A kind whose labels leave out one
    of the judge's outcomes has none. Raises UnusableInput, also for a file of another run.
    """
    verdicts: dict[AuditKind, dict[Hashable, JudgedVerdict]] = defaultdict(dict)
    for item in items:
        shown_item = (printable(item.report_id), str(item.statement), printable(item.page))
        counts = item.verdict == LABELS[item.kind][0]
        verdicts[item.kind][shown_item] = JudgedVerdict(item.report_id, item.verdict, counts)
    labels: dict[AuditKind, dict[Hashable, bool]] = defaultdict(dict)
    for entry, kind, verdict, _ in _unsealed(path):
        key = (entry.text("report_id"), entry.text("statement"), entry.text("page"))
        verdict_row = verdicts[kind].get(key)
        if verdict_row is None or verdict_row.outcome != verdict:
            raise entry.refusal("the run has no such verdict", next_step="Name the run whose sample this is with --run")
        if label := entry[LABEL]:
            labels[kind][key] = label == LABELS[kind][0]
    by_kind = {
        kind: correction(verdicts[kind], labels[kind], reports[kind], path.name) for kind in labels if kind in reports
    }
    return {kind: of_kind for kind, of_kind in by_kind.items() if of_kind is not None}


def _unsealed(path: Path) -> list[tuple[Entry, AuditKind, str, float]]:
    """Return the rows of a file, each with its kind, the judge's verdict and its weight."""
    entries = read_entries(AUDIT, path)
    check_once(entries, lambda entry: tuple(entry.text(name) for name in _SEALED[:4]))
    return [(entry, *_opened(entry)) for entry in entries]


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
            for (label, verdict), count in sorted(confusion.items(), key=lambda entry: (-entry[1], entry[0]))
        ),
        share=_corrected(kind, lines),
    )


def _corrected(kind: AuditKind, lines: Sequence[tuple[str, str, float]]) -> CorrectedShare | None:
    first = LABELS[kind][0]
    whole = sum(weight for _, _, weight in lines)
    corrected = variance = 0.0
    for verdict in {verdict for _, verdict, _ in lines}:
        stands_for = sum(weight for _, of, weight in lines if of == verdict)
        labels = [label for label, of, _ in lines if label and of == verdict]
        if not labels:
            return None
        hits, share = labels.count(first), stands_for / whole
        likely = (hits + 0.5) / (len(labels) + 1)  # smoothed by half a label on either side
        corrected += share * hits / len(labels)
        variance += share**2 * likely * (1 - likely) / len(labels) * max(0.0, 1 - len(labels) / stands_for)
    spread = _TWO_SIDED_95 * variance**0.5
    judged = sum(weight for _, verdict, weight in lines if verdict == first) / whole
    return CorrectedShare(judged, corrected, max(0.0, corrected - spread), min(1.0, corrected + spread))


def _opened(entry: Entry) -> tuple[AuditKind, str, float]:
    """Return kind, the judge's verdict and the weight of a row."""
    sealed = [entry.text(name) for name in _SEALED]
    for kind, labels in LABELS.items():
        for verdict in labels if kind == entry.text("kind") else ():
            if _seal(sealed, verdict) == entry.text("seal").strip():
                verdicts, lines = _NUMBER.findall(entry.text("of"))
                return kind, verdict, int(verdicts) / int(lines)
    raise entry.refusal(
        "this line was changed beyond its label and comment",
        next_step="Take the other columns from the file that was exported",
    )


def _seal(sealed: Sequence[str], verdict: str) -> str:
    return hashlib.sha256("\x1f".join([*sealed, verdict]).encode()).hexdigest()[:_SEAL_LENGTH]


def _spread(available: dict[tuple[str, str], int], size: int) -> dict[tuple[str, str], int]:
    """Return how many to take of each: one at a time from those that have some left."""
    sizes = dict.fromkeys(sorted(available), 0)
    rest = min(size, sum(available.values()))
    while rest:
        for key in sizes:
            if rest and sizes[key] < available[key]:
                sizes[key] += 1
                rest -= 1
    return sizes


def _identity(item: AuditItem) -> tuple[str, str, int, str, str]:
    return item.kind, item.report_id, item.statement, item.page, item.verdict
