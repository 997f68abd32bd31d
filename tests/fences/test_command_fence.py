"""An agent that tries to read keys, files and the network of whoever runs it, in each fence that this machine has."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.fences.commands import CommandLimits, temporary_folder
from litgauge.tasks.fences.sandbox import (
    NO_MORE,
    CommandFence,
    FencedResult,
    View,
    check_fence,
    command,
    run_fenced_command,
)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="fences are Linux's")]

LIMITS = CommandLimits(time_s=20, memory_mb=2_000, output_bytes=100_000, file_mb=10, processes=20)
KEY = "sk-of-the-one-who-runs-it"

SPY = """
import ctypes, glob, json, os, signal, socket, subprocess, sys
order = json.load(sys.stdin)
def read(path):
    with open(path, "rb") as file:
        return file.read().decode(errors="replace")
def environments():
    found = ""
    for path in glob.glob("/proc/[0-9]*/environ") + [f"/proc/{pid}/environ" for pid in order["pids"]]:
        try:
            found += read(path)
        except OSError:
            pass
    if order["key"] in found:
        return found
    raise PermissionError("no key")
def connect(family, kind, address):
    with socket.socket(family, kind) as asked:
        asked.settimeout(2)
        asked.connect(address)
        asked.send(b"stolen")
        if kind == socket.SOCK_DGRAM:
            asked.recv(1)
def signalled():
    for pid in order["pids"]:
        os.kill(pid, 0)
attempts = {
    "keys of processes": environments,
    "own key": lambda: os.environ["OPENAI_API_KEY"],
    "file": lambda: read(order["file"]),
    "folder": lambda: os.listdir(os.path.dirname(order["file"])),
    "home": lambda: os.listdir(order["home"]),
    "passwords": lambda: read("/etc/shadow"),
    "write": lambda: open(order["file"], "a").write("x"),
    "remove": lambda: os.remove(order["file"]),
    "new": lambda: open(os.path.dirname(order["file"]) + "/new", "w").write("x"),
    "program": lambda: open(sys.executable, "r+b"),
    "kernel": lambda: open("/proc/sys/kernel/core_pattern", "a"),
    "disk": lambda: os.open("/dev/vda", os.O_RDONLY),
    "tcp": lambda: connect(socket.AF_INET, socket.SOCK_STREAM, tuple(order["tcp"])),
    "udp": lambda: connect(socket.AF_INET, socket.SOCK_DGRAM, tuple(order["udp"])),
    "unix": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, order["unix"]),
    "abstract": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, "\\0" + order["abstract"]),
    "host": lambda: socket.socket(40, socket.SOCK_STREAM),
    "signal": signalled,
    "namespace": lambda: ctypes.CDLL(None).unshare(0x10000000) and 1 / 0,
    "mount": lambda: ctypes.CDLL(None).mount(b"none", b"/", None, 1 << 18, None) and 1 / 0,
    "child": lambda: subprocess.run(["cat", order["file"]], check=True, capture_output=True),
}
outcomes = {}
for name, attempt in attempts.items():
    if name not in order.get("only", attempts):
        continue
    try:
        attempt()
        outcomes[name] = "done"
    except BaseException as error:
        outcomes[name] = type(error).__name__
open("mine", "w").write("kept")
outcomes["its own folder"] = read("mine")
outcomes["a child"] = subprocess.run(["cat", "mine"], capture_output=True, text=True).stdout
outcomes["granted"] = read(order["granted"]) + os.environ["GRANTED"]
print(json.dumps(outcomes))
"""


@pytest.fixture(params=get_args(CommandFence))
def fence(request: pytest.FixtureRequest) -> CommandFence:
    means: CommandFence = request.param
    if not command._holds(means):
        pytest.skip(f"this machine has no {means}")
    return means


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[dict[str, object]]:
    """Servers of the user: TCP, UDP that answers, and two Unix sockets."""
    abstract = f"litgauge-{os.getpid()}-{tmp_path.name}"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.socket(socket.AF_UNIX) as unix,
        socket.socket(socket.AF_UNIX) as hidden,
    ):
        udp.bind(("127.0.0.1", 0))
        udp.settimeout(30)
        unix.bind(str(tmp_path / "unix"))
        hidden.bind("\0" + abstract)
        unix.listen()
        hidden.listen()

        def echo() -> None:
            while True:
                try:
                    data, address = udp.recvfrom(100)
                    udp.sendto(data, address)
                except OSError:
                    return

        threading.Thread(target=echo, daemon=True).start()
        yield {
            "tcp": tcp.getsockname(), "udp": udp.getsockname(), "unix": str(tmp_path / "unix"), "abstract": abstract,
        }  # fmt: skip


def fenced(program: str, fence: CommandFence | None, order: object = None, view: View = NO_MORE) -> FencedResult:
    async def run() -> FencedResult:
        with temporary_folder("litgauge-agent-") as folder:
            environment = {"PATH": os.defpath, "HOME": str(folder), "GRANTED": "!"}
            argv = [sys.executable, "-c", program]
            return await run_fenced_command(argv, folder, environment, LIMITS, json.dumps(order), view, fence)

    return asyncio.run(run())


def test_a_spy_gets_nothing_but_what_it_is_given(
    fence: CommandFence, listening: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    secret, granted = tmp_path / "mine/secret", tmp_path / "theirs/granted"
    secret.parent.mkdir()
    granted.parent.mkdir()
    secret.write_text(KEY)
    granted.write_text("granted")
    pids = [os.getpid(), os.getppid()]
    order = {"key": KEY, "pids": pids, "file": str(secret), "home": str(Path.home()), "granted": str(granted)}
    result = fenced(SPY, fence, order | listening, View(readable=(str(granted),)))
    assert result.ended.code == 0, result.ended.error
    outcomes = json.loads(result.ended.output)
    assert outcomes.pop("its own folder") == outcomes.pop("a child") == "kept"
    assert outcomes.pop("granted") == "granted!"
    # Its home is there where something below it is: nothing of it but that is.
    shown = [path for path in command.shown_files([sys.executable]) if Path(path).is_relative_to(Path.home())]
    if shown:
        outcomes.pop("home")
    assert "done" not in outcomes.values(), outcomes
    assert secret.read_text() == KEY
    assert list(secret.parent.iterdir()) == [secret]
    assert result.fence.startswith(fence)


def test_a_spy_without_a_fence_gets_all_of_it(listening: dict[str, object], tmp_path: Path) -> None:
    """Else the attempts above could fail for reasons of their own."""
    secret = tmp_path / "secret"
    secret.write_text(KEY)
    order = {"key": KEY, "pids": [os.getpid()], "file": str(secret), "home": str(Path.home()), "granted": str(secret)}
    harmless = ("keys of processes", "own key", "folder", "home", "tcp", "udp", "unix", "abstract", "signal", "child")
    order["only"] = harmless
    done = subprocess.run(
        [sys.executable, "-c", SPY], input=json.dumps(order | listening), capture_output=True, text=True, check=True,
        cwd=tmp_path, env={"PATH": os.defpath, "GRANTED": "!", "OPENAI_API_KEY": KEY},
    )  # fmt: skip
    outcomes = json.loads(done.stdout)
    assert {name: outcomes[name] for name in harmless} == dict.fromkeys(harmless, "done")


def test_its_network_is_granted_by_name(fence: CommandFence, listening: dict[str, object]) -> None:
    program = "import json, socket, sys; socket.create_connection(json.load(sys.stdin)['tcp'], 2); print('met')"
    result = fenced(program, fence, listening, View(network=True))
    assert (result.ended.output, result.fence) == (b"met\n", f"{result.fence.partition(',')[0]}, with the network")


def test_how_it_ends_and_what_is_left(fence: CommandFence) -> None:
    killed = fenced("import os; os.kill(os.getpid(), 11)", fence)
    assert (killed.ended.code, killed.ended.stopped) == (-11, "")
    word = f"word-{os.getpid()}"
    parted = fenced(f"import os, time; os.fork() or (os.setsid(), time.sleep(60)); '{word}'", fence)
    assert (parted.ended.code, parted.ended.seconds < 15) == (0, True)
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        if entry.exists():
            assert word.encode() not in entry.read_bytes()


def test_a_gateway_is_met_on_loopback_and_nothing_else(fence: CommandFence, listening: dict[str, object]) -> None:
    if fence == "landlock":
        pytest.skip("it has no network of its own")

    program = (
        "import os, socket; met = socket.create_connection(('127.0.0.1', int(os.environ['GATEWAY'])), 5);"
        "print(met.recv(100).decode())"
    )

    async def run() -> FencedResult:
        ours, theirs = socket.socketpair()
        with ours, theirs, temporary_folder("litgauge-agent-") as folder:

            def answer() -> None:
                _, (descriptor,), _, _ = socket.recv_fds(ours, 100, 1)
                with socket.socket(fileno=descriptor) as listener:
                    listener.settimeout(10)
                    with listener.accept()[0] as met:
                        met.send(b"here is the gateway")

            answering = asyncio.to_thread(answer)
            environment = {"PATH": os.defpath, "GATEWAY": "{litgauge_port}"}
            argv, view = [sys.executable, "-c", program], View(listener=theirs.fileno())
            result, _ = await asyncio.gather(
                run_fenced_command(argv, folder, environment, LIMITS, "", view, fence), answering
            )
            return result

    result = asyncio.run(run())
    assert result.ended.output == b"here is the gateway\n", result.ended.error


def test_without_a_fence_nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "strongest_fence", lambda: None)
    with pytest.raises(ConfigError, match="fenced: false"):
        fenced("print('run')", None)
    monkeypatch.setattr(command, "strongest_fence", lambda: "landlock")
    assert check_fence() == "landlock"
    with pytest.raises(ConfigError, match="no network namespace"):
        check_fence(gateway=True)


def test_what_a_program_needs_is_seen_and_its_users_home_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    environment, base = home / ".local/share/tools/agent", home / ".python/3.12"
    for folder in (environment / "bin", environment / "lib", base / "bin", base / "lib", home / "bin", home / "lib"):
        folder.mkdir(parents=True)
    (environment / "pyvenv.cfg").write_text(f"home = {base / 'bin'}\nversion = 3.12\n")
    (environment / "bin/agent").write_text("")
    (home / ".local/bin").mkdir()
    (home / ".local/bin/agent").symlink_to(environment / "bin/agent")
    (home / "bin/mine").write_text("")
    monkeypatch.setenv("HOME", str(home))
    task = home / "task.json"
    task.write_text("{}")
    shown = command.shown_files([str(home / ".local/bin/agent"), str(task), "--deep", "bin"])
    assert {str(environment / "lib"), str(base / "lib"), str(base / "bin"), str(task)} <= set(shown)
    assert not {str(home), str(home / ".local"), str(home / ".local/share")} & set(shown)
    assert command.shown_files([str(home / "bin/mine")]) == (str(home / "bin/mine"),)
    assert shutil.which("true")
