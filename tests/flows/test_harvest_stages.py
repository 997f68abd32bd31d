"""Surveys from harvest to harvest: deleted records fall out by a rule of their own, and may come back."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from prefect import flow

from litgauge.tasks.engine.memory import read_manifest
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.increments import Window, increments, keep_increment
from litgauge.tasks.harvest.refresh import harvest_new
from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings
from litgauge.tasks.harvest.stage import harvest, select_surveys
from tests.harvest.conftest import row, serve, write_rows
from tests.harvest.test_refresh import Arxiv, settings_for

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
RULES = SelectionSettings(ask_model=False)


@flow(persist_result=False)
def select_until(store: str, settings: HarvestSettings, until: date) -> dict[str, str]:
    """Refresh up to a day, and say of every survey by which rule it fell out, "" if it is in."""
    run = Run(Storage(store))
    known = harvest(run, settings, RULES, increments(run.storage, settings))
    harvest_new(run, settings, RULES, known, until)
    harvested = harvest(run, settings, RULES, increments(run.storage, settings))
    surveys = select_surveys(run, harvested, RULES, {})
    return {item.id: item.rule for item in read_manifest(run.storage, surveys).items}


def test_deleted_records_fall_out_and_come_back_when_arxiv_has_them_again(tmp_path: Path) -> None:
    base, stays, new = "2101.00001", "2101.00002", "2103.00001"
    path = write_rows(tmp_path / "snapshot.jsonl", row(base), row(stays))
    store = str(tmp_path / "store")
    records: dict[str, list[str]] = {"2021-01-10": [new]}
    with serve(Arxiv(records)) as server:
        settings = settings_for(server, path=path)
        assert select_until(store, settings, date(2021, 1, 12)) == {base: "", stays: "", new: ""}

        records["2021-01-14"] = [f"-{base}", f"-{new}", "-2001.99999"]  # the last was never a survey of ours
        assert select_until(store, settings, date(2021, 1, 15)) == {base: "deleted", stays: "", new: "deleted"}
        assert select_until(store, settings, date(2021, 1, 16)) == {base: "deleted", stays: "", new: "deleted"}

        records["2021-01-18"] = [base]
        assert select_until(store, settings, date(2021, 1, 20)) == {base: "", stays: "", new: "deleted"}


def test_a_paper_is_not_left_out_for_a_double_that_is_gone(tmp_path: Path) -> None:
    older, newer = "2101.00001", "2101.00002"
    twins = [row(name, title="Engines: A Survey") for name in (older, newer)]
    path = write_rows(tmp_path / "snapshot.jsonl", twins[0])
    store = str(tmp_path / "store")
    settings = HarvestSettings(path=path)

    def refreshed(days: str, entry: dict[str, object]) -> dict[str, str]:
        since, _, until = days.partition("_")
        window = Window(date.fromisoformat(since), date.fromisoformat(until))
        keep_increment(Storage(store), settings, window, [json.dumps(entry).encode()])
        return select_without_refresh(store, settings)

    assert refreshed("2021-02-01_2021-02-02", twins[1]) == {newer: "", older: "duplicate"}
    assert refreshed("2021-02-02_2021-02-03", {"id": newer, "deleted": True}) == {older: "", newer: "deleted"}


@flow(persist_result=False)
def select_without_refresh(store: str, settings: HarvestSettings) -> dict[str, str]:
    """Of every survey the rule that it fell out by, "" if it is in."""
    run = Run(Storage(store))
    harvested = harvest(run, settings, RULES, increments(run.storage, settings))
    return {item.id: item.rule for item in read_manifest(run.storage, select_surveys(run, harvested, RULES, {})).items}
