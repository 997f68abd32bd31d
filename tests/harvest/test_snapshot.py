"""A snapshot in any wrapping, whole or damaged: every row comes out once."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fsspec
import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.harvest.rows import read_row
from litgauge.tasks.harvest.rules import Rules
from litgauge.tasks.harvest.settings import SelectionSettings
from litgauge.tasks.harvest.sifting import EXAMPLES_PER_RULE, LINES_AT_ONCE
from litgauge.tasks.harvest.snapshot import Harvested, harvest_snapshot
from litgauge.tasks.records import Dropped, Survey, from_table
from tests.harvest.conftest import row, versions, write_rows
from tests.tables import each_row

PAPER = SelectionSettings()
ANY_DAY = SelectionSettings(submitted_after=None)
OLD = [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}]


@dataclass(frozen=True)
class Outcome:
    """All parts of a harvest together."""

    rows: int
    surveys: list[Survey]
    dropped: list[Dropped]
    broken: dict[int, str]

    @property
    def ids(self) -> list[str]:
        return [survey.survey_id for survey in self.surveys]

    @property
    def rules(self) -> dict[str, str]:
        return {drop.survey_id: drop.rule for drop in self.dropped}


def gather(parts: Iterator[Harvested]) -> Outcome:
    found = list(parts)
    outcome = Outcome(
        sum(part.rows for part in found),
        [survey for part in found for survey in part.surveys],
        [drop for part in found for drop in from_table(Dropped, part.dropped)],
        {broken.line_number: broken.error for part in found for broken in part.broken},
    )
    assert outcome.rows == len(outcome.surveys) + len(outcome.dropped) + len(outcome.broken)
    return outcome


def mixed() -> list[dict[str, Any]]:
    return [
        row("2101.00001"),
        row("0704.0001", versions=OLD),
        row("2101.00002", title="Engines of\n  Steam"),
        row("2101.00003", comments=None),
        row("2101.00004", title="A {R}eview of Engines"),
    ]


def test_surveys_pass_and_the_rest_is_dropped_by_name(tmp_path: Path) -> None:
    outcome = gather(harvest_snapshot(write_rows(tmp_path / "rows.jsonl", *mixed()), PAPER))
    assert outcome.ids == ["2101.00001", "2101.00004"]
    assert outcome.dropped == [
        Dropped("0704.0001", "too-old", "Mon, 2 Apr 2007 19:18:42 GMT"),
        Dropped("2101.00002", "title", "Engines of Steam"),
        Dropped("2101.00003", "publication-evidence", ""),
    ]


@each_row("wrapping", ["plain", "gzip", "gzip in two members", "zip", "memory", "misnamed"])
def test_the_wrapping_does_not_matter(tmp_path: Path, wrapping: str) -> None:
    plain = write_rows(tmp_path / "rows.jsonl", *mixed())
    data = Path(plain).read_bytes()
    path = str(tmp_path / "input.json")
    if wrapping == "plain":
        path = plain
    elif wrapping == "gzip":
        Path(path).write_bytes(gzip.compress(data))
    elif wrapping == "gzip in two members":
        Path(path).write_bytes(gzip.compress(data[:700]) + gzip.compress(data[700:]))
    elif wrapping in ("zip", "misnamed"):
        path += ".gz" if wrapping == "misnamed" else ".zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("README.txt", "about")
            archive.writestr("arxiv-metadata-oai-snapshot.json", data)
    else:
        path = "memory://harvest/rows.jsonl"
        fsspec.filesystem("memory").pipe(path, data)
    assert gather(harvest_snapshot(path, PAPER)) == gather(harvest_snapshot(plain, PAPER))


@pytest.mark.slow
def test_a_long_input_comes_in_parts_with_examples_for_the_first_of_each_rule(tmp_path: Path) -> None:
    dull = [json.dumps(row(f"2102.{number:05}", title="Engines")) for number in range(LINES_AT_ONCE + 50)]
    path = write_rows(tmp_path / "rows.jsonl", *dull, "broken", row("2101.00001"))
    parts = list(harvest_snapshot(path, PAPER))
    outcome = gather(iter(parts))
    assert [part.rows for part in parts[:2]] == [LINES_AT_ONCE, 52]
    assert [bool(drop.example) for drop in outcome.dropped] == [
        number < EXAMPLES_PER_RULE for number in range(LINES_AT_ONCE + 50)
    ]
    assert list(outcome.broken) == [LINES_AT_ONCE + 51]
    assert outcome.ids == ["2101.00001"]


def test_broken_rows_are_counted_with_their_line_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = write_rows(
        tmp_path / "rows.jsonl",
        row("2101.00001"),
        '{"id": "2101.00002", "title": "A Sur',
        "",
        "[1, 2]",
        row("2101.00003", title=5),
        row("2101.00004", versions="v1"),
        row("", title="A Survey"),
        b"\xff\xfe garbage",
        json.dumps(row("2101.00005")) + " trailing",
        "null",
        row("2101.00006"),
    )
    outcome = gather(harvest_snapshot(path, PAPER))
    assert outcome.ids == ["2101.00001", "2101.00006"]
    assert sorted(outcome.broken) == [2, 4, 5, 6, 7, 8, 9, 10]
    assert "truncated" in outcome.broken[2]
    assert "$.versions" in outcome.broken[6]


def test_a_file_that_is_cut_off_in_a_line_loses_that_line_only(tmp_path: Path) -> None:
    path = Path(write_rows(tmp_path / "rows.jsonl", *mixed()))
    path.write_bytes(path.read_bytes()[:-40])
    outcome = gather(harvest_snapshot(str(path), PAPER))
    assert outcome.ids == ["2101.00001"]
    assert list(outcome.broken) == [5]


def test_a_gzip_that_is_cut_off_says_so_after_all_that_could_be_read(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl.gz"
    plain = b"".join(json.dumps(row(f"2101.{n:05}", abstract=f"{n * 7919}")).encode() + b"\n" for n in range(2000))
    packed = gzip.compress(plain)
    path.write_bytes(packed[: len(packed) // 2])
    outcome = gather(harvest_snapshot(str(path), PAPER))
    assert 500 < len(outcome.surveys) < 2000
    assert any("cut off" in error for error in outcome.broken.values())


def test_blank_lines_carriage_returns_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    lines = [json.dumps(entry).encode() for entry in mixed()]
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n\r\n  \n".join(lines))
    assert gather(harvest_snapshot(str(path), PAPER)).ids == ["2101.00001", "2101.00004"]


@pytest.mark.slow
def test_a_row_of_many_megabytes_is_read_all_the_same(tmp_path: Path) -> None:
    long = row("2101.00009", abstract="engine " * 3_000_000)
    path = write_rows(tmp_path / "rows.jsonl", row("2101.00001"), long, row("0704.0001", versions=OLD), "broken")
    outcome = gather(harvest_snapshot(path, PAPER))
    assert outcome.ids == ["2101.00001", "2101.00009"]
    assert outcome.rules == {"0704.0001": "too-old"}
    assert list(outcome.broken) == [4]


def test_a_name_with_signs_that_mean_patterns_is_a_name(tmp_path: Path) -> None:
    write_rows(tmp_path / "rows.jsonl", row("2101.00009"))
    path = write_rows(tmp_path / "ro[w]s *?'.jsonl", row("2101.00001"))
    assert gather(harvest_snapshot(path, PAPER)).ids == ["2101.00001"]


def test_rules_may_drop_nothing(tmp_path: Path) -> None:
    everything = SelectionSettings(submitted_after=None, title_words=(), evidence_required=False, licenses=())
    outcome = gather(harvest_snapshot(write_rows(tmp_path / "rows.jsonl", *mixed()), everything, "local"))
    assert len(outcome.surveys) == 5
    assert {survey.origin for survey in outcome.surveys} == {"local"}


class TestDuplicates:
    """Of one id the later version stays; of one title by one author the paper updated last."""

    @pytest.mark.parametrize("order", [(1, 2), (2, 1)])
    def test_the_later_version_wins_wherever_it_stands(self, tmp_path: Path, order: tuple[int, int]) -> None:
        rows = [row("2101.00001", versions=versions(count)) for count in order]
        outcome = gather(harvest_snapshot(write_rows(tmp_path / "rows.jsonl", *rows), PAPER))
        assert [(survey.survey_id, survey.version) for survey in outcome.surveys] == [("2101.00001", 2)]
        assert [drop.rule for drop in outcome.dropped] == ["duplicate"]

    @pytest.mark.parametrize("order", [(1, 2), (2, 1)])
    def test_a_later_version_that_fell_out_takes_the_earlier_with_it(
        self, tmp_path: Path, order: tuple[int, int]
    ) -> None:
        comments = {1: "Accepted", 2: "Accepted. This paper has been withdrawn"}
        rows = [row("2101.00001", versions=versions(count), comments=comments[count]) for count in order]
        outcome = gather(harvest_snapshot(write_rows(tmp_path / "rows.jsonl", *rows), PAPER))
        assert outcome.surveys == []
        assert sorted(drop.rule for drop in outcome.dropped) == ["duplicate", "withdrawn"]

    def test_ids_are_compared_without_prefix_and_version(self, tmp_path: Path) -> None:
        rows = [row("2101.00001", versions=versions(1)), row("arXiv:2101.00001v2", versions=versions(2))]
        assert gather(harvest_snapshot(write_rows(tmp_path / "rows.jsonl", *rows), PAPER)).ids == ["2101.00001"]

    @pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
    def test_one_title_by_one_first_author_is_one_paper(self, tmp_path: Path, order: tuple[int, ...]) -> None:
        rows = [
            row("2101.00001", title="Engines: A Survey", versions=versions(3)),
            row("2101.00002", title="ENGINES -- a\n survey", versions=versions(1)),
            row("2101.00003", title="Engines: A Survey", authors_parsed=[["Babbage", "C.", ""]]),
        ]
        outcome = gather(
            harvest_snapshot(write_rows(tmp_path / "rows.jsonl", *(rows[place] for place in order)), PAPER)
        )
        assert sorted(outcome.ids) == ["2101.00001", "2101.00003"]
        assert outcome.dropped == [Dropped("2101.00002", "duplicate", "2101.00001 has the same title and first author")]

    def test_they_stay_where_the_config_wants_them(self, tmp_path: Path) -> None:
        keep = SelectionSettings(duplicates_out=False)
        rows = [row("2101.00001"), row("2101.00001")]
        assert len(gather(harvest_snapshot(write_rows(tmp_path / "rows.jsonl", *rows), keep)).surveys) == 2


class TestUnusableInput:
    """What cannot be read at all ends with exit code 2 and says what to give instead."""

    def refused(self, path: str) -> str:
        with pytest.raises(UnusableInput) as error:
            gather(harvest_snapshot(path, PAPER))
        assert error.value.exit_code == 2
        return str(error.value)

    def test_no_such_file(self, tmp_path: Path) -> None:
        assert "none.jsonl" in self.refused(str(tmp_path / "none.jsonl"))

    def test_a_folder(self, tmp_path: Path) -> None:
        assert "cannot be opened" in self.refused(str(tmp_path))

    def test_an_unknown_protocol(self) -> None:
        assert "cannot be opened" in self.refused("gopher://example.org/rows.jsonl")

    def test_an_empty_file(self, tmp_path: Path) -> None:
        assert "empty" in self.refused(write_rows(tmp_path / "rows.jsonl"))

    def test_a_file_without_rows(self, tmp_path: Path) -> None:
        assert "none of its" in self.refused(write_rows(tmp_path / "rows.jsonl", *["just text"] * 5000))

    def test_a_zip_that_was_not_downloaded_whole(self, tmp_path: Path) -> None:
        path = tmp_path / "rows.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("rows.json", "{}" * 1000)
        path.write_bytes(path.read_bytes()[:500])
        assert "downloaded" in self.refused(str(path))

    def test_a_zip_without_json(self, tmp_path: Path) -> None:
        path = tmp_path / "rows.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.txt", "a")
        assert "no .json" in self.refused(str(path))


@pytest.mark.real
@pytest.mark.parametrize("settings", [PAPER, ANY_DAY, SelectionSettings(title_words=("deep learning", "review"))])
def test_the_harvest_drops_what_the_rules_drop_of_whole_rows(
    real_rows: list[Path], settings: SelectionSettings
) -> None:
    rules = Rules(settings)
    for path in real_rows:
        rows = [read_row(line) for line in path.read_bytes().splitlines()]
        expected = {entry.survey_id: fall.rule for entry in rows if (fall := rules.first_failing(entry))}
        dropped = gather(harvest_snapshot(str(path), settings)).rules
        assert {name: rule for name, rule in dropped.items() if rule != "duplicate"} == expected


@pytest.mark.real
def test_the_funnel_of_the_real_month(real_data: Path) -> None:
    path = real_data / "arxiv" / "DERIVED_oai_arXivRaw_cs_2019-10_as_snapshot.jsonl"
    outcome = gather(harvest_snapshot(str(path), ANY_DAY))
    assert Counter(drop.rule for drop in outcome.dropped) == {"title": 984, "publication-evidence": 13}
    assert outcome.ids == ["1706.04902", "1904.09563", "1906.09955"]


@pytest.mark.real
def test_all_published_rows_come_through(real_data: Path) -> None:
    outcome = gather(harvest_snapshot(str(real_data / "reportbench_v1.1" / "ReportBench_v1.1.jsonl"), PAPER))
    assert (len(outcome.surveys), outcome.dropped, outcome.broken) == (100, [], {})


@pytest.mark.real
def test_the_local_corpus_comes_through_with_the_local_rules(real_data: Path) -> None:
    local = SelectionSettings(
        submitted_after=None,
        title_words=(),
        evidence_required=False,
        licenses=(),
        allow_no_license=True,
        ask_model=False,
    )
    outcome = gather(harvest_snapshot(str(real_data / "arxiv" / "local_corpus.jsonl"), local, "local"))
    assert len(outcome.surveys) == 48
    assert all(survey.source for survey in outcome.surveys)
    assert sum(not survey.title for survey in outcome.surveys) == 2
