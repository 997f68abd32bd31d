"""diff: what came, went and changed, and why."""

from __future__ import annotations

import datetime
import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest

from litgauge.tasks.base.errors import ReleaseError
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.rows import Correction, Prompt, SampleChoice
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.optout import RULE
from litgauge.tasks.records import Provenance, Quarantined, Reference
from litgauge.tasks.releases.diff import ReleaseDiff, RowChange, diff
from litgauge.tasks.releases.diff_text import diff_markdown
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.manifest import StageLineage, encode, file_entries
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.stage_changes import StageChange, changed_stages
from tests.releases.rows import OTHER, REFERENCE, SURVEY, Rows, benchmark, lineage, reference

DAY = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A storage with release a@1, to be copied."""
    folder = tmp_path_factory.mktemp("before")
    freeze_release(Storage(str(folder)), REPORTBENCH, benchmark(), lineage(), created=DAY, name="a")
    return folder


@pytest.fixture
def storage(before: Path, tmp_path: Path) -> Storage:
    return Storage(str(shutil.copytree(before, tmp_path / "store")))


def _diff(
    storage: Storage, after: dict[str, Any], stages: Sequence[StageLineage] = (), before: Rows | None = None
) -> ReleaseDiff:
    if before:
        freeze_release(storage, REPORTBENCH, before, lineage(), created=DAY, name="a")
    freeze_release(storage, REPORTBENCH, after, stages or lineage(), created=DAY, name="b")
    return diff(load(storage, "a"), load(storage, "b"))


def _told(changes: Sequence[RowChange]) -> dict[tuple[str, str, str], str]:
    return {(row.table, row.key, row.change): row.why for row in changes}


@pytest.mark.slow
def test_nothing(storage: Storage) -> None:
    found = _diff(storage, benchmark(), lineage(harvest_code="refactored"))
    assert found.same
    assert found.changes == ()
    assert "The rows of both are the same." in diff_markdown(found)


@pytest.mark.slow
def test_a_survey_that_was_quarantined_takes_its_rows_along(storage: Storage) -> None:
    after = {name: [row for row in rows if row.survey_id != OTHER.survey_id] for name, rows in benchmark().items()}
    after["quarantine"].append(
        Quarantined(OTHER.survey_id, "prompts", "rejected", "no-cutoff", "no date in the prompt")
    )
    found = _diff(storage, after)
    assert _told(found.changes) == {
        (
            "surveys",
            OTHER.survey_id,
            "went",
        ): "was quarantined in b@1 by rule no-cutoff at stage prompts: no date in the prompt",
        ("references", "x", "went"): "was quarantined in b@1 by rule no-cutoff at stage prompts: no date in the prompt",
        (
            "tasks",
            OTHER.survey_id,
            "went",
        ): "was quarantined in b@1 by rule no-cutoff at stage prompts: no date in the prompt",
    }
    assert {row.cause for row in found.changes} == {"quarantined: no-cutoff"}
    back = diff(load(storage, "b"), load(storage, "a"))
    assert back.changes[0].why.startswith("had been quarantined in b@1 by rule no-cutoff")


@pytest.mark.slow
def test_an_author_who_opted_out(storage: Storage) -> None:
    after = {name: [row for row in rows if row.survey_id != SURVEY.survey_id] for name, rows in benchmark().items()}
    reason = "left out at its authors' request of 2026-01-01"
    after["quarantine"].append(Quarantined(SURVEY.survey_id, "surveys", "rejected", RULE, reason))
    found = _diff(storage, after)
    assert {row.cause for row in found.changes} == {"opted-out"}
    assert found.changes[0].why == "opted out: left out at its authors' request of 2026-01-01"


@pytest.mark.slow
def test_a_new_version_of_a_survey(storage: Storage) -> None:
    newer = replace(SURVEY, version=3, updated=datetime.date(2022, 2, 2), source_sha256="cd" * 32)
    after = benchmark() | {"surveys": [newer, OTHER]}
    after["references"] = [replace(REFERENCE, year=2015), *after["references"][1:], reference("new")]
    found = _diff(storage, after)
    assert _told(found.changes) == {
        ("surveys", SURVEY.survey_id, "changed"): "new version of the survey, v2 → v3",
        ("references", "new", "came"): "new version of the survey, v2 → v3",
        ("references", "cho2014", "changed"): "new version of the survey, v2 → v3",
    }
    survey, _, changed = found.changes
    assert [(field.field, field.before, field.after) for field in survey.fields] == [
        ("updated", "2021-06-01", "2022-02-02"), ("version", "2", "3"), ("source_sha256", "ab" * 32, "cd" * 32),
    ]  # fmt: skip
    assert [(field.field, field.before, field.after) for field in changed.fields] == [("year", "2014", "2015")]


@pytest.mark.slow
def test_another_source_under_the_same_version(storage: Storage) -> None:
    found = _diff(storage, benchmark() | {"surveys": [replace(SURVEY, source_sha256="cd" * 32), OTHER]})
    assert [row.cause for row in found.changes] == ["source-changed"]


@pytest.mark.slow
def test_a_survey_newly_harvested(storage: Storage) -> None:
    fresh = replace(SURVEY, survey_id="2602.00009", submitted=datetime.date(2026, 2, 3))
    after = benchmark()
    after["surveys"].append(fresh)
    after["references"].append(reference("z", survey_id=fresh.survey_id))
    found = _diff(storage, after, lineage(harvest_output="more", references_output="more"))
    assert _told(found.changes) == {
        ("surveys", "2602.00009", "came"): "submitted on 2026-02-03, after a@1 was frozen",
        ("references", "z", "came"): "its survey came, see there",
    }
    assert found.stages == (StageChange("harvest", "new input"),)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"references_code": "x"}, "the code of stage references changed"),
        (
            {"harvest_settings": "x", "harvest_output": "x", "references_output": "x"},
            "the settings of stage harvest changed",
        ),
        ({"harvest_output": "x", "references_output": "x"}, "stage harvest read new input"),
        ({}, "neither release says why"),
    ],
)
def test_a_stage_that_changed(storage: Storage, changed: dict[str, str], why: str) -> None:
    after = benchmark()
    after["references"] = [*after["references"][:1], *after["references"][2:]]
    found = _diff(storage, after, lineage(**changed))
    assert _told(found.changes) == {("references", "null", "went"): why}


@pytest.mark.slow
def test_a_stage_that_does_not_lead_to_a_table_is_no_cause_of_it(storage: Storage) -> None:
    found = _diff(
        storage,
        benchmark() | {"surveys": [replace(SURVEY, title="T"), OTHER]},
        lineage(harvest_code="x", references_code="x"),
    )
    assert [row.why for row in found.changes] == ["the code of stage harvest changed"]


def test_a_task_that_the_draw_gave_another_level(storage: Storage) -> None:
    before, after = benchmark(), benchmark()
    (task,) = (row for row in before["tasks"] if row.survey_id == SURVEY.survey_id)
    reason = "paragraph level, for the seats of sentence were taken"
    moved = replace(
        task, task_id=f"{SURVEY.survey_id}:paragraph", level="paragraph", prompt="What is it?\n\nCite pages."
    )
    after["tasks"] = [moved, *(row for row in before["tasks"] if row is not task)]
    after["prompts"].append(
        Prompt(SURVEY.survey_id, "paragraph", "What is it?", "Cite pages.", "2021-06", "offline", "p@1")
    )
    after["choices"] = [SampleChoice(SURVEY.survey_id, "Energy", True, reason)]
    found = _diff(storage, after, lineage(references_code="x"))
    why = f"the sample drew its survey at level paragraph instead of sentence: {reason}"
    assert [(row.change, row.key, row.cause, row.why) for row in found.changes] == [
        ("came", moved.task_id, "level-changed", why),
        ("went", task.task_id, "level-changed", why),
    ]


@pytest.mark.slow
def test_words_about_the_draw_change_no_task(storage: Storage) -> None:
    after = benchmark()
    after["tasks"] = [replace(row, chosen="its number is among the 11 lowest") for row in after["tasks"]]
    found = _diff(storage, after)
    assert not found.same
    assert found.changes == ()


def test_stages_that_came_and_went() -> None:
    harvest, references = lineage()
    assert list(changed_stages((harvest,), (references,))) == [
        StageChange("references", "added"),
        StageChange("harvest", "dropped"),
    ]


@pytest.mark.slow
def test_a_reference_under_another_key_is_the_same_one(storage: Storage) -> None:
    """By DOI, else by title; lines that moved in the source are no change."""
    after = benchmark()
    moved = replace(REFERENCE, provenance=())
    after["references"] = [
        moved,
        reference("null2", title="On Null!", year=None, authors=(), venue=None),
        after["references"][2],
    ]
    found = _diff(storage, after)
    assert [(row.change, row.key, [field.field for field in row.fields]) for row in found.changes] == [
        ("changed", "null2", ["key", "title"])
    ]


@pytest.mark.slow
def test_a_reference_that_stands_twice_is_paired_once(storage: Storage) -> None:
    before = benchmark()
    before["references"].append(before["references"][1])
    found = _diff(storage, benchmark(), before=before)
    assert [(row.change, row.key) for row in found.changes] == [("went", "null")]


@pytest.mark.slow
def test_the_row_that_a_repair_made_like_its_double_is_not_taken_for_the_double(storage: Storage) -> None:
    def stands(line: int, venue: str) -> Reference:
        return reference("graph", venue=venue, provenance=(Provenance("row", f"gt/x.jsonl:{line}"),))

    survey = SURVEY.survey_id
    before = benchmark() | {"references": [stands(1, "Ann.  Math."), stands(2, "Ann. Math.")], "citations": []}
    after = benchmark() | {"references": [stands(1, "Ann. Math.")], "citations": []}
    after["corrections"] = [
        Correction(survey, "graph", "gt/x.jsonl:1", "venue", "line-break", "Ann.  Math.", "Ann. Math.", "one space"),
        Correction(survey, "graph", "gt/x.jsonl:2", "", "same-key", "", "", "the same work under the same key"),
    ]
    found = _diff(storage, after, before=before)
    assert [(row.table, row.change, row.cause) for row in found.changes if row.table == "references"] == [
        ("references", "went", "same-key"),
        ("references", "changed", "line-break"),
    ]


@pytest.mark.slow
def test_json_and_markdown(storage: Storage) -> None:
    after = benchmark() | {"surveys": [replace(SURVEY, title="Line\nbreak `x` <b>"), OTHER]}
    found = _diff(storage, after, lineage(harvest_code="x"))
    told = json.loads(found.to_json())
    assert told["tables"]["surveys"] == {"before": 2, "after": 2, "came": 0, "went": 0, "changed": 1}
    assert told["changes"][0]["fields"][0]["before"] == SURVEY.title
    text = diff_markdown(found)
    assert "| surveys | 2 | 2 | 0 | 0 | 1 |" in text
    assert "- the code of stage harvest changed" in text
    assert "“A Survey of Graph Matching” → “Line break \\`x\\` &lt;b&gt;”" in text
    assert "… and 1 more, in the JSON" in diff_markdown(found, shown=0)


@pytest.mark.slow
def test_an_import_whose_lines_moved_is_paired_by_key(storage: Storage) -> None:
    def imported(keys: str) -> Rows:
        places = [(key, Provenance("row", f"gt/x.jsonl:{line}")) for line, key in enumerate(keys, 1)]
        rows = [reference(key, provenance=(place,)) for key, place in places]
        return benchmark() | {"references": rows, "citations": []}

    found = _diff(storage, imported("zab"), before=imported("abc"))
    assert {(row.change, row.key) for row in found.changes} == {("came", "z"), ("went", "c")}


def test_a_release_of_a_version_that_knew_fewer_columns(storage: Storage) -> None:
    folder = Path(load(storage, "a").path)
    table = pq.read_table(folder / "tasks.parquet").drop_columns(["domain"])
    pq.write_table(table, folder / "tasks.parquet")
    manifest = load(storage, "a").manifest
    files = file_entries({path: (folder / path).read_bytes() for path in manifest.files})
    (folder / "manifest.json").write_bytes(encode(msgspec.structs.replace(manifest, files=files)))
    with pytest.raises(ReleaseError, match=r"a@1: its table tasks has no column domain: litgauge .* froze it"):
        diff(load(storage, "a@1"), load(storage, "a@1"))


@pytest.mark.slow
def test_a_task_that_the_sample_no_longer_draws_says_so(storage: Storage) -> None:
    left_out = SampleChoice(
        SURVEY.survey_id, "Healthcare and Biomedicine", False, "its number is not among the 1 lowest"
    )
    kept = [task for task in benchmark()["tasks"] if task.survey_id != SURVEY.survey_id]
    found = _diff(storage, benchmark() | {"tasks": kept, "choices": [left_out]})
    gone = [row for row in found.changes if row.table == "tasks" and row.survey_id == SURVEY.survey_id]
    assert {(row.change, row.cause) for row in gone} == {("went", "not-drawn")}
    assert "not among the 1 lowest" in gone[0].why
