"""Nothing foreign is obeyed: not by a terminal, not by rich, not by what shows Markdown."""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.table import Table
from rich.text import Text

from litgauge.flows.cli import console
from litgauge.flows.cli.console import Terminal, json_line, print_json
from litgauge.flows.runtime.log_records import PlainRecord
from litgauge.tasks.base.errors import LitgaugeError, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.funnel import funnel_markdown, quarantine_markdown
from litgauge.tasks.html.leaderboard import leaderboard_markdown
from litgauge.tasks.ledger import LoadedRun, leaderboard
from litgauge.tasks.records import Quarantined
from litgauge.tasks.releases.diff_text import diff_markdown
from litgauge.tasks.releases.funnel import Funnel, FunnelStep, StageCount
from litgauge.tasks.text.markdown import Marked, code_span, escaped, table
from litgauge.tasks.text.terminal import is_plain, plain
from tests.benchmarks.reportbench.sample_run import sample_run
from tests.flows.test_cli import run
from tests.tables import each_row

CLI = Path(console.__file__).parent
DOORS = {"console.py", "output_files.py", "exit_codes.py", "signals.py"}  # which may touch the streams

ATTACKS = (
    "\x1b[2J\x1b]0;owned\x07", "\x9b31m", "\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "a\rb\x08c",
    "\u202egnp.exe\u2066",
    "a\u200bb\ufeff\U000e0041", "\ud800", "[/x]", "[bold]", "[link=http://evil]x[/link]", "[", "\\[", ":bomb:", "[/]",
    "![x](http://evil/p.png)", "[x](http://evil)", "<http://evil>", "http://evil", "www.evil.com",
    "<img src=http://evil>",
    "a|b|c", "`x`", "``", "**b**", "_e_", "~~s~~", "# head", "- item", "1. one", "> q", "&lt;b&gt;", "&#91;x](u)",
    "\\", "a@b.example",
    "[x]: http://evil", "---", "\n\n# head\n\n<script>", "a\n| b | c |",
)  # fmt: skip
anything = st.one_of(st.sampled_from(ATTACKS), st.text(), st.lists(st.sampled_from(ATTACKS)).map("".join))


def printed(value: object) -> str:
    """What a terminal that knows colours gets."""
    terminal = Terminal()
    terminal.file = io.StringIO()
    terminal._color_system = None  # whatever escape is left is not ours
    terminal.print(value, soft_wrap=True)
    return terminal.file.getvalue()


@given(anything)
def test_a_terminal_obeys_no_text_and_markup_is_shown(text: str) -> None:
    grid = Table("a", title=text)
    grid.add_row(text)
    for shown in (printed(text), printed(grid)):
        assert all(is_plain(line) for line in shown.split("\n"))
    line = plain(" ".join(text.split()))
    assert line in printed(line).rstrip("\n") + " " * (not line)


def test_a_link_is_no_link_on_a_terminal() -> None:
    from rich.text import Text

    terminal = Terminal()
    segments = list(terminal.render(Text("x", style="link http://evil")))
    assert not any(segment.style and segment.style.link for segment in segments)


@given(anything)
def test_json_means_the_same_and_is_obeyed_by_nobody(text: str) -> None:
    line = json_line({text: [text]})
    assert is_plain(line.rstrip("\n"))
    assert json.loads(line) == {text: [text]}


def test_no_module_of_the_command_line_prints_around_the_door() -> None:
    for path in sorted(CLI.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.name}:{getattr(node, 'lineno', 0)}"
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            assert name not in ("print", "Console", "typer.echo", "typer.secho", "click.echo"), where
            assert "from_markup" not in name, f"{where}: say what is bold with Text"
            assert "from_ansi" not in name, where
            if isinstance(node, ast.Attribute) and node.attr in ("stdout", "stderr"):
                assert path.name in DOORS, f"{where}: print through litgauge.flows.cli.console"
            if isinstance(node, ast.Call) and any(one.arg == "markup" for one in node.keywords):
                assert path.name == "console.py", where


@given(anything)
def test_markdown_obeys_no_text(text: str) -> None:
    """Neither GitHub's dialect nor plain Markdown makes anything of it, and its reader sees it as it is."""
    shows_text(f"before {escaped(text)} after", f"before {plain(' '.join(text.split()))} after")
    shows_text(escaped(text), None)
    rows = MarkdownIt("gfm-like", {"linkify": False}).parse(table(["h", text], [["a", text], [text, "b"]]))
    kinds = [token.type for token in rows]
    assert (kinds.count("tr_open"), kinds.count("td_open"), kinds.count("th_open")) == (3, 4, 2)
    for token in rows:
        for child in token.children or ():
            assert child.type in ("text", "text_special"), (text, child)
    spanned = MarkdownIt().parse(f"in {code_span(text)} here")
    assert [token.type for token in spanned] == ["paragraph_open", "inline", "paragraph_close"]


def shows_text(markdown: str, wanted: str | None) -> None:
    """It is one paragraph of text; GitHub's bare addresses are looked for by what they begin with."""
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(markdown)
    assert {token.type for token in tokens} <= {"paragraph_open", "inline", "paragraph_close"}, markdown
    children = [child for token in tokens for child in token.children or ()]
    assert {child.type for child in children} <= {"text", "text_special"}, (markdown, children)
    assert not any(start in markdown.casefold() for start in ("http://", "https://", "ftp://", "www.")), markdown
    if wanted is not None:
        assert "".join(child.content for child in children) == wanted


def test_cells_that_are_markdown_already_stay() -> None:
    assert "`a_b`" in table(["x"], [[Marked("`a_b`")]])


def hostile_markdown(text: str) -> list[str]:
    """All that is shown as Markdown, made of such texts."""
    runs = [
        LoadedRun(replace(one.run, agent=f"{number} {text}"), one.rows)
        for number, one in enumerate((sample_run("careful"), sample_run("careless")))
    ]
    fallen = [Quarantined(text, text, "rejected", text, text)]
    steps = (FunnelStep(text, text, 1, 2, (text, text)),)
    return [
        leaderboard_markdown(leaderboard(runs), "a leads"),
        quarantine_markdown(fallen),
        funnel_markdown(Funnel(3, 1, (StageCount(text, text, 2, None),), steps)),
    ]


@each_row("start", range(0, len(ATTACKS), 8))
def test_no_artifact_obeys_what_it_shows(start: int) -> None:
    text = " ".join(ATTACKS[start : start + 8])
    for markdown in hostile_markdown(text):
        for token in MarkdownIt("gfm-like", {"linkify": False}).parse(markdown):
            assert token.type != "html_block", markdown
            for child in token.children or ():
                assert child.type not in ("image", "link_open", "html_inline"), (markdown, child)
        assert "http://" not in markdown


def test_every_artifact_goes_through_one_door_and_is_made_of_escaped_text(repository: Path) -> None:
    """Whatever makes Markdown by itself takes each text of others through `escaped`, `code_span` or `table`."""
    for path in sorted(
        [*(repository / "litgauge" / "flows").rglob("*.py"), *(repository / "litgauge" / "tasks").rglob("*.py")]
    ):
        text = path.read_text(encoding="utf-8")
        if "prefect.artifacts" in text:
            assert path == repository / "litgauge/flows/pipeline/artifacts.py", (
                f"{path}: use litgauge.flows.pipeline.artifacts"
            )
        if "show_markdown(" in text and path.name != "artifacts.py":
            assert "from litgauge.tasks.html" in text or "litgauge.tasks.text.markdown" in text, path
    assert diff_markdown.__module__ == "litgauge.tasks.releases.diff_text"


NAMES = [attack for attack in ATTACKS if "\ud800" not in attack]
TOGETHER = [" ".join(NAMES[start : start + 8]) for start in range(0, len(NAMES), 8)]


@pytest.mark.slow
@pytest.mark.parametrize("attack", [*TOGETHER, *(name for name in NAMES if name.startswith("-"))])
def test_errors_and_file_names_are_text(
    attack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (
        ["show", attack],
        ["read", f"x{attack}"],
        ["match", "--truth", attack],
        [f"x{attack}"],
        ["report", f"--{attack}"],
    ):
        assert run(monkeypatch, *words) == 2
        told = capsys.readouterr()
        assert all(is_plain(line) for line in (told.out + told.err).split("\n"))
        assert "error: " in told.err


def test_a_log_is_text_too() -> None:
    import logging

    record = PlainRecord("x", logging.INFO, "f", 1, "%s \x1b[2J", ("a\x9bb",), None)
    assert record.getMessage() == "a\ufffdb \ufffd[2J"


def test_an_error_that_is_a_message_stands_in_a_log_without_a_traceback() -> None:
    import logging

    def logged(error: Exception) -> str:
        try:
            raise error
        except Exception:  # noqa: BLE001 - as a library logs what it caught
            record = PlainRecord("x", logging.ERROR, "f", 1, "caught: %r", (error,), sys.exc_info())
        return logging.Formatter().format(record)

    assert logged(UnusableInput("no such folder", where="reports")) == "reports: no such folder."
    assert "Traceback" in logged(ValueError("a bug"))


def test_a_message_of_several_lines_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    from litgauge.flows.cli.exit_codes import ended

    def fails() -> None:
        raise LitgaugeError("a\nerror: forged", where="\x1b[2J")

    assert ended(fails) == 1
    assert capsys.readouterr().err == "error: \ufffd[2J: a error: forged.\n"


def test_a_name_of_several_lines_makes_no_line_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    forged = "SURVEY-1\nerror: all is lost.md"
    for shown in (f"left out: {forged}", Text(f"left out: {forged}"), Text.assemble("left out: ", (forged, "bold"))):
        console.out.print(shown, soft_wrap=True)
        assert capsys.readouterr().out == "left out: SURVEY-1\n    error: all is lost.md\n"
    import logging

    record = PlainRecord("a", logging.WARNING, "a.py", 1, "left out: %s", (forged,), None)
    assert record.getMessage() == "left out: SURVEY-1\n    error: all is lost.md"


def started(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own, as a shell starts it."""
    return subprocess.run(
        [sys.executable, "-m", "litgauge.flows.cli", *words],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        cwd=Path(console.__file__).parents[2],
    )


@pytest.mark.slow
def test_any_encoding_any_width_and_a_reader_that_goes(tmp_path: Path) -> None:
    (tmp_path / "é\u2013.md").write_text("Bäume sind grün – immer.\n", encoding="utf-8")
    ascii_only = started("read", str(tmp_path), PYTHONIOENCODING="ascii")
    assert (ascii_only.returncode, ascii_only.stderr) == (0, b"")
    assert json.loads(ascii_only.stdout)["report"] == "é\u2013"
    narrow = started("show", "x" * 300, "--storage", str(tmp_path), COLUMNS="20", PYTHONIOENCODING="ascii")
    assert (narrow.returncode, b"Traceback" in narrow.stderr) == (2, False)
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        gone = subprocess.run(
            [sys.executable, "-m", "litgauge.flows.cli", "releases", "--json", "--storage", str(tmp_path)],
            stdout=closed, stderr=subprocess.PIPE, check=False, cwd=Path(console.__file__).parents[2],
        )  # fmt: skip
    assert (gone.returncode, gone.stderr) == (1, b"")


def test_the_version_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--version") == 0
    assert capsys.readouterr().out.startswith("litgauge ")
    print_json({"a": 1})
    assert json.loads(capsys.readouterr().out) == {"a": 1}
    assert Storage("memory://version").url
