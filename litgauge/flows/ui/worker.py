"""Worker of `litgauge serve`: it starts what is asked for, keeps the forms fresh, and looks after what is gone."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable, Collection, Sequence
from typing import Any
from uuid import UUID

import httpx
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.deployments.runner import RunnerDeployment
from prefect.runner import Runner
from prefect.settings import PREFECT_SERVER_DATABASE_CONNECTION_URL, get_current_settings

from litgauge.flows.configs import imported
from litgauge.flows.ui.choices import Marks, StorageMarks
from litgauge.flows.ui.deployments import TAG, Deployment, served_deployments
from litgauge.flows.ui.lost_runs import Watch, drop_missed
from litgauge.flows.ui.user_changes import keep_deployment
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.benchmark import known_benchmarks

LOOK_S = 5.0
_BUCKET_EVERY = 12  # looks, for listing a bucket costs money
_LOST_AFTER = 12  # looks in a row that the server did not answer

log = logging.getLogger(__name__)


class AppliedDeployment(RunnerDeployment):
    """A deployment that the server has already; the runner only has to work it."""

    applied: UUID

    async def aapply(self, *_: Any, **__: Any) -> UUID:
        """Its id."""
        return self.applied


class Worker(Runner):
    """Prefect's runner, which ends by SIGTERM as by Ctrl-C: what it runs is ended with it."""

    def handle_sigterm(self, *_: Any, **__: Any) -> None:
        """End as by Ctrl-C."""
        os.kill(os.getpid(), signal.SIGINT)


def work(storage: str, say: Callable[[str], None]) -> None:
    """Work the deployments until Ctrl-C or SIGTERM. Raises LitgaugeError if the server is lost."""
    forms = _Forms(storage)
    with get_client(sync_client=True) as client:
        ids = forms.keep(client)
        _pause_others(client, set(ids.values()))
        watch = Watch(client, set(ids.values()), _flow_names(), alone=_has_own_database())
        if ended := watch.end_older():
            say(f"interrupted runs, now marked: {ended}; Retry in the UI continues them")
        if missed := drop_missed(client, ids.values()):
            say(f"missed scheduled starts that are dropped: {missed}; the last of each deployment is started now")
    # Prefect's own way is to pause all deployments when it stops; what is paused is the user's to say.
    runner = Worker(pause_on_shutdown=False)
    for name, deployment_id in ids.items():
        runner.add_deployment(AppliedDeployment(name=name, applied=deployment_id))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that starts us in the background ignores it
    rounds = _Rounds(forms, watch)
    rounds.start()
    say(f"{len(ids)} deployments are ready")
    try:
        asyncio.run(runner.start())
    except KeyboardInterrupt:
        pass
    finally:
        rounds.stop()
    if rounds.lost:
        raise LitgaugeError(
            "the Prefect server ended", data="What was finished is kept", next_step="Start `litgauge serve` again"
        )


class _Forms:
    """Forms of the deployments, as of what lies in the storage."""

    def __init__(self, storage: str) -> None:
        self._storage = storage
        self._marks_of_storage = StorageMarks(storage)
        self._marks: Marks = ()
        self._looks = 0

    def keep(self, client: SyncPrefectClient) -> dict[str, UUID]:
        """Bring all forms up to date and return the ids of the deployments, by name."""
        marks = self._marks_of_storage.look()  # before the forms are made: what comes meanwhile is seen next time
        ids = _keep_all(client, served_deployments(self._storage))
        self._marks = marks
        return ids

    def freshen(self, client: SyncPrefectClient) -> None:
        """Bring the forms up to date if what they offer has changed."""
        self._looks += 1
        if "://" in self._storage and self._looks % _BUCKET_EVERY:
            return
        if self._marks_of_storage.look() != self._marks:
            self.keep(client)


class _Rounds(threading.Thread):
    """Every few seconds: forms that are out of date, runs that are gone, a server that is lost."""

    def __init__(self, forms: _Forms, watch: Watch) -> None:
        super().__init__(name="litgauge-rounds", daemon=True)
        self._forms, self._watch = forms, watch
        self._ended = threading.Event()
        self._unanswered = 0
        self.lost = False

    def run(self) -> None:
        """Look until told to stop."""
        while not self._ended.wait(LOOK_S):
            try:
                with get_client(sync_client=True) as client:
                    self._watch.client = client
                    self._watch.look()
                    self._forms.freshen(client)
                self._unanswered = 0
            except (httpx.TransportError, httpx.HTTPStatusError):
                self._unanswered += 1
                if self._unanswered >= _LOST_AFTER:
                    self.lost = True
                    os.kill(os.getpid(), signal.SIGINT)
                    return
            except LitgaugeError as error:
                log.warning("the forms could not be brought up to date: %s", error)

    def stop(self) -> None:
        """Stop looking."""
        self._ended.set()


def _keep_all(client: SyncPrefectClient, deployments: Sequence[Deployment]) -> dict[str, UUID]:
    """Return the ids of the deployments, by name; one that the server refuses is left out with a warning."""
    ids = {}
    for deployment in deployments:
        try:
            ids[deployment.name] = keep_deployment(client, deployment)
        except LitgaugeError as error:
            log.warning("%s", error)
    return ids


def _pause_others(client: SyncPrefectClient, ours: Collection[UUID]) -> None:
    """Pause deployments of an older version or of a config that is gone: nobody would start what they schedule."""
    query = {"deployments": {"tags": {"all_": [TAG]}, "paused": {"eq_": False}}, "limit": 200}
    for deployment in client.request("POST", "/deployments/filter", json=query).json():
        if UUID(deployment["id"]) not in ours and not deployment.get("work_pool_name"):
            client.request("PATCH", "/deployments/{id}", path_params={"id": deployment["id"]}, json={"paused": True})
            log.warning("%s is not served any more and is paused", deployment["name"])


def _flow_names() -> set[str]:
    """Return the names of all flows that are ours, whoever starts them."""
    places = [
        place
        for benchmark in known_benchmarks().values()
        for place in (benchmark.flows.build, benchmark.flows.refresh, benchmark.flows.score)
        if place
    ]
    forms = {"build", "refresh", "run-agent", "run-and-score", "score", "rescore", "verify", "prune"}
    return {*forms, "run-agent-on-release", *(imported(place).name for place in places)}


def _has_own_database() -> bool:
    """Return whether the server keeps its runs in a file of this machine, which nobody else works on."""
    named = PREFECT_SERVER_DATABASE_CONNECTION_URL.value_from(get_current_settings())
    return not named or str(getattr(named, "get_secret_value", lambda: named)()).startswith("sqlite")
