"""Workers of a Dask cluster, through Prefect's task runner for it: whether they are fit, and what they compute."""

from __future__ import annotations

import concurrent.futures
import contextlib
import logging
import os
import socket
import warnings
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import distributed
import httpx
from distributed.scheduler import KilledWorker
from prefect.settings import PREFECT_API_URL, get_current_settings, temporary_settings
from prefect_dask.task_runners import DaskTaskRunner

from litgauge.tasks.base.errors import LitgaugeError, WorkersError
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.engine.worker_check import WorkerCheck, versions, worker_check, worker_error

API_OF_WORKERS = "LITGAUGE_WORKERS_API_URL"
CONNECT_S = 15
WORKERS_S = 60  # until the first worker is there
_BATCHES_A_THREAD = 2  # one that is computed, and one that waits beside it
_STATE_KEPT = "What was finished is kept"
_DASK = "workers"  # who speaks, in notes


class DaskWorkers:
    """Workers behind a scheduler. See `litgauge.tasks.engine.run.Workers`."""

    def __init__(self, runner: DaskTaskRunner, check: WorkerCheck) -> None:
        self._runner, self._check = runner, check
        self._client: Any = runner.client
        self._waiting = False

    @property
    def check(self) -> WorkerCheck:
        """Return the check that a worker passes before it computes."""
        return self._check

    def at_once(self) -> int:
        """Some batches for every thread of the workers that are there now."""
        return max(2, _BATCHES_A_THREAD * sum(self._threads().values()))

    def submit(self, task: Any, parameters: dict[str, Any]) -> Any:
        """Prefect's future of a task that a worker computes."""
        try:
            with temporary_settings({PREFECT_API_URL: _api()}):  # the settings go along with the task
                return self._runner.submit(task, parameters)
        except (OSError, RuntimeError) as error:
            raise self._lost(error) from error

    def result(self, future: Any) -> Any:
        """Return the result of such a task. Raises its error, or WorkersError if it was lost."""
        try:
            return future.result()
        except LitgaugeError:
            raise
        except KilledWorker as error:
            raise WorkersError(
                f"a batch was given up after it had lost several workers, the last on {error.last_worker.address}",
                where=self._where,
                data=_STATE_KEPT,
                next_step="See in the workers' logs what ended them (memory?), start them again, and run again",
            ) from error
        except (concurrent.futures.CancelledError, OSError, distributed.client.FutureCancelledError) as error:
            raise self._lost(error) from error
        except (ImportError, AttributeError) as error:
            raise worker_error("", f"a worker does not know our code: {error}") from error

    def poll(self) -> None:
        """Say it when no worker is left, and when there is one again. Raises WorkersError if the scheduler is gone."""
        if self._client.status in ("closed", "closing"):
            raise self._lost(ConnectionError("the connection was closed"))
        waiting = not self._threads()
        if waiting != self._waiting:
            state = "no worker is left: waiting for one to join" if waiting else "a worker has joined: going on"
            tell(Note(_DASK, state))
        self._waiting = waiting

    def _threads(self) -> dict[str, int]:
        try:
            return dict(self._client.nthreads())
        except (OSError, RuntimeError) as error:
            raise self._lost(error) from error

    @property
    def _where(self) -> str:
        return f"scheduler {_address(self._client)}"

    def _lost(self, error: BaseException) -> WorkersError:
        reason = getattr(error, "reason", "") or error or type(error).__name__
        return WorkersError(
            f"the scheduler was lost ({reason})",
            where=self._where,
            data=_STATE_KEPT,
            next_step="See that it runs, and run the same command again: only what is missing is done",
        )


@contextlib.contextmanager
def dask_workers(scheduler: str | None, storage: Storage) -> Iterator[DaskWorkers]:
    """Workers that were found fit: those of the scheduler at this address, else some on this machine, for the block.

    Raises WorkersError if the scheduler does not answer, has no worker, or if a worker is another litgauge, does not
    see the storage or does not reach Prefect's server.
    """
    with worker_check(storage) as check, _quiet(), _runner(scheduler) as runner, runner:
        client = _connected(runner, scheduler)
        _wait_for_a_worker(client)
        _check_all(client, check)
        threads = sum(client.nthreads().values())
        count = len(client.nthreads())
        tell(Note(_DASK, f"{count} worker{'s' * (count != 1)} with {threads} threads at {_address(client)}"))
        yield DaskWorkers(runner, check)


def unfit(check: WorkerCheck, api: str) -> str:
    """Return why this worker cannot compute for a run whose Prefect is at `api`; "" if it can."""
    try:
        check.verify()
    except WorkersError as error:
        return error.what
    try:
        httpx.get(f"{api}/health", timeout=10).raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return f"it does not reach Prefect's server at {api} ({error or type(error).__name__})"
    return ""


@contextlib.contextmanager
def _runner(scheduler: str | None) -> Iterator[DaskTaskRunner]:
    if scheduler is not None:
        yield DaskTaskRunner(address=scheduler, client_kwargs={"timeout": CONNECT_S})
        return
    own = {
        "n_workers": os.cpu_count() or 1,
        "threads_per_worker": 1,
        "dashboard_address": None,
        "silence_logs": logging.ERROR,
    }
    yield DaskTaskRunner(cluster_kwargs=own)


def _connected(runner: DaskTaskRunner, scheduler: str | None) -> Any:
    try:
        return runner.client
    except (OSError, ValueError, RuntimeError) as error:
        raise WorkersError(
            f"the scheduler does not answer ({error})" if scheduler else f"no workers could be started ({error})",
            where=f"--scheduler {scheduler}" if scheduler else "--engine dask",
            data="Nothing was run",
            next_step="See that `dask scheduler` runs there and its port is open to this machine; its first lines say "
            "its address"
            if scheduler
            else "Run it without --engine dask",
        ) from error


def _wait_for_a_worker(client: Any) -> None:
    if not client.nthreads():
        tell(Note(_DASK, f"no worker yet at {_address(client)}: waiting"))
    try:
        client.wait_for_workers(1, timeout=WORKERS_S)
    except TimeoutError as error:
        raise WorkersError(
            f"it has no worker, and none came in {WORKERS_S} seconds",
            where=f"scheduler {_address(client)}",
            data="Nothing was run",
            next_step=f"Start one: `dask worker {_address(client)}`",
        ) from error


def _check_all(client: Any, check: WorkerCheck) -> None:
    """Ask every worker that is there; those that join later are asked before their first batch."""
    api = _api()
    try:
        client.run_on_scheduler(versions)
        answers: Mapping[str, Any] = client.run(unfit, check, api, on_error="return")
    except (ImportError, AttributeError, OSError, RuntimeError) as error:
        raise worker_error(f"or scheduler {_address(client)}", f"it does not know our code ({error})") from error
    for worker, problem in answers.items():
        if isinstance(problem, BaseException):
            problem = f"it cannot load litgauge's code ({type(problem).__name__}: {problem})"
        if problem:
            raise _refused(worker, str(problem), api)


def _refused(worker: str, problem: str, api: str) -> WorkersError:
    error = worker_error(worker, problem)
    if "Prefect's server" in problem and _is_loopback(api):
        error = WorkersError(
            f"{problem}, which is an address of this machine alone",
            where=error.where,
            data="Nothing was run",
            next_step="Start `litgauge serve` where workers reach it, and set PREFECT_API_URL to its address, or "
            f"{API_OF_WORKERS} where they know it by another (docs/team.md)",
        )
    return error


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    with contextlib.suppress(ValueError):
        return ip_address(host).is_loopback
    return host in ("localhost", socket.gethostname())


def _api() -> str:
    """Return the address at which workers reach Prefect's API: its own, or that in the environment."""
    return os.environ.get(API_OF_WORKERS) or str(get_current_settings().api.url or "")


def _address(client: Any) -> str:
    return str(client.scheduler.address if client.scheduler is not None else "")


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Dask's log and warnings beside ours would say the same twice, the one about versions earlier than we do."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
            yield
    finally:
        log.setLevel(before)
