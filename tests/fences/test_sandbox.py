"""Foreign code in the sandbox: what it cannot do, and what is left of it.

Every test says in its id which means held the code; one that this machine does not have is skipped.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import ConfigError, Failed, UnusableInput
from litgauge.tasks.fences.sandbox import (
    Fastening,
    SandboxLimits,
    SandboxRun,
    check_fastening,
    landlock,
    launcher,
    run,
    run_sandboxed,
    seccomp,
    strongest_fastening,
)

pytestmark = pytest.mark.slow

HAS: Mapping[Fastening, bool] = {
    "landlock": bool(landlock.version()) and seccomp.available(),
    "bubblewrap": shutil.which("bwrap") is not None,
}


@pytest.fixture(params=["landlock", "bubblewrap"])
def means(request: pytest.FixtureRequest) -> Fastening:
    """Each means that can hold code."""
    fastening: Fastening = request.param
    if not HAS[fastening]:
        pytest.skip(f"this machine has no {fastening}")
    return fastening


def sandboxed(code: str, means: Fastening, limits: SandboxLimits | None = None, **files: bytes) -> SandboxRun:
    return asyncio.run(run_sandboxed(code, files, limits or SandboxLimits(), fastening=means))


def outcomes(means: Fastening, before: str = "", **attempts: str) -> dict[str, str]:
    """For each expression, what it raised; "done" where it raised nothing."""
    code = f"""
import ctypes, json, os, signal, socket, subprocess, sys
{before}
outcomes = {{}}
for name, attempt in {attempts!r}.items():
    try:
        eval(attempt)
        outcomes[name] = "done"
    except BaseException as error:
        outcomes[name] = type(error).__name__
print(json.dumps(outcomes))
"""
    result = sandboxed(code, means)
    assert result.code == 0, result.error
    return json.loads(result.output)


def test_it_computes_reads_its_files_and_gives_back_what_it_wrote(means: Fastening) -> None:
    code = "import os; os.mkdir('out'); open('out/b.txt', 'w').write(open('a').read() * 2); print('done', end='')"
    result = sandboxed(code, means, a=b"ab")
    assert (result.code, result.output, result.error, result.stopped) == (0, b"done", b"", "")
    assert result.written.files == (("out/b.txt", b"abab"),)
    assert result.written.left == ()
    assert "seccomp" in result.degree
    assert result.degree.startswith(means)


def test_it_reads_nothing_outside(means: Fastening, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("key")
    tried = outcomes(
        means,
        secret=f"open({str(tmp_path / 'secret')!r})",
        folder=f"os.listdir({str(tmp_path)!r})",
        home=f"os.listdir({str(Path.home() / '.ssh')!r})",
        code=f"open({__file__!r})",
        passwords="open('/etc/shadow')",
        users="open('/etc/passwd')",
        disk="os.open('/dev/sda', os.O_RDONLY)",
        linked=f"os.link({str(tmp_path / 'secret')!r}, 'linked') or open('linked').read()",
        symbolic=f"os.symlink({str(tmp_path / 'secret')!r}, 'symbolic') or open('symbolic').read()",
        # But for its own folder, and a folder on the way to this Python, where that is installed in the same place.
        beside="set(os.listdir('..')) - set('/'.join([os.getcwd(), *__import__('sys').path]).split('/')) or 1 / 0",
    )
    assert "done" not in tried.values(), tried


def test_it_imports_packages_that_this_python_borrows_and_no_code_of_the_user(
    means: Fastening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a .pth leads from one environment to the packages of another."""
    borrowed, own = tmp_path / "other" / "site-packages", tmp_path / "project"
    for folder in (borrowed, own):
        folder.mkdir(parents=True)
        (folder / f"of_{folder.name.partition('-')[0]}.py").write_text("NAME = 'here'")
        monkeypatch.syspath_prepend(str(folder))
    tried = outcomes(
        means,
        borrowed="__import__('of_site').NAME",
        changed=f"open({str(borrowed / 'of_site.py')!r}, 'a')",
        own="__import__('of_project')",
        read=f"open({str(own / 'of_project.py')!r})",
    )
    assert tried.pop("borrowed") == "done"
    assert "done" not in tried.values(), tried


def test_it_changes_nothing_outside(means: Fastening, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    mine.chmod(0o644)
    path, times = str(mine), mine.stat()
    outcomes(
        means,
        write=f"open({path!r}, 'w')",
        append=f"open({path!r}, 'a')",
        cut=f"os.truncate({path!r}, 0)",
        remove=f"os.remove({path!r})",
        rename=f"os.rename({path!r}, 'here')",
        mode=f"os.chmod({path!r}, 0)",
        touch=f"os.utime({path!r}, (0, 0))",
        new=f"open({str(tmp_path / 'new')!r}, 'w')",
        folder=f"os.mkdir({str(tmp_path / 'folder')!r})",
        link=f"os.link({path!r}, 'linked')",
        temporary="open('/tmp/litgauge-was-here', 'w')",
        shared="open('/dev/shm/litgauge-was-here', 'w')",
    )
    assert mine.read_text() == "mine"
    assert (mine.stat().st_mode, mine.stat().st_mtime_ns) == (times.st_mode, times.st_mtime_ns)
    assert list(tmp_path.iterdir()) == [mine]
    assert not Path("/tmp/litgauge-was-here").exists()
    assert not Path("/dev/shm/litgauge-was-here").exists()


@pytest.fixture
def listener() -> Iterator[tuple[int, Path]]:
    """Servers of ours on TCP, UDP and a Unix socket; nobody may reach them."""
    folder = Path(tempfile.mkdtemp())
    reached: list[object] = []
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.socket(socket.AF_UNIX) as unix,
        socket.socket(socket.AF_UNIX) as abstract,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams,
    ):
        datagrams.bind(str(folder / "unix-datagrams"))
        port = tcp.getsockname()[1]
        udp.bind(("127.0.0.1", port))
        unix.bind(str(folder / "unix"))
        unix.listen()
        abstract.bind(f"\0litgauge-{port}")
        abstract.listen()
        for server in (tcp, udp, unix, abstract, datagrams):
            server.setblocking(False)
        yield port, folder / "unix"
        for server in (tcp, unix, abstract):
            with pytest.raises(BlockingIOError):
                reached.append(server.accept())
        for server in (udp, datagrams):
            with pytest.raises(BlockingIOError):
                reached.append(server.recv(10))
    shutil.rmtree(folder)


def test_it_reaches_nobody(means: Fastening, listener: tuple[int, Path]) -> None:
    port, path = listener
    tried = outcomes(
        means,
        tcp=f"socket.create_connection(('127.0.0.1', {port}), 2)",
        serve="socket.create_server(('127.0.0.1', 0))",
        udp=f"socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', {port}))",
        name="socket.getaddrinfo('example.com', 80)",
        unix=f"socket.socket(socket.AF_UNIX).connect({str(path)!r})",
        abstract=f"socket.socket(socket.AF_UNIX).connect('\\0litgauge-{port}')",
        pair=f"socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendto(b'x', {str(path) + '-datagrams'!r})",
        raw="socket.socket(socket.AF_INET, socket.SOCK_RAW)",
        netlink="socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
        ring="ctypes.CDLL(None).syscall(425, 8, ctypes.create_string_buffer(120)) >= 0 or 1 / 0",
    )
    assert "done" not in tried.values(), tried


def test_it_signals_nobody_and_looks_into_nobody(means: Fastening) -> None:
    victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        tried = outcomes(
            means,
            parent="os.kill(os.getppid(), signal.SIGKILL)",
            victim=f"os.kill({victim.pid}, signal.SIGKILL)",
            all="os.kill(-1, signal.SIGKILL)",
            group="os.killpg(0, 0)",
            handle=f"os.pidfd_open({victim.pid})",
            pipe=f"__import__('fcntl').fcntl(1, 8, {victim.pid})",
            pipe_signal="__import__('fcntl').fcntl(1, 10, 9)",
            environment=f"open('/proc/{victim.pid}/environ').read()",
            starter="open(f'/proc/{os.getppid()}/environ').read()",
            memory=f"ctypes.CDLL(None).ptrace(16, {victim.pid}, 0, 0) == 0 or 1 / 0",
            limits=f"__import__('resource').prlimit({victim.pid}, 7, (1, 1))",
            slower="os.setpriority(os.PRIO_USER, 0, 19)",
        )
        assert "done" not in tried.values(), tried
        assert victim.poll() is None
    finally:
        victim.kill()
        victim.wait()


def test_it_starts_no_process_and_gains_no_right(means: Fastening) -> None:
    tried = outcomes(
        means,
        fork="os.fork()",
        program="subprocess.run(['/usr/bin/id'])",
        spawn="os.posix_spawn('/usr/bin/id', ['id'], {})",
        replace="os.execv('/usr/bin/id', ['id'])",
        user="os.setuid(0) if os.getuid() else os.chroot('.')",
        namespaces="ctypes.CDLL(None).unshare(0x10000000) == 0 or 1 / 0",
        mount="ctypes.CDLL(None).mount(b'none', b'.', b'tmpfs', 0, 0) == 0 or 1 / 0",
        memory_file="os.memfd_create('x')",
        newer="ctypes.CDLL(None, use_errno=True).syscall(463, 0, 0, 0) < 0 and ctypes.get_errno() == 38 and 1 / 0",
        limit="__import__('resource').setrlimit(7, (4096, 4096))",
    )
    assert "done" not in tried.values(), tried


def test_threads_and_signals_to_itself_are_its_own(means: Fastening) -> None:
    code = """
import os, signal, threading
signal.signal(signal.SIGUSR1, lambda *_: print("signal"))
thread = threading.Thread(target=lambda: print("thread"))
thread.start(); thread.join()
os.kill(os.getpid(), signal.SIGUSR1)
"""
    assert sandboxed(code, means).output.split() == [b"thread", b"signal"]


def test_it_inherits_no_variable_and_no_descriptor(means: Fastening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    with tempfile.TemporaryFile() as file:
        os.set_inheritable(file.fileno(), True)
        code = """
import os
held = []
for descriptor in range(3, 200):
    try:
        os.fstat(descriptor); held.append(descriptor)
    except OSError:
        pass
print(held, sorted(os.environ))
"""
        result = sandboxed(code, means)
    assert result.output.startswith(b"[] ")
    assert b"OPENAI" not in result.output
    assert b"sk-secret" not in result.output


FORKS = "import os\nwhile True:\n    try: os.fork()\n    except OSError: break"


@pytest.mark.parametrize(
    ("code", "limits", "stopped"),
    [
        ("while True: pass", SandboxLimits(cpu_s=1), "time-limit"),
        ("import time; time.sleep(60)", SandboxLimits(time_s=1), "time-limit"),
        ("import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass", SandboxLimits(cpu_s=1),
         "time-limit"),
        ("held = [bytearray(10**8) for _ in range(99)]", SandboxLimits(memory_mb=600), "memory-limit"),
        ("while True: print('x' * 10**6)", SandboxLimits(), "output-limit"),
        ("open('a', 'wb').write(bytes(2 * 10**6))", SandboxLimits(file_mb=1), "disk-limit"),
        ("for n in range(10**4): open(f'{n}', 'w').close()\nimport time; time.sleep(9)", SandboxLimits(), "disk-limit"),
        ("for n in range(150): open(f'{n}', 'wb').write(bytes(10**6))\nimport time; time.sleep(9)",
         SandboxLimits(folder_mb=20), "disk-limit"),
        (FORKS, SandboxLimits(), ""),
        ("import sys\nfor _ in range(99): sys.stderr.write('x' * 10**6)", SandboxLimits(), ""),
    ],
    ids=["loop", "sleep", "ignored", "memory", "print", "file", "files", "folder", "forks", "errors"],
)  # fmt: skip
def test_it_is_ended_at_its_limits_and_nothing_is_left(
    code: str, limits: SandboxLimits, stopped: str, means: Fastening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = _children()
    result = sandboxed(code, means, limits)
    assert result.stopped == stopped, result
    assert sum(len(data) for _, data in result.written.files) <= limits.folder_mb * 1_000_000
    assert len(result.error) <= 64_000
    assert _children() == before
    assert list(tmp_path.iterdir()) == []


def _children() -> list[str]:
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()


def test_links_are_not_followed_out_of_the_folder(means: Fastening) -> None:
    code = """
import os
for name, target in {"a.png": "/etc/passwd", "b": "/etc"}.items():
    try: os.symlink(target, name)
    except OSError: open(name, "w").write("kept")
os.mkfifo if 0 else None
os.link("data", "c.png")
"""
    result = sandboxed(code, means, data=b"x")
    assert all(data in {b"kept"} for _, data in result.written.files)
    assert ("c.png", "link") in result.written.left


def test_a_sparse_file_counts_with_its_size(means: Fastening) -> None:
    code = "\nfor n in range(50): open(f'{n}', 'wb').truncate(10**6)"
    result = sandboxed(code, means, SandboxLimits(folder_mb=5))
    assert sum(len(data) for _, data in result.written.files) <= 5_000_000


def test_the_run_ends_with_the_process_that_asked(tmp_path: Path) -> None:
    program = f"""
import asyncio
from litgauge.tasks.fences.sandbox import run_sandboxed
code = "import time; open('here', 'w').close(); time.sleep(60)"
asyncio.run(run_sandboxed(code, {{}}, fastening={strongest_fastening()!r}))
"""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    caller = subprocess.Popen([sys.executable, "-c", program], env=environment)
    until = time.monotonic() + 20
    while not list(tmp_path.glob("litgauge-sandbox-*/here")) and time.monotonic() < until:
        time.sleep(0.05)
    assert list(tmp_path.glob("litgauge-sandbox-*/here"))
    caller.kill()
    caller.wait()
    while list(tmp_path.iterdir()) and time.monotonic() < until:
        time.sleep(0.05)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["../out", "/etc/x", "a/../../b", "", "a\\b", "a\0"])
def test_names_that_lead_out_are_refused_before_anything_runs(name: str) -> None:
    with pytest.raises(UnusableInput, match="no name of a file"):
        asyncio.run(run_sandboxed("", {name: b""}, fastening=strongest_fastening()))


def test_without_any_means_it_is_refused_unless_that_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "strongest_fastening", lambda: "none")
    with pytest.raises(ConfigError, match=r"(?s)no Landlock.*Nothing was run.*bubblewrap"):
        asyncio.run(run_sandboxed("print(1)", {}))
    assert check_fastening(allow_none=True) == "none"
    result = asyncio.run(run_sandboxed("print(1)", {}, allow_none=True))
    assert (result.output, result.degree) == (b"1\n", "limits")


def test_where_the_kernel_refuses_nothing_is_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A launcher whose Landlock fails, as on a kernel that has turned it off since."""
    for path in Path(launcher.__file__).parent.glob("*.py"):
        shutil.copy(path, tmp_path)
    (tmp_path / "landlock.py").write_text("def restrict(*_): raise OSError(95, 'not supported')")
    monkeypatch.setattr(launcher, "__file__", str(tmp_path / "launcher.py"))
    with pytest.raises(Failed, match=r"nothing was run.*not supported"):
        asyncio.run(run_sandboxed("print(1)", {}, fastening="landlock"))
