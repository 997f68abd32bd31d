"""Sources are known by their content, whatever their name says."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.harvest.eprint import source_kind
from tests.tables import each_row

TEX = b"\\documentclass{article}\n\\begin{document}\nA survey.\n\\end{document}\n"


def tar(style: int = tarfile.PAX_FORMAT, **members: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=style) as archive:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def zipped() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("main.tex", TEX)
    return packed.getvalue()


@each_row(
    "data, kind",
    [
        (gzip.compress(tar(main=TEX)), "tar"),
        (tar(main=TEX), "tar"),
        (tar(tarfile.USTAR_FORMAT, main=TEX), "tar"),
        (gzip.compress(TEX), "tex"),
        (TEX, "tex"),
        (b"%&latex\n" + TEX, "tex"),
        (b"\xef\xbb\xbf" + TEX, "tex"),
        (TEX.decode().encode("utf-16"), "tex"),
        (b"\\input amstex\nA plain file\\bye\n", "tex"),
        (b"% a comment\n" * 500 + TEX, "tex"),
        (zipped(), "zip"),
        (b"%PDF-1.5\n%\xe2\xe3", "pdf"),
        (b"\n\n%PDF-1.5\n", "pdf"),
        (b"%auto-ignore\n" + TEX, "tex"),
    ],
)
def test_usable_sources(data: bytes, kind: str) -> None:
    assert source_kind(data, "2101.00001") == kind


@pytest.mark.slow
def test_a_gzip_bomb_is_only_looked_into() -> None:
    assert source_kind(gzip.compress(TEX + b" " * 200_000_000, compresslevel=1), "2101.00001") == "tex"


@pytest.mark.parametrize("style", [tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT])
def test_an_archive_that_begins_with_a_figure_is_no_pdf(style: int) -> None:
    packed = tar(style, **{"a_figure.pdf": b"%PDF-1.5\n" + b"x" * 3000, "main.tex": TEX})
    assert source_kind(packed, "2101.00001") == "tar"
    assert source_kind(gzip.compress(packed), "2101.00001") == "tar"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "error", "rule"),
    [
        (b"%!PS-Adobe-2.0\n", Rejected, "postscript"),
        (gzip.compress(b"%!PS-Adobe-2.0\n"), Rejected, "postscript"),
        (b"<!DOCTYPE html>\n<html><body>Sorry</body></html>", Failed, "html-page"),
        (b'<?xml version="1.0"?>\n<!-- a -->\n<html xmlns="x">', Failed, "html-page"),
        (b"", Rejected, "withdrawn"),
        (b"\n \n", Rejected, "withdrawn"),
        (gzip.compress(b""), Rejected, "withdrawn"),
        (
            b"%auto-ignore\r\nThis paper has been withdrawn by the author due to a crucial error.\r\n",
            Rejected,
            "withdrawn",
        ),
        (gzip.compress(b"%auto-ignore\nThis submission was removed.\n"), Rejected, "withdrawn"),
        (b"This paper has been withdrawn.\n", Rejected, "withdrawn"),
        (b"\x00\x01\x02\x03" * 100, Rejected, "unknown-format"),
        (b"just words without any markup\n" * 300, Rejected, "unknown-format"),
        (b"\x1f\x8b" + b"\x00" * 50, Rejected, "unknown-format"),
        (b"\x00" * 600, Rejected, "unknown-format"),
        (b"<html>", Failed, "html-page"),
    ],
)
def test_what_is_no_source_says_which_rule_it_broke(data: bytes, error: type[Rejected | Failed], rule: str) -> None:
    with pytest.raises(error) as raised:
        source_kind(data, "https://arxiv.example/e-print/2101.00001")
    assert raised.value.rule == rule
    with pytest.raises(error) as raised:
        source_kind(data, "papers/mine.tar.gz")  # nobody but arXiv withdraws
    assert raised.value.rule == ("unknown-format" if rule == "withdrawn" else rule)


@pytest.mark.real
def test_real_main_files_are_tex(real_data: Path) -> None:
    mains = [path for path in (real_data / "latex").rglob("*.tex") if b"\\documentclass" in path.read_bytes()]
    assert len(mains) > 40
    assert {source_kind(path.read_bytes(), path.name) for path in mains} == {"tex"}
