"""Runs whose process is gone are ended, so that they free their place: Prefect itself would wait for them for good.

A run that claims to be under way is looked after by whoever started it. Runs of this server's own worker from before it
started are gone, for it is alone on its database (`litgauge.flows.ui.server`). Of others (a command line, a worker
elsewhere) nobody tells that they are gone; they send heartbeats, so they are given up after some that did not come.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from prefect.client.orchestration import SyncPrefectClient

Json = dict[str, Any]

UNDER_WAY = ("PENDING", "RUNNING", "CANCELLING")
PATIENCE_S = 75.0  # two heartbeats of 30 s that did not come, and some slack
_UNKNOWN_S = 100.0  # of a run that gave one sign at most, whose pace nobody knows
_BEATS = 2.5
_PROCESS_ENDED = (
    "The process of this run is gone (it was killed, or the machine stopped). What was finished is kept: press Retry."
)

log = logging.getLogger(__name__)


@dataclass
class Watch:
    """Looks at the runs of our flows, again and again.

    `deployments` are those that this server's worker works; `alone` says that nobody else works them.
    """

    client: SyncPrefectClient
    deployments: Collection[UUID]
    flows: Collection[str]
    alone: bool = True
    silent_since: dict[str, tuple[str, float]] = field(default_factory=dict)  # by run: its last sign, when we saw it

    def end_older(self) -> int:
        """End the runs that our own worker left behind when it last ended, and free their places; their number.

        Called before the worker takes any run.
        """
        lost_runs = [run for run in self._under_way() if self.alone and _deployment(run) in self.deployments]
        for run in lost_runs:
            end_run(self.client, run)
        if self.alone:
            self._free_places()
        return len(lost_runs)

    def look(self) -> None:
        """End the runs of others that gave no sign for too long by our clock, which stops when the machine sleeps."""
        waiting = {run["id"]: run for run in self._under_way() if _deployment(run) not in self.deployments}
        self.silent_since = {name: sign for name, sign in self.silent_since.items() if name in waiting}
        for name, run in waiting.items():
            signs, patience_s = self._signs(run)
            before = self.silent_since.get(name)
            if before is None or before[0] != signs:
                self.silent_since[name] = (signs, time.monotonic())
            elif time.monotonic() - before[1] > patience_s:
                end_run(self.client, run)

    def _under_way(self) -> list[Json]:
        query = {
            "flows": {"name": {"any_": sorted(self.flows)}},
            "flow_runs": {"state": {"type": {"any_": list(UNDER_WAY)}}},
            "limit": 200,
        }
        runs: list[Json] = self.client.request("POST", "/flow_runs/filter", json=query).json()
        return runs

    def _signs(self, run: Json) -> tuple[str, float]:
        """Return the last sign of life of a run, and for how many seconds its silence is no sign of death."""
        beats = self._heartbeats(run["id"])
        signs = " ".join([run["state"]["timestamp"], *beats[:1]])
        if len(beats) < 2:
            return signs, _UNKNOWN_S
        return signs, max(PATIENCE_S, _BEATS * _seconds_between(beats[1], beats[0]))

    def _heartbeats(self, run_id: str) -> list[str]:
        query = {
            "filter": {
                "event": {"name": ["prefect.flow-run.heartbeat"]},
                "resource": {"id": [f"prefect.flow-run.{run_id}"]},
                "order": "DESC",
            },
            "limit": 2,
        }
        answer: Json = self.client.request("POST", "/events/filter", json=query).json()
        return [event["occurred"] for event in answer["events"]]

    def _free_places(self) -> None:
        """Set every count of places that are taken to none: leases are kept in a server's memory and die with it."""
        for deployment in self.deployments:
            state = self.client.request("GET", "/deployments/{id}", path_params={"id": deployment}).json()
            limit = state.get("global_concurrency_limit")
            if limit and limit["active_slots"]:
                self.client.request(
                    "PATCH",
                    "/v2/concurrency_limits/{id_or_name}",
                    path_params={"id_or_name": limit["id"]},
                    json={"active_slots": 0},
                )


def end_run(client: SyncPrefectClient, run: Json) -> None:
    """Mark a run whose process is gone: cancelled if that was asked for, else crashed."""
    cancelling = run["state"]["type"] == "CANCELLING"
    state = {
        "type": "CANCELLED" if cancelling else "CRASHED",
        "name": "Cancelled" if cancelling else "Crashed",
        "message": "Its process was gone already." if cancelling else _PROCESS_ENDED,
    }
    client.request(
        "POST", "/flow_runs/{id}/set_state", path_params={"id": run["id"]}, json={"state": state, "force": True}
    )
    log.warning("run %s was %s, and nothing runs it: %s now", run["name"], run["state"]["name"], state["name"])


def drop_missed(client: SyncPrefectClient, deployments: Iterable[UUID]) -> int:
    """Of the scheduled starts that were missed while no server ran, keep the last of each deployment; how many went."""
    dropped = 0
    for deployment in deployments:
        query = {
            "deployments": {"id": {"any_": [str(deployment)]}},
            "flow_runs": {
                "state": {"type": {"any_": ["SCHEDULED"]}},
                "tags": {"all_": ["auto-scheduled"]},
                "expected_start_time": {"before_": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())},
            },
            "sort": "EXPECTED_START_TIME_DESC",
            "limit": 200,
        }
        for run in client.request("POST", "/flow_runs/filter", json=query).json()[1:]:
            client.request("DELETE", "/flow_runs/{id}", path_params={"id": run["id"]})
            dropped += 1
    return dropped


def _deployment(run: Json) -> UUID | None:
    return UUID(run["deployment_id"]) if run.get("deployment_id") else None


def _seconds_between(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
