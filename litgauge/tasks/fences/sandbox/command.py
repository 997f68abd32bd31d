"""A foreign command that sees its own folder, the programs that it needs, and nothing else of this machine."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from litgauge.tasks.base.errors import ConfigError, Failed
from litgauge.tasks.fences.commands import CommandLimits, SupervisedResult, run_supervised
from litgauge.tasks.fences.sandbox import landlock, launcher, seccomp

CommandFence = Literal["namespaces", "bubblewrap", "landlock"]
"""Means that hold a command, the strongest first; only the first two give it a network of its own."""

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_OF_ETC = ("alternatives", "ca-certificates", "fonts", "group", "hosts", "java", "ld.so.cache", "ld.so.conf",
           "ld.so.conf.d", "localtime", "mime.types", "nsswitch.conf", "os-release", "passwd", "pki", "protocols",
           "resolv.conf", "services", "ssl/cert.pem", "ssl/certs", "ssl/openssl.cnf", "timezone")  # fmt: skip
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_OF_PREFIX = ("bin", "include", "lib", "lib64", "libexec", "pyvenv.cfg")
_PROBE_S = 20
_OWN_PROCESSES = 2  # of bubblewrap
_SIGNALLED = range(129, 193)  # how bubblewrap passes on that a signal ended the command
_FIRST_LINE = 200  # bytes that the launcher writes before the command


@dataclass(frozen=True, slots=True)
class View:
    """Files and folders that a command sees beside its folder and the system's programs and libraries."""

    readable: tuple[str, ...] = ()  # files and folders, absolute
    network: bool = False  # this machine's; else none, or a loopback of its own
    listener: int | None = None  # descriptor of a socket: see `launcher.py`


NO_MORE = View()


@dataclass(frozen=True, slots=True)
class FencedResult:
    """Outcome of a command, and what held it: "namespaces + seccomp"."""

    ended: SupervisedResult
    fence: str


@cache
def strongest_fence() -> CommandFence | None:
    """Return what holds commands on this machine; None where nothing does. It is tried out, once a process."""
    if sys.platform != "linux" or not seccomp.available():
        return None
    return next((means for means in ("namespaces", "bubblewrap", "landlock") if _holds(means)), None)


def check_fence(*, gateway: bool = False) -> CommandFence:
    """Return `strongest_fence`. Raises ConfigError where there is none, or none in which a gateway can be reached."""
    fence = strongest_fence()
    if fence is None or (gateway and fence == "landlock"):
        what = "nothing that holds a foreign command" if fence is None else "no network namespace for the gateway"
        raise ConfigError(
            f"this machine has {what}: neither namespaces nor bubblewrap" + (" nor Landlock" if fence is None else ""),
            where="fenced",
            data="Nothing was run",
            next_step="Install bubblewrap (`apt install bubblewrap`), run on a Linux that allows user namespaces, or "
            "say `fenced: false`: the command then runs with your rights, files and network",
        )
    return fence


async def run_fenced_command(
    argv: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    limits: CommandLimits,
    standard_input: str = "",
    view: View = NO_MORE,
    fence: CommandFence | None = None,
) -> FencedResult:
    """Run a command (its program absolute) that changes its folder alone, and sees no more than `view`.

    Its processes see each other alone. It has no set-user-ID programs, no capabilities, and no sockets but those of
    its own network. Raises as `run_supervised`, ConfigError as `check_fence`, and Failed where the fence could not be
    closed; nothing was run then.
    """
    fence = fence or check_fence(gateway=view.listener is not None and not view.network)
    own = _OWN_PROCESSES if fence == "bubblewrap" else 0
    allowed = replace(limits, output_bytes=limits.output_bytes + _FIRST_LINE, processes=limits.processes + own)
    ended = await run_supervised(
        _argv(argv, folder, view, fence), folder, environment, allowed, standard_input,
        descriptors=() if view.listener is None else (view.listener,),
    )  # fmt: skip
    degree, _, output = ended.output.partition(b"\n")
    if ended.stopped == "not-started" or degree.startswith(b"refused: ") or not degree:
        reason = degree.decode("utf-8", "replace") or ended.detail or ended.error.decode("utf-8", "replace")[-300:]
        raise Failed("sandbox", f"the fence could not be closed around the command, so nothing was run ({reason})")
    if output.startswith(launcher.NOT_STARTED.encode()) and ended.code == launcher.REFUSED:
        why = output.removeprefix(launcher.NOT_STARTED.encode()).decode("utf-8", "replace")
        ended = replace(ended, stopped="not-started", detail=why)
    elif fence == "bubblewrap" and ended.code is not None and ended.code in _SIGNALLED:
        ended = replace(ended, code=128 - ended.code)
    if ended.stopped == "output-limit" or (not ended.stopped and len(output) > limits.output_bytes):
        detail = f"it wrote more than {limits.output_bytes:,} bytes"
        ended = replace(ended, stopped="output-limit", detail=detail)
    return FencedResult(replace(ended, output=output), degree.decode())


def shown_files(argv: Sequence[str]) -> tuple[str, ...]:
    """Return what a command cannot do without: its program with the libraries of its prefix, and files it is given."""
    program, *arguments = argv
    shown = [place for place in _installation(Path(program)) if place.exists()]
    return tuple(dict.fromkeys(map(str, [*shown, *(Path(word) for word in arguments if _is_file(word))])))


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_absolute() and Path(word).is_file()
    except (OSError, ValueError):
        return False


def _installation(program: Path) -> Iterator[Path]:
    """Return a program, and the libraries of where it is installed; of a Python environment also its Python's."""
    for place in dict.fromkeys((program, program.resolve())):
        yield place
        prefix = place.parent.parent
        environment = prefix / "pyvenv.cfg"
        if place.parent.name == "bin" and (environment.is_file() or _is_prefix(prefix)):
            yield from (prefix / name for name in _OF_PREFIX)
        if environment.is_file():
            for line in environment.read_text(encoding="utf-8", errors="replace").splitlines():
                name, _, value = line.partition("=")
                if name.strip() == "home" and _is_prefix(base := Path(value.strip()).parent):
                    yield from (base / name for name in _OF_PREFIX)


def _is_prefix(folder: Path) -> bool:
    return (folder / "lib").is_dir() and folder not in (Path.home(), Path("/"))


def _argv(argv: Sequence[str], folder: Path, view: View, fence: CommandFence) -> list[str]:
    package = Path(launcher.__file__).absolute().parent
    python_files = [*shown_files([sys.executable]), str(package)] if fence == "bubblewrap" else []
    readable = [*_SYSTEM, *(f"/etc/{name}" for name in _OF_ETC), *shown_files(argv), *view.readable]
    order = {
        "command": list(argv),
        "means": fence,
        "folder": str(folder),
        "readable": readable,
        "devices": _DEVICES,
        "network": view.network,
        "listener": view.listener,
    }
    python = [sys.executable, "-I", "-S", str(package / "launcher.py"), json.dumps(order)]
    return [*_bubblewrap(folder, [*readable, *python_files], view), *python] if fence == "bubblewrap" else python


def _bubblewrap(folder: Path, readable: Sequence[str], view: View) -> list[str]:
    exist = [path for path in dict.fromkeys(readable) if Path(path).exists()]
    places: list[str] = []
    for place in sorted({place for path in exist for place in (path, str(Path(path).resolve()))}, key=len):
        if not any(place.startswith(f"{other}/") for other in places):
            places.append(place)
    return [
        str(shutil.which("bwrap")), "--unshare-user-try", "--unshare-ipc", "--unshare-pid", "--unshare-uts",
        "--unshare-cgroup-try", *([] if view.network else ["--unshare-net"]), "--die-with-parent", "--new-session",
        "--tmpfs", "/tmp", "--dev", "/dev", "--proc", "/proc",
        *(word for path in places for word in ("--ro-bind", path, path)),
        "--bind", str(folder), str(folder), "--remount-ro", "/proc", "--remount-ro", "/", "--chdir", str(folder), "--",
    ]  # fmt: skip


def _holds(means: CommandFence) -> bool:
    if means == "bubblewrap" and shutil.which("bwrap") is None:
        return False
    if means == "landlock" and not landlock.version():
        return False
    program = shutil.which("true")
    if program is None:
        return False
    with tempfile.TemporaryDirectory(prefix="litgauge-fence-") as folder:
        argv = _argv([program], Path(folder), View(), means)
        try:
            probe = subprocess.run(argv, cwd=folder, env={}, capture_output=True, timeout=_PROBE_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return probe.returncode == 0 and probe.stdout.startswith(means.encode())
