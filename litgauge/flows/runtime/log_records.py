"""Lines of logs in which foreign text is text, and no secret stands."""

from __future__ import annotations

import logging
import traceback
from typing import Any

from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.base.secrets import redacted
from litgauge.tasks.text.terminal import plain_lines

INDENT = "    "


def use_plain_records() -> None:
    """Have every line of a log of this process written so, Prefect's and those of libraries included."""
    logging.setLogRecordFactory(PlainRecord)


class PlainRecord(logging.LogRecord):
    """A line of a log. An error that is a message for the user stands in it without a traceback."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if self.exc_info and isinstance(error := self.exc_info[1], LitgaugeError):
            self.msg, self.args, self.exc_info = str(error), None, None
        if self.exc_info and self.exc_info[0]:
            self.exc_text = redacted(plain_lines("".join(traceback.format_exception(*self.exc_info)).rstrip()))

    def getMessage(self) -> str:  # noqa: N802 - logging's own name
        """Return the message with its values put in."""
        return redacted(plain_lines(super().getMessage())).replace("\n", f"\n{INDENT}")
