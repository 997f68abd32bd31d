"""Whatever a person gets wrong ends with one message and an exit code that is declared, found over all commands.

For every command and every one of its parameters a wrong value of each kind is tried, the others being right. Nothing
of it starts Prefect: what is wrong is found before.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from litgauge.flows.cli.commands import app
from litgauge.flows.cli.exit_codes import ended
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from tests.commands import every_command
from tests.releases.rows import benchmark, lineage


def _plain_types(hint: Any) -> set[type]:
    """The types in an annotation such as `list[Path] | None`."""
    if isinstance(hint, type) and not typing.get_args(hint):
        return {hint}
    return set().union(*(_plain_types(arm) for arm in typing.get_args(hint))) | {
        type(arm) for arm in typing.get_args(hint) if isinstance(arm, str)
    }


COMMANDS: Mapping[str, Any] = {name: one for name, one in every_command() if not name.startswith("network ")}
KINDS = {
    name: {option: _plain_types(hint) for option, hint in typing.get_type_hints(inspect.unwrap(one.callback)).items()}
    for name, one in COMMANDS.items()
}
CODES = {1, 2, 3}
_PYTHON = re.compile(r"Traceback|<[\w.]+ object at|\b(?:Posix|Windows)Path\(|\bNone\b|\[Errno|ValidationError|<class ")

FILES: Mapping[str, bytes] = {
    "empty": b"",
    "blank.yaml": b"\n# nothing\n",
    "binary": bytes(range(256)) * 40,
    "broken.json": b'{"a": [1, 2',
    "broken.yaml": b"a: [1\nb: }",
    "list.yaml": b"- 1\n- 2\n",
    "date.yaml": b"harvest: 2020-13-45\n",
    "tagged.yaml": b"a: !!timestamp x\nb: !!bool maybe\n",
    "deep.yaml": b"[" * 3_000,
    "deep.json": b"[" * 200_000,
    "foreign.yaml": b"kind: mini\n",
    "model.yaml": b"model: {provider: openai, base_url: 7}\n",
    "latin.csv": b"k,verdict\n\xe9\xff,1\n",
    "number.jsonl": b"7\n[]\nnull\n",
    "wrong.jsonl": b'{"title": 7, "id": {"a": 1}}\n',
}
PLACES = ("missing", "folder", "empty-folder", "fifo-link", "loop", "file/below", "a" * 300, "", " ", "[/x]", "\x1b[2J")
TEXTS = ("", " ", "x" * 300, "..", "a/b", "a\\b", "con", "[/x]", "[bold]", "\x1b]0;x\x07", "e\u0301", "\u202eabc",
         "reportbench@0", "reportbench@99", "other@1", "Report Bench", "-1", "1e999", "nan")  # fmt: skip
NUMBERS = ("-1", "0", "99999999999", "1.5", "x", "", "nan", "inf")
STORAGES = ("", " ", "s3://", "gs://bucket/x", "abfs://c/x", "hf://datasets/a/b", "foo://x", "http://127.0.0.1:9/x",
            "file", "file/below", "://", "a" * 300)  # fmt: skip


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in: a storage with one release, wrong files of every kind, and right ones beside them."""
    monkeypatch.chdir(tmp_path)
    freeze_release(Storage("store"), REPORTBENCH, benchmark(), lineage())
    for name, data in FILES.items():
        Path(name).write_bytes(data)
    for name in ("folder", "empty-folder", "reports"):
        Path(name).mkdir()
    Path("folder/odd.bin").write_bytes(bytes(range(256)))
    Path("reports/a.md").write_text("It rains [1].\n\n[1] https://example.org\n")
    Path("paper.tex").write_text("\\documentclass{article}\\begin{document}\\cite{a}\\end{document}")
    Path("cited.jsonl").write_text('{"title": "A work"}\n')
    Path("file").write_text("a file")
    Path("loop").symlink_to("loop")
    Path("fifo-link").symlink_to("/dev/null")
    return tmp_path


RIGHT: Mapping[str, str] = {
    "release": "reportbench", "old": "reportbench", "new": "reportbench", "benchmark": "reportbench", "agent": "me",
    "first": "me", "second": "you", "run": "reports", "to": "made", "folder": "reports", "dataset": "reportbench-v1.1",
    "sources": "paper.tex", "truth": "cited.jsonl", "cited": "cited.jsonl", "file": "cited.jsonl",
    "reports": "reports", "sheets": "cited.jsonl", "log": "cited.jsonl",
}  # fmt: skip
HARMLESS = {("demo", "storage"), ("serve", "storage")}  # start a server where the storage is right


def _wrong(command: str, parameter: Any) -> Iterator[str]:
    """Wrong values for a parameter, by its type."""
    kinds = KINDS[command][parameter.name]
    if parameter.name == "storage":
        yield from STORAGES
    elif Path in kinds:
        yield from (*FILES, *PLACES)
    elif kinds & {int, float}:
        yield from NUMBERS
    elif parameter.name in ("config", "model", "judge"):
        yield from (*TEXTS, *PLACES, *FILES)
    elif str in kinds:
        yield from TEXTS
    elif bool not in kinds:
        raise AssertionError(f"{command} {parameter.name}: say what is wrong for {kinds}")


def _words(name: str, command: Any, wrong: Any, value: str) -> list[str]:
    """A command with one wrong value, all else that it needs being right."""
    words = name.split()
    named = {parameter.name for parameter in command.params}
    for parameter in command.params:
        if parameter is wrong:
            given = value
        elif parameter.name == "storage":
            given = "store"
        elif parameter.required:
            given = RIGHT[parameter.name]
        else:
            continue
        words += [given] if parameter.param_type_name == "argument" else [f"{parameter.opts[0]}={given}"]
    assert not named - {parameter.name for parameter in command.params}
    return words if "" not in words else [word or "" for word in words]


def _cases() -> list[tuple[str, str, str]]:
    """Every command with every wrong value of every parameter."""
    return [
        (name, parameter.name, value)
        for name, command in COMMANDS.items()
        for parameter in command.params
        if parameter.name != "help"
        for value in dict.fromkeys(_wrong(name, parameter))
    ]


SOME = 17  # of so many cases one is tried where time is short: each value with some parameter, each parameter with some


class WasStarted(BaseException):
    """Past everything that looks at input."""


def _started(*_: object, **__: object) -> None:
    """Stands where a run would start: the input was taken as right, which for some of these it is."""
    raise WasStarted


@pytest.fixture
def nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs and servers are not started, only what comes before them."""
    import litgauge.flows.cli.building
    import litgauge.flows.cli.scoring
    import litgauge.flows.ui.server

    starts = (":build_", ":refresh_")
    monkeypatch.setattr(
        litgauge.flows.cli.building,
        "imported",
        lambda place: _started if any(name in place for name in starts) else _real(place),
    )
    monkeypatch.setattr(litgauge.flows.cli.scoring, "_run", _started)
    monkeypatch.setattr(litgauge.flows.ui.server, "serve", _started)


def _real(place: str) -> Any:
    from litgauge.flows.configs import imported

    return imported(place)


@pytest.mark.slow
@pytest.mark.parametrize("step", [SOME, pytest.param(1, marks=pytest.mark.soak)])
def test_a_wrong_value_of_any_parameter_is_one_message(
    step: int, world: Path, nothing_starts: None, capsys: pytest.CaptureFixture[str]
) -> None:
    failures = []
    cases = _cases()[::step]
    assert step > 1 or len(cases) > 1_000
    for command, name, value in cases:
        parameter = next(one for one in COMMANDS[command].params if one.name == name)
        words = _words(command, COMMANDS[command], parameter, value)
        try:
            code = ended(lambda words=words: get_command(app)(words, standalone_mode=False))  # type: ignore[misc]
        except WasStarted:
            code = 0
        except Exception as error:  # noqa: BLE001 - what nobody foresaw is what is looked for
            failures.append(f"{words}: {type(error).__name__}: {error}")
            continue
        told = capsys.readouterr()
        if code and (code not in CODES or told.err.count("error: ") != 1 or not told.err.strip()):
            failures.append(f"{words}: exit code {code}, {told.err!r}")
        if _PYTHON.search(told.err) or "\x1b" in told.err + told.out:
            failures.append(f"{words}: {told.err!r}")
    assert not failures, "\n".join(failures)
