"""An agent that is a command line: the task as JSON on its standard input, its answer on its standard output."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from litgauge.tasks.agents.external.left_files import LeftFiles, take_files, with_left_files
from litgauge.tasks.agents.external.process import CommandResult, absolute, run_command
from litgauge.tasks.agents.external.settings import CommandSettings
from litgauge.tasks.agents.external.task_json import answer_in, error_in, task_as_json
from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import AgentAnswer, Outcome
from litgauge.tasks.agents.session import Session
from litgauge.tasks.base.secrets import redacted
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.fences.sandbox import check_fence
from litgauge.tasks.text.encodings import decoded
from litgauge.tasks.text.terminal import plain_lines

TOOL = "command"
FIXED = ("command", "environment", "version", "fenced", "network", "readable")
_LAST_LINES, _LAST_CHARS = 20, 2_000
_STOPPED: Mapping[str, Outcome] = {
    "time-limit": "time-limit",
    "memory-limit": "memory-limit",
    "output-limit": "output-limit",
    "process-limit": "crashed",
    "watch-ended": "crashed",
}


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
            takes_files = session.means.answers.holds_files
            return _recorded(await self.run(command, payload, take if takes_files else None, session))

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
        "left_processes": result.processes_left,
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
        exit_status = f"signal {-code}" if code is not None and code < 0 else f"code {code}"
        return AgentAnswer("", "crashed", f"it ended with {exit_status}{error}")
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
