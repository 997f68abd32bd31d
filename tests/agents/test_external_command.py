"""Commands of somebody else's: what they are told and cannot see, and that nothing of them is left."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from litgauge.flows.cli.running import print_statistics
from litgauge.tasks.agents.external.command import CommandAgent
from litgauge.tasks.agents.external.process import clean_environment
from litgauge.tasks.agents.external.settings import CommandSettings
from litgauge.tasks.agents.external.task_json import answer_in
from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.agents.recorded_calls import RecordedCalls
from litgauge.tasks.agents.session import Means, Session
from litgauge.tasks.agents.statistics import run_statistics
from litgauge.tasks.agents.task_run import cited_pages
from litgauge.tasks.agents.trajectory import Trajectory
from litgauge.tasks.base.errors import ConfigError, Failed
from litgauge.tasks.benchmark import Answers, GivenPaper, GivenTask, PaperNote
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Replies
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.records.trajectories import AgentOutcome

pytestmark = pytest.mark.slow

TASK = GivenTask(
    "2101.00001",
    "What is known of gräphs?\n\nCite pages.",
    cutoff="2021-06",
    withheld=(WorkIdentity(arxiv_id="2101.00001", title="THE SURVEY ITSELF"),),
    papers=(GivenPaper("A paper", "Its abstract", (PaperNote("summary", "In short"),)),),
)
ANSWERS = Answers(given_tasks=lambda _: (TASK,), naming="", parse=lambda *_: {}, form="in Markdown")


def settings(program: str, **more: Any) -> CommandSettings:
    """A Python program as the agent."""
    return CommandSettings(kind="command", command=("{python}", "-c", program), **{"timeout_s": 20, **more})


def session(folder: Path, task: GivenTask = TASK, *, replay: bool = False) -> Session:
    return Session(task, Means(ANSWERS, RecordedCalls(Replies(Storage(str(folder))), "digest", only=replay)))


async def run(folder: Path, program: str, **more: Any) -> AgentAnswer:
    return await CommandAgent(settings(program, **more)).answer(TASK, session(folder))


def running(word: str) -> list[str]:
    """The processes with this word among their arguments, as this machine numbers them."""
    processes = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if word.encode() in (entry / "cmdline").read_bytes():
                processes.append(entry.name)
    return processes


def gone(file: Path) -> bool:
    """Whether every process of a program that names this file has ended."""
    until = time.monotonic() + 5
    while running(str(file)) and time.monotonic() < until:
        time.sleep(0.02)
    return not running(str(file))


async def test_the_task_is_told_and_nothing_that_answers_it(tmp_path: Path) -> None:
    answer = await run(tmp_path, "import sys; print(sys.stdin.read())")
    assert answer.outcome == "answered"
    assert json.loads(answer.text) == {
        "task_id": "2101.00001",
        "prompt": TASK.text,
        "cutoff": "2021-06",
        "form": "in Markdown",
        "answer_suffix": ".md",
        "papers": [{"title": "A paper", "abstract": "Its abstract", "more": {"summary": "In short"}}],
    }


async def test_it_sees_no_key_and_no_credential(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = {
        "OPENAI_API_KEY": "sk-1",
        "PREFECT_API_AUTH_STRING": "me:word",
        "AWS_SECRET_ACCESS_KEY": "aws-2",
        "GOOGLE_APPLICATION_CREDENTIALS": "/gcp-3",
        "HTTPS_PROXY": "http://me:word-4@proxy",
        "LITGAUGE_CONFIGS": "/mine-5",
        "MY_AGENT_KEY": "mine-6",
    }
    for name, value in secrets.items():
        monkeypatch.setenv(name, value)
    program = "import os, json, sys; print(json.dumps({'answer': dict(os.environ)}))"
    seen = json.loads((await run(tmp_path / "a", program)).text)
    assert not set(secrets) & set(seen)
    assert not [value for value in seen.values() if any(secret in value for secret in secrets.values())]
    assert {"PATH", "HOME", "TMPDIR"} <= set(seen)
    assert seen["HOME"] != os.environ.get("HOME")
    named = json.loads((await run(tmp_path / "b", program, environment=("MY_AGENT_KEY",))).text)
    assert set(named) - set(seen) == {"MY_AGENT_KEY"}
    # Nor does the process that it can ask its system about, its parent, hold any.
    parent = "import os; print(open(f'/proc/{os.getppid()}/environ').read().replace(chr(0), ' '))"
    parents = (await run(tmp_path / "c", parent, fenced=False)).text
    assert "PATH=" in parents
    assert not any(secret in parents for secret in secrets.values())


async def test_its_folder_is_its_own_and_goes_with_it(tmp_path: Path) -> None:
    program = (
        "import os, pathlib, stat; p = pathlib.Path('deep/er'); p.mkdir(parents=True); (p / 'f').write_text('x');"
        "p.chmod(0o500); p.parent.chmod(0); print(os.getcwd(), len(os.listdir()))"
    )
    one, other = await run(tmp_path / "a", program), await run(tmp_path / "b", program)
    folders = [Path(answer.text.split()[0]) for answer in (one, other)]
    assert folders[0] != folders[1]
    assert [answer.text.split()[1] for answer in (one, other)] == ["1", "1"]
    assert not any(folder.exists() for folder in folders)


@pytest.mark.parametrize(
    ("program", "more", "outcome", "words"),
    [
        ("while True: pass", {"timeout_s": 0.5}, "time-limit", "more than 0.5 s"),
        (
            "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)",
            {"timeout_s": 0.3},
            "time-limit",
            "",
        ),
        ("while True: print('x' * 10_000)", {"output_mb": 0.5}, "output-limit", "500,000 bytes"),
        ("import sys; sys.stdout.write('x' * 200_000)", {"output_mb": 0.1}, "output-limit", "100,000 bytes"),
        ("import time\nx = bytearray(300_000_000)\ntime.sleep(30)", {"memory_mb": 100}, "memory-limit", "100 MB"),
        (
            "import subprocess, sys, time\nfor _ in range(4): subprocess.Popen([sys.executable, '-S', '-c', "
            "'import time; x = bytearray(60_000_000); time.sleep(30)'])\ntime.sleep(30)",
            {"memory_mb": 150},
            "memory-limit",
            "150 MB",
        ),
        (
            "import os, time\nfor _ in range(30):\n if os.fork() == 0: time.sleep(30)\ntime.sleep(30)",
            {"processes": 10},
            "crashed",
            "10 processes",
        ),
        ("open('large', 'wb').write(b'x' * 3_000_000)", {"file_mb": 1}, "crashed", "standard error ends in"),
        ("import sys; print('half an answer'); sys.stderr.write('no luck'); sys.exit(3)", {}, "crashed", "code 3"),
        ("raise SystemExit('no luck')", {}, "crashed", "no luck"),
        ("import os; os.kill(os.getpid(), 11)", {}, "crashed", "signal 11"),
        ("pass", {}, "no-answer", "nothing"),
        ("print('\\x1b[2J \\u200b')", {}, "no-answer", ""),
        ("import sys; sys.stdin.close(); print('I did not read it')", {}, "answered", ""),
        ("import os; os.close(1); os.close(2)", {}, "no-answer", ""),
    ],
)
async def test_how_it_may_end(program: str, more: Mapping[str, Any], outcome: str, words: str, tmp_path: Path) -> None:
    began = time.monotonic()
    answer = await run(tmp_path, program, **more)
    assert (answer.outcome, bool(answer.text)) == (outcome, outcome == "answered"), answer
    assert words in answer.detail
    assert time.monotonic() - began < 15


async def test_children_that_outlive_it_are_ended(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    program = (
        "import os, sys, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"  # out of its session, and twice forked: nobody's child
        "    if os.fork() == 0:\n"
        f"        open({str(pid_file)!r}, 'w').write(str(os.getpid()))\n"
        "        time.sleep(60)\n"
        "    os._exit(0)\n"
        f"while not os.path.exists({str(pid_file)!r}): time.sleep(0.01)\n"
        "print('done')"
    )
    began = time.monotonic()
    answer = await run(tmp_path / "store", program, fenced=False)
    assert (answer.text, answer.outcome) == ("done", "answered")
    assert time.monotonic() - began < 15  # the child holds standard output open, and is not waited for
    assert gone(pid_file)


async def test_a_run_that_is_cancelled_leaves_nothing(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    program = f"import os, time; open({str(pid_file)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    working = asyncio.create_task(run(tmp_path / "store", program, fenced=False))
    while not (pid_file.exists() and pid_file.read_text()):
        await asyncio.sleep(0.02)
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    assert gone(pid_file)


@pytest.mark.soak
def test_a_run_that_is_killed_leaves_nothing(tmp_path: Path, repository: Path) -> None:
    pid_file = tmp_path / "pid"
    program = (
        "import os, time; open('some work', 'w'); "
        f"open({str(pid_file)!r}, 'w').write(f'{{os.getpid()}} {{os.getcwd()}}'); time.sleep(60)"
    )
    whole = (
        "import asyncio, pathlib; from tests.agents.test_external_command import run;"
        f"asyncio.run(run(pathlib.Path({str(tmp_path)!r}), {program!r}, fenced=False))"
    )
    environment = os.environ | {"PYTHONPATH": str(repository)}
    ours = subprocess.Popen([sys.executable, "-c", whole], cwd=repository, env=environment)
    try:
        until = time.monotonic() + 60
        while not (pid_file.exists() and pid_file.read_text()) and time.monotonic() < until:
            time.sleep(0.02)
    finally:
        ours.kill()
        ours.wait()
    folder = pid_file.read_text().split(maxsplit=1)[1]
    assert gone(pid_file)
    until = time.monotonic() + 60
    while Path(folder).exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not Path(folder).exists()


async def test_what_it_prints_is_text_and_nothing_else(tmp_path: Path) -> None:
    program = (
        "import sys; sys.stdout.buffer.write(b'\\xef\\xbb\\xbf\\x1b[31m# R\\xff\\xfeport\\x1b[0m\\r\\n"
        "\\x1b]0;title\\x07see [a](https://e.org)\\x1b[2J\\x00 \\xe2\\x80\\xae\\r\\n')"
    )
    assert (await run(tmp_path, program)).text == "# R\ufffd\ufffdport\nsee [a](https://e.org)\ufffd \ufffd"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
async def test_a_mark_at_the_beginning_says_how_it_is_written(encoding: str, tmp_path: Path) -> None:
    for number, text in enumerate(("# Grüße", '{"answer": "# Grüße"}')):
        marked = ("\ufeff" + text if encoding.endswith("be") else text).encode(encoding)
        program = f"import sys; sys.stdout.buffer.write({marked!r})"
        assert (await run(tmp_path / str(number), program)).text == "# Grüße"


async def test_an_answer_may_be_json_that_says_which_part_of_it(tmp_path: Path) -> None:
    assert (await run(tmp_path / "a", 'print(\'{"answer": "# Report", "cost": 1}\')')).text == "# Report"
    assert (await run(tmp_path / "b", 'print(\'{"name": "root", "subtopics": []}\')')).text.startswith('{"name"')
    assert (await run(tmp_path / "c", "print('{\"answer\": null}')")).outcome == "no-answer"
    failed = await run(tmp_path / "d", 'print(\'{"error": "no credit"}\')')
    assert (failed.outcome, failed.text, failed.detail) == ("crashed", "", "its answer is an error: no credit")


async def test_it_is_run_once_and_replayed(tmp_path: Path) -> None:
    program = f"import time; open({str(tmp_path / 'count')!r}, 'a').write('x'); print(time.time_ns())"
    agent = CommandAgent(settings(program, fenced=False))
    first = await agent.answer(TASK, session(tmp_path / "store"))
    assert await agent.answer(TASK, session(tmp_path / "store")) == first
    assert await agent.answer(TASK, session(tmp_path / "store", replay=True)) == first
    assert (tmp_path / "count").read_text() == "x"
    with pytest.raises(Failed, match="not among the recorded"):
        await agent.answer(TASK, session(tmp_path / "empty", replay=True))


ENDINGS = {
    "kills itself": "os.kill(os.getpid(), 9)",
    "ends itself": "os.kill(os.getpid(), 15)",
    "kills its group": "os.killpg(0, 9)",
    "kills its parent": "os.kill(os.getppid(), 9); os.kill(os.getpid(), 9)",
    "kills all it can": "os.kill(-1, 9); os.kill(os.getpid(), 9)",
}


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
async def test_a_command_that_ends_itself_has_crashed(ending: str, tmp_path: Path) -> None:
    answer = await run(tmp_path, f"import os; {ending}")
    assert (answer.outcome, answer.text) == ("crashed", "")


STOPS = """
import os, signal, time
for pid in {os.getppid(), 1} - {0}:
    try:
        os.kill(pid, signal.SIGSTOP)
    except OSError:
        pass
time.sleep(60)
"""
LIVES_ON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open(PLACE, "w").write(os.readlink("/proc/self"))
        time.sleep(60)
    os._exit(0)
time.sleep(.3)
os.kill(os.getppid(), 9)
os.kill(os.getpid(), 9)
"""


async def test_a_limit_holds_for_a_command_that_stops_whoever_it_sees(tmp_path: Path) -> None:
    began = time.monotonic()
    answer = await run(tmp_path, STOPS, timeout_s=1)
    assert answer.outcome == "time-limit"
    assert time.monotonic() - began < 40


async def test_nothing_lives_on_whoever_is_killed(tmp_path: Path) -> None:
    place = tmp_path / "pid"
    assert (
        await run(tmp_path / "store", LIVES_ON.replace("PLACE", repr(str(place))), fenced=False)
    ).outcome == "crashed"
    assert place.exists()
    assert gone(place)


@pytest.mark.parametrize(
    "encode", ["x", "''.join('\\\\u%04x' % ord(c) for c in x)", "base64.b64encode(x.encode()).decode()"]
)
async def test_a_variable_that_it_was_given_is_cut_out_of_what_it_says(
    encode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "granted-5f2e8c31a9"
    monkeypatch.setenv("A_KEY_OF_ITS_OWN", secret)
    program = f"""if True:
        import base64, os, sys
        x = os.environ['A_KEY_OF_ITS_OWN']
        print('#', {encode})
        print({encode}, file=sys.stderr)
    """
    answer = await run(tmp_path / "store", program, environment=("A_KEY_OF_ITS_OWN",))
    assert answer.text == "# [key]"
    kept = b"".join(path.read_bytes() for path in (tmp_path / "store").rglob("*") if path.is_file())
    for form in (secret, base64.b64encode(secret.encode()).decode(), "\\u0067\\u0072"):
        assert form.encode() not in kept


@pytest.mark.parametrize("command", ["no-such-program-anywhere", "/etc/hostname", "/"])
async def test_a_command_that_is_none_is_the_configs_fault(command: str, tmp_path: Path) -> None:
    agent = CommandAgent(CommandSettings(kind="command", command=(command,)))
    with pytest.raises(ConfigError):
        await agent.answer(TASK, session(tmp_path))


async def test_files_are_named_from_where_litgauge_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "agent.py").write_text("import sys; print(sys.argv[1:])")
    monkeypatch.chdir(tmp_path)
    agent = CommandAgent(CommandSettings(kind="command", command=("{python}", "agent.py", "--depth", "no-file.txt")))
    assert (await agent.answer(TASK, session(tmp_path))).text == "['--depth', 'no-file.txt']"


async def test_many_tasks_at_once(tmp_path: Path) -> None:
    tasks = [GivenTask(str(number), "x" * 300_000 + str(number)) for number in range(12)]
    agent = CommandAgent(settings("import json, sys; t = json.load(sys.stdin); print(t['task_id'], len(t['prompt']))"))
    answers = await asyncio.gather(*(agent.answer(task, session(tmp_path, task)) for task in tasks))
    assert [answer.text for answer in answers] == [f"{task.task_id} {len(task.text)}" for task in tasks]


@pytest.mark.parametrize(
    "given",
    [
        {"command": "agent 'unbalanced"},
        {"command": ""},
        {"command": []},
        {"command": ["x"], "environment": ["PREFECT_API_KEY"]},
        {"command": ["x"], "environment": ["A=B"]},
        {"command": ["x"], "timeout_s": 0},
        {"command": ["x"], "shell": True},
    ],
)
def test_an_impossible_config_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CommandSettings.model_validate({"kind": "command", **given})


def test_a_line_is_parted_as_in_a_shell_and_no_more() -> None:
    line = CommandSettings.model_validate({"kind": "command", "command": "agent --name 'two words' $HOME | rm *"})
    assert line.command == ("agent", "--name", "two words", "$HOME", "|", "rm", "*")


async def test_a_variable_that_is_not_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="NO_SUCH_VARIABLE"):
        await run(tmp_path, "pass", environment=("NO_SUCH_VARIABLE",))


def test_the_environment_has_a_path_where_ours_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PATH")
    assert clean_environment(tmp_path, ())["PATH"]


@given(st.text(st.characters(codec=None), max_size=60) | st.text('\x1b[]0;m\x07\\{}"answer: ', max_size=40))
def test_an_answer_holds_nothing_that_a_terminal_obeys(text: str) -> None:
    answer = answer_in(text)
    assert not any(character < " " and character not in "\n\t" for character in answer)
    assert answer_in(answer) == answer or answer.startswith("{")


@pytest.mark.parametrize(("tool", "unmet", "share"), [("command", 0, None), ("model", 1, 0.0)])
def test_what_an_agent_of_others_read_is_not_known(
    tool: str, unmet: int, share: float | None, capsys: pytest.CaptureFixture[str]
) -> None:
    trajectory = Trajectory("1")
    trajectory.end(trajectory.begin(tool, {}), "ok")
    links = cited_pages("See [a](https://arxiv.org/abs/1706.03762).", trajectory.calls)
    assert (links.cited, links.unmet) == (1, unmet)
    outcome = AgentOutcome("1", "answered", "", "1.md", "", 40, cited=links.cited, cited_unmet=links.unmet)
    numbers = run_statistics([outcome], trajectory.calls, [])
    assert numbers.cited_read_share == share
    print_statistics(numbers.as_json())
    assert ("is not known" in capsys.readouterr().out) == (share is None)
