"""The task as agents of others get it, and the answer in what they give back: a contract, said in docs/agents.md."""

from __future__ import annotations

import json
import re
from typing import Any

from litgauge.tasks.benchmark import Answers, GivenTask
from litgauge.tasks.text.terminal import plain_lines

_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])"
)


def task_as_json(task: GivenTask, answers: Answers) -> dict[str, Any]:
    """Return what an agent is told, and nothing that would answer its task."""
    return {
        "task_id": task.task_id,
        "prompt": task.text,
        "cutoff": task.cutoff or None,
        "form": answers.form,
        "answer_suffix": answers.suffix,
        **({"holds_files": True} if answers.holds_files else {}),
        "papers": [
            {"title": paper.title, "abstract": paper.abstract, "more": {note.name: note.text for note in paper.more}}
            for paper in task.papers
        ],
    }


def answer_in(text: str) -> str:
    """The answer: `answer` of a JSON object that has one (text, or JSON of its own), else the whole text.

    Without what a terminal would obey or hide: colours, cursor movements, characters without width.

    >>> answer_in('{"answer": "# Report", "seconds": 3}'), answer_in("\\x1b[1mReport\\x1b[0m\\r\\n")
    ('# Report', 'Report')
    """
    fields = _object_in(text)
    if "answer" in fields:
        answer = fields["answer"]
        text = answer if isinstance(answer, str) else "" if answer is None else json.dumps(answer, ensure_ascii=False)
    text = _ESCAPES.sub("", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    text = plain_lines(text).strip()
    return text if any(map(str.isalnum, text)) else ""


def error_in(text: str) -> str:
    """Return the error, where an agent gives a JSON object with an `error` and no `answer`; "" otherwise.

    >>> error_in('{"error": {"message": "no credit"}}'), error_in('{"answer": "# Report", "error": "a page was gone"}')
    ('{"message": "no credit"}', '')
    """
    fields = _object_in(text)
    error = "" if "answer" in fields else fields.get("error")
    message = error if isinstance(error, str) else json.dumps(error, ensure_ascii=False) if error else ""
    return plain_lines(message).strip()


def parted(text: str) -> tuple[str, Any]:
    """Return an answer without the files in it, and these as they stand in `files` of a JSON object; None for none.

    >>> parted('{"answer": "# Report", "files": []}'), parted("# Report")
    (('{"answer": "# Report"}', []), ('# Report', None))
    """
    fields = _object_in(text)
    if "answer" not in fields or "files" not in fields:
        return text, None
    files = fields.pop("files")
    return json.dumps(fields, ensure_ascii=False), files


def _object_in(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}
