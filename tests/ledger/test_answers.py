"""An agent's answers, kept whole: whoever has the storage needs the folder no more."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import LitgaugeError, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import answers, answers_digest, keep_answers, restored_answers

CONTENT = {
    "2003.00653.md": b"# A report\n",
    "2003.00653/references.json": b'[{"title": "A work"}]',
    "figures/map.png": bytes(range(256)) * 40,
    "empty.md": b"",
    "Bericht über Netze.html": "<p>Netze ♥</p>".encode("utf-16"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of answers as agents leave them, with what is none of them."""
    root = tmp_path / "answers"
    for name, data in {**CONTENT, ".DS_Store": b"x", ".git/config": b"x", "figures/.cache/page": b"x"}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def found_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_file_is_kept_under_its_hash_and_hidden_ones_are_not(storage: Storage, folder: Path) -> None:
    kept = keep_answers(storage, folder)
    assert {file.path: (file.sha256, file.size) for file in kept.files} == {
        name: (sha256(data).hexdigest(), len(data)) for name, data in CONTENT.items()
    }
    assert kept.left_out == ()
    assert all(storage.read(file.blob) == CONTENT[file.path] for file in kept.files)


def test_the_restored_folder_is_the_one_that_was_kept_and_is_gone_afterwards(storage: Storage, folder: Path) -> None:
    kept = keep_answers(storage, folder)
    with restored_answers(storage, kept.files) as restored:
        assert found_in(restored) == CONTENT
        assert answers_digest(keep_answers(storage, restored).files) == answers_digest(kept.files)
    assert not restored.exists()


def test_one_file_is_a_folder_of_one(tmp_path: Path) -> None:
    storage, file = Storage(str(tmp_path / "store")), tmp_path / "answers.jsonl"
    file.write_bytes(b'{"task_id": "1", "response": "So."}\n')
    kept = keep_answers(storage, file)
    assert [one.path for one in kept.files] == ["answers.jsonl"]
    with restored_answers(storage, kept.files) as restored:
        assert found_in(restored) == {"answers.jsonl": file.read_bytes()}


def test_a_link_within_the_folder_is_a_file_and_one_that_leads_outside_is_refused(tmp_path: Path, folder: Path) -> None:
    storage = Storage(str(tmp_path / "store"))
    (folder / "again.md").symlink_to(folder / "2003.00653.md")
    assert "again.md" in {file.path for file in keep_answers(storage, folder).files}
    secret = tmp_path / "secret.txt"
    secret.write_text("not for anybody")
    (folder / "leak.md").symlink_to(secret)
    with pytest.raises(UnusableInput, match="leads outside"):
        keep_answers(storage, folder)


def test_a_link_to_a_folder_outside_is_refused_too(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "outside").mkdir()
    (folder / "leak").symlink_to(tmp_path / "outside")
    with pytest.raises(UnusableInput, match="leads outside"):
        keep_answers(Storage(str(tmp_path / "store")), folder)


def test_a_file_that_is_too_large_is_remembered_without_its_bytes(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "LARGEST", 1_000)
    storage = Storage(str(tmp_path / "store"))
    kept = keep_answers(storage, folder)
    large = next(file for file in kept.files if file.path == "figures/map.png")
    assert (large.sha256, large.size, large.blob) == ("", 10_240, "")
    assert answers_digest([large]) != answers_digest([replace(large, size=10_241)])
    with restored_answers(storage, kept.files) as restored:
        stand_in = restored / "figures" / "map.png"
        assert (stand_in.stat().st_size, stand_in.read_bytes().strip(b"\0")) == (10_240, b"")


def test_the_digest_is_of_names_and_bytes_whatever_the_order(tmp_path: Path, folder: Path) -> None:
    files = keep_answers(Storage(str(tmp_path / "store")), folder).files
    moved = replace(files[0], blob="elsewhere")
    renamed = replace(files[0], path="other.md")
    changed = replace(files[0], sha256="00" * 32)
    assert answers_digest(files[::-1]) == answers_digest(files) == answers_digest((moved, *files[1:]))
    assert len({answers_digest((one, *files[1:])) for one in (files[0], renamed, changed)}) == 3


def test_no_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="no such folder"):
        keep_answers(Storage(str(tmp_path)), tmp_path / "nowhere")


@pytest.mark.slow
def test_a_file_that_is_gone_from_storage_is_named(tmp_path: Path, folder: Path) -> None:
    storage = Storage(str(tmp_path / "store"))
    kept = keep_answers(storage, folder)
    (tmp_path / "store" / kept.files[0].blob).unlink()
    with pytest.raises(LitgaugeError, match="missing from storage"), restored_answers(storage, kept.files):
        pass


@pytest.mark.parametrize("path", ["../outside.md", "/tmp/outside.md", "a/../../outside.md"])
def test_no_file_is_restored_outside_the_folder(path: str, tmp_path: Path, folder: Path) -> None:
    storage = Storage(str(tmp_path / "store"))
    (file, *_) = keep_answers(storage, folder).files
    with pytest.raises(LitgaugeError, match="no path inside"), restored_answers(storage, [replace(file, path=path)]):
        pass


def test_what_belongs_to_one_file_is_kept_with_it(tmp_path: Path) -> None:
    storage, article, listed = Storage(str(tmp_path / "store")), tmp_path / "article.md", tmp_path / "article.json"
    article.write_bytes(b"So [1].\n")
    listed.write_bytes(b'{"1": "https://a.example"}')
    (tmp_path / "other.md").write_bytes(b"Another's.\n")
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.png").write_bytes(b"\0\1")
    (tmp_path / "images" / "link.png").symlink_to("/etc/hostname")
    kept = keep_answers(storage, article, beside=["article.json", "images/a.png", "images/link.png"])
    assert [line.partition(":")[0] for line in kept.left_out] == ["images/link.png"]
    with restored_answers(storage, kept.files) as restored:
        assert found_in(restored) == {
            "article.md": article.read_bytes(),
            "article.json": listed.read_bytes(),
            "images/a.png": b"\0\1",
        }


@pytest.mark.parametrize("inner", ["mine", "reports/mine"])
def test_of_several_agents_only_the_named_one_is_kept(inner: str, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "store"))
    for name in (inner, "other"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "a.md").write_text(name)
    (tmp_path / "runs" / "other" / "out").symlink_to("/etc/hostname")
    kept = keep_answers(storage, tmp_path / "runs", "mine")
    assert [(file.path, storage.read(file.blob)) for file in kept.files] == [("a.md", inner.encode())]
    with pytest.raises(UnusableInput, match="leads outside"):
        keep_answers(storage, tmp_path / "runs", "nobody")
