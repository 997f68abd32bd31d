"""What decides which text there is, in small documents: the extractor cites what TeX cites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from litgauge.tasks.latex import extract
from tests.latex.as_tex import FILES, GROUPS
from tests.latex.real_tex import cited_by_tex, need_tex
from tests.latex.sources import of
from tests.tables import each_row

# The first case of each group shows that TeX is asked at all; the rest takes minutes.
BY_TEX = [
    pytest.param(*case, id=f"{group}-{number}", marks=[pytest.mark.soak] if number else [])
    for group, cases in GROUPS.items()
    for number, case in enumerate(cases)
]
_KEY = re.compile(r"(?<![a-zA-Z\\])y\d*(?![a-zA-Z\d\\])")
_INPUT = re.compile(r"(?<![a-zA-Z])(?:one|two)(?![a-zA-Z.])")


def files(preamble: str, body: str) -> dict[str, str | bytes]:
    text = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return {"paper.tex": text, **FILES}


def wanted(preamble: str, body: str) -> list[str]:
    """Every y, y1, y2, ... that is written in the document, or in a file that it inputs, is cited there."""
    written = preamble + body + "".join(FILES[f"{name}.tex"] for name in _INPUT.findall(preamble + body))
    return sorted(set(_KEY.findall(written)))


@each_row("group", GROUPS)
def test_the_extractor_cites_what_is_text(group: str) -> None:
    cited = {case: sorted(extract(of(files(*case)), "x").cited_keys) for case in GROUPS[group]}
    assert {case: keys for case, keys in cited.items() if keys != wanted(*case)} == {}


@pytest.mark.tex
@pytest.mark.parametrize(("preamble", "body"), BY_TEX)
def test_tex_cites_the_same(preamble: str, body: str, tmp_path: Path) -> None:
    need_tex()
    source = {name: text if isinstance(text, bytes) else text.encode() for name, text in files(preamble, body).items()}
    assert sorted(cited_by_tex(source, "paper.tex", tmp_path)) == wanted(preamble, body)
