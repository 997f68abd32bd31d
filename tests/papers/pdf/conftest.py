"""Fixtures of the full-text tests."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Compile = Callable[[str], bytes]


@pytest.fixture(scope="session")
def pdflatex(tmp_path_factory: pytest.TempPathFactory) -> Compile:
    """A function that makes a PDF of a LaTeX document with Debian's TeX."""
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("pdflatex is not installed: apt-get install texlive-latex-base texlive-latex-recommended")

    def compile_document(source: str) -> bytes:
        folder: Path = tmp_path_factory.mktemp("tex")
        (folder / "paper.tex").write_text(source, encoding="utf-8")
        done = subprocess.run(
            [program, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
            cwd=folder,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout.decode("latin-1")[-2000:]
        return (folder / "paper.pdf").read_bytes()

    return compile_document
