"""Access to the terminal, and what else the commands share: the options that many of them have.

Whatever a command prints goes through `out` or `err`, JSON through `print_json` or `json_line`: there names, titles
and messages of others are text, never markup, and never obeyed by a terminal.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from litgauge.flows.cli.options import option_of
from litgauge.flows.options import Computed
from litgauge.flows.runtime.log_records import INDENT, use_plain_records
from litgauge.flows.runtime.prefect_settings import shipped_prefect_settings
from litgauge.tasks.base.errors import StorageError, UnusableInput
from litgauge.tasks.base.secrets import know_secrets_of_libraries, redacted
from litgauge.tasks.text.terminal import plain_json, plain_lines


class Terminal(Console):
    """A console on which strings are text: no markup, no emoji names, no links, nothing that a terminal obeys.

    What is to be bold or coloured is said with `rich.text.Text`. A line break within a string or text is followed by an
    indent: a file's name cannot make a line that looks like one of ours.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, emoji=False, highlight=False)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print strings, texts and tables."""
        super().print(*(_indented(part) if isinstance(part, str | Text) else part for part in objects), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield what is printed, piece by piece; rich's own control codes stay, those in texts do not."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(redacted(plain_lines(segment.text)), _unlinked(segment))


def _indented(text: str | Text) -> str | Text:
    """Return the text with its inner line breaks followed by an indent."""
    words = str(text)
    inner = words.strip("\n")
    if "\n" not in inner:
        return text
    if isinstance(text, Text):
        return Text(f"\n{INDENT}").join(text.split("\n"))
    before, after = words[: len(words) - len(words.lstrip("\n"))], words[len(words.rstrip("\n")) :]
    return before + inner.replace("\n", f"\n{INDENT}") + after


def _unlinked(segment: Segment) -> Any:
    style = segment.style
    return style.update_link(None) if style and style.link else style


out = Terminal()
err = Terminal(stderr=True)

StorageOption = Annotated[str, option_of(Computed, "storage")]
JsonOption = Annotated[bool, option_of(Computed, "as_json")]
VerboseOption = Annotated[bool, option_of(Computed, "verbose")]


def print_json(value: Any, console: Console = out) -> None:
    """Print JSON for programs."""
    Console.print(console, _json(value, indent=2), soft_wrap=True, markup=False, highlight=False, emoji=False)


def json_line(value: Any) -> str:
    """One line of JSON, as readable as it can be without anything that a terminal would obey.

    >>> json_line({"a": "é\\x9b2J"})
    '{"a": "é\\\\u009b2J"}\\n'
    """
    return f"{_json(value)}\n"


def _json(value: Any, indent: int | None = None) -> str:
    unicode_output = (sys.stdout.encoding or "").lower().startswith("utf")
    return plain_json(json.dumps(value, ensure_ascii=not unicode_output, indent=indent))


def use_any_encoding() -> None:
    """Have what the terminal's encoding does not know shown as "?" instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if not (stream.encoding or "").lower().startswith("utf"):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def kept_in(storage: str) -> str:
    """Return the option that names a storage in a command that is shown; nothing for the usual one.

    >>> kept_in("data"), kept_in("my data")
    ('', " --storage 'my data'")
    """
    return "" if storage == "data" else f" --storage {shlex.quote(storage)}"


def local_folder(storage: str, why: str) -> Path:
    """Return the folder of a local storage; UnusableInput for a bucket, where a folder is needed."""
    if "://" in storage:
        raise UnusableInput(f"this must be a folder: {why}", where=f"--storage {storage}", data="Nothing was done")
    return Path(storage)


def quiet_prefect(storage: str, verbose: bool) -> None:
    """Set Prefect's own defaults before it is imported; whatever the user has set stays."""
    defaults = {
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_LOGGING_LEVEL": "INFO" if verbose else "CRITICAL",
        "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
        **shipped_prefect_settings(),
    }
    own = str(Path("data" if "://" in storage else storage, "prefect").resolve())
    if "://" not in storage:
        defaults["PREFECT_HOME"] = own  # beside what is stored: nothing is left in the folder that one works in
    try:
        Path.home()
    except RuntimeError:  # a user that the system does not know, as in a container; Prefect asks for a home in any case
        defaults["HOME"] = own
    for name, value in defaults.items():
        os.environ.setdefault(name, value)
    use_plain_records()  # Prefect's log has a console of its own
    know_secrets_of_libraries()
    _make_home(Path(os.environ.get("PREFECT_HOME", "~/.prefect")).expanduser())


def _make_home(folder: Path) -> None:
    """Make Prefect's folder: its server makes none inside a folder that is not there, and says so to nobody."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"Prefect cannot keep its data here ({error.strerror})",
            where=str(folder),
            data="Nothing was run",
            next_step="Run it where you may write, or name another folder in PREFECT_HOME",
        ) from None
