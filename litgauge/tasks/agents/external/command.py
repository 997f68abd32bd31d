"""An agent that is a command line: the task as JSON on its standard input, its answer on its standard output."""

from __future__ import annotations

import json
import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pydantic import Field, field_validator

from litgauge.tasks.agents.external.left_files import LeftFiles, take_files, with_left_files
from litgauge.tasks.agents.external.process import CommandResult, absolute, run_command
from litgauge.tasks.agents.external.task_json import answer_in, error_in, task_as_json
from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import AgentAnswer, Outcome
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import AgentSettings
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.secrets import redacted, secret_argument
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.fences.commands import CommandLimits
from litgauge.tasks.fences.sandbox import View, check_fence
from litgauge.tasks.text.encodings import decoded
from litgauge.tasks.text.terminal import plain_lines

TOOL = "command"
FIXED = ("command", "environment", "version", "fenced", "network", "readable")
_OURS = ("PREFECT_", "LITGAUGE_")  # what no agent has a use for
_LAST_LINES, _LAST_CHARS = 20, 2_000
_STOPPED: Mapping[str, Outcome] = {
    "time-limit": "time-limit",
    "memory-limit": "memory-limit",
    "output-limit": "output-limit",
    "process-limit": "crashed",
    "watch-ended": "crashed",
}


class CommandSettings(AgentSettings):
    """A command and what a task may take of it."""

    command: tuple[str, ...] = Field(
        title="Command",
        min_length=1,
        description="The program and its arguments, as a list or a line; there is no shell. {python} stands for the "
        "Python that litgauge runs on; relative paths of files are taken from where litgauge was started.",
    )
    environment: tuple[str, ...] = Field(
        (),
        title="Variables it gets",
        description="Names of environment variables that it is given besides PATH, HOME and the language: its own key, "
        "for example. It sees no other.",
    )
    fenced: bool = Field(
        True,
        title="Fenced",
        description="It sees its own folder, its program with its libraries, and `readable`, and no network. Off: it "
        "runs with your rights, your files and your network.",
    )
    network: bool = Field(
        False, title="Network", description="It has this machine's network, and what it reads there nobody filters."
    )
    readable: tuple[str, ...] = Field(
        (),
        title="What it may read",
        description="Files and folders beside its program and the files among its arguments: modules, models.",
    )
    version: str = Field(
        "", title="Version", description="Change it when the program changes: every task is then done anew."
    )
    timeout_s: float = Field(1_800, gt=0, title="Time for a task (s)", description="Then it is ended.")
    memory_mb: int = Field(4_000, ge=1, title="Memory for a task (MB)", description="Of all its processes together.")
    output_mb: float = Field(10, gt=0, le=200, title="Longest answer (MB)", description="A longer one is refused.")
    file_mb: int = Field(1_000, ge=1, title="Largest file (MB)", description="That it may write.")
    most_files: int = Field(
        1_000, ge=0, le=100_000, title="Most files of an answer", description="Where a benchmark's answers hold files."
    )
    files_mb: float = Field(
        200, gt=0, le=10_000, title="Files of an answer (MB)", description="All of them together; more are refused."
    )
    processes: int = Field(256, ge=1, title="Most processes at once", description="That it may start.")
    at_once: int = Field(4, ge=1, le=1000, title="Tasks at work at once")

    @field_validator("command", mode="before")
    @classmethod
    def _parted(cls, value: Any) -> Any:
        return shlex.split(value) if isinstance(value, str) else value  # quotes as in a shell, and nothing else of it

    @field_validator("command")
    @classmethod
    def _without_secrets(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        if name := secret_argument(words):
            raise ValueError(
                f"{name} is a secret, and commands are stored and shown: name its variable under environment, "
                "and have the program read it there"
            )
        return words

    @field_validator("environment")
    @classmethod
    def _not_ours(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if not name.isidentifier() or name.upper().startswith(_OURS):
                raise ValueError(f"{name!r} is no variable that an agent can be given")
        return names

    @property
    def view(self) -> View | None:
        """Return what the command sees; None for everything. Raises ConfigError for what does not exist."""
        if not self.fenced:
            return None
        places = [Path(place).expanduser().absolute() for place in self.readable]
        if missing := [str(place) for place in places if not place.exists()]:
            raise ConfigError(
                f"there is no {', '.join(missing)}", where="readable", data="Nothing was run", next_step="Correct it"
            )
        return View(tuple(map(str, places)), self.network)

    def view_with(self, listener: int | None) -> View | None:
        """Return `view` with a socket for a gateway."""
        return replace(self.view, listener=listener) if self.view is not None else None

    @property
    def limits(self) -> CommandLimits:
        """Return what one task may take."""
        size = int(self.output_mb * 1_000_000)
        return CommandLimits(self.timeout_s, self.memory_mb, size, self.file_mb, self.processes)


class CommandAgent:
    """See `Agent`."""

    def __init__(self, settings: CommandSettings) -> None:
        self._settings = settings

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent`."""
        settings = self._settings
        payload = json.dumps(task_as_json(task, session.means.answers), ensure_ascii=False)

        recorded = session.means.recorded

        async def take(folder: Path) -> LeftFiles:
            most_bytes = int(settings.files_mb * 1_000_000)
            return await take_files(folder, task.task_id, settings.most_files, most_bytes, recorded.keep_file)

        async def work() -> dict[str, Any]:
            command = absolute(settings.command)
            holds = session.means.answers.holds_files
            return _recorded(await self.run(command, payload, take if holds else None, session))

        arguments = {"command": list(settings.command), "task": task.task_id}
        record = await session.call_external(self.tool, arguments, work)
        answer = _answer(record)
        if answer.outcome not in ("answered", "no-answer") or not record.get("files"):
            return answer
        return await with_left_files(answer, LeftFiles.read(record["files"]), recorded.file)

    @property
    def tool(self) -> str:
        """Return the name of its call."""
        return TOOL

    async def run(
        self,
        command: Sequence[str],
        payload: str,
        take: Callable[[Path], Awaitable[LeftFiles]] | None,
        _session: Session,
    ) -> CommandResult:
        """Run the command once."""
        settings = self._settings
        return await run_command(command, payload, settings.limits, settings.environment, take, settings.view)


def _recorded(result: CommandResult) -> dict[str, Any]:
    """Return how it ended, as it is kept."""
    error = plain_lines(redacted(decoded(result.error)))
    return {
        "stopped": result.stopped,
        "detail": result.detail,
        "code": result.code,
        "seconds": result.seconds,
        "peak_mb": result.peak_mb,
        "left_processes": result.left,
        "fence": result.fence,
        "output": redacted(decoded(result.output)),
        "stderr": error,
        **({"files": asdict(result.files)} if result.files is not None else {}),
    }


def _answer(record: Mapping[str, Any]) -> AgentAnswer:
    stopped, code, error = str(record["stopped"]), record["code"], _last(str(record["stderr"]))
    if stopped:
        return AgentAnswer("", _STOPPED[stopped], f"{record['detail']}{error}")
    if code != 0:
        how = f"signal {-code}" if code is not None and code < 0 else f"code {code}"
        return AgentAnswer("", "crashed", f"it ended with {how}{error}")
    if reported := error_in(str(record["output"])):
        return AgentAnswer("", "crashed", f"its answer is an error: {reported[:_LAST_CHARS]}{error}")
    answer = answer_in(str(record["output"]))
    if not answer:
        return AgentAnswer("", "no-answer", f"it wrote nothing on its standard output{error}")
    return AgentAnswer(answer)


def _last(error: str) -> str:
    """The last lines of standard error, for people."""
    lines = "\n".join(error.strip().splitlines()[-_LAST_LINES:])[-_LAST_CHARS:]
    return f"; its standard error ends in:\n{lines}" if lines else ""


def check_command(settings: CommandSettings, _tasks: Sequence[GivenTask]) -> None:
    """Raises ConfigError where there is nothing to hold the command, and where it names what does not exist."""
    if settings.view is not None:
        check_fence()


COMMAND = AgentKind(
    "a command line",
    CommandSettings,
    CommandAgent,
    fixed=FIXED,
    check=check_command,
)
