"""The sample's archives: rebuilt to the byte, and shaped as arXiv hands them out."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pypdfium2
import pytest


@pytest.fixture(scope="module")
def sources(repository: Path) -> Path:
    return repository / "data" / "sample" / "sources"


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["build", "agents"])
def test_rebuilding_gives_identical_bytes(builder: str, repository: Path) -> None:
    command = [sys.executable, "-m", f"tools.sample.{builder}", "--check"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "differ: none\n"), done.stderr


def test_every_source_that_a_row_names_is_there_and_no_other(sources: Path) -> None:
    lines = (sources.parent / "surveys.jsonl").read_text(encoding="utf-8").splitlines()
    named = {source for line in lines if (source := json.loads(line)["source"])}
    assert named == {f"sources/{path.name}" for path in sources.iterdir()}


def test_the_archives_are_of_all_the_kinds_that_users_have(sources: Path) -> None:
    kinds = {path.name.split(".", 2)[2] for path in sources.iterdir()}
    assert kinds == {"tar.gz", "gz", "zip", "pdf"}
    with zipfile.ZipFile(sources / "9912.00005.zip") as archive:
        assert archive.testzip() is None
    assert gzip.decompress((sources / "9912.00007.gz").read_bytes()).startswith(b"\\documentclass")


def test_arxiv_s_own_files_are_in_some(sources: Path) -> None:
    names: set[str] = set()
    for path in sources.glob("*.tar.gz"):
        with tarfile.open(path) as archive:
            names.update(archive.getnames())
    assert {"00README.json", "00README.XXX", "paper/._main.tex"} <= names


def test_the_pdf_can_be_read(sources: Path) -> None:
    path = sources / "9912.00013.pdf"
    with pypdfium2.PdfDocument(path) as document:
        text = "\n".join(page.get_textpage().get_text_range() for page in document)
    assert path.stat().st_size < 30_000
    assert text.startswith("From Sequence to Structure")
    assert "10.1126/science.181.4096.223" in text


def test_the_hostile_archive_is_tiny_on_disk_and_holds_every_trick(sources: Path) -> None:
    data = (sources / "9912.00015.tar.gz").read_bytes()
    assert len(data) < 30_000
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(data))) as archive:
        members = archive.getmembers()
    assert any(member.name.startswith("../") for member in members)
    assert any(member.name.startswith("/") for member in members)
    assert {member.type for member in members} == {
        tarfile.REGTYPE,
        tarfile.SYMTYPE,
        tarfile.LNKTYPE,
        tarfile.FIFOTYPE,
        tarfile.CHRTYPE,
    }
    assert max(member.size for member in members) > 20_000_000
