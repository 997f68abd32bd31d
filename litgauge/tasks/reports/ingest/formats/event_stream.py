"""Recorded event streams of agents that write their report in chunks (DeerFlow): `event:` and `data:` lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.reports.ingest.report_files import BrokenFile, FoundReport, Outcome, too_large

WRITER = "reporter"
"""The role whose chunks are the report; those of planners, researchers and coders are not."""

_SUFFIXES = frozenset({".txt", ".sse", ".log"})
_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?\s*event: ?\w{1,40}\r?\ndata: ?\{")


def holds(file: AnswerFile) -> bool:
    """Return whether the file begins with an event and its data."""
    if file.suffix not in _SUFFIXES:
        return False
    with file.path.open("rb") as stream:
        return _BEGINS.match(stream.read(200)) is not None


def outcomes(file: AnswerFile) -> Iterator[Outcome]:
    """The report that the stream's writer wrote; lines that are no JSON are listed as broken."""
    if file.too_large:
        yield too_large(file)
        return
    prompt, messages = "", dict[str, list[str]]()
    for number, line in enumerate((file.text() or "").splitlines(), 1):
        if not line.startswith("data:"):
            continue
        try:
            event: Any = json.loads(line[5:])
        except ValueError as error:
            yield BrokenFile(file.name, number, "not-json", str(error))
            continue
        if not isinstance(event, dict) or not isinstance(event.get("content"), str):
            continue
        if event.get("agent") == WRITER:
            messages.setdefault(str(event.get("id")), []).append(event["content"])
        elif event.get("role") == "user" and not prompt:
            prompt = event["content"]
    text = "".join(list(messages.values())[-1]) if messages else ""
    yield FoundReport(
        file.name, "event-stream", text, prompt=prompt, failure="" if messages else f"no message of the {WRITER}"
    )
