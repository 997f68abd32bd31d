"""Run a foreign command once: in a folder of its own, with a clean environment, under limits."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tasks.base.errors import ConfigError
from tasks.fences.commands import CommandLimits, CommandResult, run_supervised, temporary_folder

_PASSED = ("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR")


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
    argv: Sequence[str], standard_input: str, limits: CommandLimits, names: Sequence[str]
) -> CommandResult:
    """Run a command with the environment variables of these `names`; no process of it is left when this ends.

    Raises ConfigError if it cannot be started, Failed where something else ended it.
    """
    with temporary_folder("litgauge-agent-") as folder:
        result = await run_supervised(argv, folder, clean_environment(folder, names), limits, standard_input)
    if result.stopped == "not-started":
        raise ConfigError(f"the command cannot be started ({result.detail})", where="command", data="Nothing was run")
    return result
