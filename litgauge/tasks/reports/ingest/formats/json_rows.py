"""Reports in JSON: ReportBench's files, parsed files and batches, DeepResearch-Bench, transcripts, API replies."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from litgauge.tasks.answers.files import LARGEST, AnswerFile
from litgauge.tasks.answers.rows import by_task, folded_field, name_in
from litgauge.tasks.reports.ingest.formats.cited_text import EMPTY, CitedText, annotations_of, cited_text
from litgauge.tasks.reports.ingest.formats.conversations import answers, as_transcript
from litgauge.tasks.reports.ingest.formats.listed_references import listed_references
from litgauge.tasks.reports.ingest.report_files import BrokenFile, FoundReport, IgnoredFile, Outcome, too_large
from litgauge.tasks.text.encodings import file_text, marked_encoding

TEXT_FIELDS = (
    "response",
    "article",
    "content",
    "text",
    "message",
    "output",
    "result",
    "report",
    "answer",
    "markdown",
    "final_report",
    "output_text",
    "prediction",
    "generated_text",
    "body",
    "outputs",
)
ID_FIELDS = ("taskid", "arxivid", "surveyid", "id", "idx", "queryid", "qid", "questionid", "paperid")
"""Folded."""
PROMPT_FIELDS = ("prompt", "query", "question", "instruction", "topic", "input")
_OF_A_REPORT = frozenset({"response", "article", "report", "final_report"})
_ANSWER_LISTS = ("messages", "choices", "candidates")
_TEXT_TYPES = frozenset({"text", "output_text", "message", "message.output"})
_LIKE_ROWS = re.compile(rb"\s*\{[^\n]*\}[ \t\r]*\n\s*+\{")


def holds(file: AnswerFile) -> bool:
    """Return whether a file is named like JSON or JSON lines."""
    return file.kind in ("JSON", "JSON lines")


def outcomes(file: AnswerFile) -> Iterator[Outcome]:
    """Yield the reports of a JSON object, list or lines, and broken rows with their line."""
    if file.kind == "JSON lines":
        yield from _lines(file)
        return
    if file.too_large:
        yield too_large(file)
        return
    raw = file.path.read_bytes()
    if not raw.strip():
        yield FoundReport(file.name, "empty", "")
        return
    value, fault = _value(raw)
    if fault and _LIKE_ROWS.match(raw):
        yield from _lines(file)
    elif fault:
        yield BrokenFile(file.name, fault[0], "not-json", fault[1])
    elif (rows := _rows(value)) is not None:
        for index, row in enumerate(rows):
            yield json_report(row, f"{file.name}#{index}")
    else:
        yield json_report(value, file.name)


def reports_by_task(file: AnswerFile, is_task: Callable[[str], bool]) -> list[Outcome]:
    """Return the reports of a JSON object whose keys are names of tasks; [] for any other file."""
    if file.kind != "JSON" or file.too_large:
        return []
    value, _ = _value(file.path.read_bytes())
    rows = by_task(value, is_task) or {}
    if any(name in rows for name in (*TEXT_FIELDS, *_ANSWER_LISTS)):
        return []
    read = [
        (name, json_report({"response": row} if isinstance(row, str) else row, f"{file.name}#{name}"))
        for name, row in rows.items()
    ]
    return [replace(outcome, ids=(name,)) if isinstance(outcome, FoundReport) else outcome for name, outcome in read]


def json_report(value: Any, file: str) -> Outcome:
    """Return the report in a JSON value, or why it is none."""
    if isinstance(value, list):
        value = {"messages": value} if _is_transcript(value) else {"content": value} if _are_parts(value) else value
    if not isinstance(value, dict):
        return BrokenFile(file, _line_of(file), "no-text-field", f"a {type(value).__name__}, not an object")
    value = as_transcript(value)
    fields = {folded_field(name): inner for name, inner in value.items()}
    ids = tuple(name for field in ID_FIELDS if (name := name_in(fields.get(field))))
    prompt = next(
        (value[name] for name in PROMPT_FIELDS if isinstance(value.get(name), str) and value[name].strip()), ""
    )
    field, cited, unread = _text_of(value)
    failed = value.get("success") is False or (field == "" and bool(value.get("error")))
    if unread and not failed:
        return BrokenFile(file, _line_of(file), "unreadable-text", f"{unread} holds neither text nor parts with text")
    if field == "" and not (failed and (ids or prompt)) and (reason := _other_file(value)):
        return IgnoredFile(file, reason)
    if field == "" and not failed:
        return BrokenFile(
            file,
            _line_of(file),
            "no-text-field",
            f"none of {', '.join(TEXT_FIELDS[:7])}; it has {', '.join(map(str, list(value)[:8]))}",
        )
    return FoundReport(
        file,
        _format(value, field),
        "" if failed else cited.text,
        ids,
        prompt or _first_request(value),
        _string(value.get("title")),
        _string(value.get("model_name")),
        _failure(value) if failed else "",
        listed_references(value),
        () if failed else cited.placed,
        len(value),
    )


def _lines(file: AnswerFile) -> Iterator[Outcome]:
    name = file.name
    with _opened(file) as lines:
        for number, raw in enumerate(lines, 1):
            if not raw.strip():
                continue
            if len(raw) > LARGEST:
                yield BrokenFile(name, number, "too-large", f"{len(raw)} bytes")
                continue
            value, fault = _value(raw)
            yield BrokenFile(name, number, "not-json", fault[1]) if fault else json_report(value, f"{name}#{number}")


@contextlib.contextmanager
def _opened(file: AnswerFile) -> Iterator[Iterable[bytes]]:
    """Yield the lines of a file; UTF-16, whose line breaks are not single bytes, as UTF-8."""
    with file.path.open("rb") as raw:
        encoding = marked_encoding(raw.read(4))
    if encoding == "utf-16":
        with file.path.open(encoding=encoding, errors="replace") as lines:
            yield (line.encode() for line in lines)
    else:
        with file.path.open("rb") as raw:
            yield raw


def _value(raw: bytes) -> tuple[Any, tuple[int, str] | None]:
    """Return the parsed value, or the line (from 1) and its fault."""
    text = file_text(raw)
    if text is None:
        return None, (0, "it is no text")
    try:
        return json.loads(text.lstrip("\ufeff")), None
    except json.JSONDecodeError as fault:
        return None, (fault.lineno, f"{fault.msg} (line {fault.lineno}, column {fault.colno})")
    except (RecursionError, ValueError) as fault:  # nested too deeply; an integer of over 4,300 digits
        return None, (0, str(fault) or type(fault).__name__)


def _other_file(value: Mapping[str, Any]) -> str:
    """Return what kind of file a row without text field is from; "" if unknown, or if it contains reports."""
    keys = value.keys()
    if any(isinstance(part, dict) and part.keys() & _OF_A_REPORT for part in _inside(value)):
        return ""
    if "bib_id" in keys or {"title", "author", "meta_info"} <= keys:
        return "ground-truth"
    if "hierarchy_tree" in keys or {"survey_topic", "gt"} & keys:
        return "taxonomy"
    if "checklist" in keys or {"arxiv_id", "submitter"} <= keys:
        return "tasks"
    if "url_to_unified_index" in keys or "url_to_info" in keys:
        return "sidecar"
    if "total_files_processed" in keys or {"summary", "files"} <= keys:
        return "log"
    return ""


def _inside(value: Any) -> Iterator[Any]:
    """Yield the value and all values in it, at any depth."""
    stack = [value]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(part.values() if isinstance(part, dict) else part if isinstance(part, list) else ())


def _format(value: Mapping[str, Any], field: str) -> str:
    if "model_name" in value and "response" in value:
        return "reportbench-batch"
    if "response" in value and ("activity" in value or "reference" in value):
        return "reportbench-parsed"
    if field == "article":
        return "deepresearch-bench"
    return "transcript" if field in _ANSWER_LISTS else "reportbench-json"


def _text_of(value: Mapping[str, Any]) -> tuple[str, CitedText, str]:
    """Return the field with the report, its text, and an unreadable field that must not be ignored ("" for none).

    The first field with text counts; if all are empty, the first one. The name is "" without any text field.
    An unreadable field matters if no other has text, or if it is longer than the one that has.
    """
    texts = {field: cited_text(value[field]) for field in TEXT_FIELDS if field in value}
    for field in _ANSWER_LISTS:
        parts = [part for part in _list(value.get(field)) if answers(part)]
        if parts:
            texts[field] = cited_text(parts[-1])
    readable = {field: text for field, text in texts.items() if text is not None}
    field = next((field for field, text in readable.items() if text.text.strip()), next(iter(readable), ""))
    report = readable.get(field, EMPTY)
    unread = next((name for name in texts if name not in readable and _weight(value[name]) >= len(report.text)), "")
    if not report.placed:  # one of the same text may have its annotations, and so may the row itself
        report = next(
            (text_row for text_row in readable.values() if text_row.placed and text_row.text == report.text), report
        )
        report = replace(report, placed=report.placed or annotations_of(value, report.text))
    return field, report, unread


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _weight(value: Any) -> int:
    """Return the number of characters of text in a JSON value."""
    return sum(len(part) for part in _inside(value) if isinstance(part, str))


def _rows(value: Any) -> Sequence[Any] | None:
    """Return the rows of a file with several reports; None if the file is one report."""
    if isinstance(value, list) and not _is_transcript(value) and not _are_parts(value):
        return value
    inside = value.get("conversations") if isinstance(value, dict) else None
    return inside if isinstance(inside, list) and inside else None


def _are_parts(value: Sequence[Any]) -> bool:
    """Return whether a list is one answer in parts, as APIs return it, and not a list of reports."""
    kinds = [part.get("type") if isinstance(part, dict) and not part.keys() & _OF_A_REPORT else None for part in value]
    return all(isinstance(kind, str) for kind in kinds) and bool(_TEXT_TYPES.intersection(map(str, kinds)))


def _is_transcript(value: Sequence[Any]) -> bool:
    return bool(value) and all(isinstance(part, dict) and "role" in part for part in value)


def _first_request(value: Mapping[str, Any]) -> str:
    requests = (
        part
        for part in _list(value.get("messages"))
        if isinstance(part, dict) and part.get("role") in ("user", "human")
    )
    return next((text.text for part in requests if (text := cited_text(part))), "")


def _failure(value: Mapping[str, Any]) -> str:
    error = value.get("error")
    return error[:300] if isinstance(error, str) and error else json.dumps(error)[:300] if error else "success is false"


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _line_of(file: str) -> int:
    number = file.rpartition("#")[2]
    return int(number) if number.isdecimal() else 0
