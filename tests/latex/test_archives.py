"""Hostile and odd archives: refused or bounded, never unpacked to disk."""

from __future__ import annotations

import io
import stat
import tarfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Rejected, UnusableInput
from litgauge.tasks.latex import Caps, extract, open_path, open_source
from tests.latex.sources import document, gzipped, tarball, zipped
from tests.tables import each_row

PAPER = document("\\cite{a}").encode()
SMALL = Caps(compressed_bytes=1_000_000, expanded_bytes=2_000_000, text_file_bytes=500_000, members=50, path_length=100)


def rule(data: bytes, caps: Caps = SMALL) -> str:
    with pytest.raises(Rejected) as caught:
        open_source(data, "hostile", caps)
    return caught.value.rule


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_tar_in_every_compression(mode: str) -> None:
    tree = open_source(tarball([("src/ms.tex", PAPER), ("fig.png", b"\x89PNG")], mode), "x")
    assert (tree.kind, list(tree.members)) == ("tar", ["src/ms.tex"])


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_whose_first_member_is_a_figure_is_no_pdf(mode: str) -> None:
    tree = open_source(tarball([("a.pdf", b"%PDF-1.5\n%\xe2\xe3"), ("ms.tex", PAPER)], mode), "x")
    assert (tree.kind, list(tree.members)) == ("tar", ["ms.tex"])


def test_a_zip_whose_first_member_is_a_figure_is_no_pdf() -> None:
    tree = open_source(zipped([("a.pdf", b"%PDF-1.5\n"), ("ms.tex", PAPER)]), "x")
    assert (tree.kind, list(tree.members)) == ("zip", ["ms.tex"])


def test_a_pdf_with_junk_before_its_header_and_one_in_a_gzip() -> None:
    for data in (b"\r\n\r\n%PDF-1.7 ...", gzipped(b"%PDF-1.7 ...")):
        tree = open_source(data, "paper.pdf")
        assert (tree.kind, list(tree.members)) == ("pdf", ["paper.pdf"])


def test_zip_lone_gzip_plain_tex_and_pdf() -> None:
    assert open_source(zipped([("ms.tex", PAPER)]), "x.zip").kind == "zip"
    assert list(open_source(gzipped(PAPER), "2301.00001.gz").members) == ["2301.00001.tex"]
    assert open_source(PAPER, "paper.tex").kind == "tex"
    assert open_source(b"%PDF-1.7 ...", "paper.pdf").kind == "pdf"
    assert extract(open_source(gzipped(b"%PDF-1.7 ..."), "x"), "x").status == "no-latex"


def test_a_folder_is_read_in_place(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "ms.tex").write_bytes(PAPER)
    (tmp_path / "sub" / "refs.bib").write_text("@misc{a, title={Alpha}}")
    (tmp_path / "link.tex").symlink_to("/etc/passwd")
    assert set(open_path(tmp_path).members) == {"ms.tex", "sub/refs.bib"}


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput):
        open_path(tmp_path / "absent")


@each_row("name", ["../x.tex", "/etc/x.tex", "a/../../x.tex", "x\x00.tex", "a" * 300 + ".tex", "a\nb.tex"])
def test_members_that_point_outside_or_have_bad_names_are_left_out(name: str) -> None:
    tree = open_source(
        zipped([(name, b"\\cite{evil}"), ("ms.tex", PAPER)])
        if "\x00" in name
        else tarball([(name, b"\\cite{evil}"), ("ms.tex", PAPER)]),
        "x",
        SMALL,
    )
    assert b"evil" not in b"".join(data for path, data in tree.members.items() if path != "x") or "\x00" in name
    assert "ms.tex" in tree.members


@each_row("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE])
def test_links_and_devices_are_left_out(kind: bytes) -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        member = tarfile.TarInfo("ms.tex")
        member.type, member.linkname = kind, "/etc/passwd"
        archive.addfile(member)
    tree = open_source(stream.getvalue(), "x")
    assert (dict(tree.members), tree.skipped) == ({}, ("ms.tex (a link or a device)",))


def test_symbolic_links_in_a_zip_are_left_out() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        member = zipfile.ZipInfo("ms.tex")
        member.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(member, "/etc/passwd")
    assert open_source(stream.getvalue(), "x").members == {}


def test_the_last_of_members_with_one_name_wins_and_it_is_noted() -> None:
    tree = open_source(tarball([("ms.tex", b"first"), ("ms.tex", b"second")]), "x")
    assert (tree.members["ms.tex"], tree.skipped) == (b"second", ("ms.tex (an earlier copy)",))


@pytest.mark.slow
def test_a_bomb_is_never_unpacked() -> None:
    bomb = gzipped(b"\\documentclass" + b" " * 50_000_000)
    tracemalloc.start()
    assert rule(bomb) == "archive-bomb"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


def test_a_bomb_in_a_tar_and_in_a_zip() -> None:
    parts = [(f"{number}.tex", b" " * 400_000) for number in range(10)]
    assert rule(tarball(parts)) == "archive-bomb"
    assert rule(zipped(parts)) == "archive-bomb"


def test_one_huge_file_is_left_out() -> None:
    tree = open_source(tarball([("huge.tex", b" " * 600_000), ("ms.tex", PAPER)]), "x", SMALL)
    assert (list(tree.members), tree.skipped) == (["ms.tex"], ("huge.tex (600000 bytes)",))


def test_too_large_too_many_and_nonsense() -> None:
    assert rule(b"x" * 1_000_001) == "archive-too-large"
    assert rule(tarball([(f"{number}.dat", b"") for number in range(60)])) == "archive-too-many-members"
    assert rule(zipped([(f"{number}.dat", b"") for number in range(60)])) == "archive-too-many-members"
    assert rule(b"\x01\x02\x03" * 500) == "archive-unknown"
    assert rule(b"") == "archive-unknown"


@pytest.mark.slow
def test_a_hundred_thousand_members_are_refused_soon() -> None:
    header = tarfile.TarInfo("x.tex").tobuf()
    assert rule(gzipped(header * 100_000), Caps()) == "archive-too-many-members"


def test_damaged_archives_are_refused() -> None:
    whole = tarball([("ms.tex", bytes(range(256)) * 400)])
    assert rule(whole[: len(whole) // 2]) == "archive-unreadable"
    assert rule(zipped([("ms.tex", PAPER)])[:-10]) == "archive-unreadable"


def test_encrypted_zips_are_refused() -> None:
    data = bytearray(zipped([("ms.tex", PAPER)]))
    data[6] |= 1
    start = data.find(b"PK\x01\x02")
    data[start + 8] |= 1
    assert rule(bytes(data)) == "archive-unreadable"


def test_a_path_three_hundred_folders_deep_is_left_out() -> None:
    assert open_source(tarball([("a/" * 300 + "x.tex", PAPER)]), "x").members == {}


def test_an_archive_whose_members_are_all_refused_says_which_and_why() -> None:
    long = "deep/" * 200 + "ms.tex"
    found = extract(open_source(tarball([("../ms.tex", PAPER), (long, PAPER)]), "x"), "x")
    assert found.status == "no-latex"
    [note] = found.diagnostics
    assert "../ms.tex (it leads outside the archive)" in note.message
    assert "(its path is too long)" in note.message


def sparse(name: str, size: int) -> bytes:
    """A tar with one member of so many bytes of which none is stored (GNU's sparse format)."""
    member = tarfile.TarInfo(name)
    member.type = tarfile.GNUTYPE_SPARSE
    header = bytearray(member.tobuf(tarfile.GNU_FORMAT))
    header[386:398] = b"%011o\0" % size  # one stretch: it begins at the end, and is empty
    header[398:410] = b"%011o\0" % 0
    header[483:495] = b"%011o\0" % size
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + bytes(1024)


def test_sparse_members_count_as_what_they_unpack_to() -> None:
    tree = open_source(sparse("ms.tex", 8_000_000_000), "x")
    assert (dict(tree.members), tree.skipped) == ({}, ("ms.tex (8000000000 bytes)",))
    assert open_source(sparse("ms.tex", 400_000), "x", SMALL).members == {"ms.tex": bytes(400_000)}


def test_archives_within_archives_are_not_unpacked() -> None:
    inner = gzipped(b"\\documentclass" + b" " * 5_000_000)
    assert rule(gzipped(inner), Caps()) == "archive-unknown"
    assert rule(gzipped(gzipped(inner)), Caps()) == "archive-unknown"
    tree = open_source(tarball([("more.tar.gz", tarball([("a.tex", PAPER)])), ("ms.tex", PAPER)]), "x")
    assert list(tree.members) == ["ms.tex"]
