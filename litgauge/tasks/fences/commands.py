"""Foreign commands in a folder, under limits, each with a supervising process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from litgauge.tasks.base.errors import Failed
from litgauge.tasks.fences import supervisor

_ERROR_BYTES = 64_000
_OVERTIME_S = 15.0  # beyond the command's limit, for ending it and reading its output
_END_S = 15.0  # for the supervisor, when its result is not needed any more


@dataclass(frozen=True, slots=True)
class CommandLimits:
    """Limits of one run of a command."""

    time_s: float
    memory_mb: int  # of all its processes together
    output_bytes: int
    file_mb: int  # of one file that it writes
    processes: int  # at once
    folder_mb: int | None = None  # of all files in its folder together; None for no limit
    files: int | None = None  # in its folder


@dataclass(frozen=True, slots=True)
class SupervisedResult:
    """Outcome of a command."""

    stopped: str  # "", "time-limit", "memory-limit", "output-limit", "process-limit", "disk-limit", "watch-ended"
    detail: str
    code: int | None  # negative signal if one ended it; None if unknown
    seconds: float
    peak_mb: float
    processes_left: int  # number of processes that it left running, which were ended
    apart: bool  # whether it had a PID namespace of its own, and could signal no process outside
    output: bytes
    error: bytes  # at most its last 64 kB


async def run_supervised(
    argv: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    limits: CommandLimits,
    standard_input: str = "",
    descriptors: Sequence[int] = (),
) -> SupervisedResult:
    """Run a command in a folder with only this environment; none of its processes is left when this ends.

    It inherits `descriptors` under their own numbers.
    If this process ends first, the command and the folder are removed. Any end of the command counts as its own,
    even if it stops or ends its supervisor ("time-limit", "watch-ended"): a kernel that gives it
    no namespace of its own cannot prevent that. Raises Failed if the machine ended it for lack of memory.
    """
    ended_by_kernel = _ended_for_memory()
    order = {
        "argv": list(argv),
        "folder": str(folder),
        "environment": dict(environment),
        "input": standard_input,
        "error_bytes": _ERROR_BYTES,
        **asdict(limits),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-S",
        str(supervisor.__file__),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PATH": os.defpath},
        pass_fds=descriptors,
        start_new_session=True,  # signals of our terminal are not for it
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        data = json.dumps(order).encode()
        process.stdin.write(f"{len(data):{supervisor.ORDER_DIGITS}}".encode() + data)
        with contextlib.suppress(ConnectionError):
            await process.stdin.drain()
        reply = await _reply(process, limits.time_s)
    finally:
        process.stdin.close()
        await asyncio.shield(_wait(process))
    result = _read(reply) if reply is not None else _held_up(limits)
    if result.stopped == "watch-ended":
        _end_processes_of(folder)
    if (result.code == -signal.SIGKILL or result.stopped == "watch-ended") and _ended_for_memory() > ended_by_kernel:
        raise Failed("out-of-memory", "the machine had no memory left and ended the command or what watches over it")
    return result


async def _reply(process: asyncio.subprocess.Process, time_s: float) -> bytes | None:
    """Return the supervisor's result; None if there is none long after the time limit: it was stopped."""
    assert process.stdout is not None
    try:
        async with asyncio.timeout(time_s + _OVERTIME_S):
            return await process.stdout.read()
    except TimeoutError:
        for pid in supervisor.below(process.pid):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        return None


def _held_up(limits: CommandLimits) -> SupervisedResult:
    detail = f"it took more than {limits.time_s:g} s, and stopped the process that watches over it"
    return SupervisedResult("time-limit", detail, None, limits.time_s + _OVERTIME_S, 0.0, 0, False, b"", b"")


def _ended_for_memory() -> int:
    """Return how many processes the kernel has ended for lack of memory since it started."""
    try:
        lines = Path("/proc/vmstat").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))


def _end_processes_of(folder: Path) -> None:
    """End processes of a command whose supervisor is gone: those that have its folder as their home."""
    home = f"HOME={folder}".encode()
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if home in (entry / "environ").read_bytes().split(b"\0"):
                os.kill(int(entry.name), signal.SIGKILL)


async def _wait(process: asyncio.subprocess.Process) -> None:
    """Wait until the supervisor has ended everything, which it does when its input is closed."""
    try:
        async with asyncio.timeout(_END_S):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _read(reply: bytes) -> SupervisedResult:
    head, _, rest = reply.partition(b"\n")
    try:
        result = json.loads(head)
        output, error = result.pop("output"), result.pop("error")
    except (ValueError, KeyError):
        detail = "the process that watches over it was ended"
        return SupervisedResult("watch-ended", detail, None, 0.0, 0.0, 0, False, b"", b"")
    return SupervisedResult(**result, output=rest[:output], error=rest[output : output + error])


@contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """Yield a new folder, and remove it with its contents."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, onerror=_retry_removal)


def _retry_removal(remove: Callable[..., Any], path: str, _error: Any) -> None:
    """Make a write-protected folder writable and retry its removal; what then remains is left to the system."""
    with contextlib.suppress(OSError):
        for place in (Path(path).parent, Path(path)):
            place.chmod(place.stat().st_mode | stat.S_IRWXU)
        if remove in (os.scandir, os.listdir, os.open, os.lstat):
            shutil.rmtree(path, ignore_errors=True)
        else:
            remove(path)
