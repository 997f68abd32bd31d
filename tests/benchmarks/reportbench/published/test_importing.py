"""A published benchmark, imported as it is and cleaned; the difference explains every row and field."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.reportbench.published.importing import import_published, read_published
from litgauge.tasks.benchmarks.reportbench.rows import Correction, ReleaseTask
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PersonName, PublishedSurvey, Reference
from litgauge.tasks.releases.diff import ReleaseDiff, diff
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.verify import verify

TASK = {
    "arxiv_id": "2301.00001",
    "submitter": "Somebody Else",
    "authors": "Jane Doe",
    "authors_parsed": [["Doe", "Jane", ""], ["Roe", "Max", "Jr"]],
    "title": "Graphs --\n  a survey",
    "comments": "accepted",
    "journal-ref": None,
    "doi": None,
    "report-no": None,
    "categories": "cs.LG cs.AI",
    "license": "http://creativecommons.org/licenses/by/4.0/",
    "abstract": "  On $\\alpha$.\n",
    "versions": [
        {"version": "v1", "created": "Mon, 2 Jan 2023 06:31:19 GMT"},
        {"version": "v2", "created": "Fri, 31 Mar 2023 23:59:59 GMT"},
    ],
    "update_date": "2023-04-01",
    "application_domain": "Artificial Intelligence and Data Intelligence",
    "prompt": "What is known of graphs before March 2023?",
}


def _row(key: str, title: str, author: str = "Cho, Minsu and Lee, K. M.", **meta: str) -> dict[str, Any]:
    return {"bib_id": key, "title": title, "author": author, "meta_info": {"year": "2014", **meta}}


LIST = [
    _row("cho", "Learning to Match.", journal="arXiv preprint arXiv:1401.00001"),
    _row("cho", "Learning to match"),
    _row("cho-b", "Learning to Match", year="2015", doi="https://doi.org/10.1000/IccV.7"),
    _row("late", "Learning to Match", year="2019"),
    _row("other", "Learning to Match", "Park, A."),
    _row("cho", "Quite Another Work", "Ma, Yubo and others"),
    _row("tpl", "An article on something interesting (volume + number)", "ArAuthor, A. and Author, B."),
    _row("tex", "On $H_0$ and\nmore", "Sta\\ŉczak, K. and Marti\u0301n, J", booktitle="Proc. A--B"),
    {"bib_id": "web", "title": "OP-TEE", "author": "Linaro", "meta_info": {"howpublished": "r̆lhttps://optee.org/x"}},
]


def _write(folder: Path, rows: list[dict[str, Any]]) -> Path:
    (folder / "gt").mkdir(parents=True)
    (folder / "ReportBench_v9.jsonl").write_text(json.dumps(TASK) + "\n")
    (folder / "gt/2301.00001.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return _write(tmp_path / "published", LIST)


@pytest.fixture
def imported(folder: Path, tmp_path: Path) -> Storage:
    storage = Storage(str(tmp_path / "store"))
    import_published(storage, folder)
    return storage


@pytest.mark.slow
def test_as_it_is(imported: Storage) -> None:
    release = load(imported, "reportbench-v9")
    references = list(release.rows("references", Reference))
    (survey,) = release.rows("surveys", PublishedSurvey)
    (task,) = release.rows("tasks", ReleaseTask)
    assert [row.title for row in references] == [row["title"] for row in LIST]
    assert references[0].arxiv_id == "1401.00001"
    assert references[2].doi == "10.1000/iccv.7"
    assert references[5].et_al
    assert references[7].authors == (PersonName("Sta\\ŉczak", "K."), PersonName("Marti\u0301n", "J"))
    assert [entry.place for row in references[:2] for entry in row.provenance] == [
        "gt/2301.00001.jsonl:1",
        "gt/2301.00001.jsonl:2",
    ]
    assert (survey.title, survey.authors[1], survey.version) == (TASK["title"], PersonName("Roe", "Max Jr"), 2)
    assert (task.level, task.prompt, task.cutoff, task.domain) == (
        None,
        TASK["prompt"],
        "2023-03",
        TASK["application_domain"],
    )
    assert "Somebody" not in str(survey)


@pytest.mark.slow
def test_cleaned(imported: Storage) -> None:
    release = load(imported, "reportbench-v9-clean@1")
    references = list(release.rows("references", Reference))
    assert [(row.key, row.title) for row in references] == [
        ("cho", "Learning to Match"),
        ("late", "Learning to Match"),
        ("other", "Learning to Match"),
        ("cho#2", "Quite Another Work"),
        ("tex", "On H₀ and more"),
        ("web", "OP-TEE"),
    ]
    assert references[0].aliases == ("cho-b",)
    assert references[4].authors == (PersonName("Stańczak", "K."), PersonName("Martín", "J"))
    assert references[4].venue == "Proc. A–B"
    assert references[5].url == "https://optee.org/x"
    (survey,) = release.rows("surveys", PublishedSurvey)
    assert (survey.title, survey.abstract) == ("Graphs – a survey", "On α.")
    assert [verify(imported, name) for name in ("reportbench-v9", "reportbench-v9-clean")] == [[], []]


@pytest.mark.slow
def test_the_difference_explains_every_row_and_field(imported: Storage) -> None:
    found = diff(load(imported, "reportbench-v9"), load(imported, "reportbench-v9-clean"))
    went = {
        row.key + str(number): (row.cause, row.why) for number, row in enumerate(found.changes) if row.change == "went"
    }
    assert went == {
        "cho1": ("same-key", "the same work under the same key; see gt/2301.00001.jsonl:1"),
        "cho-b2": ("same-work", "the same work under the key cho; see gt/2301.00001.jsonl:1"),
        "tpl3": ("template-entry", "an example that came with a LaTeX template, no work"),
    }
    _assert_all_explained(found)
    fields = {(row.key, field.field): field.cause for row in found.changes for field in row.fields}
    assert fields == {
        ("2301.00001", "title"): "line-break+latex",
        ("2301.00001", "abstract"): "line-break+latex",
        ("cho", "title"): "stray-ending",
        ("cho", "aliases"): "same-work",
        ("cho#2", "key"): "key-of-two-works",
        ("tex", "title"): "line-break+latex",
        ("tex", "authors"): "names",
        ("tex", "venue"): "latex",
    }


def test_a_list_that_stands_there_twice(tmp_path: Path) -> None:
    rows = [_row("a", "On A"), _row("b", "On B"), _row("a", "On A, Part Two")]
    published = read_published(_write(tmp_path / "twice", [*rows, *rows]))
    tables = published.clean_tables()
    assert [row.key for row in tables["references"]] == ["a", "b", "a#2"]
    assert Counter(row.rule for row in tables["corrections"] if isinstance(row, Correction) and not row.field) == {
        "list-doubled": 3
    }


@pytest.mark.slow
def test_importing_again_makes_no_release(imported: Storage, folder: Path) -> None:
    assert [frozen.new for frozen in import_published(imported, folder)] == [False, False]


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("gt/2301.00001.jsonl", '{"bib_id": "a"', r"gt/2301\.00001\.jsonl:1: this line cannot be read"),
        (
            "gt/2301.00001.jsonl",
            json.dumps(LIST[0]) + '\n{"bib_id": 3}',
            r"jsonl:2: .*Expected `str`, got `int` - at `\$\.bib_id`",
        ),
        ("gt/2301.00001.jsonl", b"\xff\xfe{", r"jsonl:1: this line cannot be read"),
        ("gt/2305.00005.jsonl", "", r"no task for the list of 2305\.00005"),
        ("ReportBench_v9.jsonl", json.dumps(TASK) + "\n" + json.dumps(TASK), r"more than one task for 2301\.00001"),
        (
            "ReportBench_v9.jsonl",
            json.dumps({**TASK, "arxiv_id": "2305.00005"}),
            r"no list of references for 2305\.00005",
        ),
        ("ReportBench_v9.jsonl", json.dumps({**TASK, "versions": []}), r"ReportBench_v9\.jsonl:1: the survey needs"),
        (
            "ReportBench_v9.jsonl",
            json.dumps({**TASK, "versions": [{"version": "v1", "created": "soon"}]}),
            r"the survey needs",
        ),
        ("ReportBench_v8.jsonl", "", r"this is no published benchmark"),
    ],
)
def test_odd_files(folder: Path, file: str, text: str | bytes, message: str) -> None:
    (folder / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UnusableInput, match=message):
        read_published(folder)


def test_no_such_folder(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(UnusableInput, match="this is no published benchmark"):
            read_published(folder)


@pytest.mark.real
def test_reportbench_1_1(real_data: Path, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    first, second = import_published(storage, real_data / "reportbench_v1.1")
    assert (first.release, second.release) == ("reportbench-v1.1@1", "reportbench-v1.1-clean@1")
    assert [verify(storage, name.release) for name in (first, second)] == [[], []]
    published, clean = load(storage, first.release), load(storage, second.release)

    before = list(published.rows("references", Reference))
    after = list(clean.rows("references", Reference))
    assert (len(before), len(after)) == (16_204, 15_072)
    per_key = Counter((row.survey_id, row.key) for row in before)
    assert len(before) - len(per_key) == 1_063
    assert sum((row.title or "").rstrip().endswith((".", ",", ";")) for row in before) == 142
    assert len({(row.survey_id, row.key) for row in after}) == len(after)

    removed = [row for row in clean.rows("corrections", Correction) if not row.field]
    rules = Counter(row.rule for row in removed)
    assert rules == {"list-doubled": 957, "same-key": 105, "same-work": 68, "template-entry": 2}
    assert {row.survey_id for row in removed if row.rule == "list-doubled"} == {
        "2106.16125", "2203.17005", "2204.08461", "2301.07499",
    }  # fmt: skip
    # Every key but those of one work under several and of the templates is still there, once.
    assert len(per_key) - rules["same-work"] - rules["template-entry"] + 1 == len(after)

    titles = {row.key: row.title for row in after}
    assert titles["ma2023large#2"] == "Large Language Models are Not Stable Recommender Systems"
    assert not any("\n" in (row.title or "") or "\\" in (row.title or "") for row in after)
    assert not any("\\" in person.family + person.given for row in after for person in row.authors)
    _assert_all_explained(diff(published, clean))


def _assert_all_explained(found: ReleaseDiff) -> None:
    assert found.changes
    for row in found.changes:
        assert row.change != "came"
        assert row.cause not in ("", "unknown", "stage-changed"), row
        assert row.why
        assert all(field.cause and field.why for field in row.fields), row
