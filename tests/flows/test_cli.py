"""The command line: help with examples, exit codes, JSON for programs, and what starts without Prefect."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from rich.console import Console

from litgauge.flows.cli import main
from litgauge.flows.cli.progress import TerminalProgress
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.progress import Note
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from tests.commands import every_command
from tests.papers.pdf.tei_samples import cite, entry, person, section, tei
from tests.releases.rows import benchmark, lineage, with_title


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit code of a command, run in this process."""
    monkeypatch.setattr(sys, "argv", ["litgauge", *words])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


@pytest.fixture
def released(tmp_path: Path) -> Path:
    storage = Storage(str(tmp_path / "store"))
    freeze_release(storage, REPORTBENCH, benchmark(), lineage())
    freeze_release(storage, REPORTBENCH, with_title("Another Title"), lineage())
    return tmp_path / "store"


def test_every_command_has_help_with_an_example() -> None:
    commands = dict(every_command())
    assert {"taxobench folders", "scinetbench queries", "reportbench domains", "trees"} < set(commands)
    for name, command in commands.items():
        assert f"Example: `litgauge {name}" in command.help, name


@pytest.mark.slow
@pytest.mark.parametrize("command", [("extract", "--help"), ("--help",)])
def test_what_needs_no_orchestration_starts_without_prefect(command: tuple[str, ...]) -> None:
    """tests/flows/test_latency.py sees the same of commands that read a storage."""
    code = (
        "import sys\nfrom litgauge.flows.cli import main\nsys.argv = ['litgauge', *sys.argv[1:]]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.exit('Prefect was imported' if 'prefect' in sys.modules else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_releases_as_json_are_a_list_oldest_first(
    released: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "releases", "--storage", str(released), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [entry["release"] for entry in found] == ["reportbench@1", "reportbench@2"]
    assert set(found[0]) == {"release", "path", "created", "digest", "tables"}
    assert found[0]["tables"]["surveys"] == 2


@pytest.mark.slow
def test_show_and_diff_say_what_there_is(
    released: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "show", "reportbench", "--storage", str(released)) == 0
    assert "reportbench@2" in capsys.readouterr().out
    assert run(monkeypatch, "diff", "reportbench@1", "reportbench@2", "--storage", str(released)) == 0
    assert "Another Title" in capsys.readouterr().out


@pytest.mark.slow
def test_a_tampered_release_fails_verification(
    released: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = released / "releases" / "reportbench" / "1" / "tasks.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert run(monkeypatch, "verify", "reportbench@1", "--storage", str(released)) == 1
    assert "tasks.parquet" in capsys.readouterr().err
    assert run(monkeypatch, "verify", "reportbench@2", "--storage", str(released)) == 0


@pytest.mark.slow
def test_publishing_twice_changes_nothing_and_a_foreign_folder_is_refused(
    released: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hub = tmp_path / "hub"
    words = ("publish", "reportbench@2", "--storage", str(released), "--to")
    assert run(monkeypatch, *words, str(hub)) == 0
    before = {path: path.stat().st_mtime_ns for path in hub.rglob("*")}
    assert run(monkeypatch, *words, str(hub)) == 0
    assert {path: path.stat().st_mtime_ns for path in hub.rglob("*")} == before
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("mine")
    assert run(monkeypatch, *words, str(foreign)) == 2
    assert [path.name for path in foreign.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("verify", "reportbench@9"), 2, "there is no such release"),
        (("show", "../etc"), 2, "../etc"),
        (("extract", "nowhere.tar.gz"), 2, "no such file or folder"),
        (("import", "scinetbench", "."), 2, "reportbench-v1.1"),
        (("import", "taxobench", "."), 2, "there is no taxonomy in it"),
        (("import", "reportbench-v1.1", "nowhere"), 2, "nowhere"),
        (("build", "reportbench", "--config", "nowhere.yaml"), 2, "configs/benchmarks"),
        (("build", "tvirbench"), 2, "reportbench"),
        (("no-such-command",), 2, "no-such-command"),
    ],
)
def test_bad_input_is_named_with_its_exit_code(
    words: tuple[str, ...], code: int, message: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, *words) == code
    assert message in capsys.readouterr().err


def archive(folder: Path, name: str, files: dict[str, str]) -> Path:
    path = folder / name
    with tarfile.open(path, "w:gz") as packed:
        for file, text in files.items():
            member = tarfile.TarInfo(file)
            member.size = len(text.encode())
            packed.addfile(member, io.BytesIO(text.encode()))
    return path


@pytest.mark.slow
def test_extract_reads_what_grobid_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    works = [
        entry("b0", "Kites in a steady wind", people=person("Ames", "Ada"), year="2001"),
        entry("b1", "Never cited"),
    ]
    body = section("Introduction", f"Kites {cite('b0', '[1]')} fly.")
    (tmp_path / "paper.tei.xml").write_bytes(tei(body, "".join(works)))
    (tmp_path / "broken.tei.xml").write_bytes(tei(body, "".join(works))[:-30])
    (tmp_path / "paper.tex").write_text("\\documentclass{article}\\begin{document}None.\\end{document}")
    names = ["paper.tei.xml", "paper.tex", "broken.tei.xml"]
    assert (
        run(monkeypatch, "extract", *(str(tmp_path / name) for name in names), "--html", str(tmp_path / "p.html")) == 0
    )
    read, none, broken = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    [reference] = read["references"]
    assert (reference["key"], reference["title"], reference["origin"]) == ("b0", "Kites in a steady wind", "grobid")
    assert (read["status"], read["cited_keys"], len(reference["citations"])) == ("ok", ["b0"], 1)
    assert "grobid-uncited" in {note["code"] for note in read["diagnostics"]}
    assert (none["status"], broken["status"]) == ("no-references", "failed")
    assert broken["diagnostics"][0]["code"] == "tei-malformed"
    assert "Kites in a steady wind" in (tmp_path / "p-001.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_extract_writes_a_line_for_every_source_good_or_bad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = (
        r"\documentclass{article}\begin{document}See \cite{a,b}.\begin{thebibliography}{9}"
        r"\bibitem{a} A. Author, \emph{On pears}, J. Fruit 1 (2001) 1.\end{thebibliography}\end{document}"
    )
    good = archive(tmp_path, "good.tar.gz", {"main.tex": paper})
    bad = tmp_path / "bad.tar.gz"
    bad.write_bytes(b"this is no archive \x00\x01\x02")
    out = tmp_path / "out.jsonl"
    assert run(monkeypatch, "extract", str(good), str(bad), "--out", str(out)) == 0
    first, second = (json.loads(line) for line in out.read_text(encoding="utf-8").splitlines())
    keys = {"source", "status", "main", "references", "cited_keys", "nocite_keys", "unresolved_keys", "diagnostics"}
    assert set(first) == set(second) == keys
    assert (first["status"], first["main"], first["cited_keys"]) == ("ok", "main.tex", ["a", "b"])
    assert first["unresolved_keys"] == ["b"]
    (reference,) = first["references"]
    assert reference["citations"] == [{"file": "main.tex", "line": 1, "command": "cite"}]
    assert reference["year"] == 2001
    assert second["status"] in ("rejected", "no-latex")
    assert second["diagnostics"]


@pytest.mark.slow
@pytest.mark.parametrize("place", ["tasks", "tasks.jsonl"])
def test_the_tasks_are_written_as_an_agent_gets_them(
    place: str, released: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(monkeypatch, "tasks", "reportbench", "--out", str(tmp_path / place), "--storage", str(released)) == 0
    assert "litgauge score reportbench@2" in capsys.readouterr().out
    expected = {task.task_id: task.prompt for task in benchmark()["tasks"]}
    if place.endswith(".jsonl"):
        rows = [json.loads(line) for line in (tmp_path / place).read_text(encoding="utf-8").splitlines()]
        assert {row["task_id"]: row["prompt"] for row in rows} == expected
    else:
        files = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / place).glob("*.md")}
        assert {name: text.rstrip("\n") for name, text in files.items()} == expected


def test_a_demo_needs_a_folder(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "demo", "--storage", "s3://bucket/demo") == 2
    assert "must be a folder" in capsys.readouterr().err


def test_a_note_of_several_lines_is_told_line_by_line() -> None:
    console = Console(file=io.StringIO(), width=30)
    TerminalProgress(console)(Note("forecast", f"2 reports to judge\n  {'a question ' * 4}, \x1b[2J"))
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert told == f"forecast: 2 reports to judge\nforecast:   {'a question ' * 4}, \ufffd[2J\n"
