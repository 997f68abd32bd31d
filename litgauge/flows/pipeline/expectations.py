"""Releases that lose more than is expected wait for a person: the check of a build and of a refresh."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from litgauge.flows.pipeline.artifacts import show_markdown
from litgauge.tasks.base.errors import ReleaseHeld, UnknownRelease, UnusableInput
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.diff_text import diff_markdown
from litgauge.tasks.releases.expectations import (
    Comparison,
    ExpectationSettings,
    broken_list,
    compare,
    held_digests,
    hold,
    selects_alike,
)
from litgauge.tasks.releases.release import StoredRelease, load
from litgauge.tasks.text.markdown import escaped

_SHOWN = 20  # rows of every kind of change

Verb = Literal["build", "refresh"]


def last_release(storage: Storage, series: str) -> StoredRelease | None:
    """Return the latest release of this name, None if there is none."""
    try:
        return load(storage, series)
    except UnknownRelease:
        return None


def check_held(storage: Storage, series: str, verb: Verb) -> None:
    """Raise UnusableInput if no release of this name waits to be accepted."""
    if not held_digests(storage, series):
        raise UnusableInput(
            "no release is held",
            where=f"benchmark {series}",
            data="Nothing was run",
            next_step=f"{verb.capitalize()} without --accept",
        )


def expectation_check(
    run: Run, before: StoredRelease | None, settings: ExpectationSettings, verb: Verb, *, accept: bool
) -> Callable[[StoredRelease], None] | None:
    """Return what raises ReleaseHeld for a release that breaks an expectation, unless just that one was accepted.

    None where there is nothing to compare with. A build whose config selects other papers than the last release's is
    not held, for it was to change: what is broken is told.
    """
    if before is None or (verb == "build" and not before.manifest.lineage):
        return None

    def check(candidate: StoredRelease) -> None:
        comparison = compare(before, candidate, settings)
        if not comparison.broken:
            return
        if verb == "build" and not selects_alike(before, candidate):
            message = f"{candidate.name} selects other papers than {before.name}: {'; '.join(comparison.broken)}"
            tell(Note("release", f"{message}. It is released, since the config's selection has changed"))
            return
        if not (accept and candidate.digest in held_digests(run.storage, candidate.manifest.benchmark)):
            _hold(run.storage, before, candidate, comparison, verb)

    return check


def _hold(
    storage: Storage, before: StoredRelease, candidate: StoredRelease, comparison: Comparison, verb: Verb
) -> None:
    hold(storage, candidate, comparison.broken)
    changes = f"{broken_list(comparison.broken)}\n\n{diff_markdown(comparison.difference, shown=_SHOWN)}"
    title = f"### {escaped(candidate.name)} is held: {escaped(before.name)} stays the latest"
    show_markdown("held", f"{title}\n\n{changes}", f"What {candidate.name} would change, and why it is held")
    other = "; a corpus of its own takes another name (--name)" if verb == "build" else ""
    error = ReleaseHeld(
        f"{candidate.name} is held: {'; '.join(comparison.broken)}",
        where=f"benchmark {candidate.manifest.benchmark}",
        data=f"{before.name} stays the latest, and what was harvested and computed is kept",
        next_step="If the change is right, release it by the same command with --accept, or by the form of the "
        f"{verb} with Accept; else mend the cause and {verb} again{other}",
    )
    error.changes = changes
    raise error
