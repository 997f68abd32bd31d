"""Settings of agents that are programs or endpoints of somebody else's."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from litgauge.tasks.agents.settings import AgentSettings
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.secrets import secret_argument, without_credentials
from litgauge.tasks.fences.commands import CommandLimits
from litgauge.tasks.fences.sandbox import View

_OURS = ("PREFECT_", "LITGAUGE_")  # what no agent has a use for


class CommandSettings(AgentSettings):
    """A command and what a task may take of it."""

    command: tuple[str, ...] = Field(
        title="Command",
        min_length=1,
        description="The program and its arguments, as a list or a line; no shell is used. {python} is the Python that "
        "runs litgauge; relative paths start from the folder where litgauge was started.",
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
        False, title="Network", description="It has this machine's network access, without any filter."
    )
    readable: tuple[str, ...] = Field(
        (),
        title="What it may read",
        description="Files and folders beside its program and the files among its arguments: modules, models.",
    )
    version: str = Field(
        "", title="Version", description="Change it when the program changes: every task is then run again."
    )
    timeout_s: float = Field(
        1_800, gt=0, title="Time for a task (s)", description="The program is ended after this time."
    )
    memory_mb: int = Field(
        4_000, ge=1, title="Memory for a task (MB)", description="Limit for all its processes together."
    )
    output_mb: float = Field(10, gt=0, le=200, title="Longest answer (MB)", description="A longer one is refused.")
    file_mb: int = Field(1_000, ge=1, title="Largest file (MB)", description="Largest file that it may write.")
    most_files: int = Field(
        1_000, ge=0, le=100_000, title="Most files of an answer", description="Where a benchmark's answers hold files."
    )
    files_mb: float = Field(
        200, gt=0, le=10_000, title="Files of an answer (MB)", description="Size of all files; more are refused."
    )
    processes: int = Field(
        256, ge=1, title="Most processes at once", description="Number of processes that it may start."
    )
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


class HttpSettings(AgentSettings):
    """An endpoint, and how it is asked; of the key only its variable's name."""

    url: str = Field(title="URL", description="Address to which tasks are posted.")
    api_key_env: str = Field(
        "",
        pattern=r"^([A-Z_][A-Z0-9_]*)?$",
        title="Variable with the key",
        description="Name of the environment variable that holds the key. Empty: no key is sent.",
    )
    key_header: str = Field(
        "Authorization",
        title="Header with the key",
        pattern=r"^[A-Za-z0-9-]+$",
        description="Name of the header at the endpoint.",
    )
    key_prefix: str = Field("Bearer ", title="Text before the key", description="In that header; may be empty.")
    version: str = Field(
        "", title="Version", description="Change it when the agent changes: every task is then sent again."
    )
    timeout_s: float = Field(1_800, gt=0, title="Time for a task (s)", description="Tries and pauses included.")
    output_mb: float = Field(10, gt=0, le=200, title="Longest answer (MB)", description="A longer one is refused.")
    most_files: int = Field(
        1_000, ge=0, le=100_000, title="Most files of an answer", description="Where a benchmark's answers hold files."
    )
    retries: int = Field(6, ge=0, le=50, title="Retries", description="After 429, 5xx and broken connections.")
    backoff_s: float = Field(1, ge=0, title="First pause (s)", description="Doubles with every retry.")
    backoff_max_s: float = Field(
        120, ge=0, title="Longest pause (s)", description="No retry if the server asks for a longer pause."
    )
    at_once: int = Field(4, ge=1, le=1000, title="Tasks at work at once")

    @field_validator("url")
    @classmethod
    def _whole(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("give a full URL, such as https://agent.example/tasks")
        return without_credentials(value)
