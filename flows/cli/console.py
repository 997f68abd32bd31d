"""What the commands share: the app, its consoles, the options that many of them have."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tasks.errors import StorageError, UnusableInput

REPOSITORY = Path(__file__).resolve().parents[2]

_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

app = typer.Typer(
    name="litgauge",
    help="Benchmarks for deep-research agents out of the scientific literature.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console()
err = Console(stderr=True)

StorageOption = Annotated[
    str,
    typer.Option("--storage", envvar="LITGAUGE_STORAGE", help="Where everything is kept: a folder or s3://bucket/path"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Show Prefect's log as well")]
ModelOption = Annotated[
    Path | None, typer.Option("--model", help="Model config to use instead, e.g. configs/models/openai.yaml")
]


def plain(text: str) -> str:
    """Text of somebody's files without what a terminal would obey.

    >>> plain("a\\x1b[2Jb")
    'a�[2Jb'
    """
    return _OBEYED.sub("\ufffd", text)


def kept_in(storage: str) -> str:
    """The option that names a storage in a command that is shown; nothing for the usual one.

    >>> kept_in("data"), kept_in("my data")
    ('', " --storage 'my data'")
    """
    return "" if storage == "data" else f" --storage {shlex.quote(storage)}"


def local_folder(storage: str, why: str) -> Path:
    """The folder of a local storage; UnusableInput for a bucket, where a folder is needed."""
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
    }
    if "://" not in storage:
        defaults["PREFECT_HOME"] = str(Path("data/prefect").resolve())
    for name, value in defaults.items():
        os.environ.setdefault(name, value)
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
