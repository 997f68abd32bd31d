"""Archives and names of tasks that are not what they seem."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from litgauge.tasks.answers import archives
from litgauge.tasks.answers.files import answer_files
from litgauge.tasks.answers.names import TaskNames
from litgauge.tasks.base.errors import UnusableInput


def zipped(place: Path, *members: tuple[str | zipfile.ZipInfo, str]) -> Path:
    with zipfile.ZipFile(place, "w") as pack:
        for name, text in members:
            pack.writestr(name, text)
    return place


def names(folder: Path) -> list[str]:
    with answer_files(folder) as opened:
        return [file.name for file in opened.files]


def test_archives_are_folders(tmp_path: Path) -> None:
    zipped(tmp_path / "b.zip", ("run/kites:detail.md", "?"), ("two.md", "?"), ("inner.tar", "?"), (".git/x.md", "?"))
    (tmp_path / "a.md").write_text("?")
    with answer_files(tmp_path) as opened:
        assert [file.name for file in opened.files] == ["a.md", "b.zip/run/kites:detail.md", "b.zip/two.md"]
        assert [(one.name, one.why) for one in opened.ignored] == [("b.zip/inner.tar", "an archive in an archive")]
        places = [file.path for file in opened.files]
        assert all(place.exists() for place in places)
    assert [place.exists() for place in places] == [True, False, False]


@pytest.mark.parametrize(
    ("name", "encoding"), [("图表 1.md", "gbk"), ("图表 1.md", "utf-8"), ("Größe.md", "cp437"), ("Möwe.md", "utf-8")]
)
def test_names_in_a_zip_without_a_mark_for_utf_8_are_read_as_they_were_written(
    name: str, encoding: str, tmp_path: Path
) -> None:
    written = name.encode(encoding)
    zipped(tmp_path / "a.zip", ("x" * len(written), "?"))
    data = (tmp_path / "a.zip").read_bytes().replace(b"x" * len(written), written)
    (tmp_path / "a.zip").write_bytes(data)
    assert names(tmp_path) == [f"a.zip/{name}"]


def test_no_member_is_a_link_or_lies_outside(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.md")
    link.external_attr = 0o120777 << 16
    folder = tmp_path / "given"
    folder.mkdir()
    zipped(folder / "a.zip", (link, "/etc/passwd"), ("../out.md", "?"), ("/abs.md", "?"), ("..\\back.md", "?"))
    assert names(folder) == []
    assert [path.name for path in tmp_path.iterdir()] == ["given"]


@pytest.mark.parametrize("damage", ["cut", "empty", "text", "file as folder"])
def test_an_archive_that_cannot_be_read_is_broken_as_a_whole(damage: str, tmp_path: Path) -> None:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as pack:
        for name in ("one.md", "two.md", *(["one.md/three.md"] if damage == "file as folder" else [])):
            member = tarfile.TarInfo(name)
            member.size = 100_000
            pack.addfile(member, io.BytesIO(bytes(range(250)) * 400))
    data = {"cut": file.getvalue()[:-300], "empty": b"", "text": b"no archive"}.get(damage, file.getvalue())
    (tmp_path / "all.tar.gz").write_bytes(data)
    with answer_files(tmp_path) as opened:
        assert opened.files == ()
        assert [one.name for one in opened.broken] == ["all.tar.gz"]
        assert "the archive cannot be read" in opened.broken[0].why


def test_an_archive_of_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    zipped(tmp_path / "all.zip", *((f"{number}.md", "?") for number in range(4)))
    with pytest.raises(UnusableInput, match="more than 3 files"), answer_files(tmp_path):
        pass


def test_names_that_are_spelled_alike_are_found_as_they_are_written() -> None:
    tasks = TaskNames(["kites-1", "kites_1", "owls:detail", "2003.00653"])
    assert [tasks.find(name) for name in ("kites-1", "kites_1", "kites 1", "KITES-1")] == [
        "kites-1", "kites_1", None, None,
    ]  # fmt: skip
    assert [tasks.find(name) for name in ("Owls_Detail", "owls-detail.v2.final", "2003.00653.md", "2003", ".", "")] == [
        "owls:detail", "owls:detail", "2003.00653", None, None, None,
    ]  # fmt: skip
