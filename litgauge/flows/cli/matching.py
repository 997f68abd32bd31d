"""`litgauge match`: cited works against a survey's references, as JSON; starts without Prefect."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from litgauge.flows.cli.console import print_json
from litgauge.tasks.identity import DescribedWork, Matching, Mode, match_works
from litgauge.tasks.identity.reference_counts import ReferenceCounts
from litgauge.tasks.identity.work_files import Listed, read_cited
from litgauge.tasks.records import Reference
from litgauge.tasks.releases.references import references_of


def match_files(
    truth: str, cited: Path, mode: Mode, out: Console, *, survey: str | None = None, storage: str = "data"
) -> None:
    """Print precision, recall, F1, the counts behind them, and every pair with the rule and evidence that made it.

    Raises UnusableInput, with file and line, if a file cannot be read, and as `references_of`.
    """
    references, works = references_of(truth, survey, storage), read_cited(cited)
    matching = match_works(works.works, references.works, mode)
    print_json(_as_json(matching, works, references, mode), out)


def _as_json(
    matching: Matching, works: Listed[DescribedWork], references: Listed[Reference], mode: Mode
) -> dict[str, object]:
    counts = ReferenceCounts(matching.cited, matching.listed, matching.matched)
    return {
        "mode": mode,
        "precision": counts.precision,
        "recall": counts.recall,
        "f1": counts.f1,
        "counts": {
            **asdict(counts),
            "cited_lines": len(works.works),
            "truth_lines": len(references.works),
            "cited_repeated": len(matching.repeated_cited),
            "truth_repeated": len(matching.repeated_references),
        },
        "pairs": [
            {
                "rule": pair.rule,
                "evidence": pair.evidence,
                "cited": works.works[pair.cited].title,
                "cited_line": works.lines[pair.cited],
                "reference": references.works[pair.reference].title,
                "reference_key": references.works[pair.reference].key,
                "reference_line": references.lines[pair.reference],
            }
            for pair in matching.pairs
        ],
        "unmatched_cited": [_cited(matching, works, position) for position in matching.unmatched_cited],
        "unmatched_references": [_reference_line(references, position) for position in matching.unmatched_references],
        "repeated_cited": [
            {
                "line": works.lines[repeated_work.position],
                "same_as_line": works.lines[repeated_work.first],
                "evidence": repeated_work.evidence,
            }
            for repeated_work in matching.repeated_cited
        ],
        "repeated_references": [
            {
                "line": references.lines[repeated_reference.position],
                "same_as_line": references.lines[repeated_reference.first],
                "evidence": repeated_reference.evidence,
            }
            for repeated_reference in matching.repeated_references
        ],
    }


def _cited(matching: Matching, works: Listed[DescribedWork], position: int) -> dict[str, object]:
    return {
        "line": works.lines[position],
        "title": works.works[position].title,
        "reason": matching.reason(position),
    }


def _reference_line(references: Listed[Reference], position: int) -> dict[str, object]:
    row = references.works[position]
    return {"line": references.lines[position], "key": row.key, "title": row.title}
