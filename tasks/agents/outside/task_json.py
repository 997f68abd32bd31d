"""The task as agents of others get it, and the answer in what they give back: a contract, said in docs/agents.md."""

from __future__ import annotations

import json
import re
from typing import Any

from tasks.declaration import Answers, GivenTask
from tasks.text.terminal import plain_lines

_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])"
)


def task_as_json(task: GivenTask, answers: Answers) -> dict[str, Any]:
    """What an agent is told, and nothing that would answer its task."""
    return {
        "task_id": task.task_id,
        "prompt": task.text,
        "cutoff": task.cutoff or None,
        "form": answers.form,
        "answer_suffix": answers.suffix,
        "papers": [
            {"title": one.title, "abstract": one.abstract, "more": {told.name: told.text for told in one.more}}
            for one in task.papers
        ],
    }


_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


def said_in(content: bytes, charset: str | None = None) -> str:
    """What an agent wrote: as the mark at its beginning says, else in its charset, else in UTF-8.

    Bytes that are none become U+FFFD.

    >>> said_in("Grüße".encode("utf-16")), said_in(b"\\xef\\xbb\\xbf{}"), said_in(b"a\\xff")
    ('Grüße', '{}', 'a\ufffd')
    """
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), charset or "utf-8")
    try:
        return content.decode(encoding, "replace")
    except LookupError:
        return content.decode("utf-8", "replace")


def answer_in(text: str) -> str:
    """The answer: `answer` of a JSON object that has one (text, or JSON of its own), else the whole text.

    Without what a terminal would obey or hide: colours, cursor movements, characters without width.

    >>> answer_in('{"answer": "# Report", "seconds": 3}'), answer_in("\\x1b[1mReport\\x1b[0m\\r\\n")
    ('# Report', 'Report')
    """
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = None
    if isinstance(said, dict) and "answer" in said:
        answer = said["answer"]
        text = answer if isinstance(answer, str) else "" if answer is None else json.dumps(answer, ensure_ascii=False)
    text = _ESCAPES.sub("", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    text = plain_lines(text).strip()
    return text if any(map(str.isalnum, text)) else ""
