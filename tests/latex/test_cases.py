"""Invented situations of LaTeX sources (latex_cases), with the keys, the main file and the titles that are right."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.latex import extract, open_path
from tests.latex.real_tex import cited_by_tex, need_tex

pytestmark = pytest.mark.real

NOT_BY_TEX: dict[str, str] = {
    "M07": "the supplement is a document of its own: TeX runs twice",
    "K10": "\\citep is undefined: the case lacks \\usepackage{natbib}, with which TeX cites all four",
    "K14": "the case lacks \\usepackage[listings]{tcolorbox}, with which TeX does not cite beta",
    "K20": "\\citep is undefined: the case lacks \\usepackage{natbib}, with which TeX cites both",
    "B10": "the case lacks \\usepackage{harvard}, with which TeX cites alpha",
    "B13": "AMS-TeX, which writes no .aux",
    "B14": "needs aaspp4.sty, which Debian does not have",
    "E01": "needs the accents of its key to be plain letters, as they are for 8-bit TeX",
    "E02": "needs CJK.sty",
    "E04": "needs pLaTeX",
    "E05": "needs Cyrillic fonts",
    "P08": "no TeX reads a backslash in a path; that the file is found all the same costs nothing",
}
"""Cases that pdflatex on Debian cannot confirm, each with the reason."""


@dataclass(frozen=True)
class Case:
    id: str
    what: str
    cited_keys: list[str]
    main: str | None
    titles: dict[str, str]


IDS = """
    B01 B02 B04 B05 B07 B08 B10 B11 B13 B14 E01 E02 E04 E05 I02 I03 I05 I06 I08 I09 I11 I12 I14 I15 K01 K02 K04 K05 K07
    K08 K10 K11 K13 K14 K16 K17 K19 K20 M01 M02 M04 M05 M07 M08 M10 M11 M13 M14 M16 M17 M19 M20 M22 M23 P02 P03 P05 P06
    P08 S08 S09 W02 W03 W05 W06 W08 W09 W11 W12 W14 W15
""".split()  # noqa: SIM905


@cache
def cases(folder: Path) -> dict[str, Case]:
    listed: list[dict[str, Any]] = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    return {item["id"]: Case(**item) for item in listed}


def test_every_case_is_tested(real_data: Path) -> None:
    assert sorted(cases(real_data / "latex_cases")) == IDS


@pytest.mark.parametrize("id", IDS)
def test_case(id: str, real_data: Path) -> None:
    folder = real_data / "latex_cases"
    case, found = cases(folder)[id], extract(open_path(folder / id), id)
    titles = {reference.key: reference.title for reference in found.references}
    assert (sorted(found.cited_keys), {key: titles.get(key) for key in case.titles}) == (case.cited_keys, case.titles)
    assert case.main in (None, found.main)


@pytest.mark.tex
@pytest.mark.soak
@pytest.mark.parametrize("id", [id for id in IDS if id not in NOT_BY_TEX])
def test_real_tex_cites_what_the_case_expects(id: str, real_data: Path, tmp_path: Path) -> None:
    need_tex()
    folder = real_data / "latex_cases"
    case = cases(folder)[id]
    source = folder / id
    files = {str(path.relative_to(source)): path.read_bytes() for path in source.rglob("*") if path.is_file()}
    main = case.main or next(name for name in files if name in ("paper.tex", "p.tex"))
    assert sorted(cited_by_tex(files, main, tmp_path)) == case.cited_keys
