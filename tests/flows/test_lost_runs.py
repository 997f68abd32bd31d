"""Runs whose process is gone are ended; those that give signs, and those of others, are left alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from prefect.client.orchestration import SyncPrefectClient, get_client

from litgauge.flows.ui.lost_runs import PATIENCE_S, Watch, drop_missed

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

FLOW = "a-flow-of-ours"


@pytest.fixture
def client() -> Iterator[SyncPrefectClient]:
    with get_client(sync_client=True) as client:
        yield client


def run_in(client: SyncPrefectClient, state: str, /, flow: str = FLOW, **values: Any) -> str:
    """The id of a run that claims to be in a state."""
    body = {"flow_id": str(client.create_flow_from_name(flow)), "state": {"type": state}, **values}
    return str(client.request("POST", "/flow_runs/", json=body).json()["id"])


def state_of(client: SyncPrefectClient, run: str) -> str:
    return str(client.request("GET", "/flow_runs/{id}", path_params={"id": run}).json()["state"]["type"])


def test_a_run_that_falls_silent_is_ended(client: SyncPrefectClient, monkeypatch: pytest.MonkeyPatch) -> None:
    running, cancelling = run_in(client, "RUNNING"), run_in(client, "CANCELLING")
    pending, others = run_in(client, "PENDING"), run_in(client, "RUNNING", flow="somebody-elses")
    watch = Watch(client, deployments=set(), flows={FLOW})
    watch.look()
    now = time.monotonic()
    monkeypatch.setattr("litgauge.flows.ui.lost_runs.time.monotonic", lambda: now + PATIENCE_S / 2)
    watch.look()
    assert state_of(client, running) == "RUNNING"
    monkeypatch.setattr("litgauge.flows.ui.lost_runs.time.monotonic", lambda: now + 120)
    watch.look()
    assert [state_of(client, run) for run in (running, pending, cancelling)] == ["CRASHED", "CRASHED", "CANCELLED"]
    assert state_of(client, others) == "RUNNING"


def test_a_run_that_changes_is_waited_for_anew(client: SyncPrefectClient, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_in(client, "PENDING")
    watch = Watch(client, deployments=set(), flows={FLOW})
    watch.look()
    now = time.monotonic()
    monkeypatch.setattr("litgauge.flows.ui.lost_runs.time.monotonic", lambda: now + 120)
    client.request(
        "POST",
        "/flow_runs/{id}/set_state",
        path_params={"id": run},
        json={"state": {"type": "RUNNING"}, "force": True},
    )
    watch.look()
    assert state_of(client, run) == "RUNNING"


def test_our_own_runs_are_ended_at_the_start_and_their_places_freed(client: SyncPrefectClient) -> None:
    flow = client.create_flow_from_name(FLOW)
    made = {"name": "one", "flow_id": str(flow), "concurrency_limit": 1}
    deployment = UUID(client.request("POST", "/deployments/", json=made).json()["id"])
    old = run_in(client, "RUNNING", deployment_id=str(deployment))
    limit = f"deployment:{deployment}"
    place = {"id_or_name": limit}
    client.request("PATCH", "/v2/concurrency_limits/{id_or_name}", path_params=place, json={"active_slots": 1})
    Watch(client, {deployment}, {FLOW}, alone=False).end_older()
    assert state_of(client, old) == "RUNNING"  # it may be another machine's
    assert Watch(client, {deployment}, {FLOW}).end_older() == 1
    assert state_of(client, old) == "CRASHED"
    found = client.request("GET", "/v2/concurrency_limits/{id_or_name}", path_params=place).json()
    assert found["active_slots"] == 0


def test_of_missed_starts_the_last_is_made_up_for(client: SyncPrefectClient) -> None:
    flow = client.create_flow_from_name(FLOW)
    made = client.request("POST", "/deployments/", json={"name": "weekly", "flow_id": str(flow)}).json()["id"]
    missed = [
        run_in(
            client,
            "SCHEDULED",
            deployment_id=made,
            tags=["auto-scheduled"],
            state={"type": "SCHEDULED", "state_details": {"scheduled_time": f"2026-01-0{day}T06:00:00Z"}},
        )
        for day in (1, 2, 3)
    ]
    assert drop_missed(client, [UUID(made)]) == 2
    assert drop_missed(client, [UUID(made)]) == 0
    assert state_of(client, missed[-1]) == "SCHEDULED"
