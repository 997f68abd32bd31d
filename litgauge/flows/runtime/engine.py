"""Engine of a run: it computes in this process and its own, or on the workers of a Dask cluster."""

from __future__ import annotations

import contextlib
import importlib.util
import re
from collections.abc import Iterator
from typing import Any, Literal, Self

from pydantic import BaseModel, Field, ValidationError, model_validator

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.base.yaml_files import problems_of
from litgauge.tasks.engine.run import Workers
from litgauge.tasks.engine.storage import Storage

Engine = Literal["local", "dask"]

_ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?:\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):\d{1,5}/?")
_NEEDS = ("prefect_dask", "distributed")


class EngineSettings(BaseModel):
    """Engine of a build or a score run."""

    engine: Engine = Field(
        "local",
        title="Engine",
        description="local: this machine; dask: the workers of a Dask cluster, for what needs no key and no waiting.",
    )
    scheduler: str | None = Field(
        None,
        title="Scheduler",
        description="Address of the cluster's scheduler, tcp://host:8786; empty: workers on this machine, for the run.",
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.scheduler is None:
            return self
        if self.engine != "dask":
            raise ValueError("a scheduler is for the engine dask: set engine to dask, or leave the scheduler out")
        if not _ADDRESS.fullmatch(self.scheduler):
            raise ValueError("write the scheduler as tcp://host:port (or tls://host:port), as `dask scheduler` says it")
        return self


ENGINE_FIELDS = frozenset(EngineSettings.model_fields)
"""Settings that decide nothing of what comes out."""


def engine_options(engine: str | None, scheduler: str | None) -> dict[str, Any]:
    """Return the settings that a user named by options. Raises UnusableInput for what is no engine, or no scheduler."""
    named = {name: value for name, value in (("engine", engine), ("scheduler", scheduler)) if value is not None}
    try:
        EngineSettings.model_validate({"engine": "dask", **named})  # a config may say that it is dask
    except ValidationError as error:
        raise UnusableInput(
            "; ".join(problems_of(error, EngineSettings)),
            where=" ".join(f"--{name} {value}" for name, value in named.items()),
            data="Nothing was run",
        ) from None
    return {"scheduler": None, **named} if engine == "local" else named


@contextlib.contextmanager
def workers_of(config: BaseModel, storage: Storage) -> Iterator[Workers | None]:
    """Yield the workers that a run with this config computes on while the block runs; None for this process.

    Raises UnusableInput if the engine is not installed, WorkersError if its workers cannot be reached or used.
    """
    if getattr(config, "engine", "local") == "local":
        yield None
        return
    if missing := [name for name in _NEEDS if importlib.util.find_spec(name) is None]:
        raise UnusableInput(
            f"the engine dask needs {' and '.join(name.replace('_', '-') for name in missing)}, not installed here",
            where="engine",
            data="Nothing was run",
            next_step="Install the extra: `.venv/bin/pip install -c constraints.txt -e '.[dask]'`, or leave --engine "
            "out",
        )
    from litgauge.flows.runtime.dask_workers import dask_workers  # loads Dask, which most runs do not need

    with dask_workers(getattr(config, "scheduler", None), storage) as workers:
        yield workers
