"""In every benchmark: answers in files as strangers write them, and nothing that a stranger writes ends a run."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import tarfile
import unicodedata
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litgauge.tasks.answers.door import Answer
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import (
    EXCUSED,
    AnswerRows,
    Answers,
    Benchmark,
    ReadAnswers,
    known_benchmarks,
    read_answers,
    score_rows,
)
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import TaxonomyTask
from litgauge.tasks.records import Judge
from tests.benchmarks.literature_review import test_reviews
from tests.benchmarks.reportbench import sample_run
from tests.benchmarks.scinetbench import test_scoring as network
from tests.benchmarks.tvir import judged as figures
from tests.mini.benchmark import MINI, MiniRows
from tests.mini.rows import Hunt, Topic
from tests.tables import each_row

A, B, C = TASKS = ("Möwen-flug-1", "Möwen-flug-2", "eulen.ruf-3")
SPECIAL = "Größe der Möwen"
TEXTS = {"taxobench": f"Birds\n- Owls\n  - Silent wings\n  - {SPECIAL}\n", "mini": f"silent-wings\n{SPECIAL}\n"}
TEXT = f"1. Silent wings of owls\n2. {SPECIAL}\n"


@dataclass(frozen=True)
class Sample:
    """A benchmark with a release of three tasks of one part."""

    benchmark: Benchmark
    release: Any

    @property
    def answers(self) -> Answers:
        return self.benchmark.answers

    @property
    def text(self) -> str:
        return TEXTS.get(self.benchmark.name, TEXT)

    @property
    def suffix(self) -> str:
        """Of the files in which agents that we run write their answers."""
        return self.answers.suffix

    def read(self, folder: Path, answers: Answers | None = None) -> ReadAnswers:
        return read_answers(answers or self.answers, folder, "me", self.release)


def _renamed(release: Any) -> Any:
    """The release with three tasks of its first task's part."""
    return replace(release, tasks=tuple(replace(release.tasks[0], task_id=name) for name in TASKS))


def _reportbench() -> Any:
    release = sample_run.release()
    tasks = zip(release.tasks, TASKS, strict=False)
    return replace(release, tasks=tuple(replace(task, task_id=name) for task, name in tasks))


def _mini() -> MiniRows:
    hunts = tuple(Hunt(name, "birds", 2) for name in TASKS)
    return MiniRows("mini@1", "", hunts, {"birds": Topic("birds", "birds", "nature")}, {("birds", SPECIAL): 2})


RELEASES = {
    "reportbench": _reportbench,
    "scinetbench": lambda: _renamed(network.release()),
    "literature-review": lambda: _renamed(test_reviews.study()),
    "taxobench": lambda: TaxoRows(
        "taxobench@1", "", tuple(TaxonomyTask(name, name, "bottom-up", "?") for name in TASKS), {}, {}, {}, {}
    ),
    "tvir": lambda: _renamed(figures.release()),
    "mini": _mini,
}
BENCHMARKS = pytest.mark.parametrize("name", [*known_benchmarks(), "mini"])


@cache
def sample(name: str) -> Sample:
    return Sample((known_benchmarks() | {"mini": MINI})[name], RELEASES[name]())


def written(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def answered(read: ReadAnswers) -> set[str]:
    """The tasks that are neither missing nor excused."""
    excused = {row.task_id for row in read.rows[EXCUSED.name]}
    return set(TASKS) - excused - set(read.listed.get("missing", ()))


def stored(read: ReadAnswers) -> str:
    """All that is kept of the answers; raises if it cannot be stored."""
    rows = [dataclasses.asdict(row) for table in read.rows.values() for row in table]
    text = json.dumps([rows, read.listed], ensure_ascii=False, default=str)
    text.encode()
    return text


@BENCHMARKS
@each_row(
    "stem, task",
    [
        (A, A),
        ("MÖWEN-FLUG-1", A),
        ("möwen_flug 2", B),
        (unicodedata.normalize("NFD", B), B),
        ("Eulen ruf-3", C),
        ("eulen.ruf-3", C),
        ("Möwen-flug-1.final", A),
        ("eulen.ruf-3.v2", C),
    ],
)
def test_a_task_is_found_however_its_name_is_spelled(name: str, stem: str, task: str, tmp_path: Path) -> None:
    bench = sample(name)
    read = bench.read(written(tmp_path, {f"{stem}{bench.suffix}": bench.text}))
    assert (answered(read), read.listed.get("unmatched")) == ({task}, None)
    row = json.dumps({"task_id": stem, "answer": bench.text})
    assert answered(bench.read(written(tmp_path / "rows", {"all.jsonl": row}))) == {task}


@BENCHMARKS
@each_row("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_file_is_read_in_whatever_encoding(name: str, encoding: str, tmp_path: Path) -> None:
    bench = sample(name)
    read = bench.read(written(tmp_path, {f"{A}{bench.suffix}": bench.text.encode(encoding)}))
    assert answered(read) == {A}
    assert SPECIAL in stored(read)
    assert "\ufeff" not in stored(read)


def _zip(files: Mapping[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as pack:
        for name, text in files.items():
            pack.writestr(name, text)
    return file.getvalue()


def _tar(files: Mapping[str, str]) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as pack:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            pack.addfile(member, io.BytesIO(text.encode()))
        link = tarfile.TarInfo(f"{C}.md")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        pack.addfile(link)
    return file.getvalue()


@BENCHMARKS
@each_row("form", ["lines", "array", "array of lines", "by task", "table", "zip", "tar", "UTF-16 lines"])
def test_several_answers_in_one_file(name: str, form: str, tmp_path: Path) -> None:
    bench = sample(name)
    rows = [{"task_id": task, "answer": bench.text} for task in (A, B)]
    lines = "\n".join(map(json.dumps, rows))
    inside = {
        f"run/{A}{bench.suffix}": bench.text,
        f"run/{B}{bench.suffix}": bench.text,
        f"run/.{C}{bench.suffix}": "hidden",
        f"__MACOSX/run/{C}{bench.suffix}": "hidden",
        f"../{C}{bench.suffix}": "outside",
        f"/{C}{bench.suffix}": "outside",
    }
    files: dict[str, tuple[str, str | bytes]] = {
        "lines": ("all.jsonl", lines),
        "array": ("all.json", json.dumps(rows)),
        "array of lines": ("all.json", lines),
        "by task": ("all.json", json.dumps({A: bench.text, B: {"answer": bench.text}})),
        "table": ("all.csv", "task_id,answer\n" + "".join(f'{task},"{bench.text}"\n' for task in (A, B))),
        "zip": ("all.zip", _zip(inside)),
        "tar": ("all.tar.gz", _tar(inside)),
        "UTF-16 lines": ("all.jsonl", lines.encode("utf-16")),
    }
    file, content = files[form]
    folder = written(tmp_path / "given", {file: content})
    if form == "table" and bench.answers.collect is not None:
        with pytest.raises(UnusableInput, match="no answer here is to a task"):
            bench.read(folder)
        return
    read = bench.read(folder)
    assert answered(read) == {A, B}
    assert read.listed["missing"] == [C]
    alone = bench.read(written(tmp_path / "alone", {f"{task}{bench.suffix}": bench.text for task in (A, B)}))
    assert {name: len(rows) for name, rows in read.rows.items()} == {name: len(of) for name, of in alone.rows.items()}
    assert SPECIAL in stored(read)
    assert answered(bench.read(folder / file)) == {A, B}  # the file alone
    assert {path.name for path in tmp_path.iterdir()} == {"given", "alone"}


@BENCHMARKS
def test_what_answers_nothing_is_listed_and_the_rest_goes_on(name: str, tmp_path: Path) -> None:
    bench = sample(name)
    rows = [
        json.dumps({"task_id": A, "answer": bench.text}),
        json.dumps({"task_id": B, "answer": bench.text}),
        json.dumps({"task_id": "nobody-asked", "answer": bench.text}),
        json.dumps({"answer": 1}),
        "[1]",
        '{"task_id": "eulen.ruf-3", "answer": "cut o',
    ]
    files = {
        f"{A}{bench.suffix}": bench.text,
        f"stray{bench.suffix}": bench.text,
        f".{C}{bench.suffix}": bench.text,
        "film.mp4": b"\0\1",
        f"broken{bench.suffix}": bytes(range(256)) * 20,
        "damaged.zip": b"PK\x03\x04 and no more",
        "rows.jsonl": "\n".join(rows),
    }
    folder = written(tmp_path, files)
    (folder / os.fsdecode(b"novel.\xff.md")).write_text("?")
    read = bench.read(folder)
    assert answered(read) == {A, B}
    listed = {kind: [line.partition(":")[0].partition("#")[0] for line in lines] for kind, lines in read.listed.items()}
    assert sorted(listed["unmatched"]) == ["rows.jsonl", f"stray{bench.suffix}"]
    assert len(listed["doubles"]) == 1
    assert set(listed["broken"]) == {"rows.jsonl", "damaged.zip"}
    assert len(listed["broken"]) == 4
    assert sorted(listed["ignored"]) == [f"broken{bench.suffix}", "film.mp4", "novel.\ufffd.md"]
    assert read.listed["missing"] == [C]
    stored(read)


@BENCHMARKS
@each_row("content", ["", " \n", "\ufeff", b"\xff\xfe"])
def test_an_empty_file_is_a_missing_answer_and_no_failure_of_ours(
    name: str, content: str | bytes, tmp_path: Path
) -> None:
    bench = sample(name)
    read = bench.read(written(tmp_path, {f"{A}{bench.suffix}": content, f"{B}{bench.suffix}": bench.text}))
    assert B in answered(read)
    assert not read.rows[EXCUSED.name]
    assert SPECIAL in stored(read)


@BENCHMARKS
def test_a_name_without_end_is_listed_in_short(name: str, tmp_path: Path) -> None:
    bench = sample(name)
    row = json.dumps({"task_id": "a." * 100_000, "answer": bench.text})
    read = bench.read(written(tmp_path, {"all.jsonl": row, f"{A}{bench.suffix}": bench.text}))
    (line,) = read.listed["unmatched"]
    assert len(line) < 500


@BENCHMARKS
def test_of_two_answers_the_first_that_says_anything_is_taken(name: str, tmp_path: Path) -> None:
    bench = sample(name)
    rows = [{"task_id": A, "answer": answer} for answer in (" ", bench.text, "1. gulls")]
    read = bench.read(written(tmp_path, {"all.jsonl": "\n".join(map(json.dumps, rows))}))
    assert answered(read) == {A}
    assert SPECIAL in stored(read)
    assert read.listed["doubles"]


@BENCHMARKS
def test_a_zero_byte_makes_a_text_no_binary_file(name: str, tmp_path: Path) -> None:
    bench = sample(name)
    read = bench.read(written(tmp_path, {f"{A}{bench.suffix}": f"{bench.text}\0", "all.jsonl": b"\0\1\2"}))
    assert answered(read) == {A}
    assert SPECIAL in stored(read)


@BENCHMARKS
def test_half_characters_and_deep_values_can_be_stored(name: str, tmp_path: Path) -> None:
    bench = sample(name)
    half = f'{{"task_id": "{B}", "answer": "1. owls \\ud83e\\n2. gulls \\ud83e\\udd89"}}'
    deep = f'{{"task_id": "{C}", "answer": {"[" * 100_000}{"]" * 100_000}}}'
    read = bench.read(written(tmp_path, {"all.jsonl": f"{half}\n{deep}\n", f"{A}{bench.suffix}": bench.text}))
    assert answered(read) >= {A, B}
    assert "\ufffd" in stored(read)
    assert "\U0001f989" in stored(read)


@BENCHMARKS
def test_pictures_beside_answers_change_nothing_where_answers_hold_no_files(name: str, tmp_path: Path) -> None:
    bench = sample(name)
    if bench.answers.holds_files:
        pytest.skip("its answers hold files")
    text = f"{bench.text}\n![Owls](images/owls.png)\n"
    alone = bench.read(written(tmp_path / "alone", {f"{A}{bench.suffix}": text}))
    pictures: dict[str, str | bytes] = {
        "images/owls.png": b"\x89PNG\r\n",
        f"{A}/charts/owls.svg": "<svg/>",
        f"{B}/images/owls.webp": b"RIFF",
    }
    read = bench.read(written(tmp_path / "beside", {f"{A}{bench.suffix}": text, **pictures}))
    assert read.rows == alone.rows
    ignored = [line.partition(":")[0] for line in read.listed["ignored"]]
    assert sorted(ignored) == sorted(pictures)
    assert {**read.listed, "ignored": ()} == {**alone.listed, "ignored": ()}


@BENCHMARKS
def test_an_answer_that_cannot_be_parsed_is_unscored_alone(name: str, tmp_path: Path) -> None:
    bench = sample(name)

    def parse(answer: Answer, task: Any) -> Any:
        if task.task_id == A:
            raise ZeroDivisionError("owls")
        return bench.answers.parse(answer, task)

    folder = written(tmp_path, {f"{task}{bench.suffix}": bench.text for task in (A, B)})
    read = bench.read(folder, replace(bench.answers, parse=parse))
    (excused,) = read.rows[EXCUSED.name]
    assert (excused.task_id, excused.asked) == (A, True)
    assert f"{A}{bench.suffix}: bug: ZeroDivisionError: owls" in excused.reason
    assert "test_answers.py:" in excused.reason
    assert (answered(read), read.listed["missing"]) == ({B}, [C])
    assert [line.partition(":")[0] for line in read.listed["our fault"]] == [A]
    states = _states(bench, read.rows)
    assert "unscored" in states[A]
    assert not {"missing", "scored"} & states[A]
    assert name == "taxobench" or "missing" in states[C]  # trees are measured by a stage, also those that are missing


def _states(bench: Sample, rows: AnswerRows) -> dict[str, set[str]]:
    """The states of the scores of each task, where judges were asked about nothing."""
    scoring = bench.benchmark.scoring
    judges = [Judge(role, "offline", "offline", "{}", ()) for role in scoring.judged.values()]
    tables = {table.name: () for table in scoring.tables}
    scored, _ = score_rows(scoring, {**tables, **rows}, bench.release, judges)
    states: dict[str, set[str]] = {task: set() for task in TASKS}
    for score in scored["scores"]:
        states[score.task_id].add(score.state)
    return states


@BENCHMARKS
def test_a_file_that_is_too_large_leaves_its_task_unscored(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = sample(name)
    monkeypatch.setattr("litgauge.tasks.answers.files.LARGEST", 1_000)
    large = bench.text * 100
    read = bench.read(written(tmp_path / "a", {f"{A}{bench.suffix}": bench.text, f"{B}{bench.suffix}": large}))
    assert read.listed["missing"] == [C]
    assert [row.task_id for row in read.rows[EXCUSED.name]] == [B]
    assert any(f"{B}{bench.suffix}" in line and "bytes" in line for line in read.listed["broken"])
    assert "unscored" in _states(bench, read.rows)[B] <= {"unscored", "inapplicable"}

    elsewhere = {f"{B}{bench.suffix}": large, "inner": None, f"inner/{B.upper()}{bench.suffix}": bench.text}
    again = bench.read(written(tmp_path / "b", {file: text for file, text in elsewhere.items() if text}))
    assert again.listed["missing"] == [A, C]
    assert not again.rows[EXCUSED.name]


@BENCHMARKS
def test_a_batch_that_is_too_large_may_hold_every_answer_that_is_not_elsewhere(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = sample(name)
    monkeypatch.setattr("litgauge.tasks.answers.files.LARGEST", 1_000)
    batch = {"batch.json": " " * 1_001, "film.mp4": " " * 1_001}
    read = bench.read(written(tmp_path / "a", {f"{A}{bench.suffix}": bench.text, **batch}))
    assert {row.task_id for row in read.rows[EXCUSED.name]} == {B, C}
    assert "missing" not in read.listed
    alone = bench.read(written(tmp_path / "b", batch))
    assert {row.task_id for row in alone.rows[EXCUSED.name]} == {A, B, C}


@BENCHMARKS
def test_an_archive_that_never_ends_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = sample(name)
    monkeypatch.setattr("litgauge.tasks.answers.archives.MOST_UNPACKED", 10_000)
    folder = written(tmp_path, {"all.zip": _zip({f"{A}{bench.suffix}": bench.text * 1_000})})
    with pytest.raises(UnusableInput, match=r"all\.zip: the archive holds more than 10,000 bytes"):
        bench.read(folder)


@BENCHMARKS
def test_no_link_leads_outside(name: str, tmp_path: Path) -> None:
    bench = sample(name)
    (tmp_path / "secret.md").write_text(bench.text)
    folder = written(tmp_path / "given", {f"{A}{bench.suffix}": bench.text})
    (folder / f"{B}{bench.suffix}").symlink_to(tmp_path / "secret.md")
    with pytest.raises(UnusableInput, match="leads outside"):
        bench.read(folder)


@BENCHMARKS
def test_a_folder_without_answers_says_how_they_are_named(name: str, tmp_path: Path) -> None:
    bench = sample(name)
    for number, file in enumerate(("film.mp4", f"nothing-like-it{bench.suffix}")):
        with pytest.raises(UnusableInput, match="no answer here is to a task"):
            bench.read(written(tmp_path / str(number), {file: bench.text}))


@BENCHMARKS
def test_an_agent_of_ours_that_answers_nothing_leaves_what_it_was_asked_missing(name: str) -> None:
    """Its run holds no file, and no folder was mistaken: there is nothing to refuse."""
    bench = sample(name)
    read = read_answers(bench.answers, None, "me", bench.release, run_tasks=[A, B, "of another release"])
    assert set(read.listed["missing"]) == set(TASKS)
    assert answered(read) == set()


def test_a_part_that_an_agent_of_ours_was_not_asked_is_not_missing() -> None:
    tasks = tuple(TaxonomyTask(name, name, mode, "?") for name, mode in ((A, "bottom-up"), (B, "deep-research")))
    release = TaxoRows("taxobench@1", "", tasks, {}, {}, {}, {})
    read = read_answers(known_benchmarks()["taxobench"].answers, None, "me", release, run_tasks=[A])
    assert read.listed == {"missing": [A], "not taken part in": ["deep-research"]}


@BENCHMARKS
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
)
def test_whatever_stands_in_a_file_no_answer_ends_a_run(name: str, content: bytes, tmp_path: Path) -> None:
    bench = sample(name)
    suffixes = (bench.suffix, ".json", ".jsonl", ".csv", ".tsv", ".txt", ".zip", ".run")
    files: dict[str, str | bytes] = {f"{B}{suffix}": content for suffix in suffixes}
    files |= {f"all{suffix}": content for suffix in suffixes}
    read = bench.read(written(tmp_path, files | {f"{A}{bench.suffix}": bench.text}))
    assert A in answered(read)
    assert not read.rows[EXCUSED.name]
    stored(read)
