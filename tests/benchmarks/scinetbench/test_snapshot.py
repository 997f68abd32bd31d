"""A snapshot of OpenAlex is found in every layout, and read with all that can be wrong with it."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from litgauge.tasks.base.errors import Failed, Rejected, UnusableInput
from litgauge.tasks.benchmarks.scinetbench.build.corpus import CorpusRule
from litgauge.tasks.benchmarks.scinetbench.build.snapshot import SnapshotFile, find_snapshot
from litgauge.tasks.benchmarks.scinetbench.build.snapshot.rows import ScannedWork, abstract_of, read_abstract
from litgauge.tasks.benchmarks.scinetbench.build.snapshot.scan import BrokenWork, deleted_rows, merged_rows, scan_works
from litgauge.tasks.records import from_table
from tests.benchmarks.scinetbench.snapshots import ADDRESS, listed, row, write_lines, write_manifest
from tests.tables import each_row

DAY = "updated_date=2026-01-02"


def scan(path: Path | SnapshotFile) -> tuple[list[ScannedWork], list[BrokenWork]]:
    broken: list[BrokenWork] = []
    file = path if isinstance(path, SnapshotFile) else find_snapshot(str(path)).works[0]
    works = [work for table in scan_works(file, broken) for work in from_table(ScannedWork, table)]
    return [replace(work, abstract_index=read_abstract(work.abstract_index)) for work in works], broken


@each_row(
    "below, named",
    [
        (f"data/jsonl/works/{DAY}/part_0000.gz", "."),
        (f"data/jsonl/works/{DAY}/part_0000.gz", "data"),
        (f"data/works/{DAY}/part_000.gz", "."),
        (f"data/works/{DAY}/part_000.gz", f"data/works/{DAY}"),
        ("anything/works.jsonl", "."),
        ("works.ndjson", "works.ndjson"),
    ],
)
def test_every_layout_is_found(tmp_path: Path, below: str, named: str) -> None:
    write_lines(tmp_path / below, [row(1, [2])])
    write_lines(tmp_path / "data/jsonl/authors/updated_date=2026-01-02/part_0000.gz", [{"id": "A1"}])
    if "data" not in below:
        (tmp_path / "data/jsonl/authors/updated_date=2026-01-02/part_0000.gz").unlink()
    found = find_snapshot(str(tmp_path / named))
    assert len(found.works) == 1
    assert found.works[0].updated == ("2026-01-02" if DAY in below else "")
    works, broken = scan(found.works[0])
    assert [(work.work, work.references, work.abstract_index) for work in works] == [(1, (2,), "Of hearing")]
    assert not broken


def test_of_twins_one_is_read(tmp_path: Path) -> None:
    write_lines(tmp_path / f"data/jsonl/works/{DAY}/part_0000.gz", [row(1)])
    twin = tmp_path / f"data/parquet/works/{DAY}/part_0000.parquet"
    twin.parent.mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist([row(1)]), twin)
    assert [file.name for file in find_snapshot(str(tmp_path)).works] == [f"{DAY}/part_0000.gz"]
    assert [file.name for file in find_snapshot(str(tmp_path), "parquet").works] == [f"{DAY}/part_0000.parquet"]
    with pytest.raises(UnusableInput, match="no file of OpenAlex's works"):
        find_snapshot(str(tmp_path / "data/jsonl/works"), "parquet")


@pytest.mark.parametrize("as_map", [True, False])
def test_the_parquet_twin_says_the_same(tmp_path: Path, as_map: bool) -> None:
    rows = [row(1, [2, 3]), row(2, title="Gulls", venue=None), row(3)]
    lines, _ = scan(write_lines(tmp_path / "works.jsonl", rows))
    index = pa.map_(pa.string(), pa.list_(pa.int64()))
    abstracts = [one.pop("abstract_inverted_index") for one in rows]
    for one in rows:
        one["publication_date"] = None
    table = pa.Table.from_pylist(rows).append_column(
        "abstract_inverted_index",
        pa.array([list(abstract.items()) for abstract in abstracts], index)
        if as_map
        else pa.array([json.dumps(abstract) for abstract in abstracts]),
    )
    days = pa.array([one.date for one in lines]).cast(pa.date32())
    table = table.drop_columns("publication_date").append_column("publication_date", days)
    pq.write_table(table, tmp_path / "works.parquet")
    columns, broken = scan(tmp_path / "works.parquet")
    assert (columns, broken) == (lines, [])


def test_what_cannot_be_read_is_told_by_its_line(tmp_path: Path) -> None:
    good = json.dumps(row(1))
    undated = {**row(3), "publication_year": None, "publication_date": None}
    odd = [{**row(2), "id": None}, undated, [1], {**row(4), "referenced_works": [None, "W9", "?", 7]}]
    lines = ["", good, "{", *map(json.dumps, odd)]
    path = tmp_path / "works.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    works, broken = scan(path)
    assert [(work.work, work.references) for work in works] == [(1, ()), (4, (9, 7))]
    assert [one.line for one in broken] == [3, 4, 5, 6]
    assert "year" in broken[2].error


@pytest.mark.parametrize(
    ("change", "column"),
    [({"referenced_works": None}, "referenced_works"), ({"title": None, "display_name": None}, "title")],
)
def test_a_file_without_a_column_that_is_needed_is_refused(
    tmp_path: Path, change: dict[str, None], column: str
) -> None:
    rows = [{name: value for name, value in row(number).items() if name not in change} for number in (1, 2)]
    with pytest.raises(Rejected, match=column) as refused:
        scan(write_lines(tmp_path / "works.jsonl", rows))
    assert refused.value.rule == "missing-column"
    nulls, broken = scan(write_lines(tmp_path / "nulls.jsonl", [{**row(1), **change}]))
    assert (len(nulls), broken) == (1, [])  # a null is a value


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="none of its rows"):
        scan(write_lines(tmp_path / "authors.jsonl", [{"display_name": "Ada"}] * 3))


@pytest.mark.slow
def test_half_a_file_does_not_count(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "part_000.gz", [row(number) for number in range(1, 3000)])
    path.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(Failed, match="cut off") as failed:
        scan(path)
    assert failed.value.rule == "damaged-file"
    parquet = tmp_path / "part_000.parquet"
    parquet.write_bytes(b"PAR1 and no more")
    with pytest.raises(Failed):
        scan(parquet)


def test_a_file_that_the_manifest_names_must_be_there(tmp_path: Path) -> None:
    folder = tmp_path / "data/works"
    write_lines(folder / DAY / "part_000.gz", [row(1)])
    write_manifest(folder, [f"{DAY}/part_000.gz", f"{DAY}/part_001.gz"])
    found = find_snapshot(str(tmp_path)).works
    assert [(file.name, file.there) for file in found] == [(f"{DAY}/part_000.gz", True), (f"{DAY}/part_001.gz", False)]
    with pytest.raises(Failed, match=r"part_001") as failed:
        scan(found[1])
    assert failed.value.rule == "missing-file"
    (folder / "manifest").write_text("{", encoding="utf-8")
    with pytest.raises(UnusableInput, match="manifest"):
        find_snapshot(str(tmp_path))


@pytest.fixture
def current(tmp_path: Path) -> Path:
    """A folder of works in the layout of 2026-09: a manifest, a log of deletions, merged works of the year before."""
    folder = tmp_path / "data/jsonl/works"
    names = [f"updated_date=2026-09-0{day}/part_0000.gz" for day in (1, 2)]
    write_lines(folder / names[0], [row(1, [2]), row(2)])
    write_lines(folder / names[1], [row(3)])
    (folder / "manifest.json").write_text(json.dumps(listed(folder, names)), encoding="utf-8")
    (folder / "deleted_ids.csv.gz").write_bytes(
        gzip.compress(b"work_id,deleted_date\nhttps://openalex.org/W8,2026-08-14\nW9,2026-08-15\n")
    )
    (folder / "deleted_ids.csv").write_text("work_id,deleted_date\nW9,2026-08-15\n", encoding="utf-8")
    merged = tmp_path / "legacy-data/merged_ids/works/2025-01-01.csv.gz"
    merged.parent.mkdir(parents=True)
    merged.write_bytes(gzip.compress(b"merge_date,id,merge_into_id\n2025-01-01,W5,W6\n"))
    return folder


@pytest.mark.parametrize("named", [".", "data", "data/jsonl", "data/jsonl/works"])
def test_the_layout_of_2026_is_read_as_its_manifest_says(tmp_path: Path, current: Path, named: str) -> None:
    write_lines(current / "updated_date=2020-01-01/part_0000.gz", [row(9)])  # an older release left it behind
    found = find_snapshot(str(tmp_path / named))
    assert (found.date, found.listed) == ("2026-09-23", True)
    assert [(file.updated, file.listed_rows) for file in found.works] == [("2026-09-01", 2), ("2026-09-02", 1)]
    assert found.vacated == ("updated_date=2020-01-01/part_0000.gz",)
    assert [len(scan(file)[0]) for file in found.works] == [2, 1]
    assert [deleted_rows(file)["work"].to_pylist() for file in found.deleted] == [[8, 9]]
    assert [merged_rows(file).to_pylist() for file in found.merged] == [[{"old": 5, "new": 6}]]


def test_the_manifest_of_all_entities_does_as_well(tmp_path: Path, current: Path) -> None:
    works = json.loads((current / "manifest.json").read_text(encoding="utf-8"))
    (current / "manifest.json").unlink()
    whole = {"date": "2026-09-23", "meta": {}, "entities": [{"entity": "authors", "files": []}, works]}
    (current.parent / "manifest.json").write_text(json.dumps(whole), encoding="utf-8")
    (current / "updated_date=2026-09-02/part_0000.gz").unlink()
    assert [file.there for file in find_snapshot(str(tmp_path)).works] == [True, False]


@pytest.mark.parametrize(("what", "rule"), [("content_length", "wrong-size"), ("record_count", "wrong-count")])
def test_a_file_is_as_its_manifest_says(tmp_path: Path, current: Path, what: str, rule: str) -> None:
    manifest = json.loads((current / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"][0]["meta"][what] += 1
    del manifest["record_count"]
    (current / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    first, second = find_snapshot(str(tmp_path)).works
    with pytest.raises(Failed, match="by the snapshot's manifest") as failed:
        scan(first)
    assert failed.value.rule == rule
    assert len(scan(second)[0]) == 1


def test_a_manifest_that_lost_a_file_is_refused(tmp_path: Path, current: Path) -> None:
    manifest = json.loads((current / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"].pop()
    (current / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(UnusableInput, match="it counts 3 works, and its files 2"):
        find_snapshot(str(tmp_path))


def test_of_rows_that_do_not_belong_little_is_kept(tmp_path: Path) -> None:
    rows = [row(1, [2], topics=[7]), row(2, [1], topics=[8]), row(3, topics=[7], is_xpac=True)]
    file = find_snapshot(str(write_lines(tmp_path / "works.jsonl", rows))).works[0]
    whole = [work for table in scan_works(file, []) for work in from_table(ScannedWork, table)]
    rule = CorpusRule((7,), None, None, (), paratext=False, retracted=True, universe="corpus")
    kept, other, expansion = [work for table in scan_works(file, [], rule) for work in from_table(ScannedWork, table)]
    assert kept == whole[0]
    assert (other.title, other.references, other.topics) == ("", (), (8,))
    assert (expansion.title, expansion.xpac) == ("", True)
    assert not any(not work.title for table in scan_works(file, [], replace(rule, topics=(), xpac=True))
                   for work in from_table(ScannedWork, table))  # fmt: skip
    topicless = {name: value for name, value in row(1).items() if name != "topics"}
    old = find_snapshot(str(write_lines(tmp_path / "old.jsonl", [topicless]))).works[0]
    with pytest.raises(Rejected, match="topics"):
        list(scan_works(old, [], rule))


@pytest.mark.soak
def test_a_work_with_a_million_references(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "works.jsonl", [row(1, range(1, 1_000_001)), row(2)])
    (table,) = scan_works(find_snapshot(str(path)).works[0], [])
    assert [len(references) for references in table["references"]] == [1_000_000, 0]


def test_odd_values_stay_with_their_row(tmp_path: Path) -> None:
    odd = [
        {**row(1), "publication_date": "2010-02-31", "doi": "https://doi.org/10.48550/arXiv.1706.03762"},
        {**row(2), "publication_date": "1999-05-05", "id": "W2"},
        {**row(3), "publication_year": "2011", "id": 3, "primary_location": None, "abstract_inverted_index": "{"},
        {**row(4), "primary_location": None, "host_venue": {"id": "https://openalex.org/V77", "display_name": "Old"}},
        {
            **row(5),
            "abstract_inverted_index": {"of": [0.0], "owls": ["1"], "lost": [None, {}], "no": 3, "far": [10**30]},
        },
        {**row(6), "topics": [None], "authorships": [None], "locations": [None], "abstract_inverted_index": [1]},
        {**row(7), "title": "Owls \ud83e", "referenced_works": [2**64, "W" + "9" * 30, f"{ADDRESS}W{'9' * 30}", "W9"]},
    ]
    works, broken = scan(write_lines(tmp_path / "works.jsonl", odd))
    assert not broken
    assert [(work.work, work.date) for work in works] == [
        (1, "2010-01-01"), (2, "2010-01-01"), (3, "2011-01-01"), *((number, "2010-03-01") for number in (4, 5, 6, 7)),
    ]  # fmt: skip
    assert works[0].arxiv_id == "1706.03762"
    assert (works[2].venue, works[2].abstract_index) == (None, "")
    assert (works[3].venue, works[3].venue_name) == (77, "Old")
    assert [work.abstract_index for work in works[4:6]] == ["of owls far", ""]
    assert (works[6].title, works[6].references) == ("Owls ?", (9,))


def test_abstracts_of_any_form() -> None:
    assert abstract_of({"b": [1], "a": [0, 2], "": [3]}).split() == ["a", "b", "a"]
    assert abstract_of('{"a": [10000000000]}') == "a"
    assert abstract_of("A plain text.") == "A plain text."
    assert abstract_of('{"a": "no places"}') == ""
    assert abstract_of(None) == ""


def test_merged_works_are_read_with_their_targets(tmp_path: Path) -> None:
    folder = tmp_path / "data/merged_ids/works"
    folder.mkdir(parents=True)
    (folder / "2026-01-01.csv.gz").write_bytes(
        gzip.compress(b"merge_date,id,merge_into_id\n2026-01-01,W5,W6\n2026-01-01,https://openalex.org/W6,W7\n")
    )
    write_lines(tmp_path / f"data/works/{DAY}/part_000.gz", [row(7)])
    (file,) = find_snapshot(str(tmp_path)).merged
    assert merged_rows(file).to_pylist() == [{"old": 5, "new": 6}, {"old": 6, "new": 7}]
    (file,) = find_snapshot(str(tmp_path / "data/works")).merged
    assert merged_rows(file).num_rows == 2
    (folder / "2026-01-01.csv.gz").write_bytes(gzip.compress(b"a,b\n1,2\n"))
    with pytest.raises(Rejected, match="merge_into_id"):
        merged_rows(file)


@pytest.mark.s3
def test_a_bucket_is_read_like_a_folder(s3_bucket: str, tmp_path: Path) -> None:
    import s3fs

    local = write_lines(tmp_path / "part_0000.gz", [row(1, [2]), row(2)])
    place = f"{s3_bucket}/openalex/data/jsonl/works/{DAY}/part_0000.gz"
    system = s3fs.S3FileSystem(skip_instance_cache=True)
    system.put_file(str(local), place)
    (file,) = find_snapshot(f"{s3_bucket}/openalex").works
    assert (file.path, file.updated, file.name) == (place, "2026-01-02", f"{DAY}/part_0000.gz")
    works, broken = scan(file)
    assert [work.work for work in works] == [1, 2]
    assert not broken
    before = file.state
    system.put_file(str(write_lines(tmp_path / "part_0001.gz", [row(3)])), place)
    assert find_snapshot(f"{s3_bucket}/openalex").works[0].state != before
