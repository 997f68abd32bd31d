"""With the .bib hidden, what real BibTeX and biber printed is read back."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tasks.latex import SourceTree, extract
from tasks.text import compact_title
from tests.latex.sources import document

pytestmark = [pytest.mark.real, pytest.mark.tex]

STYLES = """plain unsrt alpha abbrv ieeetr siam acm apalike plainnat abbrvnat unsrtnat amsplain amsalpha chicago
    authordate1 apacite
    plaindin plainurl agsm kluwer econ aer cell is-plain aaai-named gbt7714-numerical pnas2009 besjournals chronological
    IEEEtran elsarticle-harv elsarticle-num ACM-Reference-Format splncs04 naturemag cas-model2-names""".split()  # noqa: SIM905
PAPERS = {
    "sampling-uncertainty": ["refs.bib"],
    "lod-dynamics": ["bibliography.bib"],
    "eeg-fusion-cn": ["references.bib"],
    "llm-judge-review": ["includes/references.bib"],
    "binding-benchmarksets": ["benchmarkset.bib"],
}
KEYS = 40


def bbl(folder: Path, style: str, keys: list[str], sources: list[Path]) -> str | None:
    """What BibTeX prints for the keys in a style; None where the style is not installed."""
    for number, source in enumerate(sources):
        shutil.copy(source, folder / f"part{number}.bib")
    names = ",".join(f"part{number}" for number in range(len(sources)))
    citations = "".join(f"\\citation{{{key}}}\n" for key in keys)
    (folder / "ms.aux").write_text(f"\\relax\n{citations}\\bibdata{{{names}}}\n\\bibstyle{{{style}}}\n")
    subprocess.run(["bibtex", "ms"], cwd=folder, capture_output=True, timeout=60, check=False)
    printed = (folder / "ms.bbl").read_text(encoding="utf-8", errors="replace") if (folder / "ms.bbl").exists() else ""
    return printed if "item" in printed else None


def shares(printed: str, resolved: dict[str, Any], keys: list[str]) -> tuple[float, float, float]:
    """Shares of the printed titles, first authors and years that are read back."""
    tree = SourceTree("x", {"ms.tex": document(f"\\cite{{{','.join(keys)}}}").encode(), "ms.bbl": printed.encode()})
    references = {
        key: reference for reference in extract(tree, "x").references for key in (reference.key, *reference.aliases)
    }
    body = "".join(
        compact_title(part.replace("{", " ").replace("}", " ")) for part in re.split(r"item|newblock|\n\n", printed)
    )
    shown = [key for key in keys if compact_title(resolved[key]["title"]) in body]
    titles = [
        key in references and compact_title(references[key].title or "") == compact_title(resolved[key]["title"])
        for key in shown
    ]
    people = [key for key in shown if resolved[key]["authors"]]
    authors = [
        key in references
        and bool(references[key].authors)
        and compact_title(references[key].authors[0].family) == compact_title(resolved[key]["authors"][0])
        for key in people
    ]
    dated = [key for key in shown if resolved[key]["year"]]
    years = [key in references and references[key].year == resolved[key]["year"] for key in dated]
    assert titles
    assert years
    return sum(titles) / len(titles), sum(authors) / max(len(authors), 1), sum(years) / len(years)


def test_titles_survive_the_styles(real_data: Path, tmp_path: Path) -> None:
    if shutil.which("bibtex") is None:
        pytest.skip("bibtex is not installed: apt-get install texlive-binaries texlive-bibtex-extra texlive-publishers")
    by_style: dict[str, list[tuple[float, float, float]]] = {}
    for style in STYLES:
        for paper, sources in PAPERS.items():
            resolved = json.loads((real_data / "latex" / paper / "gold.json").read_text(encoding="utf-8"))["resolved"]
            keys = [key for key, record in resolved.items() if record["title"]][:KEYS]
            folder = tmp_path / style / paper
            folder.mkdir(parents=True)
            printed = bbl(folder, style, keys, [real_data / "latex" / paper / source for source in sources])
            if printed:
                by_style.setdefault(style, []).append(shares(printed, resolved, keys))
    means = {
        style: [sum(column) / len(column) for column in zip(*rows, strict=True)] for style, rows in by_style.items()
    }
    assert len(means) >= 20
    titles, authors, years = (sum(row[column] for row in means.values()) / len(means) for column in range(3))
    assert titles >= 0.95, sorted((round(row[0], 3), style) for style, row in means.items())[:8]
    assert authors >= 0.95, sorted((round(row[1], 3), style) for style, row in means.items())[:8]
    assert years >= 0.98


@pytest.mark.parametrize("style", ["numeric", "authoryear", "apa"])
def test_biber_bbl_files_keep_every_field(real_data: Path, tmp_path: Path, style: str) -> None:
    if shutil.which("biber") is None or shutil.which("pdflatex") is None:
        pytest.skip(
            "biber or pdflatex is not installed: apt-get install biber texlive-latex-recommended texlive-bibtex-extra"
        )
    resolved = json.loads((real_data / "latex" / "sampling-uncertainty" / "gold.json").read_text(encoding="utf-8"))[
        "resolved"
    ]
    keys = [key for key, record in resolved.items() if record["title"]][:KEYS]
    shutil.copy(real_data / "latex" / "sampling-uncertainty" / "refs.bib", tmp_path / "refs.bib")
    text = document(
        f"\\cite{{{','.join(keys)}}}",
        f"\\usepackage[style={style},backend=biber]{{biblatex}}\\addbibresource{{refs.bib}}",
        "\\printbibliography",
    )
    (tmp_path / "ms.tex").write_text(text)
    subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "ms"], cwd=tmp_path, capture_output=True, timeout=120, check=False
    )
    subprocess.run(["biber", "ms"], cwd=tmp_path, capture_output=True, timeout=120, check=False)
    if not (tmp_path / "ms.bbl").exists():
        pytest.skip(f"biblatex style {style} is not installed")
    titles, authors, years = shares((tmp_path / "ms.bbl").read_text(encoding="utf-8"), resolved, keys)
    assert min(titles, authors, years) >= 0.97
