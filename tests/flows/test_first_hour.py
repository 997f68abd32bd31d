"""The first hour as somebody has it who has just installed litgauge: the demo, then every command of the pages in turn.

The folder is not the repository: of that it has no more than what a person brings along.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

import litgauge
from litgauge.flows.cli.commands import app
from tests.installed import Installed
from tests.snippets import blocks, commands, words_of
from tests.test_snippets import RUN_IN_TURN, not_run
from tools.notebook import NOTEBOOK, executed

pytestmark = pytest.mark.prefect

ROOT = Path(__file__).resolve().parents[2]
FIRST = ("README.md", "docs/first-steps.md")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, installed: Installed, installed_demo: str) -> Path:
    """A folder with what the demo of the wheel left, as tests/flows/test_wheel.py has seen it."""
    folder = tmp_path_factory.mktemp("home")
    shutil.copytree(installed.folder / "data" / "demo", folder / "data" / "demo")
    return folder


def test_the_demo_builds_a_release_runs_an_agent_scores_three_and_writes_the_report(home: Path) -> None:
    page = (home / "data" / "demo" / "report.html").read_text(encoding="utf-8")
    assert "careful" in page
    assert "careless" in page
    board = litgauge.release("reportbench@1", storage=str(home / "data" / "demo")).leaderboard()
    assert list(board["agent"]) == ["careful", "careless", "offline-good"]
    trees = (home / "data" / "demo" / "taxobench.html").read_text(encoding="utf-8")
    assert "Fruit-Harvesting Robots" in trees
    assert "<script>alert(" not in trees


def test_a_name_that_only_the_demo_has_is_found_out(home: Path) -> None:
    with pytest.raises(litgauge.ReleaseError, match=r"The demo's is kept apart: --storage .*demo"):
        litgauge.release("reportbench", storage=str(home / "data"))


def test_the_notebook_shows_what_it_says(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "data" / "sample").symlink_to(ROOT / "data" / "sample")
    monkeypatch.chdir(home)
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert shown(executed(kept)) == shown(kept), "run `make demo`, then `python -m tools.notebook`"


def shown(notebook: Mapping[str, list[dict[str, list[dict[str, dict[str, list[str]]]]]]]) -> list[str]:
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    return [" ".join("".join(output["data"]["text/plain"]).split()) for output in outputs]


@pytest.mark.usefixtures("served_here")
def test_every_command_of_the_pages_works_in_its_turn(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bring_papers(home / "papers")
    monkeypatch.chdir(home)
    told = {}
    for words in commands_of(*FIRST):
        told[" ".join(words)] = told_by(words)
        if words[0] == "tasks":
            answer_tasks(home / "tasks-for-agents", home / "reports" / "my-agent")
    assert "frozen as local@1" in told["build reportbench --papers papers"]
    assert (home / "report.html").stat().st_size > 10_000
    matched = json.loads(told["match --truth local --survey kites --cited read.jsonl"])
    assert matched["counts"]["matched"] == 2
    release = litgauge.release("local", storage=str(home / "data"))
    assert list(release.surveys["survey_id"]) == ["kites", "Überblick-Netze"]
    assert release.surveys["url"].isna().all()
    assert list(release.quarantine["rule"]) == ["no-latex"]
    run_python(home, *FIRST)


@pytest.mark.usefixtures("served_here")
def test_the_commands_of_the_other_pages_work_in_their_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = [page for page in RUN_IN_TURN if page not in FIRST]
    bring_inputs(tmp_path)
    monkeypatch.chdir(tmp_path)
    told = {}
    for words in commands_of(*others):
        told[words[0]] = told_by(words)
    assert "my-agent" in told["leaderboard"]
    assert (tmp_path / "report.html").stat().st_size > 10_000
    assert "BETWEEN,0,1,0,1,-1" in (tmp_path / "D.csv").read_text()
    block = next(one for one in blocks() if one.page == "docs/reports.md" and one.kind == "yaml")
    shown, written = yaml.safe_load(block.text), json.loads((tmp_path / "read.jsonl").read_text().splitlines()[0])
    assert shown.keys() == written.keys()
    run_python(tmp_path, *others)


def told_by(words: list[str]) -> str:
    """What a command says, run in this process and its folder."""
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, f"litgauge {' '.join(words)}\n{done.output}\n{done.exception!r}"
    return done.stdout


def commands_of(*pages: str) -> list[list[str]]:
    """The words of litgauge's commands on these pages, each once, in the order of the pages."""
    found = [command for block, command in commands() if block.page in pages and not not_run(command)]
    assert all(command.startswith("litgauge ") for command in found)
    return [words_of(command)[1:] for command in dict.fromkeys(found)]


def run_python(folder: Path, *pages: str) -> None:
    """Run the Python of these pages as one script, where their commands have run."""
    found = [block.text for page in pages for block in blocks() if (block.page, block.kind) == (page, "python")]
    assert found
    script = "\n\n".join(found)
    own = {"PYTHONPATH": str(ROOT), "HF_HOME": str(folder / "hf"), "HF_HUB_OFFLINE": "1"}
    environment = {name: value for name, value in os.environ.items() if name != "LITGAUGE_STORAGE"} | own
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=400
    )
    assert done.returncode == 0, f"{script}\n{done.stderr}"


def bring_inputs(folder: Path) -> None:
    """What the pages about one thing start from, by the names that they use."""
    taxonomies = ROOT / "data" / "sample" / "taxobench"
    shutil.copy(taxonomies / "surveys.jsonl", folder)
    shutil.copytree(taxonomies / "agents" / "careful", folder / "answers" / "my-agent")
    shutil.copytree(ROOT / "data" / "sample" / "agents" / "careful", folder / "reports" / "my-agent")
    report = folder / "reports" / "my-agent" / "9912.00001.md"
    shutil.copy(report, folder / "report.md")
    shutil.copy(report, report.with_name("kites.md"))
    paper = {"title": "Kites"}
    tree = {"name": "Flight", "subtopics": [{"name": "By wind", "papers": ["Kites"]}]}
    row = {"id": 1, "pdfs": [paper], "gt": tree, "hierarchy_tree": tree}
    (folder / "answers.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    (folder / "W.csv").write_text("work,date,venue\nOLDER,2001,A\nBETWEEN,2005,B\nNEWER,2009,A\n")
    (folder / "E.csv").write_text("citing,cited\nNEWER,BETWEEN\nNEWER,OLDER\nBETWEEN,OLDER\n")


def bring_papers(folder: Path) -> None:
    """Two sources of the sample and a PDF, under names of one's own."""
    sample = ROOT / "data" / "sample"
    shutil.copytree(sample / "tex" / "9912.00002", folder / "Überblick Netze")
    shutil.copy(sample / "sources" / "9912.00001.tar.gz", folder / "kites.tar.gz")
    (folder / "by topic").mkdir()
    shutil.copy(sample / "sources" / "9912.00013.pdf", folder / "by topic" / "scan.pdf")


def answer_tasks(tasks: Path, reports: Path) -> None:
    """What an agent would write, two works a report."""
    reports.mkdir(parents=True)
    for file in sorted(tasks.iterdir()):
        survey = file.stem.rpartition("_")[0]
        (reports / f"{survey}.md").write_text(
            "# A survey\n\nAttention replaced recurrence [1]. Residual connections help [2].\n\n## References\n\n"
            "[1] Attention Is All You Need\n[2] Deep Residual Learning for Image Recognition\n",
            encoding="utf-8",
        )
