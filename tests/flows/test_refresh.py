"""A refresh against an arXiv on loopback: only what is new or changed is fetched, read and asked about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.reportbench.refresh import refresh_reportbench
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PublishedSurvey, Quarantined
from litgauge.tasks.releases.release import StoredRelease, load
from tests.flows.arxiv_world import Arxiv, config_for, sample_row, write_snapshot
from tests.flows.test_build import computed
from tests.harvest.conftest import serve

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
TODAY = datetime.now(UTC).date()
KNOWN, NEW, WITHDRAWN = "9912.00003", "9912.00004", "9912.00007"


def surveys_of(release: StoredRelease) -> set[str]:
    return {row.survey_id for row in release.rows("surveys", PublishedSurvey)}


def test_only_what_is_new_is_worked_on_and_what_was_withdrawn_goes(tmp_path: Path) -> None:
    arxiv = Arxiv()
    store = str(tmp_path / "store")
    old = [sample_row(name) for name in (KNOWN, WITHDRAWN)]
    for row in old:  # as if they had changed a month ago: the refresh counts from there
        row["versions"][-1]["created"] = (TODAY - timedelta(days=30)).strftime("%a, %d %b %Y 10:00:00 GMT")
    write_snapshot(tmp_path, old)
    with serve(arxiv) as server:
        config = config_for(tmp_path, server)
        first = build_reportbench(config=config, storage=store)
        assert surveys_of(load(Storage(store), first["release"])) == {KNOWN, WITHDRAWN}

        day = (TODAY - timedelta(days=3)).isoformat()
        later = {"version": "v9", "created": (TODAY - timedelta(days=3)).strftime("%a, %d %b %Y 10:00:00 GMT")}
        gone = old[1] | {"comments": "This paper has been withdrawn by the author", "update_date": day}
        gone["versions"] = [*gone["versions"], later]
        arxiv.changed = {NEW: sample_row(NEW) | {"update_date": day}, WITHDRAWN: gone}
        asked = len(server.asked)
        with computed() as items:
            second = refresh_reportbench(config=config, storage=store)
        downloads = [request.path for request in server.asked[asked:] if "e-print" in request.path]
        assert [path.rsplit("/", 1)[-1].partition("v")[0] for path in downloads] == [NEW]
        assert all(items[stage] == [NEW] for stage in ("sources", "references", "fulltext", "prompts", "domains"))

        release = load(Storage(store), second["release"])
        assert second["release"] == "reportbench@2"
        assert surveys_of(release) == {KNOWN, NEW}
        reasons = {row.survey_id: row.rule for row in release.rows("quarantine", Quarantined)}
        assert reasons == {WITHDRAWN: "withdrawn"}

        asked = len(server.asked)
        with computed() as items:
            third = refresh_reportbench(config=config, storage=store)
        assert third["new"] is False
        assert items == {}
        assert len(server.asked) == asked
