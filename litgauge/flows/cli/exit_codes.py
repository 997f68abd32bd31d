"""Exit codes, and the one message with which a command ends: what, where and what next; never a traceback."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from types import TracebackType

from rich.text import Text
from typer import Abort, Exit
from typer.exceptions import TyperException

from litgauge.flows.cli.console import err
from litgauge.tasks.base.errors import Interrupted, LitgaugeError, UnusableInput
from litgauge.tasks.base.secrets import redacted
from litgauge.tasks.text.terminal import plain_lines

DONE, FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130

_WRONG_PLACE = (errno.ENOENT, errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.ENAMETOOLONG, errno.ELOOP, errno.EEXIST)


def ended(command: Callable[[], object]) -> int:
    """Return the exit code of a command, after printing its error."""
    try:
        code = command()
        sys.stdout.flush()
    except TyperException as error:
        return _misspelt(error)
    except Interrupted:  # whoever took the signal says how to go on
        raise
    except LitgaugeError as error:
        _tell(str(error))
        return error.exit_code
    except BrokenPipeError:
        return _unread()
    except OSError as error:
        return _refused(error)
    except RecursionError:
        _tell("an input is nested too deeply to be read. Nothing was done with it. Leave it out, and run again.")
        return UNUSABLE
    except (Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except Exit as request:
        code = request.exit_code
    if code == INTERRUPTED:
        err.print("interrupted; what was finished is kept, and the same command continues")
    return code if isinstance(code, int) else DONE


def record_crashes() -> None:
    """Keep the traceback of what nobody foresaw in a file, and tell its user where that lies."""
    sys.excepthook = _crashed


def _tell(message: str) -> None:
    err.print(Text.assemble(("error: ", "bold red"), " ".join(message.split("\n"))), soft_wrap=True)


def _misspelt(error: TyperException) -> int:
    """Print what no command knows of the words that were typed; without a message its help was shown."""
    if message := error.format_message().strip():
        context = getattr(error, "ctx", None)
        words = ["--help"]
        while context is not None and context.parent is not None:  # the outermost is the program
            words.insert(0, context.info_name)
            context = context.parent
        _tell(f"{message.rstrip('.')}. See `litgauge {' '.join(words)}`.")
    return UNUSABLE


def _refused(error: OSError) -> int:
    """An error of the file system that no part of ours has put into words."""
    wrong = error.errno in _WRONG_PLACE
    refusal = UnusableInput(
        f"cannot be read or written ({error.strerror or error})",
        where=str(error.filename or ""),
        data="Nothing is half-written",
        next_step="Name another place, or mend its permissions" if wrong else "Run the same command again",
    )
    _tell(str(refusal))
    return UNUSABLE if wrong else FAILED


def _unread() -> int:
    """Whoever read our output has gone (`| head`): nothing is to be said, and nothing more to be written."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


def _crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    details = redacted(plain_lines("".join(traceback.format_exception(kind, error, trace))))
    with tempfile.NamedTemporaryFile(
        "w", prefix="litgauge-error-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
    ) as file:
        file.write(details)
    _tell(
        f"{kind.__name__}: {error} (an unexpected error: this is a bug in litgauge). What was finished is kept. "
        f"Please report it with {file.name}."
    )
