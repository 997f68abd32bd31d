"""Looking after a storage from the UI: check a release, remove what nobody needs any more."""

from __future__ import annotations

from typing import Any

from litgauge.flows.cli.pruning import prune_plan
from litgauge.flows.options import PruneOptions, VerifyOptions
from litgauge.flows.pipeline.artifacts import show_markdown
from litgauge.flows.ui.forms import started_by
from litgauge.tasks.base.errors import ReleaseError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.verify import verify
from litgauge.tasks.text.markdown import escaped, table


@started_by(VerifyOptions, "verify", "{release}")
def verify_stored(options: VerifyOptions) -> dict[str, Any]:
    """Check every byte and every row of a release against its manifest.

    Returns {"release", "intact", "problems"}. Raises ReleaseError if it is not intact.
    """
    release = options.release
    problems = [str(problem) for problem in verify(Storage(options.storage), release)]
    body = table(["problem"], [(problem,) for problem in problems]) if problems else "As it was frozen, to the byte."
    show_markdown("verification", f"### {escaped(release)}\n\n{body}", release)
    if problems:
        raise ReleaseError(
            f"{len(problems)} problems, the first: {problems[0]}",
            where=release,
            data="Nothing was changed",
            next_step="Restore the files from a copy, or build the release again from the same storage",
        )
    return {"release": release, "intact": True, "problems": []}


@started_by(PruneOptions, "prune", "{storage}")
def prune_stored(options: PruneOptions) -> dict[str, Any]:
    """Remove what no release, score run or newest stage output needs.

    Returns {"removed", "code", "files": {kind: number}, "bytes": {kind: number}}.
    """
    plan = prune_plan(options)
    removed = bool(options.code)
    rows = [(kind, f"{count:,}", f"{plan.bytes[kind] / 1e6:,.1f}") for kind, count in plan.counts.items()]
    body = table(["what", "files", "MB"], rows)
    if removed or not plan.code:
        state = "Removed" if removed else "There is nothing to remove"
    else:
        state = f"Would go. To remove it, start the form again with these values and, under Remove, `{plan.code}`"
    show_markdown("pruning", f"{state}:\n\n{body}", "Unneeded files")
    return {"removed": removed, "code": "" if removed else plan.code, "files": plan.counts, "bytes": plan.bytes}
