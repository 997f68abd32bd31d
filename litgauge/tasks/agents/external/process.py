"""Run a foreign command once: in a folder of its own, with a clean environment, under limits."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType

from litgauge.tasks.agents.external.left_files import LeftFiles
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.secrets import know_secret
from litgauge.tasks.fences.commands import CommandLimits, SupervisedResult, run_supervised, temporary_folder
from litgauge.tasks.fences.sandbox import NO_MORE, View, run_fenced_command

_PASSED = ("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR")
OUTPUT = "LITGAUGE_OUTPUT"
"""The environment variable that names the folder for files of an answer."""
UNFENCED = "none: it ran with the rights, files and network of the user who started it"


@dataclass(frozen=True, slots=True)
class CommandResult(SupervisedResult):
    """How a command ended, and what it left."""

    files: LeftFiles | None = None  # that it left in the folder for them, where it was given one
    fence: str = ""  # what held it


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
    for name in names:
        know_secret(os.environ[name])
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
    view: View | None = NO_MORE,
    more: Mapping[str, str] = MappingProxyType({}),
) -> CommandResult:
    """Run a command with the environment variables of these `names` and `more`; no process of it is left.

    It sees no more than `view`; None is no fence at all. With `take` it is given a folder for files, which `OUTPUT`
    names, as `{output}` does in its arguments; `take` reads them before the folder is removed. Raises ConfigError if it
    cannot be started or fenced, Failed where something else ended it.
    """
    with temporary_folder("litgauge-agent-") as folder:
        output = folder / "output"
        wants_folder = take is not None or any("{output}" in word for word in argv)
        if wants_folder:
            output.mkdir()
        environment = clean_environment(folder, names) | ({OUTPUT: str(output)} if wants_folder else {}) | dict(more)
        named = [word.replace("{output}", str(output)) for word in argv]
        if view is None:
            ended, fence = await run_supervised(named, folder, environment, limits, standard_input), UNFENCED
        else:
            fenced = await run_fenced_command(named, folder, environment, limits, standard_input, view)
            ended, fence = fenced.ended, fenced.fence
        files = await take(output) if take is not None and not ended.stopped and ended.code == 0 else None
    result = CommandResult(**asdict(ended), files=files, fence=fence)
    if result.stopped == "not-started":
        raise ConfigError(f"the command cannot be started ({result.detail})", where="command", data="Nothing was run")
    return result
