"""Every format that users have on disk, and which report answers which task."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.records import GivenReference
from litgauge.tasks.reports.ingest import AskedTask, BrokenFile, Ingested, ingest
from tests.tables import each_row

PROMPT = "Write a survey of what is known about rain in Paris, with references, for readers who know the weather."


def task(survey_id: str, task_id: str = "", prompt: str = PROMPT, title: str = "") -> AskedTask:
    return AskedTask(task_id or survey_id, survey_id, prompt, title)


TASKS = [
    task("2003.00653", prompt=PROMPT + " One."),
    task("cs/0112017", prompt=PROMPT + " Two."),
    task("2011.00001", prompt="Snow?"),
]


def write(folder: Path, files: dict[str, Any]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return folder


def answered(found: Ingested) -> dict[str | None, tuple[str, str]]:
    return {report.task_id: (report.text, report.file) for report in found.reports}


@each_row(
    "name, content, format",
    [
        ("2003.00653.json", {"response": "It rains."}, "reportbench-json"),
        ("2003.00653.json", {"content": "It rains.", "query": "x"}, "reportbench-json"),
        ("2003.00653.json", {"result": "It rains."}, "reportbench-json"),
        ("x.json", {"text": "It rains.", "arxiv_id": "2003.00653v2"}, "reportbench-json"),
        ("parsed_2003.00653.json", {"prompt": "?", "response": "It rains.", "activity": [], "reference": {}},
         "reportbench-parsed"),
        ("2003.00653_parsed.json", {"response": "It rains.", "activity": {}, "reference": []}, "reportbench-parsed"),
        ("2003.00653.json", {"messages": [{"role": "user", "content": "?"}, {"role": "assistant",
         "content": "It rains."}]}, "transcript"),
        ("2003.00653.json", {"choices": [{"message": {"role": "assistant", "content": "It rains."}}]}, "transcript"),
        ("2003.00653.json", {"output": [{"type": "message", "content": [{"type": "output_text",
         "text": "It rains."}]}]}, "reportbench-json"),
        ("2003.00653v3.md", "It rains.", "text"),
        ("2003.00653.md", "# Rain\n\nIt rains.", "markdown"),
        ("2003.00653.txt", "It rains.", "text"),
        ("2003.00653", "It rains.", "text"),
        ("2003.00653.html", "<!doctype html><p>It rains.</p>", "html"),
        ("2003.00653/report.md", "# Rain\n\nIt rains.", "markdown"),
        ("out.jsonl", {"id": 7, "prompt": PROMPT + "  one!", "article": "It rains."}, "deepresearch-bench"),
        ("out.jsonl", {"id": "2003.00653", "prompt": "", "article": "It rains."}, "deepresearch-bench"),
        ("all.json", [{"id": "2003.00653", "response": "It rains."}], "reportbench-json"),
        ("out.jsonl", {"model_name": "m", "arxiv_id": "2003.00653", "title": "T", "prompt": "",
         "response": "It rains.", "success": True,
                       "error": None}, "reportbench-batch"),
    ],
)  # fmt: skip
def test_each_format(tmp_path: Path, name: str, content: Any, format: str) -> None:
    found = ingest(write(tmp_path, {name: content}), "agent", TASKS)
    (report,) = found.reports
    assert (report.task_id, report.survey_id, report.format) == ("2003.00653", "2003.00653", format)
    assert "It rains." in report.text
    assert report.report_id == "agent/2003.00653"
    assert (found.unmatched, found.doubles, found.broken, found.empty) == ((), (), (), ())
    assert found.missing == ("cs/0112017", "2011.00001")


def test_old_style_numbers_folders_titles_and_prompts(tmp_path: Path) -> None:
    files = {"cs_0112017.md": "Old.", "a/2011.00001/out.md": "Folder."}
    assert answered(ingest(write(tmp_path, files), "a b", TASKS)) == {
        "cs/0112017": ("Old.", "cs_0112017.md"),
        "2011.00001": ("Folder.", "a/2011.00001/out.md"),
    }
    titled = [task("2003.00653", title="Rain in Paris: A Survey of What Is Known"), *TASKS[1:]]
    found = ingest(write(tmp_path / "t", {"0_Rain_in_Paris__A_Survey_of_Wh.md": "T."}), "x", titled)
    assert answered(found) == {"2003.00653": ("T.", "0_Rain_in_Paris__A_Survey_of_Wh.md")}
    row = {"query": "You are an agent. " + PROMPT + " Two. Be quick.", "article": "P."}
    assert answered(ingest(write(tmp_path / "p", {"x.jsonl": row}), "x", TASKS)) == {"cs/0112017": ("P.", "x.jsonl#1")}


def test_tasks_of_one_survey_are_told_apart_by_the_prompt(tmp_path: Path) -> None:
    tasks = [task("2003.00653", "t-1", PROMPT + " short"), task("2003.00653", "t-2", PROMPT + " long")]
    rows = (
        '{"id": "2003.00653", "prompt": "%s long", "response": "L"}\n'
        '{"id": "2003.00653", "response": "?"}\n{"id": "t-1", "response": "S"}\n'
    )
    found = ingest(write(tmp_path, {"x.jsonl": rows % PROMPT}), "x", tasks)
    assert {report.task_id: report.text for report in found.reports} == {"t-1": "S", "t-2": "L"}
    assert [(other.reason, other.report.text) for other in found.unmatched] == [("ambiguous", "?")]


def test_what_contradicts_itself_is_listed_and_not_guessed(tmp_path: Path) -> None:
    found = ingest(
        write(tmp_path, {"2003.00653.json": {"arxiv_id": "2011.00001", "response": "?"}, "other.md": "!"}), "x", TASKS
    )
    assert found.reports == ()
    assert sorted((other.reason, other.report.file) for other in found.unmatched) == [
        ("conflict", "2003.00653.json"), ("no-task", "other.md")]  # fmt: skip
    assert len(found.missing) == 3


def test_two_reports_for_one_task(tmp_path: Path) -> None:
    files = {"2003.00653.json": {"response": "Raw."}, "parsed_2003.00653.json": {"response": "Parsed.", "activity": 0,
    "reference": 0},
             "cs_0112017.md": "", "cs_0112017.txt": "Text.", "2011.00001.md": "Same.",
             "b/2011.00001.txt": "Same."}  # fmt: skip
    found = ingest(write(tmp_path, files), "x", TASKS)
    assert {report.task_id: report.text for report in found.reports} == {
        "2003.00653": "Parsed.", "cs/0112017": "Text.", "2011.00001": "Same."}  # fmt: skip
    assert {(double.chosen, double.others, double.identical) for double in found.doubles} == {
        ("parsed_2003.00653.json", ("2003.00653.json",), False), ("cs_0112017.txt", ("cs_0112017.md",), False),
        ("2011.00001.md", ("b/2011.00001.txt",), True)}  # fmt: skip


def test_empty_and_failed_reports_stay_reports(tmp_path: Path) -> None:
    rows = (
        '{"arxiv_id": "2003.00653", "response": "", "success": true, "model_name": "m"}\n'
        '{"arxiv_id": "cs/0112017", "response": "partial", "success": false, "error": "rate limit", '
        '"model_name": "m"}\n'
        '{"arxiv_id": "2011.00001", "response": null, "model_name": "m"}\n'
    )
    found = ingest(write(tmp_path, {"x.jsonl": rows}), "x", TASKS)
    assert [report.text for report in found.reports] == ["", "", ""]
    assert [(report.report_id, report.reason) for report in found.empty] == [
        ("x/2003.00653", "no-text"), ("x/cs/0112017", "rate limit"), ("x/2011.00001", "no-text")]  # fmt: skip
    assert found.missing == ()


def test_broken_files_are_listed_with_line_and_reason(tmp_path: Path) -> None:
    files = {
        "a.json": '{"response": "cut',
        "b.jsonl": '{"id": "2003.00653", "response": "ok"}\n\nnot json\n{"id": 2, "score": 3}\n[1]\n',
        "c.json": "[" * 100_000,
        "e.json": "\ufeff" + '{"id": "2011.00001", "response": "With a mark."}',
        "f.json": '{"response": 1' + "0" * 5000 + "}",
    }
    found = ingest(write(tmp_path, files), "x", TASKS)
    assert [(broken.file, broken.line, broken.reason) for broken in found.broken] == [
        ("a.json", 1, "not-json"), ("b.jsonl", 3, "not-json"), ("b.jsonl#4", 4, "no-text-field"), ("b.jsonl#5", 5,
         "no-text-field"),
        ("c.json", 0, "not-json"), ("f.json", 0, "not-json")]  # fmt: skip
    assert {report.text for report in found.reports} == {"ok", "With a mark."}
    assert all(isinstance(broken, BrokenFile) and broken.detail for broken in found.broken)


def test_every_file_is_somewhere(tmp_path: Path) -> None:
    files = {
        "2003.00653.md": "It rains.", "images/map.png": b"\x89PNG\0", "README.md": "hello",
        "gt.jsonl": {"bib_id": "a", "title": "t", "author": "", "meta_info": {}},
        "query.json": [{"id": "1", "query": "?", "checklist": {}}], "tree.jsonl": {"id": 1, "survey_topic": "t",
        "gt": {}},
        "blob.txt": b"\0\1\2", "storm_gen_outline.txt": "# Rain", ".hidden": "x", "x.csv": "a,b",
        "latin.txt": "Il pleut à Paris 2011.00001".encode("cp1252"),
        "utf16.txt": "It snows".encode("utf-16"),
    }  # fmt: skip
    found = ingest(write(tmp_path, files), "x", TASKS)
    assert {(ignored.file, ignored.reason) for ignored in found.ignored} == {
        ("images/map.png", "unknown-format"), ("README.md", "readme"), ("gt.jsonl#1", "ground-truth"),
        ("query.json#0", "tasks"),
        ("tree.jsonl#1", "taxonomy"), ("blob.txt", "binary"), ("storm_gen_outline.txt", "log"), ("x.csv",
         "unknown-format")}  # fmt: skip
    assert {other.report.file: other.report.text for other in found.unmatched} == {
        "latin.txt": "Il pleut à Paris 2011.00001", "utf16.txt": "It snows"}  # fmt: skip


def test_lists_beside_the_text(tmp_path: Path) -> None:
    references = {"detailed_references": [{"index": 4, "url": "https://a.example", "title": "A"}]}
    files: dict[str, Any] = {
        "2003.00653.json": {"response": "x [4]", "activity": 0, "reference": references},
        "2011.00001.json": {
            "content": "x [1]",
            "citations": ["https://b.example", {"url": "https://c.example", "title": "C"}],
        },
        "cs_0112017/storm_gen_article.txt": "x [1]",
        "cs_0112017/url_to_info.json": {
            "url_to_unified_index": {"https://d.example": 1},
            "url_to_info": {"https://d.example": {"title": "D"}},
        },
    }
    found = ingest(write(tmp_path, files), "x", TASKS)
    assert {report.task_id: report.given for report in found.reports} == {
        "2003.00653": (GivenReference("4", "https://a.example", "A"),),
        "2011.00001": (GivenReference("1", "https://b.example", None), GivenReference("2", "https://c.example", "C")),
        "cs/0112017": (GivenReference("1", "https://d.example", "D"),),
    }


def test_one_agent_of_several(tmp_path: Path) -> None:
    rows = (
        '{"model_name": "good", "arxiv_id": "2003.00653", "response": "G"}\n'
        '{"model_name": "bad", "arxiv_id": "2003.00653", "response": "B"}\n'
    )
    folder = write(tmp_path, {"x.jsonl": rows})
    found = ingest(folder, "Good", TASKS)
    assert [report.text for report in found.reports] == ["G"]
    assert [(ignored.file, ignored.reason) for ignored in found.ignored] == [("x.jsonl#2", "other-agent")]
    with pytest.raises(UnusableInput, match="bad, good"):
        ingest(folder, "ugly", TASKS)
    tvir = write(tmp_path / "tvir", {"reports/good/2003.00653/report.md": "G", "reports/bad/2003.00653/report.md": "B"})
    assert [report.text for report in ingest(tvir, "bad", TASKS).reports] == ["B"]


def test_without_a_release_all_is_taken_as_it_is(tmp_path: Path) -> None:
    rows = (
        '{"id": 1, "article": "One."}\n{"id": 1, "article": "Another."}\n{"id": 2, "article": "Two."}\n'
        '{"id": 2, "article": "Two.", "extra": 1}\n'
    )
    found = ingest(write(tmp_path, {"x.jsonl": rows, "a/report.md": "A.", "y.md": "Y."}), "m")
    assert {report.report_id: report.text for report in found.reports} == {
        "m/1": "One.", "m/1~2": "Another.", "m/2": "Two.", "m/a": "A.", "m/y": "Y."}  # fmt: skip
    assert [(double.chosen, double.others) for double in found.doubles] == [("x.jsonl#3", ("x.jsonl#4",))]
    assert all(report.task_id is None for report in found.reports)


def test_nothing_to_ingest(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="no such folder"):
        ingest(tmp_path / "nowhere", "x")
    with pytest.raises(UnusableInput, match="no reports"):
        ingest(write(tmp_path, {"map.png": b"\0"}), "x")


def test_text_that_no_utf8_holds_is_repaired(tmp_path: Path) -> None:
    (report,) = ingest(write(tmp_path, {"a.json": '{"response": "half \\ud83d pair"}'}), "x").reports
    assert report.text == "half \ufffd pair"


SHAPES: dict[str, dict[str, Any]] = {
    "response": {"response": "It rains."},
    "content": {"content": "It rains.", "query": "?"},
    "parsed": {"prompt": "?", "response": "It rains.", "activity": [], "reference": {}},
    "batch": {"model_name": "m", "arxiv_id": "2003.00653", "response": "It rains.", "success": True, "error": None},
    "deepresearch-bench": {"id": 7, "prompt": "?", "article": "It rains."},
    "transcript": {"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "It rains."}]},
    "chat completion": {"choices": [{"message": {"role": "assistant", "content": "It rains."}}]},
    "response object": {"output": [{"type": "reasoning", "summary": []}, {"type": "message", "content":
        [{"type": "output_text", "text": "It rains."}]}], "text": {"format": {"type": "text"}}, "error": None},
    "parts": {"response": [{"type": "text", "text": "It rains."}, {"type": "tool_use", "input": {"q": "rain"}}]},
    "paragraphs": {"response": ["It rains.", "A lot."]},
    "failed": {"arxiv_id": "2003.00653", "success": False, "error": "rate limit"},
    "empty": {"response": ""},
}  # fmt: skip
KEYS_OF_OTHER_FILES: dict[str, dict[str, Any]] = {
    "bib_id": {"bib_id": "BIBREF1"},
    "truth": {"title": "Rain in Paris", "author": "A. Smith", "meta_info": {}},
    "tree": {"hierarchy_tree": {"name": "Rain"}},
    "topic": {"survey_topic": "Rain"},
    "gt": {"gt": [{"title": "Rain"}]},
    "checklist": {"checklist": {"a": "b"}},
    "metadata": {"submitter": "A. Smith", "arxiv_id": "2003.00653"},
    "storm": {"url_to_unified_index": {}, "url_to_info": {}},
    "log": {"total_files_processed": 1},
    "summary": {"summary": {"words": 2}, "files": ["a.png"]},
}


@each_row("shape", SHAPES.values())
def test_a_row_with_a_report_is_a_report_whatever_else_it_holds(tmp_path: Path, shape: dict[str, Any]) -> None:
    for name, (other, keys) in itertools.product(("2003.00653.json", "2003.00653.jsonl"), KEYS_OF_OTHER_FILES.items()):
        found = ingest(write(tmp_path / name, {name: shape | keys}), "x", TASKS)
        alone = ingest(write(tmp_path / "alone" / name, {name: shape}), "x", TASKS)
        assert [report.text for report in found.reports] == [report.text for report in alone.reports], other
        assert len(found.reports) == 1, other
        assert (found.ignored, found.broken, found.unmatched) == ((), (), ()), other


@each_row(
    "row, reason",
    [
        ({"response": [1, 2]}, "unreadable-text"),
        ({"response": 42}, "unreadable-text"),
        ({"response": {"sections": [{"heading": "Rain", "paragraphs": ["It rains."]}]}}, "unreadable-text"),
        ({"response": [{"heading": "Rain", "body": "It rains."}, "It snows."]}, "unreadable-text"),
        ({"report": {"sections": ["It rains in Paris."]}, "message": "ok"}, "unreadable-text"),
        ({"response": {"sections": []}, "bib_id": "BIBREF1"}, "unreadable-text"),
        ({"messages": [{"role": "assistant", "content": {"sections": []}}]}, "unreadable-text"),
        ({"data": {"response": "It rains."}}, "no-text-field"),
        ({"summary": {}, "files": [{"arxiv_id": "2003.00653", "response": "It rains."}]}, "no-text-field"),
        ({"checklist": {}, "runs": {"a": {"report": "It rains."}}}, "no-text-field"),
    ],
)  # fmt: skip
def test_an_answer_that_cannot_be_read_is_broken_and_not_dropped(
    tmp_path: Path, row: dict[str, Any], reason: str
) -> None:
    found = ingest(write(tmp_path, {"2003.00653.json": row}), "x", TASKS)
    assert [(broken.file, broken.reason) for broken in found.broken] == [("2003.00653.json", reason)]
    assert (found.reports, found.ignored) == ((), ())


def test_the_field_with_text_counts_where_another_is_empty_or_small(tmp_path: Path) -> None:
    rows = {
        "2003.00653.json": {"response": "", "article": "It rains."},
        "cs_0112017.json": {"text": {"format": {"type": "text"}}, "output": "It snows in Paris all day."},
    }
    assert [report.text for report in ingest(write(tmp_path, rows), "x", TASKS).reports] == [
        "It rains.", "It snows in Paris all day."]  # fmt: skip
