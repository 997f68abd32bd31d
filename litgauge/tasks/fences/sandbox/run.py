"""Runs foreign Python code in a folder of its own, confined by the means of this machine."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from litgauge.tasks.base.errors import ConfigError, Failed
from litgauge.tasks.fences.commands import CommandLimits, SupervisedResult, run_supervised, temporary_folder
from litgauge.tasks.fences.sandbox import landlock, launcher, seccomp
from litgauge.tasks.fences.sandbox.folder import Written, read_written, write_inputs

Fastening = Literal["landlock", "bubblewrap", "none"]

_READABLE = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share", "/usr/local/share", "/lib", "/lib64",
             "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime")  # fmt: skip
_OF_PYTHON = ("lib", "lib64", "share")
_OF_PACKAGES = ("site-packages", "dist-packages")  # names of folders that only hold installed packages
_IN_MEMORY = ("/", "/dev")  # bubblewrap's own: no limit counts files written there
_OUT_OF_TIME = frozenset({-24, -9, 152, 137})  # SIGXCPU, SIGKILL; and as bubblewrap passes them on
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "SOURCE_DATE_EPOCH": "0",  # no dates in drawings: the same code gives the same bytes
}


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """Limits of one run of foreign code."""

    time_s: float = 30  # by the clock
    cpu_s: int = 20
    memory_mb: int = 3_000  # address space
    file_mb: int = 20  # of one file
    folder_mb: int = 100  # of all its files
    files: int = 200  # in its folder
    output_bytes: int = 1_000_000  # on its standard output
    processes: int = 16  # unless a filter allows none


@dataclass(frozen=True, slots=True)
class SandboxRun:
    """Outcome of foreign code, with the files that it wrote."""

    stopped: str  # "", "time-limit", "memory-limit", "output-limit", "process-limit", "disk-limit"
    detail: str
    code: int | None  # negative signal if one ended it
    output: bytes
    error: bytes  # at most its last 64 kB
    degree: str  # how it was confined: "landlock 7 + namespaces + seccomp + limits"
    seconds: float
    written: Written


@cache
def strongest_fastening() -> Fastening:
    """Return this machine's strongest means to confine foreign code."""
    if landlock.version() and seccomp.available():
        return "landlock"
    return "bubblewrap" if shutil.which("bwrap") else "none"


def check_fastening(*, allow_none: bool = False) -> Fastening:
    """Return `strongest_fastening`. Raises ConfigError if there is none, unless that is allowed explicitly."""
    fastening = strongest_fastening()
    if fastening == "none" and not allow_none:
        raise ConfigError(
            "this machine has nothing that holds foreign code: no Landlock (Linux 5.13 and later) and no bubblewrap",
            where="sandbox",
            data="Nothing was run",
            next_step="Install bubblewrap (`apt install bubblewrap`), run on a newer Linux, or allow explicitly that "
            "code written by a model runs with your rights",
        )
    return fastening


async def run_sandboxed(
    code: str,
    files: Mapping[str, bytes],
    limits: SandboxLimits = SandboxLimits(),
    environment: Mapping[str, str] | None = None,
    *,
    allow_none: bool = False,
    fastening: Fastening | None = None,
) -> SandboxRun:
    """Run Python code in a new folder with `files` (relative POSIX names), and return the files that it wrote.

    The code can read this Python's libraries and packages, the system's libraries and fonts, and its folder; it writes
    only to its folder; it has no network, no processes, no signals and no inherited variables. `fastening` selects a
    weaker means than the strongest. Raises ConfigError if it cannot be confined (`check_fastening`), Failed if it
    was ended from outside.
    """
    fastening = fastening or check_fastening(allow_none=allow_none)
    with temporary_folder("litgauge-sandbox-") as folder:
        write_inputs(folder, files)
        own = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "TMPDIR": str(folder)}
        allowed = CommandLimits(
            limits.time_s, limits.memory_mb, limits.output_bytes, limits.file_mb, limits.processes,
            limits.folder_mb, limits.files,
        )  # fmt: skip
        argv = _argv(folder, limits, fastening)
        result = await run_supervised(argv, folder, {**_ENVIRONMENT, **own, **(environment or {})}, allowed, code)
        return _run(
            result, read_written(folder, files, limits.files, limits.file_mb, limits.folder_mb), fastening, limits
        )


def _run(result: SupervisedResult, written: Written, fastening: Fastening, limits: SandboxLimits) -> SandboxRun:
    degree, _, output = result.output.partition(b"\n")
    if result.stopped == "not-started" or result.code == launcher.REFUSED or not degree:
        reason = degree.decode("utf-8", "replace") or result.detail or result.error.decode("utf-8", "replace")[-300:]
        raise Failed("sandbox", f"the sandbox could not be closed around the code, so nothing was run ({reason})")
    means = f"bubblewrap + {degree.decode()}" if fastening == "bubblewrap" else degree.decode()
    stopped, detail = result.stopped, result.detail
    if not stopped:
        stopped, detail = _by_limit(result, limits)
    return SandboxRun(stopped, detail, result.code, output, result.error, means, result.seconds, written)


def _by_limit(result: SupervisedResult, limits: SandboxLimits) -> tuple[str, str]:
    """Return which limit of the system ended the code, by its signal or by the error that it did not catch."""
    last = result.error.rstrip().rpartition(b"\n")[2]
    if result.code in _OUT_OF_TIME:
        return "time-limit", f"it computed for more than {limits.cpu_s} s"
    if result.code and (last.startswith(b"MemoryError") or b"ArrayMemoryError" in last or b"bad_alloc" in last):
        return "memory-limit", f"it took more than {limits.memory_mb:,} MB of memory"
    if result.code and last.startswith(b"OSError: [Errno 27]"):
        return "disk-limit", f"it wrote a file of more than {limits.file_mb} MB"
    return "", ""


def _argv(folder: Path, limits: SandboxLimits, fastening: Fastening) -> list[str]:
    readable = _readable()
    order = {
        "folder": str(folder),
        "readable": readable,
        "packages": _packages(),
        "devices": _DEVICES,
        "landlock": fastening == "landlock",
        "namespaces": fastening == "landlock",
        "seccomp": fastening != "none" and seccomp.available(),
        "cpu_s": limits.cpu_s,
        "memory_mb": limits.memory_mb,
        "file_mb": limits.file_mb,
    }
    python = [sys.executable, "-I", str(Path(launcher.__file__).absolute()), json.dumps(order)]
    return [*_bubblewrap(folder, readable), *python] if fastening == "bubblewrap" else python


def _readable() -> list[str]:
    """Return folders of libraries and fonts, none of which has files of the user."""
    own = [str(Path(prefix) / name) for prefix in (sys.prefix, sys.base_prefix) for name in _OF_PYTHON]
    return list(dict.fromkeys([*own, *_packages(), *_READABLE]))


def _packages() -> list[str]:
    """Return the folders of installed packages that this Python imports from, including other environments."""
    return [path for path in sys.path if Path(path).name in _OF_PACKAGES]


def _bubblewrap(folder: Path, readable: list[str]) -> list[str]:
    package = str(Path(launcher.__file__).absolute().parent)
    programs = [
        str(Path(sys.executable).parent),
        str(Path(sys.executable).resolve().parent),
        str(Path(sys.prefix) / "pyvenv.cfg"),
    ]
    read_only = [path for path in (*readable, "/usr/bin", "/bin", *programs, package) if Path(path).exists()]
    return [
        str(shutil.which("bwrap")), "--unshare-all", "--die-with-parent", "--new-session", "--dev", "/dev",
        *(word for path in dict.fromkeys(read_only) for word in ("--ro-bind", path, path)),
        "--bind", str(folder), str(folder), *(word for path in _IN_MEMORY for word in ("--remount-ro", path)),
        "--chdir", str(folder), "--",
    ]  # fmt: skip
