"""The audit of verdicts: what people see, what they may answer, and what comes of it."""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets import sheet_bytes
from litgauge.tasks.sheets.labels import AUDIT, AuditItem, Stratum, _corrected, audit_rows, draw_audit, read_audit

ITEMS = [
    *(AuditItem("cited", "agent/1", number, "p", "It is so.", "So.", "supported") for number in range(90)),
    *(AuditItem("cited", "agent/1", number, "p", "=cmd()", "-1", "not-supported") for number in range(90, 96)),
    *(AuditItem("uncited", "agent/1", number, "", "Es ist, „so“\nund so.", "", "true") for number in range(200, 210)),
]
Row = dict[str, str]


def audit_csv(drawn: Sequence[tuple[AuditItem, Stratum]]) -> str:
    return sheet_bytes(AUDIT, audit_rows(drawn), ".csv").decode()


def labelled(path: Path, label: Callable[[Row], str], delimiter: str = ",") -> Path:
    """A file as a person hands it back."""
    rows = list(csv.DictReader(io.StringIO(audit_csv(draw_audit(ITEMS, 18, seed=1)), newline="")))
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows({**row, "label": label(row)} for row in rows)
    return path


def test_rare_outcomes_are_drawn_and_the_draw_depends_on_the_seed_alone() -> None:
    drawn = draw_audit(ITEMS, 18, seed=1)
    assert Counter(item.verdict for item, _ in drawn) == {"supported": 6, "not-supported": 6, "true": 6}
    assert {tuple(stratum) for _, stratum in drawn} == {(90, 6), (6, 6), (10, 6)}
    assert draw_audit(random.Random(0).sample(ITEMS, len(ITEMS)), 18, seed=1) == drawn
    assert draw_audit(ITEMS, 18, seed=2) != drawn
    verdicts = [item.verdict for item, _ in drawn]
    assert sum(one != other for one, other in pairwise(verdicts)) > 2  # the order tells nothing
    assert len(draw_audit(ITEMS, 1000, seed=1)) == len(ITEMS)
    assert draw_audit([], 5, seed=1) == ()


def test_the_file_does_not_tell_the_verdict_nor_carry_a_formula() -> None:
    drawn = draw_audit(ITEMS, 18, seed=1)
    rows = list(csv.DictReader(io.StringIO(audit_csv(drawn), newline="")))
    for (item, _), row in zip(drawn, rows, strict=True):
        shown = " ".join(value for name, value in row.items() if name not in ("allowed", "seal"))
        assert item.verdict not in shown.split()
        assert not any(value.startswith(("=", "-", "+", "@")) for value in row.values())


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_agreement_read_back(tmp_path: Path, delimiter: str) -> None:
    def label(row: Row) -> str:
        if row["kind"] == "uncited":
            return " True "
        return "supported" if row["text"] == "It is so." or int(row["statement"]) % 2 else ""

    cited, uncited = read_audit(labelled(tmp_path / "audit.csv", label, delimiter))
    assert (cited.kind, cited.labelled, cited.unlabelled, cited.agreed) == ("cited", 9, 3, 6)
    assert cited.raw == pytest.approx(6 / 9)
    assert cited.weighted == pytest.approx(90 / 93)
    assert cited.confusion == (("supported", "supported", 6), ("supported", "not-supported", 3))
    assert cited.kappa == pytest.approx(0)
    assert (uncited.raw, uncited.kappa) == (1, None)


def test_nothing_labelled_yet(tmp_path: Path) -> None:
    cited, _ = read_audit(labelled(tmp_path / "audit.csv", lambda _: ""))
    assert (cited.labelled, cited.raw, cited.weighted, cited.kappa) == (0, None, None, None)


def test_what_is_wrong_with_a_file_is_said_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match=r'audit\.csv:\d+.*, label: "maybe" is not allowed here'):
        read_audit(labelled(tmp_path / "audit.csv", lambda _: "maybe"))
    good = labelled(tmp_path / "audit.csv", lambda _: "").read_text(encoding="utf-8")
    changed = tmp_path / "changed.csv"
    changed.write_text(good.replace("agent/1", "agent/2"), encoding="utf-8")
    with pytest.raises(UnusableInput, match=r"changed\.csv:\d+: this line was changed"):
        read_audit(changed)
    changed.write_text("kind,label\n", encoding="utf-8")
    with pytest.raises(UnusableInput, match="no column report_id"):
        read_audit(changed)
    with pytest.raises(UnusableInput, match="cannot be read"):
        read_audit(tmp_path / "absent.csv")


def test_a_file_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "audit.csv"
    path.write_text(
        "kind,report_id,statement,page,text,passage,allowed,label,comment,of,seal\n"
        "cited,agent/1,91,p,'=cmd(),'-1,supported | not-supported | unreachable,supported,,6/6,b891ae54ab747cc0\n",
        encoding="utf-8",
    )
    (cited,) = read_audit(path)
    assert (cited.labelled, cited.agreed, cited.confusion) == (1, 0, (("supported", "not-supported", 1),))


def test_labels_correct_the_share_of_a_judge_that_errs() -> None:
    """A judge that calls a fifth of what is unsupported supported; 60 labels of 400 verdicts."""
    generator = random.Random(5)
    held, errors, raw = 0, [], []
    for trial in range(200):
        truth = [generator.random() < 0.6 for _ in range(400)]
        said = [right or generator.random() < 0.2 for right in truth]
        items = [
            AuditItem("cited", "a", number, "p", "", "", "supported" if yes else "not-supported")
            for number, yes in enumerate(said)
        ]
        lines = [
            ("supported" if truth[item.statement] else "not-supported", item.verdict, stratum.verdicts / stratum.lines)
            for item, stratum in draw_audit(items, 60, seed=trial)
        ]
        share = _corrected("cited", lines)
        assert share is not None
        errors.append(share.corrected - sum(truth) / 400)
        raw.append(share.judged - sum(truth) / 400)
        held += share.low <= sum(truth) / 400 <= share.high
    assert abs(mean(errors)) < 0.01 < 0.05 < mean(raw)
    assert held / 200 >= 0.9
    assert _corrected("cited", [("", "supported", 2.0), ("supported", "not-supported", 1.0)]) is None
