"""Grades the local reader of PDFs' lists of works against the .bib files that they were printed from.

`python -m perf.pdf_references FOLDER [--papers 20] [--differences]` (needs pdflatex and bibtex; classes and styles come
with texlive-publishers). Of each source under FOLDER that cites enough works of its .bib files, a paper is printed that
cites them in a text of its own, in one layout after the other: numbers, labels, names with years, one column and two.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.latex import extract, open_path
from litgauge.tasks.papers.pdf.page_lines import read_lines
from litgauge.tasks.papers.pdf.reference_list import read_references
from litgauge.tasks.papers.pdf.settings import PdfSettings
from litgauge.tasks.records import Reference
from litgauge.tasks.text import compact_title

FEWEST, MOST = 15, 60
"""Works that a printed paper cites."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A class and a bibliography style."""

    name: str
    preamble: str
    style: str
    cite: str = "cite"
    before: str = ""
    title: str = "\\title{On the matter}\\author{A. N. Author}\\maketitle"


NATBIB = "\\usepackage[round]{natbib}"
LAYOUTS = (
    Layout("IEEEtran, two columns, numbers", "\\documentclass[conference]{IEEEtran}", "IEEEtran"),
    Layout("article, names and years", f"\\documentclass{{article}}{NATBIB}", "plainnat", "citep"),
    Layout("article, two columns, numbers", "\\documentclass[twocolumn]{article}", "plain"),
    Layout("elsarticle, numbers", "\\documentclass[preprint,12pt]{elsarticle}", "elsarticle-num"),
    Layout("elsarticle, two columns, names and years", "\\documentclass[5p,times,authoryear]{elsarticle}",
           "elsarticle-harv", "citep"),
    Layout("llncs, numbers", "\\documentclass{llncs}", "splncs04"),
    Layout("amsart, labels", "\\documentclass{amsart}", "amsalpha"),
    Layout("article, two columns, names and years", f"\\documentclass[twocolumn]{{article}}{NATBIB}", "abbrvnat",
           "citep"),
    Layout("revtex, two columns, no heading", "\\documentclass[aps,prl,twocolumn]{revtex4-2}", "unsrt"),
    Layout("report, ACM's style", f"\\documentclass[11pt]{{report}}{NATBIB}", "ACM-Reference-Format", "citep"),
)  # fmt: skip
WORDS = "the a of in on with results methods models data we show find that these those compare large small new".split()  # noqa: SIM905


@dataclass(frozen=True, slots=True)
class Grade:
    """What the reader found in one PDF."""

    paper: str
    layout: str
    printed: int  # works whose title the PDF prints
    right: int  # of which a reference has the title
    authors: int  # right ones whose first author is right as well
    called: int  # right ones that a callout was matched with
    found: int  # references in all
    missing: tuple[str, ...]

    @property
    def share(self) -> float:
        """Right titles of those printed."""
        return self.right / self.printed


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line a paper, and the shares."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--papers", type=int, default=20)
    parser.add_argument("--shift", type=int, default=0, help="layouts that are passed over first")
    parser.add_argument("--differences", action="store_true")
    options = parser.parse_args(arguments)
    grades: list[Grade] = []
    for paper in sorted(path for path in options.folder.iterdir() if path.is_dir()):
        layout = LAYOUTS[(len(grades) + options.shift) % len(LAYOUTS)]
        if (found := graded(paper, layout)) is not None:
            grades.append(found)
            print(
                f"{found.paper[:40]:40} {found.layout:42} {found.share:.2f} of {found.printed:3} titles, "
                f"{found.authors} first authors, {found.called} called, {found.found} references",
                flush=True,
            )
            for title in found.missing if options.differences else ():
                print(f"    missing: {title}")
        if len(grades) == options.papers:
            break
    printed, right = sum(one.printed for one in grades), sum(one.right for one in grades)
    print(
        f"{len(grades)} PDFs: {right / printed:.3f} of {printed} titles, mean of papers "
        f"{statistics.mean(one.share for one in grades):.3f}, weakest {min(one.share for one in grades):.2f}; "
        f"first authors {sum(one.authors for one in grades) / right:.3f}, "
        f"callouts {sum(one.called for one in grades) / right:.3f} of the right ones"
    )


def graded(paper: Path, layout: Layout) -> Grade | None:
    """Return what is read in a paper that cites the works of this source; None if it has too few, or cannot be
    printed.
    """
    tree = open_path(paper)
    works = [one for one in extract(tree, paper.name).references if one.origin == "bib" and one.title and one.authors]
    works = [one for one in works if "," not in one.key and "_" not in one.key][:MOST]
    files = sorted(path for path in paper.rglob("*.bib") if path.is_file())
    if len(works) < FEWEST or not files:
        return None
    with tempfile.TemporaryDirectory() as folder:
        pdf = printed(Path(folder), files, [one.key for one in works], layout)
    return _grade(paper.name, layout.name, pdf, works) if pdf else None


def printed(folder: Path, files: Sequence[Path], keys: Sequence[str], layout: Layout) -> bytes | None:
    """Return a PDF that cites these keys, every fourth time two of them at once; None if TeX fails."""
    names = []
    for number, file in enumerate(files):
        shutil.copy(file, folder / f"works{number}.bib")
        names.append(f"works{number}")
    dice, body, rest = random.Random(1), [], list(keys)
    while rest:
        together, rest = rest[: 1 + (len(rest) % 4 == 0)], rest[1 + (len(rest) % 4 == 0) :]
        words = " ".join(dice.choices(WORDS, k=dice.randint(12, 30)))
        body.append(f"{words.capitalize()} \\{layout.cite}{{{','.join(together)}}}.")
    paragraphs = "\n\n".join(" ".join(body[start : start + 5]) for start in range(0, len(body), 5))
    (folder / "paper.tex").write_text(
        f"{layout.preamble}\n\\usepackage[utf8]{{inputenc}}\\usepackage[T1]{{fontenc}}\\usepackage{{lmodern}}\\usepackage{{url}}\n"
        "\\providecommand{\\href}[2]{#2}\\begin{document}\n"
        f"{layout.title}\n\\section{{Introduction}}\n{paragraphs}\n"
        f"\\bibliographystyle{{{layout.style}}}\n\\bibliography{{{','.join(names)}}}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    for command in ("pdflatex", "bibtex", "pdflatex", "pdflatex"):
        words = [command, "paper"] if command == "bibtex" else [command, "-interaction=nonstopmode", "paper"]
        subprocess.run(words, cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    pdf = folder / "paper.pdf"
    return pdf.read_bytes() if pdf.is_file() else None


def _grade(paper: str, layout: str, pdf: bytes, works: Sequence[Reference]) -> Grade | None:
    settings = PdfSettings()
    text = compact_title(" ".join(line.text.removesuffix("-") for line in read_lines(pdf, settings)[0]))
    shown = [one for one in works if compact_title(one.title or "") in text.replace(" ", "")]
    if len(shown) < FEWEST:
        return None
    try:
        extraction = read_references(pdf, paper, settings)
    except Rejected:
        return Grade(paper, layout, len(shown), 0, 0, 0, 0, tuple(one.title or "" for one in shown))
    found = {compact_title(one.title): one for one in extraction.references if one.title}
    called = {citation.key for citation in extraction.citations}
    pairs = [(one, found.get(compact_title(one.title or ""))) for one in shown]
    right = [(one, other) for one, other in pairs if other is not None]
    same = [
        one
        for one, other in right
        if other.authors and compact_title(one.authors[0].family) == compact_title(other.authors[0].family)
    ]
    return Grade(
        paper,
        layout,
        len(shown),
        len(right),
        len(same),
        sum(other.key in called for _, other in right),
        len(extraction.references),
        tuple(one.title or "" for one, other in pairs if other is None),
    )


if __name__ == "__main__":
    main()
