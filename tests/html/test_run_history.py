"""The history on a report page: an agent's runs before, what they rescore, and what differs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.report import Neighbours, render_report
from litgauge.tasks.html.run_history import LONGEST, histories
from litgauge.tasks.ledger import LoadedRun, append_score_run, score_run_folder
from tests.benchmarks.reportbench.sample_run import release, sample_run


def appended(storage: Storage, ended: str, agent: str = "careful", **values: object) -> LoadedRun:
    found = sample_run(agent)
    run = replace(found.run, release="sample@1", ended=ended, **values)
    return LoadedRun(append_score_run(storage, run, found.rows), found.rows)


@pytest.mark.slow
def test_runs_are_compared_with_what_they_rescore_else_with_the_one_before(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    old = appended(storage, "2026-01-01T00:00:00+00:00", release_digest="00" * 32)
    other = appended(storage, "2026-01-02T00:00:00+00:00", evidence="ee" * 32)
    new = appended(storage, "2026-01-03T00:00:00+00:00", rescores=old.run.run_id, settings='{"facts":false}')
    appended(storage, "2026-01-04T00:00:00+00:00", "careless")
    (found,) = histories(storage, [new.run])
    assert [past.run.run_id for past in found.runs] == [run.run.run_id for run in (new, other, old)]
    assert [past.shown for past in found.runs] == [True, False, False]
    assert found.runs[0].against == old.run.run_id
    assert set(found.runs[0].changed) == {"release", "settings"}
    assert set(found.runs[1].changed) == {"release", "evidence"}
    assert (found.runs[2].against, found.runs[2].changed) == ("", ())
    assert found.runs[2].means["f1"] == found.runs[0].means["f1"] is not None


@pytest.mark.slow
def test_it_stands_on_the_page_where_there_is_one(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    only = appended(storage, "2026-01-01T00:00:00+00:00")
    assert 'id="history"' not in render_report(release(), [only], storage=storage)
    again = appended(storage, "2026-01-02T00:00:00+00:00")
    neighbours = Neighbours(run=lambda _release, run_id: f"/runs/{run_id}")
    page = html.document_fromstring(render_report(release(), [again], storage=storage, neighbours=neighbours))
    rows = page.xpath("//h2[@id='history']/following-sibling::div[1]//tbody/tr")
    assert [row.find(".//a").get("href") for row in rows] == [f"/runs/{run.run.run_id}" for run in (again, only)]
    assert "nothing" in rows[0].text_content()


@pytest.mark.slow
def test_a_run_that_cannot_be_read_is_listed_without_numbers(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    old = appended(storage, "2026-01-01T00:00:00+00:00")
    new = appended(storage, "2026-01-02T00:00:00+00:00")
    (tmp_path / score_run_folder(old.run) / "scores.parquet").write_bytes(b"spoilt")
    (found,) = histories(storage, [new.run])
    assert [bool(past.means) for past in found.runs] == [True, False]
    assert 'id="history"' in render_report(release(), [new], storage=storage)


@pytest.mark.slow
def test_a_long_history_shows_the_newest(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    runs = [appended(storage, f"2026-01-01T00:00:{second:02}+00:00") for second in range(LONGEST + 2)]
    (found,) = histories(storage, [runs[-1].run])
    assert (len(found.runs), found.earlier) == (LONGEST, 2)
    assert found.runs[-1].against == runs[1].run.run_id
