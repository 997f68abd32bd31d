"""JSON lines to standard output or to a file that appears whole."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

_RAW = re.compile("[\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What JSON need not escape, but a terminal obeys or UTF-8 does not know."""


def json_line(value: Any) -> str:
    """One line of JSON, as readable as it can be without anything that a terminal would obey.

    >>> json_line({"a": "é\\x9b2J"})
    '{"a": "é\\\\u009b2J"}\\n'
    """
    text = json.dumps(value, ensure_ascii=False)
    return _RAW.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


@contextlib.contextmanager
def opened(output: Path | None) -> Iterator[TextIO]:
    """Standard output, or the file, written beside its name and renamed at the end."""
    if output is None:
        yield sys.stdout
        return
    draft = output.with_name(f".{output.name}.part")
    output.parent.mkdir(parents=True, exist_ok=True)
    try:  # a killed run leaves no half file under its name, a failed one none at all
        with draft.open("w", encoding="utf-8") as stream:
            yield stream
        draft.replace(output)
    finally:
        draft.unlink(missing_ok=True)
