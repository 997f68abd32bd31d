"""Looking after a storage from the UI: check a release, remove what nobody needs any more."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import Any

from prefect import flow

from flows.artifacts import show_markdown
from flows.cli.pruning import RECORDS
from flows.orphans import end_with_parent
from tasks.base.errors import ReleaseError
from tasks.base.shipped import FIRST
from tasks.engine.needed import named_in
from tasks.engine.prune import plan_prune, prune
from tasks.engine.storage import Storage
from tasks.releases.verify import verify
from tasks.text.markdown import escaped, table


@flow(name="verify", flow_run_name="{release}", persist_result=False)
def verify_stored(release: str = FIRST, storage: str = "data") -> dict[str, Any]:
    """Check every byte and every row of a release against its manifest.

    Args:
        release: reportbench@3, or reportbench for the latest
        storage: where everything is kept, a folder or s3://bucket/path

    Returns {"release", "intact", "problems"}. Raises ReleaseError if it is not intact.
    """
    end_with_parent(signal.SIGTERM)
    problems = [str(problem) for problem in verify(Storage(storage), release)]
    told = table(["problem"], [(problem,) for problem in problems]) if problems else "As it was frozen, to the byte."
    show_markdown("verification", f"### {escaped(release)}\n\n{told}", release)
    if problems:
        raise ReleaseError(
            f"{len(problems)} problems, the first: {problems[0]}",
            where=release,
            data="Nothing was changed",
            next_step="Restore the files from a copy, or build the release again from the same storage",
        )
    return {"release": release, "intact": True, "problems": []}


@flow(name="prune", flow_run_name="{storage}", persist_result=False)
def prune_stored(
    remove: bool = False, older_than_h: float = 24, replies: bool = False, storage: str = "data"
) -> dict[str, Any]:
    """Remove what no release, score run or newest stage output needs.

    Args:
        remove: remove it; off, only show what would go
        older_than_h: hours for which nothing that is younger goes, at least 2
        replies: also replies of models that no score run names; they cost money
        storage: where everything is kept, a folder or s3://bucket/path

    Returns {"removed", "files": {kind: number}, "bytes": {kind: number}}.
    """
    end_with_parent(signal.SIGTERM)
    place = Storage(storage)
    plan = plan_prune(place, named_in(place, RECORDS), timedelta(hours=max(2, older_than_h)), replies=replies)
    shown = prune(place, plan) if remove else plan
    rows = [(kind, f"{count:,}", f"{shown.bytes[kind] / 1e6:,.1f}") for kind, count in shown.counts.items()]
    told = "Removed" if remove else "Would go; start it again with Remove on"
    show_markdown("pruning", f"{told}:\n\n{table(['what', 'files', 'MB'], rows)}", "What nobody needs")
    return {"removed": remove, "files": shown.counts, "bytes": shown.bytes}
