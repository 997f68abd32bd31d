"""Foreign commands in a folder, under limits, watched over by a process of their own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tasks.base.errors import Failed
from tasks.fences import supervisor

_ERROR_BYTES = 64_000
_END_S = 15.0  # for the supervisor, once nobody wants its result any more


@dataclass(frozen=True, slots=True)
class CommandLimits:
    """What one run of a command may take."""

    time_s: float
    memory_mb: int  # of all its processes together
    output_bytes: int
    file_mb: int  # of one file that it writes
    processes: int  # at once
    folder_mb: int | None = None  # of all files in its folder together; None for no limit
    files: int | None = None  # in its folder


@dataclass(frozen=True, slots=True)
class SupervisedResult:
    """How a command ended."""

    stopped: str  # "", "time-limit", "memory-limit", "output-limit", "process-limit", "disk-limit"
    detail: str
    code: int | None  # minus the signal that ended it; None where nobody knows
    seconds: float
    peak_mb: float
    left: int  # processes that it left behind, which were ended
    output: bytes
    error: bytes  # at most its last 64 kB


async def run_supervised(
    argv: Sequence[str], folder: Path, environment: Mapping[str, str], limits: CommandLimits, standard_input: str = ""
) -> SupervisedResult:
    """Run a command in a folder with this environment and no other; no process of it is left when this ends.

    Where this process ends first, the command and the folder are removed. Raises Failed where something else ended
    the process that watches over the command.
    """
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
        start_new_session=True,  # what a terminal sends to us is not for it
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        data = json.dumps(order).encode()
        process.stdin.write(f"{len(data):{supervisor.ORDER_DIGITS}}".encode() + data)
        with contextlib.suppress(ConnectionError):
            await process.stdin.drain()
        reply = await process.stdout.read()
    finally:
        process.stdin.close()
        await asyncio.shield(_wait(process))
    return _read(reply)


async def _wait(process: asyncio.subprocess.Process) -> None:
    """Wait until it has ended everything, which it does when its input is closed."""
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
        raise Failed("supervisor-died", "the process that watches over the command was ended from outside") from None
    return SupervisedResult(**result, output=rest[:output], error=rest[output : output + error])


@contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """Give a new folder, and remove it with all that it holds."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, onerror=_retry_removal)


def _retry_removal(remove: Callable[..., Any], path: str, _error: Any) -> None:
    """A folder that was closed for writing is opened and tried again; what then remains is the system's to clean."""
    with contextlib.suppress(OSError):
        for place in (Path(path).parent, Path(path)):
            place.chmod(place.stat().st_mode | stat.S_IRWXU)
        if remove in (os.scandir, os.listdir, os.open, os.lstat):
            shutil.rmtree(path, ignore_errors=True)
        else:
            remove(path)
