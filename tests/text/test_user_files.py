"""What lies in a folder that somebody gave us: whatever a link looks like, nothing outside is read."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Failed, LitgaugeError, Rejected, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.local import read_local_source
from litgauge.tasks.harvest.settings import SourceSettings
from litgauge.tasks.latex.sources.archive import open_path
from litgauge.tasks.ledger import keep_answers
from litgauge.tasks.reports.ingest import ingest
from litgauge.tasks.text.user_files import copied, files_of, read_inside
from litgauge.tasks.web.replay import ReplayTransport

SECRET = "the words of a file outside"


def _swapped(place: Path, outside: Path) -> None:
    place.symlink_to(outside / "secret.md")


def _folder_link(place: Path, outside: Path) -> None:
    place.symlink_to(outside)


def _dotted(place: Path, outside: Path) -> None:
    place.symlink_to(os.path.relpath(outside / "secret.md", place.parent))


def _chained(place: Path, outside: Path) -> None:
    (outside / "step").symlink_to(outside / "secret.md")
    place.symlink_to(outside / "step")


def _through_a_link_inside(place: Path, outside: Path) -> None:
    (place.parent / ".hop").symlink_to(outside)
    place.symlink_to(".hop/secret.md")


def _to_nothing_outside(place: Path, outside: Path) -> None:
    place.symlink_to(outside / "not-there")


def _device_link(place: Path, outside: Path) -> None:
    place.symlink_to("/dev/zero")


LEADING_OUT = (_swapped, _folder_link, _dotted, _chained, _through_a_link_inside, _to_nothing_outside, _device_link)


def _broken(place: Path) -> None:
    place.symlink_to(place.parent / "not-there")


def _loop(place: Path) -> None:
    place.symlink_to(place)


def _to_a_folder_inside(place: Path) -> None:
    place.symlink_to(place.parent / "inner")


def _fifo(place: Path) -> None:
    os.mkfifo(place)


def _socket(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(os.path.relpath(place))


def _to_a_fifo(place: Path) -> None:
    os.mkfifo(place.parent / ".pipe")
    place.symlink_to(".pipe")


NO_FILES = (_broken, _loop, _to_a_folder_inside, _fifo, _socket, _to_a_fifo)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one report, in it and in a folder below; `../outside` holds a secret."""
    monkeypatch.chdir(tmp_path)
    for place in ("given/inner", "given/folder.md", "outside"):
        (tmp_path / place).mkdir(parents=True)
    for place in ("given/a.md", "given/inner/b.md", "given/folder.md/c.md"):
        (tmp_path / place).write_text("# A report\n\nBirds fly.\n")
    (tmp_path / "given" / "main.tex").write_text("\\documentclass{article}\\begin{document}x\\cite{a}\\end{document}")
    (tmp_path / "outside" / "secret.md").write_text(SECRET)
    return tmp_path / "given"


@pytest.mark.parametrize("make", LEADING_OUT)
def test_a_link_that_leads_outside_is_refused_by_everything_that_reads_a_folder(
    make: Callable[[Path, Path], None], folder: Path, tmp_path: Path
) -> None:
    make(folder / "leak.md", tmp_path / "outside")
    readers: list[Callable[[], object]] = [
        lambda: files_of(folder),
        lambda: read_inside(folder, "leak.md"),
        lambda: ingest(folder, "me"),
        lambda: keep_answers(Storage(str(tmp_path / "store")), folder),
        lambda: copied(folder).__enter__(),
        lambda: read_local_source(folder / "leak.md", SourceSettings(), folder),
    ]
    for read in readers:
        with pytest.raises((UnusableInput, Rejected, Failed)) as error:
            read()
        assert "leak.md" in str(error.value)
        assert SECRET not in str(error.value)
    tree = open_path(folder)
    assert "leak.md (a link)" in tree.skipped
    assert not any(SECRET.encode() in data for data in tree.members.values())


@pytest.mark.parametrize("make", NO_FILES)
def test_what_is_no_file_is_named_and_the_rest_is_read(
    make: Callable[[Path], None], folder: Path, tmp_path: Path
) -> None:
    make(folder / "odd.md")
    found = files_of(folder)
    assert found.names == ("a.md", "folder.md/c.md", "inner/b.md", "main.tex")
    assert [one.name for one in found.left_out] == ["odd.md"]
    assert "odd.md" in {one.file for one in ingest(folder, "me").ignored}
    kept = keep_answers(Storage(str(tmp_path / "store")), folder)
    assert [line.split(":")[0] for line in kept.left_out] == ["odd.md"]
    with pytest.raises(UnusableInput):
        read_inside(folder, "odd.md")
    assert any(line.startswith("odd.md") for line in open_path(folder).skipped)


@pytest.mark.parametrize("swapped", ["a.md", "inner"])
def test_what_is_swapped_for_a_link_after_it_was_listed_is_not_read(
    swapped: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "a.md" if swapped == "a.md" else "inner/b.md"
    (tmp_path / "outside" / "b.md").write_text(SECRET)
    really = Path.resolve

    def resolve(path: Path, strict: bool = False) -> Path:
        """What the path is; then, before anybody opens it, it becomes a link."""
        found = really(path, strict=strict)
        if path == folder / name:
            (folder / swapped).rename(tmp_path / "aside")
            (folder / swapped).symlink_to(tmp_path / "outside" / ("secret.md" if swapped == "a.md" else ""))
        return found

    monkeypatch.setattr(Path, "resolve", resolve)
    with pytest.raises(UnusableInput, match="changed while it was read"):
        read_inside(folder, name)


@pytest.mark.parametrize(
    "name", ["../outside/secret.md", "/etc/passwd", "inner/../../outside/secret.md", "", ".", "a\0"]
)
def test_a_name_that_an_index_gives_stays_in_its_folder(name: str, folder: Path) -> None:
    with pytest.raises(UnusableInput):
        read_inside(folder, name)
    (folder / "index.json").symlink_to("../outside/secret.md")
    with pytest.raises(LitgaugeError, match="leads outside"):
        ReplayTransport(folder)


def test_a_name_that_is_no_utf8_is_left_out(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.md")).write_text("x")
    assert [one.why for one in files_of(folder).left_out] == ["its name is no UTF-8"]
