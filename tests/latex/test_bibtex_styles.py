"""With the .bib hidden, what real BibTeX and biber printed is read back.

The weights were learnt from these papers too; docs/notes/extraction.md has the figures for unseen papers and styles.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from perf.printed_styles import Outcome, Paper, papers, print_with_bibtex, prints_titles, read_back, share
from tests.latex.sources import document

pytestmark = [pytest.mark.real, pytest.mark.tex, pytest.mark.soak]

STYLES = """plain unsrt alpha abbrv ieeetr siam acm apalike plainnat abbrvnat unsrtnat amsplain amsalpha chicago
    authordate1 apacite plaindin plainurl agsm dcu kluwer econ aer cell is-plain aaai-named gbt7714-numerical pnas2009
    besjournals chronological apsr nar abntex2-num babplain achemso vancouver natdin lni jss2 agufull IEEEtran
    elsarticle-harv elsarticle-num ACM-Reference-Format splncs04 naturemag cas-model2-names""".split()  # noqa: SIM905
WITHOUT_TITLES = ["aasjournal", "mnras", "apsrev4-1", "apsrev", "JAmChemSoc", "rsc"]
PAPERS = 8


@pytest.fixture(scope="module")
def printed(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Outcome]]:
    if shutil.which("bibtex") is None:
        pytest.skip("bibtex is not installed: apt-get install texlive-binaries texlive-bibtex-extra texlive-publishers")
    folder = tmp_path_factory.mktemp("bbl")
    outcomes: dict[str, list[Outcome]] = {}
    for style in (*STYLES, *WITHOUT_TITLES):
        for paper in papers(real_data / "latex")[::4][:PAPERS]:
            if text := print_with_bibtex(folder, style, paper):
                outcomes.setdefault(style, []).extend(read_back(style, paper, text))
    return outcomes


def means(printed: dict[str, list[Outcome]], part: str) -> dict[str, float]:
    """The share of each style that prints the part, worst first."""
    shares = {style: value for style, outcomes in printed.items() if (value := share(outcomes, part)) is not None}
    return dict(sorted(shares.items(), key=lambda item: item[1]))


def test_titles_survive_the_styles(printed: dict[str, list[Outcome]]) -> None:
    titled = {style: outcomes for style, outcomes in printed.items() if prints_titles(outcomes)}
    assert len(titled) >= 20
    for part, mean, worst in (("title", 0.97, 0.88), ("author", 0.95, 0.85), ("year", 0.98, 0.9)):
        shares = means(titled, part)
        assert sum(shares.values()) / len(shares) >= mean, list(shares.items())[:8]
        assert min(shares.values()) >= worst, list(shares.items())[:8]


def test_where_no_title_is_printed_none_is_made_up(printed: dict[str, list[Outcome]]) -> None:
    untitled = {style: outcomes for style, outcomes in printed.items() if not prints_titles(outcomes)}
    shares = means(untitled, "invented")
    assert len(shares) >= 3
    assert max(shares.values()) <= 0.12, shares
    assert sum(shares.values()) / len(shares) <= 0.05, shares


@pytest.mark.parametrize("style", ["numeric", "authoryear", "apa"])
def test_biber_bbl_files_keep_every_field(real_data: Path, tmp_path: Path, style: str) -> None:
    if shutil.which("biber") is None or shutil.which("pdflatex") is None:
        pytest.skip(
            "biber or pdflatex is not installed: apt-get install biber texlive-latex-recommended texlive-bibtex-extra"
        )
    [paper] = [paper for paper in papers(real_data / "latex") if paper.name == "sampling-uncertainty"]
    outcomes = read_back(style, paper, print_with_biber(tmp_path, style, paper))
    assert min(value for part in ("title", "author", "year") if (value := share(outcomes, part)) is not None) >= 0.97


def print_with_biber(folder: Path, style: str, paper: Paper) -> str:
    """The .bbl that biber prints."""
    shutil.copy(paper.bib_files[0], folder / "refs.bib")
    text = document(
        f"\\cite{{{','.join(paper.records)}}}",
        f"\\usepackage[style={style},backend=biber]{{biblatex}}\\addbibresource{{refs.bib}}",
        "\\printbibliography",
    )
    (folder / "ms.tex").write_text(text)
    for command in (["pdflatex", "-interaction=nonstopmode", "ms"], ["biber", "ms"]):
        subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    if not (folder / "ms.bbl").exists():
        pytest.skip(f"biblatex style {style} is not installed")
    return (folder / "ms.bbl").read_text(encoding="utf-8")
