"""Sources of a local corpus: folders are packed the same way every time, and nothing leads out."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import time
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.harvest.local import pack_folder, read_local_source
from litgauge.tasks.harvest.settings import SourceSettings
from tests.harvest.test_source_kind import TEX, tar, zipped
from tests.tables import each_row

SETTINGS = SourceSettings()


def folder(path: Path, *names: str) -> Path:
    for name in names:
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(TEX + name.encode())
    return path


def test_a_folder_is_packed_with_all_its_files(tmp_path: Path) -> None:
    packed = pack_folder(folder(tmp_path, "main.tex", "parts/a.tex", "parts/ü.tex"), 10**6)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        assert archive.getnames() == ["main.tex", "parts/a.tex", "parts/ü.tex"]
        assert {(member.mtime, member.uid, member.uname) for member in archive} == {(0, 0, "")}


def test_a_folder_whose_first_file_is_a_figure_is_an_archive_all_the_same(tmp_path: Path) -> None:
    (folder(tmp_path / "paper", "main.tex") / "1_figure.pdf").write_bytes(b"%PDF-1.5\n" + b"x" * 2000)
    assert read_local_source(tmp_path / "paper", SETTINGS, tmp_path).kind == "tar"


def test_equal_folders_are_equal_bytes(tmp_path: Path) -> None:
    one = folder(tmp_path / "one", "b.tex", "a.tex", "c/d.tex")
    other = folder(tmp_path / "other", "c/d.tex", "a.tex", "b.tex")
    os.utime(other / "a.tex", (0, time.time() - 9999))
    (other / "b.tex").chmod(0o777)
    assert pack_folder(one, 10**6) == pack_folder(other, 10**6)


def test_links_and_version_control_stay_out(tmp_path: Path) -> None:
    packed = folder(tmp_path / "paper", "main.tex", ".git/config")
    (packed / "passwords").symlink_to("/etc/passwd")
    (packed / "elsewhere").symlink_to(tmp_path, target_is_directory=True)
    with tarfile.open(fileobj=io.BytesIO(pack_folder(packed, 10**6))) as archive:
        assert archive.getnames() == ["main.tex"]


@each_row(
    "name, data, kind",
    [
        ("a.tar.gz", gzip.compress(tar(main=TEX)), "tar"),
        ("a.zip", zipped(), "zip"),
        ("a.gz", gzip.compress(TEX), "tex"),
        ("a.tex", TEX, "tex"),
        ("a.pdf", b"%PDF-1.5", "pdf"),
    ],
)
def test_files_are_taken_as_they_are(tmp_path: Path, name: str, data: bytes, kind: str) -> None:
    (tmp_path / name).write_bytes(data)
    fetched = read_local_source(tmp_path / name, SETTINGS, tmp_path)
    assert (fetched.data, fetched.kind, fetched.url) == (data, kind, name)


@each_row(
    "source, rule",
    [
        ("../secret.tex", "outside-root"),
        ("/etc/passwd", "outside-root"),
        ("link.tex", "outside-root"),
        ("none", "no-source"),
        ("empty", "no-source"),
    ],
)
def test_what_cannot_be_a_source_is_rejected(tmp_path: Path, source: str, rule: str) -> None:
    root = tmp_path / "corpus"
    (root / "empty").mkdir(parents=True)
    (tmp_path / "secret.tex").write_bytes(TEX)
    (root / "link.tex").symlink_to(tmp_path / "secret.tex")
    with pytest.raises(Rejected) as raised:
        read_local_source(root / source, SETTINGS, root)
    assert raised.value.rule == rule


@pytest.mark.parametrize("name", ["paper", "paper/main.tex"])
def test_a_source_larger_than_the_cap_is_rejected(tmp_path: Path, name: str) -> None:
    folder(tmp_path / "paper", "main.tex")
    with pytest.raises(Rejected) as raised:
        read_local_source(tmp_path / name, SourceSettings(max_bytes=10), tmp_path)
    assert raised.value.rule == "too-large"


@pytest.mark.real
def test_all_real_sources_are_read(real_data: Path) -> None:
    sources = sorted(path for path in (real_data / "latex").iterdir() if path.is_dir())
    kinds = [read_local_source(path, SETTINGS, real_data).kind for path in sources]
    assert kinds == ["tar"] * 48
