"""Runs in the ledger: appended whole or not at all, by many at once, and found again."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import LitgaugeError, UnusableInput
from litgauge.tasks.benchmark import Rows
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import (
    append_agent_run,
    append_score_run,
    dated_before_the_last,
    find_score_run,
    list_agent_runs,
    list_score_runs,
    load_agent_run,
    load_newest,
    load_score_run,
    newest_runs,
    score_run_folder,
)
from litgauge.tasks.ledger.runs import RUN
from litgauge.tasks.records import AgentRun, AnswerFile, Judge, ScoreRun
from tests.benchmarks.reportbench.sample_run import sample_run
from tests.storages import Dying, run_all

CARELESS = sample_run("careless")
AGENT_RUN = AgentRun("", "careless", "sample@1", "5a" * 32, "data/sample/agents/careless", 0, "", "2026-01-01T08:00:00")
FILES = tuple(AnswerFile(f"{number}.md", f"{number:064}", 10, f"blobs/00/{number:064}") for number in range(9))


def small(rows: int = 3) -> Rows:
    """A run's first rows, so that appending is quick."""
    return {name: of[:rows] for name, of in CARELESS.rows.items()}


def test_a_run_comes_back_as_it_was_appended(storage: Storage) -> None:
    kept = append_score_run(storage, CARELESS.run, CARELESS.rows)
    found = load_score_run(storage, kept.run_id)
    assert found.run == kept
    assert found.rows == {name: tuple(CARELESS.rows.get(name, ())) for name in found.rows}
    assert found.rows.keys() >= CARELESS.rows.keys()
    assert kept.run_id == "2026-01-02-careless-1"
    assert kept.counts["missing"] == 1


def test_only_the_tables_that_are_asked_for_are_read(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    kept = append_score_run(storage, CARELESS.run, small())
    (tmp_path / score_run_folder(kept) / "pairs.parquet").unlink()
    assert load_score_run(storage, kept, ["scores"]).rows == {"scores": CARELESS.rows["scores"][:3]}


def test_ids_say_day_and_agent_and_are_never_given_twice(storage: Storage) -> None:
    careful = replace(CARELESS.run, agent="../..//GPT 5 (deep résearch)\n")
    ids = [append_score_run(storage, run, {}).run_id for run in (CARELESS.run, CARELESS.run, careful)]
    agent_run = append_agent_run(storage, replace(AGENT_RUN, ingested="2026-01-02T07:00:00"), ())
    assert [*ids, agent_run.run_id] == [
        "2026-01-02-careless-1",
        "2026-01-02-careless-2",
        "2026-01-02-gpt-5-deep-résearch-1",
        "2026-01-02-careless-3",
    ]


@pytest.mark.parametrize("name", ["", "...", "///", "\x00"])
def test_an_agent_without_a_letter_has_an_id_too(name: str, tmp_path: Path) -> None:
    assert append_score_run(Storage(str(tmp_path)), replace(CARELESS.run, agent=name), {}).run_id == (
        "2026-01-02-agent-1"
    )


def test_runs_are_listed_by_release_and_agent_as_the_ledger_counted_them(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    later = replace(CARELESS.run, ended="2026-01-03T00:00:00+00:00")
    other = replace(CARELESS.run, agent="careful", release="sample@2")
    for run in (later, other, CARELESS.run):
        append_score_run(storage, run, {})
    assert [run.ended[:10] for run in list_score_runs(storage, agent="careless")] == ["2026-01-03", "2026-01-02"]
    assert [run.agent for run in list_score_runs(storage, release="sample@2")] == ["careful"]
    assert list_score_runs(storage, release="sample@9") == []


def test_a_leaderboard_shows_the_last_run_of_each_agent_and_judge(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    model = Judge("pairs", "openai", "judge-1", '{"temperature": 0}', ())
    runs = [
        CARELESS.run,
        replace(CARELESS.run, ended="2026-01-03T00:00:00+00:00"),
        replace(CARELESS.run, judges=(model,)),
    ]
    for run in runs:
        append_score_run(storage, run, {})
    newest = newest_runs(list_score_runs(storage))
    assert [(run.judge, run.ended[:10]) for run in newest] == [
        ("offline rules", "2026-01-03"),
        ("judge-1", "2026-01-02"),
    ]
    assert [run.offline for run in newest] == [True, False]


def test_an_unknown_run_is_named_with_those_there_are(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    append_score_run(storage, CARELESS.run, {})
    with pytest.raises(UnusableInput, match="2026-01-02-careless-1"):
        find_score_run(storage, "2026-01-02-careful-1")
    with pytest.raises(UnusableInput, match="none yet"):
        load_agent_run(storage, "nobody")


@pytest.mark.parametrize("harm", ["changed", "missing"])
def test_a_damaged_run_is_not_read(harm: str, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    kept = append_score_run(storage, CARELESS.run, small())
    file = tmp_path / score_run_folder(kept) / "scores.parquet"
    data = file.read_bytes()
    file.unlink()
    if harm == "changed":
        file.write_bytes(data.replace(b"precision", b"Precision", 1))
    with pytest.raises(LitgaugeError, match="Nothing was read"):
        load_score_run(storage, kept)


def test_a_broken_run_document_says_where_it_lies(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    kept = append_score_run(storage, CARELESS.run, {})
    document = tmp_path / score_run_folder(kept) / RUN
    document.unlink()
    document.write_text('{"format": 2}')
    whole = append_score_run(storage, replace(CARELESS.run, agent="careful"), small())
    assert [run.run_id for run in list_score_runs(storage)] == [whole.run_id]
    _, (damage,) = load_newest(storage, CARELESS.run.release)
    assert damage.where == str(document)
    with pytest.raises(LitgaugeError, match=RUN):
        find_score_run(storage, kept.run_id)
    with pytest.raises(LitgaugeError, match=RUN):
        load_score_run(storage, kept)


@pytest.fixture(scope="module")
def three_runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[ScoreRun]]:
    """A storage with two runs of an agent and one of another, to be copied, and the runs."""
    folder = tmp_path_factory.mktemp("three")
    storage, careful = Storage(str(folder)), replace(CARELESS.run, agent="careful")
    runs = [append_score_run(storage, CARELESS.run, small()) for _ in range(2)]
    return folder, [*runs, append_score_run(storage, careful, small(2))]


@pytest.mark.parametrize("harm", ["cut", "flipped", "emptied", "garbage", "deleted", "a folder", "another's"])
@pytest.mark.parametrize("file", [RUN, "scores.parquet"])
def test_a_damaged_run_is_left_out_of_the_leaderboard_and_named(
    harm: str, file: str, three_runs: tuple[Path, list[ScoreRun]], tmp_path: Path
) -> None:
    shutil.copytree(three_runs[0], tmp_path, dirs_exist_ok=True)
    storage, (before, damaged, other) = Storage(str(tmp_path)), three_runs[1]
    damage(tmp_path / score_run_folder(damaged) / file, harm, tmp_path / score_run_folder(other) / file)
    for litter in (".DS_Store", "sample@1/Thumbs.db", "sample@1/desktop.ini"):
        (tmp_path / "ledger/score_runs" / litter).write_bytes(b"\0\0")
    (tmp_path / "ledger/score_runs/sample@1/empty").mkdir()
    loaded, left_out = load_newest(storage, "sample@1", ["scores"])
    assert [one.run for one in loaded] == [before, other]
    (told,) = left_out
    assert str(tmp_path / score_run_folder(damaged)) in str(told)
    assert append_score_run(storage, CARELESS.run, small()).run_id == "2026-01-02-careless-3"


@pytest.mark.slow
def test_of_two_runs_at_one_moment_the_one_that_was_counted_later_is_the_newest(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    runs = [append_score_run(storage, CARELESS.run, {}) for _ in range(11)]
    assert [run.order for run in runs] == list(range(1, 12))
    assert list_score_runs(storage) == runs
    assert newest_runs(reversed(runs)) == [runs[-1]]
    old = [replace(run, order=0) for run in runs]  # as an older litgauge wrote them: its ids count, and 10 is after 9
    assert newest_runs(reversed(old)) == [old[-1]]


def test_a_clock_that_was_wrong_once_does_not_own_the_leaderboard(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    wrong = append_score_run(storage, replace(CARELESS.run, ended="2029-01-01T00:00:00+00:00"), {})
    right = append_score_run(storage, CARELESS.run, {})
    assert list_score_runs(storage) == [wrong, right]
    assert newest_runs([wrong, right]) == [right]
    assert dated_before_the_last([wrong, right]) == [right]
    assert dated_before_the_last([wrong]) == []


def test_a_number_whose_claim_was_deleted_is_not_given_again(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    append_score_run(storage, CARELESS.run, small())
    shutil.rmtree(tmp_path / "ledger/claims")
    shutil.rmtree(tmp_path / "ledger/order")
    assert append_score_run(storage, CARELESS.run, small()).run_id == "2026-01-02-careless-2"


def test_answers_whose_list_was_damaged_are_kept_anew(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    kept = append_agent_run(storage, AGENT_RUN, FILES)
    (tmp_path / "ledger/agent_runs" / kept.run_id / "answers.parquet").write_bytes(b"")
    again = append_agent_run(storage, AGENT_RUN, FILES)
    assert again.run_id != kept.run_id
    assert load_agent_run(storage, again.run_id)[1] == FILES
    assert append_agent_run(storage, AGENT_RUN, FILES) == again


def damage(path: Path, harm: str, other: Path) -> None:
    """Harm a file in one of the ways in which disks, editors and people do."""
    data = path.read_bytes()
    path.unlink()
    match harm:
        case "cut":
            path.write_bytes(data[: len(data) // 2])
        case "flipped":
            place = data.index(b'"agent": "careless"') + 10 if path.name == RUN else len(data) // 2
            path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        case "emptied":
            path.write_bytes(b"")
        case "garbage":
            path.write_bytes(os.urandom(len(data)))
        case "a folder":
            path.mkdir()
        case "another's":
            path.write_bytes(other.read_bytes())


def test_a_run_of_an_older_format_is_passed_over_and_said_to_be_one(tmp_path: Path) -> None:
    """Its document is one that this version could not read at all."""
    storage = Storage(str(tmp_path))
    kept = append_score_run(storage, CARELESS.run, small())
    append_agent_run(storage, AGENT_RUN, FILES)
    for folder in ("ledger/score_runs/sample@1/2025-01-01-old-1", "ledger/agent_runs/2025-01-01-old-1"):
        storage.create(f"{folder}/{RUN}", b'{"format": 1, "run": {"agent": "old", "reports": 9}, "files": {}}')
    assert [run.run_id for run in list_score_runs(storage)] == [kept.run_id]
    assert [run.agent for run in list_agent_runs(storage)] == ["careless"]
    with pytest.raises(UnusableInput, match="older version of litgauge"):
        find_score_run(storage, "2025-01-01-old-1")


def test_an_agents_answers_are_kept_once(storage: Storage) -> None:
    first = append_agent_run(storage, AGENT_RUN, FILES)
    again = append_agent_run(storage, replace(AGENT_RUN, ingested="2026-02-02T08:00:00"), FILES[::-1])
    changed = append_agent_run(storage, AGENT_RUN, (replace(FILES[0], sha256="ff" * 32), *FILES[1:]))
    assert again == first
    assert changed.run_id != first.run_id
    assert [run.run_id for run in list_agent_runs(storage, agent="careless")] == [first.run_id, changed.run_id]
    assert load_agent_run(storage, first.run_id) == (first, FILES)
    assert first.files == 9


@pytest.mark.slow
def test_eight_processes_append_at_once_and_no_row_is_lost(tmp_path: Path) -> None:
    writers, runs = 8, 3
    start = _CONTEXT.Barrier(writers)
    run_all([_CONTEXT.Process(target=_append, args=(str(tmp_path), n, runs, start)) for n in range(writers)])
    storage = Storage(str(tmp_path))
    found = list_score_runs(storage)
    assert len({run.run_id for run in found}) == len(found) == writers * runs
    kept = sorted(load_score_run(storage, run).rows["statements"][0].text for run in found)
    assert kept == sorted(
        _own_rows(writer, run)["statements"][0].text for writer in range(writers) for run in range(runs)
    )


@pytest.mark.soak
def test_a_run_that_is_killed_is_never_seen_and_the_next_one_is(tmp_path: Path) -> None:
    writes = len(REPORTBENCH.scoring.all_tables) + 3  # the claim, the number and run.json
    for point in range(1, writes):
        process = _CONTEXT.Process(target=_append_and_die, args=(str(tmp_path), point))
        run_all([process])
        assert process.exitcode == -signal.SIGKILL
    storage = Storage(str(tmp_path))
    assert list_score_runs(storage) == []
    kept = append_score_run(storage, CARELESS.run, small())
    assert kept.run_id == f"2026-01-02-careless-{writes}"
    assert [run.run_id for run in list_score_runs(storage)] == [kept.run_id]


_CONTEXT = multiprocessing.get_context("fork")


def _own_rows(writer: int, run: int) -> Rows:
    return {"statements": (replace(CARELESS.rows["statements"][0], text=f"Statement {run} of writer {writer}."),)}


def _append(url: str, writer: int, runs: int, start: multiprocessing.synchronize.Barrier) -> None:
    start.wait()
    for run in range(runs):
        append_score_run(Storage(url), CARELESS.run, _own_rows(writer, run))


def _append_and_die(url: str, point: int) -> None:
    append_score_run(Dying(url, point), CARELESS.run, small())


def test_a_score_run_in_the_ledger_can_be_read_by_any_parquet_reader(tmp_path: Path) -> None:
    """What docs/ledger.md promises to DuckDB and pandas."""
    import duckdb

    storage = Storage(str(tmp_path))
    kept: ScoreRun = append_score_run(storage, CARELESS.run, CARELESS.rows)
    path = storage.locate(f"{score_run_folder(kept)}/pairs.parquet")
    counts = dict(duckdb.sql(f"select outcome, count(*) from '{path}' group by outcome").fetchall())
    assert counts == {"supported": 29, "not-supported": 52, "unreachable": 16}
