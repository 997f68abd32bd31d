"""Grades the extractor against gold lists made by real TeX: `python -m perf.extraction_accuracy [FOLDER]`.

Gold without fields (../shared/data/latex_aux: keys out of the authors' own .aux) grades the keys alone.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litgauge.tasks.latex import Extraction, extract, open_path
from litgauge.tasks.records import Reference
from litgauge.tasks.text import compact_title, normalise_doi

DEFAULT = Path(__file__).resolve().parents[1].parent / "shared" / "data"


@dataclass
class Grade:
    """One paper's shares (None where the gold has nothing to compare) and every difference."""

    name: str
    source: str
    found: int = 0  # keys
    wanted: int = 0
    right: int = 0
    nameless: int = 0  # authors with neither name
    shared_dois: int = 0
    precision: float = 1.0
    recall: float = 1.0
    order: bool = True
    resolved: float | None = None
    titles: float | None = None
    first_authors: float | None = None
    authors: float | None = None
    years: float | None = None
    dois: float | None = None
    differences: list[tuple[str, str, object, object]] = field(default_factory=list)


def grade(gold: dict[str, Any], extraction: Extraction, accepted: set[tuple[str, str, str]]) -> Grade:
    """The grade of one paper; `accepted` are reviewed errors of the gold (paper, key, field), counted as right."""
    name = gold["name"]
    result = Grade(name, gold.get("reference_source", "bib"))
    result.found, result.wanted = len(extraction.cited_keys), len(gold["cited_keys"])
    result.right = len(set(extraction.cited_keys) & set(gold["cited_keys"]))
    result.nameless = sum(not (one.family or one.given) for work in extraction.references for one in work.authors)
    result.shared_dois = len(dois := [work.doi for work in extraction.references if work.doi]) - len(set(dois))
    found, wanted = list(extraction.cited_keys), gold["cited_keys"]
    right = set(found) & set(wanted)
    result.precision = len(right) / len(found) if found else float(not wanted)
    result.recall = len(right) / len(wanted) if wanted else 1.0
    result.order = found == wanted
    result.differences += [(key, "cited", key in wanted, key in found) for key in set(found) ^ set(wanted)]
    references = {key: reference for reference in extraction.references for key in (reference.key, *reference.aliases)}
    expected = gold.get("resolved", {})
    result.resolved = _share(key in references for key in expected)
    result.differences += [(key, "resolved", True, False) for key in expected if key not in references]
    for attribute, compare in COMPARED.items():
        outcomes = []
        for key, record in expected.items():
            merged = key in references and key != references[key].key and attribute != "titles"
            outcome = compare(record, references[key]) if key in references and not merged else None
            if outcome is None:
                continue
            equal, ours, theirs = outcome
            if not equal and (name, key, attribute) in accepted:
                equal = True
            elif not equal:
                result.differences.append((key, attribute, theirs, ours))
            outcomes.append(equal)
        setattr(result, attribute, _share(iter(outcomes)))
    return result


def _share(outcomes: Iterator[bool]) -> float | None:
    listed = list(outcomes)
    return sum(listed) / len(listed) if listed else None


def _title(record: dict[str, Any], reference: Reference) -> tuple[bool, object, object] | None:
    if not record.get("title"):
        return None
    return compact_title(record["title"]) == compact_title(reference.title or ""), reference.title, record["title"]


def _first_author(record: dict[str, Any], reference: Reference) -> tuple[bool, object, object] | None:
    if not record.get("authors"):
        return None
    ours = reference.authors[0].family if reference.authors else ""
    return compact_title(ours) == compact_title(record["authors"][0]), ours, record["authors"][0]


def _authors(record: dict[str, Any], reference: Reference) -> tuple[bool, object, object] | None:
    if not record.get("authors"):
        return None
    ours = [name.family for name in reference.authors]
    equal = [compact_title(name) for name in ours] == [compact_title(name) for name in record["authors"]]
    return equal, ours, record["authors"]


def _year(record: dict[str, Any], reference: Reference) -> tuple[bool, object, object] | None:
    return (record["year"] == reference.year, reference.year, record["year"]) if record.get("year") else None


def _doi(record: dict[str, Any], reference: Reference) -> tuple[bool, object, object] | None:
    wanted = record.get("doi")
    return ((normalise_doi(wanted) or wanted) == reference.doi, reference.doi, wanted) if wanted else None


COMPARED = {"titles": _title, "first_authors": _first_author, "authors": _authors, "years": _year, "dois": _doi}


def reviewed(path: Path) -> set[tuple[str, str, str]]:
    """Errors of the gold that a person has looked at: (paper, key, field)."""
    return {(item["paper"], item["key"], item["field"]) for item in json.loads(path.read_text(encoding="utf-8"))}


def grade_all(folder: Path, accepted: set[tuple[str, str, str]]) -> list[Grade]:
    """The grades of every paper under `folder` that has a gold.json."""
    grades = []
    for paper in sorted(folder.iterdir()):
        if (paper / "gold.json").is_file():
            gold = json.loads((paper / "gold.json").read_text(encoding="utf-8"))
            tree = open_path(paper)
            grades.append(grade(gold, extract(tree, paper.name), accepted))
    return grades


def macro(grades: list[Grade], attribute: str, *, printed: bool | None = None) -> tuple[float, int]:
    """The mean over the papers that have the figure, and how many; `printed` picks sources without or with a .bib."""
    values = [
        value
        for item in grades
        if (value := getattr(item, attribute)) is not None and (printed is None or printed == (item.source != "bib"))
    ]
    return (statistics.mean(values) if values else float("nan")), len(values)


def main(arguments: list[str]) -> None:
    """Print a line per paper, every difference, and the macro averages."""
    folder = Path(arguments[0]) if arguments else DEFAULT / "latex"
    review = Path(__file__).resolve().parents[1] / "tests" / "latex" / "gold_errors.json"
    grades = grade_all(folder, reviewed(review))
    shown = ("precision", "recall", "resolved", *COMPARED)
    for item in grades:
        figures = " ".join(f"{name} {value:.3f}" for name in shown if (value := getattr(item, name)) is not None)
        print(f"{item.name:28} {item.source:16} {figures}{'' if item.order else ' (other order)'}")
        for key, attribute, theirs, ours in item.differences:
            print(f"    {attribute} of {key}: gold {theirs!r}, ours {ours!r}")
    right, found, wanted = (sum(getattr(one, name) for one in grades) for name in ("right", "found", "wanted"))
    print(f"all keys: precision {right / found:.4f} of {found}, recall {right / wanted:.4f} of {wanted}")
    print(
        f"authors without a name {sum(one.nameless for one in grades)}, "
        f"DOIs of two works {sum(one.shared_dois for one in grades)}"
    )
    for name in shown:
        for label, printed in (("all", None), (".bib", False), ("printed", True)):
            value, papers = macro(grades, name, printed=printed)
            print(f"{name:14} {label:8} {value:.4f} over {papers} papers")


if __name__ == "__main__":
    main(sys.argv[1:])
