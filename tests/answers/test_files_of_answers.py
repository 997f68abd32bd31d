"""Answers that hold files: which file of a folder is the answer, which files belong to it, what a name in it means."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import posixpath
import tarfile
import tempfile
import unicodedata
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.answers.attached import AttachedFile, NoFile
from litgauge.tasks.answers.beside import files_beside
from litgauge.tasks.answers.door import Answer, Collected, Notation, collect_answers, resolve
from litgauge.tasks.engine.storage import Storage
from tests.tables import each_row

NOTATION = Notation(whole=("text", "page"))
TASKS = ("000001", "000002", "000003")
PNG = b"\x89PNG\r\n\x1a\n"


def written(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def collected(
    folder: Path, files: Mapping[str, str | bytes] | None = None, storage: Storage | None = None
) -> Collected:
    keep = storage.keep_blob if storage else None
    return collect_answers(written(folder, files or {}), TASKS, NOTATION, holds_files=True, keep=keep)


def names(answer: Answer) -> list[str]:
    return [file.name for file in answer.files]


def listed(found: Collected) -> dict[str, list[str]]:
    return {kind: lines for kind, lines in found.listed.items() if lines}


def test_a_folder_of_a_task_is_its_answer_with_all_its_files(tmp_path: Path) -> None:
    found = collected(
        tmp_path,
        {
            "claude/000001/report.md": "![Owls](images/a.png)",
            "claude/000001/images/a.png": PNG,
            "claude/000001/charts/b.png": b"other",
            "claude/000001/search.json": "{}",
            "claude/000002/report.md": "no figures",
        },
    )
    answer = found.answers["000001"]
    assert (answer.place, answer.text) == ("claude/000001/report.md", "![Owls](images/a.png)")
    assert answer.files == (
        AttachedFile("charts/b.png", hashlib.sha256(b"other").hexdigest(), 5),
        AttachedFile("images/a.png", hashlib.sha256(PNG).hexdigest(), 8),
        AttachedFile("search.json", hashlib.sha256(b"{}").hexdigest(), 2),
    )
    assert found.answers["000002"].files == ()
    assert listed(found) == {}


@each_row(
    "files, taken, why",
    [
        (["README.md"], "README.md", ""),
        (["index.html"], "index.html", ""),
        (["answer.mdx", "charts/chart.html"], "answer.mdx", ""),
        (["notes.txt", "final.md"], "final.md", ""),
        (["README.md", "report.md"], "report.md", "by its name"),
        (["report.md", "report.html"], "report.md", "by its kind"),
        (["000001.md", "report.md"], "000001.md", "by its name"),
        (["a.md", "bb.md"], "bb.md", "by its size"),
        (["prompt.txt", "output/report.md"], "output/report.md", ""),
        (["Owls-at-night.mdx", "html_charts/index.html"], "Owls-at-night.mdx", ""),
        (["final_report_v2.md", "draft.md"], "final_report_v2.md", "by its name"),
        (["chart.html"], "chart.html", ""),
    ],
)
def test_the_answer_among_the_texts_of_a_folder(files: list[str], taken: str, why: str, tmp_path: Path) -> None:
    found = collected(tmp_path, {f"000001/{name}": f"# {'x' * len(name)}" for name in files})
    assert found.answers["000001"].place == f"000001/{taken}"
    assert [line.partition("(")[2].partition(")")[0] for line in found.listed["doubles"]] == [why] * bool(why)


def test_an_empty_report_gives_way_to_one_that_says_something(tmp_path: Path) -> None:
    found = collected(tmp_path, {"000001/report.md": " \n", "000001/final.md": "So."})
    assert found.answers["000001"].text == "So."
    assert found.listed["doubles"] == ["000001: 000001/final.md taken (others say nothing), not 000001/report.md"]


@pytest.mark.parametrize("key", ["answer", "report"])
def test_a_folder_may_hold_its_answer_as_json(key: str, tmp_path: Path) -> None:
    found = collected(tmp_path, {"000001/answer.json": json.dumps({key: "![](a.png)"}), "000001/a.png": PNG})
    assert (found.answers["000001"].text, names(found.answers["000001"])) == ("![](a.png)", ["a.png"])


def test_one_folder_of_pictures_is_shared_by_many_answers(tmp_path: Path) -> None:
    found = collected(
        tmp_path,
        {
            "000001.md": "![](images/a.png) ![](./images/both.png)",
            "000002.md": '<img src="images/both.png">',
            "images/a.png": PNG,
            "images/both.png": PNG,
            "images/unused-1.png": PNG,
            "images/unused-2.png": PNG,
        },
    )
    assert names(found.answers["000001"]) == ["images/a.png", "images/both.png"]
    assert names(found.answers["000002"]) == ["images/both.png"]
    assert listed(found) == {"ignored": ["images/: 2 files (unused-1.png, unused-2.png): no answer names it"]}


def test_names_upwards_stay_within_the_run(tmp_path: Path) -> None:
    found = collected(
        tmp_path / "run",
        {
            "000001/report.md": "![](../shared/a.png) ![](../../secret.png) ![](../000002/images/b.png)",
            "shared/a.png": PNG,
            "000002/report.md": "So.",
            "000002/images/b.png": PNG,
            "../secret.png": PNG,
        },
    )
    answer = found.answers["000001"]
    assert names(answer) == ["../000002/images/b.png", "../shared/a.png"]
    assert found.listed["absent files"] == [
        "000001/report.md: ../../secret.png (it leads out of the folder of the answers)"
    ]
    assert resolve(answer, "../../secret.png") == NoFile("outside", "it leads out of the folder of the answers")
    assert resolve(answer, "../shared/a.png") == answer.files[1]
    assert resolve(answer, "../000002/images/b.png") == answer.files[0]
    assert isinstance(resolve(answer, "images/b.png"), NoFile)  # the other task's


@each_row(
    "target",
    [
        "images/My fig.png",
        "./images/My fig.png",
        "images/My%20fig.png",
        "images/my FIG.PNG",
        r"images\My fig.png",
        r".\images\My%20fig.png",
        "<images/My fig.png>",
        "images/My%20fig.png?raw=true#x",
        "images/../images/My%20fig.png",
        "/home/x/out/000001/images/My fig.png",
        "file:///home/x/out/000001/images/My%20fig.png",
        "sandbox:/mnt/data/My fig.png",
        r"C:\out\000001\images\My fig.png",
        "000001/images/My fig.png",
        "My fig.png",
    ],
)
def test_a_file_is_found_however_its_name_is_written(target: str, tmp_path: Path) -> None:
    files = {"me/000001/report.md": f"![Owls](<{target.strip('<>')}>)", "me/000001/images/My fig.png": PNG}
    answer = collected(tmp_path, files | {"me/000002/images/My fig.png": PNG}).answers["000001"]
    assert resolve(answer, target) == answer.files[0]
    assert names(answer) == ["images/My fig.png"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_the_unicode_form_of_a_name_does_not_count(form: str, tmp_path: Path) -> None:
    name = unicodedata.normalize(form, "Möwe.png")
    answer = collected(tmp_path, {"000001.md": "![](Möwe.png)", name: PNG}).answers["000001"]
    assert names(answer) == [name]
    assert resolve(answer, unicodedata.normalize("NFD", "MÖWE.png")) == answer.files[0]


@each_row(
    "target, reason",
    [
        ("https://a.example/a.png", "address"),
        ("//a.example/a.png", "address"),
        ("data:image/png;base64,AAAA", "address"),
        ("#fig1", "address"),
        ("", "address"),
        ("images/none.png", "absent"),
        ("/home/x/none.png", "absent"),
        ("images", "absent"),
        ("images/a.png/b.png", "absent"),
        ("a\0b.png", "absent"),
        ("..", "outside"),
        ("../a.png", "outside"),
        ("images/../../../etc/passwd", "outside"),
        ("images/twice.png", "ambiguous"),
        ("/out/other/same.png", "ambiguous"),
    ],
)
def test_why_a_target_is_no_file(target: str, reason: str, tmp_path: Path) -> None:
    files = {f"000001/images/{name}": PNG for name in ("a.png", "Twice.png", "TWICE.png", "x/same.png", "y/same.png")}
    run = collected(tmp_path, {"000001.md": "So.", "images/a.png": PNG, **files})
    found = resolve(run.answers["000001"], target)
    assert isinstance(found, NoFile)
    assert found.reason == reason


def test_a_path_of_another_machine_is_the_file_that_ends_like_it_for_longest(tmp_path: Path) -> None:
    files = {f"000001/{name}": PNG for name in ("images/a.png", "charts/a.png", "old/images/a.png")}
    path = "/root/old/images/a.png"
    found = collected(tmp_path, {"000001/report.md": f"![]({path})", **files})
    answer = found.answers["000001"]
    file = resolve(answer, path)
    assert isinstance(file, AttachedFile)
    assert file.name == "old/images/a.png"
    near = resolve(answer, "/root/images/a.png")
    assert isinstance(near, NoFile)  # two files end like it
    assert found.listed["files elsewhere"] == [f"000001/report.md: {path} is 000001/old/images/a.png"]


def test_no_answer_gets_a_picture_of_another_task_by_its_name_alone(tmp_path: Path) -> None:
    found = collected(
        tmp_path,
        {
            "000001/report.md": "![](images/a.png) ![](/out/images/a.png)",
            "000002/report.md": "So.",
            "000002/images/a.png": PNG,
        },
    )
    assert found.answers["000001"].files == ()
    assert found.listed["absent files"] == ["000001/report.md: images/a.png, /out/images/a.png"]


def test_what_is_named_and_not_there_is_listed_if_it_is_a_file_beyond_doubt(tmp_path: Path) -> None:
    text = "![](a.png) ![](a.png) [b](section-2) [c](data.csv)\n\n```html\n<img src='code.png'>\n```\n<img src='d.svg'>"
    found = collected(tmp_path, {"000001.md": text})
    assert found.listed["absent files"] == ["000001.md: a.png, data.csv, d.svg"]


@each_row(
    "text",
    [
        "![Owls][owls]\n\n[owls]: a.png 'Owls'",
        "![[a.png|300]]",
        "[![Owls](a.png)](https://a.example/b.png)",
        "![one](https://a.example/b.png) ![two](a.png)",
        "<img width=3 src=a.png>",
        "<source srcset='a.png 1x, https://a.example/b.png 2x'>",
        "<Chart htmlFile={`a.png`} />",
        "<object data = 'a.png'></object>",
        "<div style=\"background: url('a.png')\">",
        "![a figure (with brackets)](a.png 'a \"title\"')",
        "~~~\nnever closed\n![](a.png)",
    ],
)
def test_a_file_is_named_in_many_ways(text: str, tmp_path: Path) -> None:
    found = collected(tmp_path, {"000001.md": text, "a.png": PNG})
    assert names(found.answers["000001"]) == ["a.png"]
    assert listed(found) == {}


def test_rows_have_the_files_that_they_name_and_those_of_their_tasks_folder(tmp_path: Path) -> None:
    rows = [
        {"task_id": "000001", "report": "![](images/a.png)"},
        {"task_id": "000002", "report": '![](images/a.png) and <img src="shared/b.png">'},
    ]
    found = collected(
        tmp_path,
        {
            "all.jsonl": "\n".join(map(json.dumps, rows)),
            "000001/images/a.png": PNG,
            "000002/images/a.png": b"another",
            "shared/b.png": PNG,
        },
    )
    first, second = (found.answers[task] for task in TASKS[:2])
    assert names(first) == ["000001/images/a.png"]
    assert names(second) == ["000002/images/a.png", "shared/b.png"]
    assert resolve(second, "images/a.png") == AttachedFile(
        "000002/images/a.png", hashlib.sha256(b"another").hexdigest(), 7
    )


def test_an_answer_beside_its_folder_has_its_files(tmp_path: Path) -> None:
    found = collected(tmp_path, {"000001.md": "![](a.png)", "000001/a.png": PNG, "000001/b.png": PNG})
    assert names(found.answers["000001"]) == ["000001/a.png", "000001/b.png"]
    assert listed(found) == {"files elsewhere": ["000001.md: a.png is 000001/a.png"]}


def test_an_answer_has_the_files_of_its_own_folder_among_several_of_its_task(tmp_path: Path) -> None:
    files = {f"{system}/000001/{name}": system for system in ("a", "b") for name in ("report.md", "x.png")}
    found = collected(tmp_path, {**files, "b/000002.md": "So.", "b/000002/y.png": "", "a/000002/y.png": ""})
    assert found.answers["000001"].place == "a/000001/report.md"
    assert names(found.answers["000001"]) == ["x.png"]
    assert names(found.answers["000002"]) == ["000002/y.png"]
    assert found.listed["ignored"] == [
        "a/000002/y.png: no answer names it",
        "b/000001/x.png: no answer names it",
    ]


@pytest.mark.parametrize("form", ["zip", "tar"])
@pytest.mark.parametrize("inside", ["run/000001/", ""])
def test_archives_are_folders_whose_files_are_stored(form: str, inside: str, tmp_path: Path) -> None:
    files = {f"{inside}report.md": b"![](images/a.png)", f"{inside}images/a.png": PNG}
    pack = io.BytesIO()
    if form == "zip":
        with zipfile.ZipFile(pack, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
    else:
        with tarfile.open(fileobj=pack, mode="w:gz") as tar:
            for name, data in files.items():
                member = tarfile.TarInfo(name)
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
    storage = Storage(str(tmp_path / "store"))
    name = f"{'all' if inside else '000001'}.{'zip' if form == 'zip' else 'tar.gz'}"
    found = collected(tmp_path / "run", {name: pack.getvalue()}, storage)
    (file,) = found.answers["000001"].files
    assert file == AttachedFile("images/a.png", hashlib.sha256(PNG).hexdigest(), 8)
    assert storage.read_checked(f"blobs/{file.sha256[:2]}/{file.sha256}") == PNG


def test_texts_that_answers_name_are_no_answers_of_unknown_tasks(tmp_path: Path) -> None:
    files = {"000001.mdx": '<Chart htmlFile="charts/index.html"/>', "charts/index.html": "<p>", "other.md": "?"}
    found = collected(tmp_path, files)
    assert names(found.answers["000001"]) == ["charts/index.html"]
    assert listed(found) == {"unmatched": ["other.md: there is no task 'other'"]}


def test_a_folder_of_an_unknown_task_is_listed_in_two_lines(tmp_path: Path) -> None:
    pictures = {f"000009/images/{number}.png": PNG for number in range(50)}
    found = collected(tmp_path, {"000001.md": "So.", "000009/report.md": "So.", **pictures})
    assert found.listed["unmatched"] == ["000009/report.md: there is no task '000009/report'"]
    assert found.listed["ignored"] == ["000009/images/: 50 files (0.png, 1.png, 10.png, …): no answer names it"]


def test_a_file_too_large_to_be_kept_has_its_name_and_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgauge.tasks.text.user_files.LARGEST", 1_000)
    found = collected(tmp_path, {"000001/report.md": "So.", "000001/film.mp4": bytes(2_000)})
    assert found.answers["000001"].files == (AttachedFile("film.mp4", "", 2_000),)


def test_a_large_picture_is_no_answer_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgauge.tasks.answers.files.LARGEST", 1_000)
    files = {"000001/report.md": "So.", "000001/a.png": bytes(2_000)}
    assert names(collected(tmp_path / "a", files).answers["000001"]) == ["a.png"]
    (unread,) = collected(tmp_path / "b", {"000001/report.md": "x" * 2_000}).unread.items()
    assert unread[0] == "000001"
    assert "2,000 bytes" in unread[1]


@pytest.mark.slow
def test_thousands_of_files_are_attached(tmp_path: Path) -> None:
    pictures = {f"000001/images/{number}.png": b"%d" % number for number in range(5_000)}
    text = "".join(f"![](images/{number}.png)\n" for number in range(5_000))
    answer = collected(tmp_path, {"000001/report.md": text, **pictures}).answers["000001"]
    assert len(answer.files) == 5_000
    assert all(isinstance(resolve(answer, f"images/{number}.png"), AttachedFile) for number in range(0, 5_000, 10))


def test_what_a_single_file_names_is_kept_with_it(tmp_path: Path) -> None:
    text = (
        "![](images/my%20a.png) <img src='Images/B.png'> ![](/home/x/images/c.png) ![](../d.png) [e](e.md)"
        " ![](.hidden/f.png) ![](/etc/hostname.png) ![](https://a.example/g.png) [h](data.csv)"
    )
    present = ("images/my a.png", "images/b.png", "images/c.png", "../d.png", "e.md", ".hidden/f.png", "data.csv")
    written(tmp_path / "run", {"000001.md": text} | dict.fromkeys(present, PNG))
    wanted = ["images/my a.png", "images/c.png", "data.csv", "images/b.png"]
    assert files_beside(tmp_path / "run" / "000001.md") == wanted
    row = json.dumps({"task_id": "000001", "report": text})
    written(tmp_path / "run", {"rows.jsonl": f"{row}\n{{broken\n", "rows.json": f"[{row}]", "empty.md": b"\0\1"})
    assert files_beside(tmp_path / "run" / "rows.jsonl") == wanted
    assert files_beside(tmp_path / "run" / "rows.json") == wanted
    assert files_beside(tmp_path / "run" / "empty.md") == []


PARTS = st.sampled_from(
    ["000001", "000002", "images", "Images", "report.md", "a.png", "A.PNG", "ä b.svg", "x.html", "y"]
)
PATHS = st.lists(PARTS, min_size=1, max_size=4).map("/".join)
TARGETS = PATHS | st.text(
    st.sampled_from("./\\%~?#<>\"' a:Cä\0") | st.characters(exclude_categories=["Cs"]), max_size=20
)


@pytest.mark.slow
@given(st.lists(PATHS, max_size=8), st.lists(st.tuples(st.sampled_from(["", "../", "/", "./"]), TARGETS), max_size=6))
def test_whatever_lies_there_and_is_named_files_are_of_the_run(
    paths: list[str], targets: list[tuple[str, str]]
) -> None:
    text = "Owls fly at night. " * 100 + " ".join(f"![]({start}{name})" for start, name in targets)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for path in ("000003.md", *paths):
            with contextlib.suppress(OSError):
                written(folder, {path: text})
        before = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        found = collected(folder, {})
        for answer in found.answers.values():
            inside = {posixpath.normpath(posixpath.join(answer.folders[0], name)) for name in names(answer)}
            assert inside <= before - {answer.place}
            for start, name in targets:
                file = resolve(answer, start + name)
                assert isinstance(file, NoFile) or file in answer.files
        json.dumps(found.listed, ensure_ascii=False)
