"""Prefect's server behind its guard, which `serve` starts: `python -m … HOST PORT [NAME ...]`."""

from __future__ import annotations

import os
import sys

import uvicorn
from prefect.settings import get_current_settings

from litgauge.flows.runtime.prefect_database import SqliteTemplate
from litgauge.flows.ui.limited_prefect import LimitedPrefect
from litgauge.flows.ui.orphans import end_with_parent
from litgauge.flows.ui.report_pages import SHOWN_STORAGE, ReportPages
from litgauge.flows.ui.server_guard import ServerGuard

LONGEST_MESSAGE = 2 * 2**20  # bytes, of a stream; Prefect refuses events of more than 1.5 MB


def main(host: str, port: int, names: list[str]) -> None:
    """Serve until a signal comes, or the command that started us is gone."""
    end_with_parent()
    SqliteTemplate(get_current_settings()).prepare()
    pages = ReportPages(LimitedPrefect(), os.environ.get(SHOWN_STORAGE, ""))
    guarded = ServerGuard(pages, names, _own_code)
    uvicorn.run(
        guarded,
        host=host,
        port=port,
        timeout_keep_alive=5,
        server_header=False,
        log_level="warning",
        ws_max_size=LONGEST_MESSAGE,
    )
    os._exit(0)  # all is written: the interpreter would look through Prefect's modules for seconds


def _own_code() -> frozenset[str]:
    from litgauge.flows.ui.deployments import own_entrypoints  # all forms: wanted once for a new database

    return own_entrypoints()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
