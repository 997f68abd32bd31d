"""Grades printed references: every .bst that TeX has prints the shared .bib files, and the extractor reads them back.

`python -m perf.printed_styles [--folder KEEP] [--papers NAME,... | --bib FILE ...] [--differences] [STYLE ...]` (needs
bibtex; more styles come with texlive-bibtex-extra, texlive-publishers, texlive-science, texlive-humanities).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litgauge.tasks.latex import SourceTree, extract
from litgauge.tasks.latex.bibliography.bib_file import read_bib
from litgauge.tasks.latex.references import build_reference
from litgauge.tasks.records import Reference
from litgauge.tasks.text import compact_title
from perf.extraction_accuracy import DEFAULT

KEYS = 40
PRINTS_TITLES = 0.5
"""A style prints titles if it prints more than this share of them."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A source whose .bib files are there: what pandoc reads in them, by key."""

    name: str
    bib_files: tuple[Path, ...]
    records: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one printed reference; None where the style does not print the part."""

    style: str
    paper: str
    key: str
    title: bool | None
    author: bool | None
    year: bool | None
    invented: bool | None
    expected: str
    found: str | None
    printed: str


def papers(folder: Path, keys: int = KEYS) -> list[Paper]:
    """The papers whose gold comes from .bib files, with at most `keys` records that have a title."""
    found = []
    for path in sorted(folder.glob("*/gold.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        records = {key: record for key, record in gold["resolved"].items() if record["title"] and "," not in key}
        files = tuple(path.parent / f"{name.removesuffix('.bib')}.bib" for name in gold["bib_files"] or ())
        if gold["reference_source"] == "bib" and records and all(file.is_file() for file in files):
            found.append(Paper(gold["name"], files, dict(list(records.items())[:keys])))
    return found


def databases(files: Sequence[Path], keys: int = KEYS) -> list[Paper]:
    """Any .bib files as papers, with what our own reader finds in them (.99 and more of what pandoc does)."""
    found = []
    for file in files:
        entries = read_bib(file.read_text(encoding="utf-8", errors="replace"), file.name).entries
        references = [build_reference(file.stem, entry.key, entry, True) for entry in entries if "," not in entry.key]
        records: dict[str, dict[str, Any]] = {
            item.key: {"title": item.title, "authors": [name.family for name in item.authors], "year": item.year}
            for item in references
            if item.title and item.authors
        }
        chosen = random.Random(file.stem).sample(sorted(records), min(keys, len(records)))
        found.append(Paper(file.stem, (file,), {key: records[key] for key in chosen}))
    return found


def styles() -> list[str]:
    """The names of the BibTeX styles that TeX finds."""
    roots = subprocess.run(["kpsewhich", "-var-brace-value=BSTINPUTS"], capture_output=True, text=True, check=True)
    folders = (Path(root.strip("!\n").rstrip("/")) for root in roots.stdout.split(":"))
    return sorted({path.stem for folder in folders if folder.is_absolute() for path in folder.rglob("*.bst")})


def print_with_bibtex(folder: Path, style: str, paper: Paper) -> str | None:
    """The .bbl that BibTeX prints in a style; None where it prints no list."""
    kept = folder / style / f"{paper.name}.bbl"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as work:
            for number, file in enumerate(paper.bib_files):
                shutil.copy(file, Path(work) / f"part{number}.bib")
            names = ",".join(f"part{number}" for number in range(len(paper.bib_files)))
            citations = "".join(f"\\citation{{{key}}}\n" for key in paper.records)
            (Path(work) / "ms.aux").write_text(f"\\relax\n{citations}\\bibdata{{{names}}}\n\\bibstyle{{{style}}}\n")
            subprocess.run(["bibtex", "ms"], cwd=work, capture_output=True, timeout=60, check=False)
            printed = Path(work) / "ms.bbl"
            kept.write_bytes(printed.read_bytes() if printed.exists() else b"")
    text = kept.read_text(encoding="utf-8", errors="replace")
    return text if "item" in text else None


def read_back(style: str, paper: Paper, printed: str) -> list[Outcome]:
    """One outcome for each record that the style printed."""
    text = f"\\documentclass{{article}}\\begin{{document}}\\cite{{{','.join(paper.records)}}}\\end{{document}}"
    tree = SourceTree("x", {"ms.tex": text.encode(), "ms.bbl": printed.encode()})
    found = {
        key: reference for reference in extract(tree, "x").references for key in (reference.key, *reference.aliases)
    }
    bodies = _bodies(printed, paper.records)
    return [
        _outcome(style, paper.name, key, record, found.get(key), bodies[key])
        for key, record in paper.records.items()
        if key in bodies
    ]


def _bodies(printed: str, keys: Iterable[str]) -> dict[str, str]:
    """What is printed for each key, found without the extractor: the first item that names it in braces."""
    marks = list(re.finditer(r"\\(?:bibitem|harvarditem)\b|\\entry\{|\\end\{thebib", printed))
    ends = [mark.start() for mark in marks[1:]] + [len(printed)]
    items = [printed[mark.start() : end] for mark, end in zip(marks, ends, strict=False)]
    bodies = {}
    for key in keys:
        named = re.compile(r"\{[%\s]*" + re.escape(key) + r"\s*\}")
        if body := next((item for item in items if named.search(item)), None):
            bodies[key] = body
    return bodies


def _outcome(
    style: str, paper: str, key: str, record: dict[str, Any], reference: Reference | None, body: str
) -> Outcome:
    shown = _letters(body)
    title = compact_title(record["title"])
    has_title = title in shown
    ours = compact_title(reference.title or "") if reference else ""
    people = record["authors"] and compact_title(record["authors"][0]) in shown
    author = compact_title(reference.authors[0].family) if reference and reference.authors else ""
    dated = record["year"] and str(record["year"]) in body
    return Outcome(
        style,
        paper,
        key,
        (ours == title) if has_title else None,
        (author == compact_title(record["authors"][0])) if people else None,
        (reference is not None and reference.year == record["year"]) if dated else None,
        None if has_title else bool(ours),
        record["title"],
        reference.title if reference else None,
        body,
    )


def _letters(body: str) -> str:
    return compact_title(re.sub(r"\\newblock|[{}]", " ", body))


def _grade_style(work: tuple[Path, str, Sequence[Paper]]) -> list[Outcome]:
    folder, style, listed = work
    outcomes: list[Outcome] = []
    for paper in listed:
        try:
            printed = print_with_bibtex(folder, style, paper)
        except subprocess.TimeoutExpired:
            continue
        outcomes += read_back(style, paper, printed) if printed else []
    return outcomes


def grade(folder: Path, names: Iterable[str], listed: Sequence[Paper]) -> dict[str, list[Outcome]]:
    """The outcomes of each style that printed anything."""
    with multiprocessing.Pool() as pool:
        graded = pool.imap_unordered(_grade_style, [(folder, style, listed) for style in names])
        return {outcomes[0].style: outcomes for outcomes in graded if outcomes}


def share(outcomes: Iterable[Outcome], part: str) -> float | None:
    """The share of right outcomes among those that print the part; None where none does."""
    values = [value for outcome in outcomes if (value := getattr(outcome, part)) is not None]
    return sum(values) / len(values) if values else None


def prints_titles(outcomes: Sequence[Outcome]) -> bool:
    """Whether a style prints the titles of most references."""
    return sum(outcome.title is not None for outcome in outcomes) > PRINTS_TITLES * len(outcomes)


def main() -> None:
    """Print a line per style, the means, and on request every difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("styles", nargs="*")
    parser.add_argument("--folder", type=Path, help="keep the printed .bbl files here")
    parser.add_argument("--papers", help="their names, with commas between; all papers whose .bib files are there")
    parser.add_argument("--bib", type=Path, action="append", help="grade on this .bib file instead; may be repeated")
    parser.add_argument("--differences", action="store_true")
    chosen = parser.parse_args()
    if shutil.which("bibtex") is None:
        print("bibtex is not installed: apt-get install texlive-binaries texlive-bibtex-extra texlive-publishers")
        return
    listed = (
        databases(chosen.bib)
        if chosen.bib
        else [
            paper for paper in papers(DEFAULT / "latex") if not chosen.papers or paper.name in chosen.papers.split(",")
        ]
    )
    with tempfile.TemporaryDirectory() as work:
        graded = grade(chosen.folder or Path(work), chosen.styles or styles(), listed)
    for titled in (True, False):
        _print_table(
            {style: outcomes for style, outcomes in graded.items() if prints_titles(outcomes) == titled}, titled
        )
    if chosen.differences:
        _print_differences(outcome for outcomes in graded.values() for outcome in outcomes)


def _print_table(graded: dict[str, list[Outcome]], titled: bool) -> None:
    parts = ("title" if titled else "invented", "author", "year")
    rows = {style: [share(outcomes, part) for part in parts] for style, outcomes in graded.items()}
    print(f"{len(rows)} styles that print {'' if titled else 'no '}titles: {', '.join(parts)}, references")
    for style, row in sorted(rows.items(), key=lambda item: item[1][0] or 0.0):
        shares = " ".join("  -  " if value is None else f"{value:.3f}" for value in row)
        print(f"  {style:28} {shares} {len(graded[style]):6}")
    for column, part in enumerate(parts):
        values = [value for row in rows.values() if (value := row[column]) is not None]
        print(f"  mean {part}: {statistics.mean(values):.4f}" if values else f"  mean {part}: none")


def _print_differences(outcomes: Iterable[Outcome]) -> None:
    for outcome in outcomes:
        if outcome.title is False or outcome.invented:
            print(f"\n{outcome.style} {outcome.paper} {outcome.key}\n  {outcome.printed.strip()}")
            print(f"  expected {outcome.expected!r}, found {outcome.found!r}")


if __name__ == "__main__":
    main()
