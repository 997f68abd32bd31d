"""Files are known by their content, whatever their name says, and archives by what they are, not what they hold."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest

from litgauge.tasks.text.filekinds import beginning, compression_of, kind_of
from tests.tables import each_row

TEX = b"\\documentclass{article}\n\\begin{document}\nA survey.\n\\end{document}\n"
PDF = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"
MEMBERS = {"figure.pdf": PDF, "main.tex": TEX}


def tar(style: int = tarfile.PAX_FORMAT) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=style) as archive:
        for name, data in MEMBERS.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def old_tar() -> bytes:
    """A tar from before there was a magic, with the checksum that every tar has."""
    header = bytearray(tar(tarfile.USTAR_FORMAT))
    header[257:512] = b"\0" * 255
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header[:512])
    return bytes(header)


def zipped(method: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in MEMBERS.items():
            archive.writestr(name, data)
    return packed.getvalue()


@each_row("compress", [bytes, gzip.compress, bz2.compress, lzma.compress])
@each_row(
    "data, kind",
    [
        (tar(), "tar"),
        (tar(tarfile.USTAR_FORMAT), "tar"),
        (tar(tarfile.GNU_FORMAT), "tar"),
        (old_tar(), "tar"),
        (TEX, "tex"),
        (PDF, "pdf"),
        (b"%!PS-Adobe-2.0\n", "postscript"),
        (b"", "empty"),
        (b"\n \n", "empty"),
    ],
)
def test_a_file_is_the_same_however_it_is_compressed(compress, data: bytes, kind: str) -> None:
    assert kind_of(compress(data)) == kind


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_zip_whose_first_member_is_a_pdf(method: int) -> None:
    assert kind_of(zipped(method)) == "zip"


@pytest.mark.parametrize(
    "junk", [b"\n\n", b"\xef\xbb\xbf", b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n", b"\0" * 900]
)
def test_pdfs_with_junk_before_their_header(junk: bytes) -> None:
    assert kind_of(junk + PDF) == "pdf"


def test_tex_that_speaks_of_pdf_is_tex() -> None:
    assert kind_of(b"\\documentclass{article}\n%PDF-version of the figures is needed\n" + TEX) == "tex"


@each_row(
    "data",
    [
        b"%&latex\n" + TEX,
        b"\xef\xbb\xbf" + TEX,
        TEX.decode().encode("utf-16"),
        TEX.replace(b"survey", b"sur\0vey"),
        b"\\input amstex\nA plain file\\bye\n",
        b"% a comment\n" * 500 + TEX,
        b"\\bibitem{a} A list alone",
    ],
)
def test_tex_in_many_forms(data: bytes) -> None:
    assert kind_of(data) == "tex"


@pytest.mark.parametrize(
    "data",
    [b"<!DOCTYPE html>\n<html><body>Sorry</body></html>", b'<?xml version="1.0"?>\n<!-- a -->\n<html xmlns="x">'],
)
def test_web_pages(data: bytes) -> None:
    assert kind_of(data) == "html"


@pytest.mark.parametrize(
    "data",
    [b"\x00\x01\x02\x03" * 100, b"\0" * 600, b"just words without any markup\n" * 300, b"\x89PNG\r\n\x1a\n%\0\0"],
)
def test_what_nobody_can_read_is_unknown(data: bytes) -> None:
    assert kind_of(data) == "unknown"


@pytest.mark.parametrize("magic", [b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\x00"])
def test_compression_that_is_broken_from_the_start(magic: bytes) -> None:
    assert kind_of(magic + b"\x01" * 50) == "damaged"


def test_a_download_that_broke_off_is_still_known() -> None:
    whole = gzip.compress(tar(), 1)
    assert kind_of(whole[:-20]) == "tar"


@pytest.mark.slow
def test_a_bomb_is_only_looked_into() -> None:
    bomb = gzip.compress(TEX + b" " * 200_000_000, compresslevel=1)
    assert (kind_of(bomb), compression_of(bomb), len(beginning(bomb) or b"")) == ("tex", "gz", 1 << 16)


@pytest.mark.slow
def test_compression_that_wants_gigabytes_is_refused() -> None:
    greedy = lzma.compress(TEX, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}])
    assert kind_of(greedy) == "damaged"
