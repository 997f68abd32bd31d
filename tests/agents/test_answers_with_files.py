"""Agents whose answers hold files: what a command leaves, what an endpoint sends, and which names are kept."""

from __future__ import annotations

import asyncio
import base64
import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.agents.external.command import CommandAgent
from litgauge.tasks.agents.external.endpoint import HttpAgent
from litgauge.tasks.agents.external.settings import HttpSettings
from litgauge.tasks.agents.kinds import Agent
from litgauge.tasks.agents.outcome import AgentAnswer, WrittenFile
from litgauge.tasks.agents.recorded_calls import RecordedCalls
from litgauge.tasks.agents.session import Means
from litgauge.tasks.agents.task_run import TaskContext, TaskRecord, answer_task
from litgauge.tasks.agents.written_files import name_problem, safe_files
from litgauge.tasks.answers.attached import folded_path
from litgauge.tasks.base.errors import Failed
from litgauge.tasks.benchmark import Answers
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Replies
from tests.agents.search_server import SearchServer, search_server
from tests.agents.test_external_command import TASK, settings
from tests.tables import each_row

ANSWERS = Answers(given_tasks=lambda _: (TASK,), naming="", parse=lambda *_: {}, holds_files=True)
PNG = b"\x89PNG\r\n\x1a\n\0"


async def record(folder: Path, agent: Agent, answers: Answers = ANSWERS, *, replay: bool = False) -> TaskRecord:
    recorded = RecordedCalls(Replies(Storage(str(folder))), "digest", only=replay)
    return await answer_task(TASK, TaskContext(agent, Means(answers, recorded), asyncio.Semaphore()))


def program(body: str, **more: Any) -> CommandAgent:
    """A command that has written `images/a.png` into its folder, and does this besides."""
    start = f"""
    import os, pathlib, sys
    out = pathlib.Path(os.environ["LITGAUGE_OUTPUT"])
    (out / "images").mkdir()
    (out / "images" / "a.png").write_bytes({PNG!r})
    """
    return CommandAgent(settings(textwrap.dedent(start) + textwrap.dedent(body), **more))


def paths(of: TaskRecord) -> list[str]:
    return [file.path for file in of.files]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "file", "text"),
    [
        ("print('# Owls ![](images/a.png)')", "2101.00001/report.md", "# Owls ![](images/a.png)"),
        ("(out / 'report.md').write_text('![](images/a.png)')", "2101.00001/report.md", "![](images/a.png)"),
        ("(out / 'index.html').write_text('<p>Owls'); print('a log')", "2101.00001/index.html", "<p>Owls"),
        ("(out / 'owls.md').write_text('Owls')", "2101.00001/owls.md", "Owls"),
        ("(out / 'answer.json').write_text('{\"answer\": \"Owls\"}')", "2101.00001/report.md", "Owls"),
    ],
)
async def test_what_a_command_leaves_belongs_to_its_answer(body: str, file: str, text: str, tmp_path: Path) -> None:
    agent = program(body)
    first = await record(tmp_path, agent)
    assert (first.outcome.outcome, first.outcome.file, first.text.text) == ("answered", file, text)
    assert (paths(first), first.outcome.files, first.outcome.detail) == (["2101.00001/images/a.png"], 1, "")
    storage = Storage(str(tmp_path))
    assert storage.read_checked(storage.blob_path(first.files[0].sha256)) == PNG
    assert await record(tmp_path, agent, replay=True) == first
    (tmp_path / storage.blob_path(first.files[0].sha256)).unlink()
    with pytest.raises(Failed, match=r"the file images/a\.png .* is not among the recorded calls"):
        await record(tmp_path, agent, replay=True)


@pytest.mark.slow
async def test_the_folder_is_named_in_the_arguments_and_only_where_answers_hold_files(tmp_path: Path) -> None:
    code = "import pathlib, sys; (pathlib.Path(sys.argv[1]) / 'report.md').write_text('Owls')"
    agent = CommandAgent(settings(code).model_copy(update={"command": ("{python}", "-c", code, "{output}")}))
    assert (await record(tmp_path / "a", agent)).outcome.file == "2101.00001.md"
    none = "import os, sys; print('LITGAUGE_OUTPUT' in os.environ, 'holds_files' in sys.stdin.read())"
    other = Answers(given_tasks=lambda _: (TASK,), naming="", parse=lambda *_: {})
    assert (await record(tmp_path / "b", CommandAgent(settings(none)), other)).text.text == "False False"
    assert (await record(tmp_path / "c", CommandAgent(settings(none)))).text.text == "True True"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "more", "words"),
    [
        ("print('So.')", {"most_files": 0}, "more than 0 files"),
        ("print('So.'); (out / 'b').write_bytes(bytes(2_000))", {"files_mb": 0.002}, "more than 2,000 bytes"),
    ],
)
async def test_more_than_may_be_left_is_no_answer(body: str, more: dict[str, Any], words: str, tmp_path: Path) -> None:
    got = await record(tmp_path, program(body, **more))
    assert (got.outcome.outcome, got.text.text, got.files) == ("output-limit", "", ())
    assert words in got.outcome.detail


@pytest.mark.slow
async def test_links_pipes_and_hidden_files_are_not_taken(tmp_path: Path) -> None:
    body = """
    (out / "link.png").symlink_to("/etc/hostname")
    (out / "etc").symlink_to("/etc")
    os.mkfifo(out / "pipe")
    (out / ".cache").mkdir()
    (out / ".cache" / "x").write_text("x")
    print("![](link.png)")
    """
    got = await record(tmp_path, program(body))
    assert paths(got) == ["2101.00001/images/a.png"]
    assert got.outcome.outcome == "answered"
    assert got.outcome.detail == (
        "what it left is no file that can be read: etc, link.png, pipe; "
        "its text names files that it did not give: link.png"
    )


@pytest.mark.slow
async def test_a_command_that_fails_leaves_nothing(tmp_path: Path) -> None:
    got = await record(tmp_path, program("(out / 'report.md').write_text('So.'); sys.exit(3)"))
    assert (got.outcome.outcome, got.text.text, got.files) == ("crashed", "", ())


@pytest.fixture(scope="module")
def server() -> Iterator[SearchServer]:
    with search_server() as running:
        yield running


def endpoint(server: SearchServer, files: Any, **more: Any) -> HttpAgent:
    server.say((200, json.dumps({"answer": "![](images/a.png)", "files": files})))
    return HttpAgent(HttpSettings(kind="http", url=f"{server.root}/agent", backoff_s=0, retries=0, **more))


def sent(name: str, data: bytes = PNG) -> dict[str, str]:
    return {"name": name, "media_type": "image/png", "data": base64.b64encode(data).decode()}


async def test_files_of_an_endpoint_are_in_its_json(server: SearchServer, tmp_path: Path) -> None:
    agent = endpoint(server, [sent("images/a.png"), sent("../b.png"), sent("IMAGES/A.png", b"")])
    first = await record(tmp_path, agent)
    assert (first.outcome.outcome, first.outcome.file) == ("answered", "2101.00001/report.md")
    assert paths(first) == ["2101.00001/IMAGES/A.png"]
    assert first.outcome.detail == (
        "its file '../b.png' is left out: it leads out of its folder; "
        "its file 'images/a.png' is left out: 'IMAGES/A.png' is spelled like it"
    )
    replies = b"".join(path.read_bytes() for path in (tmp_path / "replies").rglob("*.json"))
    assert base64.b64encode(PNG) not in replies
    assert await record(tmp_path, agent, replay=True) == first
    other = Answers(given_tasks=lambda _: (TASK,), naming="", parse=lambda *_: {})
    assert (await record(tmp_path / "other", agent, other)).outcome.file == "2101.00001.md"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"a.png": "AA=="}, "files is no list"),
        (["a.png"], "files[0] is no object"),
        ([{"data": "AA=="}], "files[0] has no name"),
        ([sent("a.png"), {"name": "b.png", "url": "https://a.example/b.png"}], "files[1] has a url"),
        ([{"name": "b.png"}], "files[0] has no data"),
        ([{"name": "b.png", "data": "no base64!"}], "files[0] has data that is no base64"),
        ([{"name": "b.png", "data": [1]}], "files[0] has data that is no text"),
    ],
)
async def test_files_in_another_form_are_refused(files: Any, words: str, server: SearchServer, tmp_path: Path) -> None:
    got = await record(tmp_path, endpoint(server, files))
    assert (got.outcome.outcome, got.text.text) == ("invalid-answer", "")
    assert words in got.outcome.detail


async def test_more_files_than_an_endpoint_may_send_are_no_answer(server: SearchServer, tmp_path: Path) -> None:
    agent = endpoint(server, [sent("a.png"), sent("b.png")], most_files=1)
    got = await record(tmp_path, agent)
    assert (got.outcome.outcome, got.outcome.detail) == ("output-limit", "its answer has more than 1 files")


async def test_a_file_that_the_text_names_and_that_was_not_given_is_said(server: SearchServer, tmp_path: Path) -> None:
    got = await record(tmp_path, endpoint(server, []))
    assert (got.outcome.outcome, got.outcome.file, got.outcome.files) == ("answered", "2101.00001.md", 0)
    assert got.outcome.detail == "its text names files that it did not give: images/a.png"


class Writes:
    """An agent that gives this answer."""

    def __init__(self, answer: AgentAnswer) -> None:
        self._answer = answer

    async def answer(self, *_: object) -> AgentAnswer:
        return self._answer


async def test_files_without_a_text_are_no_answer(tmp_path: Path) -> None:
    answer = AgentAnswer("", "no-answer", files=(WrittenFile("a.png", PNG),))
    got = await record(tmp_path, Writes(answer))
    assert (got.outcome.file, got.files) == ("", ())


NAMES = st.text(st.sampled_from("aAäÄ\u0308./\\ :~*nuloc1\n\0") | st.characters(), max_size=12)


@given(st.lists(NAMES, max_size=8))
def test_names_that_are_kept_are_distinct_and_stay_in_their_folder(names: list[str]) -> None:
    safe = safe_files([WrittenFile(name, b"") for name in names], "report.md")
    kept = [file.name for file in safe.files]
    assert len({folded_path(name) for name in kept} | {"report.md"}) == len(kept) + 1
    assert not any(".." in Path(name).parts or Path(name).is_absolute() or name_problem(name) for name in kept)
    folders = {str(above) for name in kept for above in Path(folded_path(name)).parents}
    assert not folders & {folded_path(name) for name in kept}
    assert (len(kept) == len(names)) == (not safe.problems)


@each_row("name", ["con", "NUL.png", "a/lpt1.txt", "x" * 300, "a\ud800.png", "a//b", "./a", "a/.", "~/a"])
def test_names_that_some_system_cannot_write_are_refused(name: str) -> None:
    assert name_problem(name)
