"""Flows of a command, run without Prefect where nothing is left to do: its server takes longer than they do."""

from __future__ import annotations

import contextlib
from typing import Any

from litgauge.flows.runtime.temporary_server import has_server, have_prefect
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.engine.progress import held_back
from litgauge.tasks.engine.reusing import WorkIsLeft, only_reusing


def run_flow(flow: Any, **parameters: Any) -> Any:
    """Return the result of a flow; Prefect runs it if its server is there, or begun, or there is work to do.

    Raises what the flow raises.
    """
    if not has_server():
        # An error of the flow is raised by the run that Prefect knows of.
        with contextlib.suppress(WorkIsLeft, LitgaugeError), held_back(), only_reusing():
            return flow.fn(**parameters)
    have_prefect()
    return flow(**parameters)
