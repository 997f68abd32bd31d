"""Process that supervises a foreign command: it starts it, enforces its limits, and ends all its processes.

    python -I -S supervisor.py < order > result

A separate program that uses only the standard library. On Linux all processes of the command stay its descendants (it
is a "child subreaper"), so those that leave the session or outlive their parent are ended too; elsewhere the process
group is ended. It ends everything when its standard input closes, that is, when we end for any reason.

If the kernel allows it, the command has a PID namespace of its own: it can neither see nor signal its
supervisor. The first process there is ours and reaps the command's processes; it dies with the child that made it.

Order: its size in twenty characters, then JSON {"argv", "folder", "environment", "input", "time_s", "memory_mb",
"output_bytes", "error_bytes", "file_mb", "processes", "folder_mb", "files"}, the last two null for no limit.
Result: one line of JSON {"stopped", "detail", "code", "seconds", "peak_mb", "processes_left", "apart", "output",
"error"}, where `apart` says whether it had a namespace, and the last two are the numbers of bytes that follow.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import selectors
import signal
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any

_LOOK_S = 0.1
_DRAIN_S = 0.5  # for output written before its writer ended
_END_S = 10.0
_CHUNK = 65_536
_MB = 1_000_000
_SUBREAPER, _DEATH_SIGNAL = 36, 1  # prctl
_NEW_MOUNTS, _NEW_USER, _NEW_PIDS = 0x00020000, 0x10000000, 0x20000000  # unshare
_PRIVATE = 1 << 18 | 1 << 14  # mount: of this namespace alone, with all below
_NO_SUID_NO_DEVICES_NO_PROGRAMS = 2 | 4 | 8
_MOST_FILES = 65_536
_PAGE = resource.getpagesize()
_NOT_STARTED = 127
_GRACE_S = 2.0
ORDER_DIGITS = 20


class Output:
    """Output of a stream: its beginning and, if it is longer, its end."""

    def __init__(self, most: int, *, tail: bool) -> None:
        self._most, self._tail = most, tail
        self._chunks: deque[bytes] = deque()
        self.size = self._chunk_bytes = 0

    def add(self, data: bytes) -> None:
        self.size += len(data)
        self._chunks.append(data)
        self._chunk_bytes += len(data)
        while self._tail and self._chunk_bytes - len(self._chunks[0]) >= self._most:
            self._chunk_bytes -= len(self._chunks.popleft())

    @property
    def full(self) -> bool:
        return self.size > self._most

    @property
    def data(self) -> bytes:
        whole = b"".join(self._chunks)
        return whole[-self._most :] if self._tail else whole[: self._most]


class Supervisor:
    """One command, from its start to the end of everything that it started."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.order = order
        self.output = Output(order["output_bytes"], tail=False)
        self.error = Output(order["error_bytes"], tail=True)
        self.peak_mb = 0.0
        self.selector = selectors.DefaultSelector()
        self.status: int | None = None
        self.end = -1
        self.ended_as = -1  # a pipe with the status of a command in its own namespace
        self.apart = False
        self.began = time.monotonic()
        self.to_write = memoryview(order["input"].encode("utf-8", "replace"))

    def run(self) -> tuple[str, str]:
        """Return why it was stopped, as a code and in words; ("", "") if it ended by itself."""
        broken = self._start()
        if broken:
            return "not-started", broken
        while True:
            self._serve(_LOOK_S)
            self._reap()
            if self.status is not None:
                return "", ""
            if stopped := self._stopped():
                return stopped

    def _start(self) -> str:
        ends, (ours, self.stdin) = [os.pipe(), os.pipe()], os.pipe()
        failure, tell = os.pipe()  # closed by exec, or has the reason of its failure
        self.ended_as, status = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            if _leave_namespaces():
                self._keep(status)
            self._become(ours, ends[0][1], ends[1][1], tell)
        for fd in (ours, ends[0][1], ends[1][1], tell, status):
            os.close(fd)
        broken = os.read(failure, 1_000).decode(errors="replace")
        os.close(failure)
        for (fd, _), output in zip(ends, (self.output, self.error), strict=True):
            os.set_blocking(fd, False)
            self.selector.register(fd, selectors.EVENT_READ, output)
        os.set_blocking(self.stdin, False)
        self.selector.register(self.stdin, selectors.EVENT_WRITE, None)
        self.selector.register(0, selectors.EVENT_READ, None)
        self.selector.register(self.ended_as, selectors.EVENT_READ, None)
        with contextlib.suppress(AttributeError, OSError):  # its end is signalled at once, if the system supports that
            self.end = os.pidfd_open(self.pid)
            self.selector.register(self.end, selectors.EVENT_READ, None)
        return broken

    def _keep(self, status: int) -> None:
        """Wait, in the child, for the first process of the command's namespace; returns only in the command.

        That process starts the command, reports its status, and reaps processes until it is killed.
        """
        _prctl(_DEATH_SIGNAL, signal.SIGKILL)
        first = os.fork()
        if first:
            os.closerange(0, _MOST_FILES)
            os.waitpid(first, 0)
            os._exit(0)
        _prctl(_DEATH_SIGNAL, signal.SIGKILL)
        _mount(b"proc", b"/proc", b"proc", _NO_SUID_NO_DEVICES_NO_PROGRAMS)
        command = os.fork()
        if command == 0:
            return
        os.closerange(0, status)
        os.closerange(status + 1, _MOST_FILES)
        while True:
            try:
                pid, code = os.waitpid(-1, 0)
            except ChildProcessError:
                signal.pause()
            else:
                if pid == command:
                    os.write(status, code.to_bytes(4, "little"))

    def _become(self, stdin: int, stdout: int, stderr: int, tell: int) -> None:
        """Execute the command, in the child; never returns."""
        try:
            os.setsid()
            for fd, place in ((stdin, 0), (stdout, 1), (stderr, 2)):
                os.dup2(fd, place)
            _prctl(_DEATH_SIGNAL, signal.SIGKILL)
            resource.setrlimit(resource.RLIMIT_CORE, (1, 1))  # 0 would still call a program that collects crashes
            size = self.order["file_mb"] * _MB
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.chdir(self.order["folder"])
            os.execvpe(self.order["argv"][0], self.order["argv"], self.order["environment"])
        except BaseException as error:  # noqa: BLE001 - nothing may leave a forked process
            os.write(tell, f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:1_000])
        finally:
            os._exit(_NOT_STARTED)

    def _serve(self, wait_s: float) -> None:
        """Move available input and output."""
        for key, _ in self.selector.select(wait_s):
            if key.fd == 0:
                self._listen()
            elif key.fd == self.stdin:
                self._write()
            elif key.fd == self.ended_as:
                self._learn_status()
            elif key.fd == self.end:
                self.selector.unregister(self.end)
                self.end = -1
            else:
                self._read(key.fd, key.data)

    def _learn_status(self) -> None:
        if code := os.read(self.ended_as, 4):
            self.status, self.apart = int.from_bytes(code, "little"), True
        else:
            self.selector.unregister(self.ended_as)

    def _listen(self) -> None:
        if not os.read(0, _CHUNK):
            self.end_all()
            import shutil  # imports compression, which is not needed otherwise

            shutil.rmtree(self.order["folder"], ignore_errors=True)
            os._exit(1)  # the caller is gone, and cannot remove it

    def _write(self) -> None:
        try:
            self.to_write = self.to_write[os.write(self.stdin, self.to_write[:_CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:  # the command closed its input
            self.to_write = self.to_write[:0]
        if not self.to_write:
            self.selector.unregister(self.stdin)
            os.close(self.stdin)
            self.stdin = -1

    def _read(self, fd: int, output: Output) -> None:
        try:
            data = os.read(fd, _CHUNK)
        except BlockingIOError:
            return
        if data:
            output.add(data)
        else:
            self.selector.unregister(fd)
            os.close(fd)

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return
                if pid == self.pid and self.status is None:
                    self.status = status

    def _stopped(self) -> tuple[str, str] | None:
        order = self.order
        if time.monotonic() - self.began > order["time_s"]:
            return "time-limit", f"it took more than {order['time_s']:g} s"
        if self.output.full:
            return "output-limit", f"it wrote more than {order['output_bytes']:,} bytes"
        below = self._processes()
        self.peak_mb = max(self.peak_mb, held_mb := sum(map(_resident_mb, below)))
        if held_mb > order["memory_mb"] and sum(map(_own_mb, below)) > order["memory_mb"]:
            return "memory-limit", f"it took more than {order['memory_mb']:,} MB of memory"
        if len(below) > order["processes"]:
            return "process-limit", f"it ran more than {order['processes']} processes at once"
        return self._folder_stopped()

    def _folder_stopped(self) -> tuple[str, str] | None:
        most_mb, most_files = self.order["folder_mb"], self.order["files"]
        if most_mb is None or most_files is None:
            return None
        files, size = _folder_size(self.order["folder"], most_files)
        if files > most_files:
            return "disk-limit", f"it made more than {most_files:,} files"
        if size > most_mb * _MB:
            return "disk-limit", f"its files hold more than {most_mb:,} MB"
        return None

    def ask_to_end(self) -> None:
        """Give the command a moment to end what we cannot reach, such as a container."""
        for pid in self._processes():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGTERM)
        until = time.monotonic() + _GRACE_S
        while self.status is None and time.monotonic() < until and not self.output.full:
            self._serve(0.02)
            self._reap()

    def end_all(self) -> int:
        """End all running processes; return how many there were beside the command itself."""
        leftovers: set[int] = set()
        until = time.monotonic() + _END_S
        while time.monotonic() < until:
            self._kill(leftovers)
            self._reap()
            try:
                os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                break
            time.sleep(0.01)
        return len(leftovers - {self.pid})

    def _processes(self) -> list[int]:
        """Return all processes of the command, without those that keep its namespace."""
        below = descendants()
        first = _children(self.pid) if self.ended_as >= 0 else []
        spared_pids = {self.pid, *first} if self._in_namespace(first) else set()
        return [pid for pid in below if pid not in spared_pids]

    def _in_namespace(self, first: list[int]) -> bool:
        """Return whether the child that we started keeps a namespace: its one child is the first process there."""
        if not self.apart and len(first) == 1:
            with contextlib.suppress(OSError):
                self.apart = os.readlink(f"/proc/{first[0]}/ns/pid") != os.readlink("/proc/self/ns/pid")  # noqa: PTH115
        return self.apart

    def _kill(self, leftovers: set[int]) -> None:
        with contextlib.suppress(OSError):
            if self.status is None:  # not yet waited for, so the id is still the command's
                os.killpg(self.pid, signal.SIGKILL)
        leftovers.update(self._processes())
        for pid in descendants():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)

    def drain(self) -> None:
        """Read output that was written and not yet read."""
        until = time.monotonic() + _DRAIN_S
        with contextlib.suppress(KeyError):
            self.selector.unregister(0)
        while time.monotonic() < until and any(key.data for key in self.selector.get_map().values()):
            if not self.output.full:
                self._serve(0.02)
            else:
                return


def descendants() -> list[int]:
    """All processes below this one."""
    return below(os.getpid())


def below(process: int) -> list[int]:
    """All processes below this one."""
    processes: list[int] = []
    waiting = _children(process)
    while waiting:
        pid = waiting.pop()
        processes.append(pid)
        waiting += _children(pid)
    return processes


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                children += map(int, (thread / "children").read_text().split())
    return children


def _resident_mb(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE / _MB
    except (OSError, IndexError):
        return 0.0


def _own_mb(pid: int) -> float:
    """Return the memory of a process, with shared memory divided among its users."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1_024 / _MB
    except (OSError, ValueError):
        pass
    return _resident_mb(pid)


def _folder_size(folder: str, most: int) -> tuple[int, int]:
    """Return the number of files in a folder and their bytes, without following links; stops after `most` + 1 files."""
    files = size = 0
    waiting = [folder]
    while waiting and files <= most:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                files += 1
                with contextlib.suppress(OSError):
                    size += entry.stat(follow_symlinks=False).st_size
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                if files > most:
                    break
    return files, size


def _leave_namespaces() -> bool:
    """Make the next child the first process of a new PID namespace with its own mounts; False if that is refused."""
    if sys.platform != "linux":
        return False
    library = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    if library.unshare(_NEW_PIDS | _NEW_MOUNTS):
        if library.unshare(_NEW_USER | _NEW_PIDS | _NEW_MOUNTS):
            return False
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with contextlib.suppress(OSError):
                Path(f"/proc/self/{name}").write_text(text)
    _mount(b"none", b"/", None, _PRIVATE)
    return True


def _mount(what: bytes, where: bytes, kind: bytes | None, flags: int) -> None:
    """Mount; if that is refused, the command sees the same as we do."""
    ctypes.CDLL(None, use_errno=True).mount(what, where, kind, flags, None)


def _prctl(what: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def _exactly(size: int) -> bytes:
    """Read exactly this many bytes of standard input."""
    received = bytearray()
    while len(received) < size:
        data = os.read(0, size - len(received))
        if not data:
            os._exit(1)
        received += data
    return bytes(received)


def main() -> None:
    """Carry out the order, and write the result."""
    order = json.loads(_exactly(int(_exactly(ORDER_DIGITS))))
    _prctl(_SUBREAPER, 1)
    supervisor = Supervisor(order)
    stopped, detail = supervisor.run()
    if stopped == "time-limit":
        supervisor.ask_to_end()
    leftovers = supervisor.end_all()
    supervisor.drain()
    if not stopped and supervisor.output.full:
        stopped, detail = "output-limit", f"it wrote more than {order['output_bytes']:,} bytes"
    output, error = supervisor.output.data, supervisor.error.data
    result = {
        "stopped": stopped,
        "detail": detail,
        "code": None if supervisor.status is None else os.waitstatus_to_exitcode(supervisor.status),
        "seconds": round(time.monotonic() - supervisor.began, 3),
        "peak_mb": round(supervisor.peak_mb, 1),
        "processes_left": leftovers,
        "apart": supervisor.apart,
        "output": len(output),
        "error": len(error),
    }
    sys.stdout.buffer.write(json.dumps(result).encode() + b"\n" + output + error)


if __name__ == "__main__":
    main()
