"""Run a foreign command once: in a folder of its own, with a clean environment, under limits."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tasks.agents.external import supervisor
from tasks.agents.external.left_files import LeftFiles
from tasks.base.errors import ConfigError, Failed

_PASSED = ("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR")
OUTPUT = "LITGAUGE_OUTPUT"
"""The environment variable that names the folder for files of an answer."""

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


@dataclass(frozen=True, slots=True)
class CommandResult:
    """How a command ended."""

    stopped: str  # "", "time-limit", "memory-limit", "output-limit", "process-limit"
    detail: str
    code: int | None  # minus the signal that ended it; None where nobody knows
    seconds: float
    peak_mb: float
    left: int  # processes that it left behind, which were ended
    output: bytes
    error: bytes  # at most its last 64 kB
    files: LeftFiles | None = None  # that it left in the folder for them, where it was given one


def clean_environment(folder: Path, names: Sequence[str]) -> dict[str, str]:
    """Return the environment of a command: a few standard variables and those of `names`, so no credential of ours.

    Raises ConfigError where one of these is not set.
    """
    if missing := [name for name in names if name not in os.environ]:
        raise ConfigError(
            f"{', '.join(missing)} is not in the environment",
            where="environment",
            data="Nothing was run",
            next_step="Set it, or leave it out of the config",
        )
    passed = {name: os.environ[name] for name in (*_PASSED, *names) if name in os.environ}
    return {"PATH": os.defpath, **passed, "HOME": str(folder), "TMPDIR": str(folder), "PWD": str(folder)}


def absolute(argv: Sequence[str]) -> list[str]:
    """The command as it is started elsewhere: files are named from the root, `{python}` is the Python that we run on.

    Raises ConfigError where there is no such program.
    """
    program, *arguments = [str(sys.executable) if word == "{python}" else word for word in argv]
    path = shutil.which(program)
    if path is None:
        raise ConfigError(
            f"there is no program {program!r} that could be started",
            where="command",
            data="Nothing was run",
            next_step="Give its path, or put its folder into PATH",
        )
    return [str(Path(path).absolute()), *(_from_root(word) for word in arguments)]


def _from_root(argument: str) -> str:
    try:
        return str(Path(argument).absolute()) if Path(argument).is_file() else argument
    except (OSError, ValueError):
        return argument


async def run_command(
    argv: Sequence[str],
    standard_input: str,
    limits: CommandLimits,
    names: Sequence[str],
    take: Callable[[Path], Awaitable[LeftFiles]] | None = None,
) -> CommandResult:
    """Run a command with the environment variables of these `names`; no process of it is left when this ends.

    With `take` it is given a folder for files, which `OUTPUT` names, as `{output}` does in its arguments; `take` reads
    them before the folder is removed. Raises ConfigError if it cannot be started, Failed where something else ended it.
    """
    with _temporary_folder() as folder:
        output = folder / "output"
        wants_folder = take is not None or any("{output}" in word for word in argv)
        if wants_folder:
            output.mkdir()
        order = {
            "argv": [word.replace("{output}", str(output)) for word in argv],
            "folder": str(folder),
            "environment": clean_environment(folder, names) | ({OUTPUT: str(output)} if wants_folder else {}),
            "input": standard_input,
            "error_bytes": _ERROR_BYTES,
            **{name: getattr(limits, name) for name in CommandLimits.__slots__},
        }
        result = await _run_supervisor(order)
        if take is not None and not result.stopped and result.code == 0:
            result = replace(result, files=await take(output))
    if result.stopped == "not-started":
        raise ConfigError(f"the command cannot be started ({result.detail})", where="command", data="Nothing was run")
    return result


async def _run_supervisor(order: Mapping[str, Any]) -> CommandResult:
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


def _read(reply: bytes) -> CommandResult:
    head, _, rest = reply.partition(b"\n")
    try:
        result = json.loads(head)
        output, error = result.pop("output"), result.pop("error")
    except (ValueError, KeyError):
        raise Failed("supervisor-died", "the process that watches over the command was ended from outside") from None
    return CommandResult(**result, output=rest[:output], error=rest[output : output + error])


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="litgauge-agent-"))
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
