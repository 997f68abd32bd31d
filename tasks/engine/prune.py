"""Taking away what nobody needs, while flows run.

    plan = plan_prune(storage, roots_in(storage, ["releases", "ledger", "evidence"]))     a look: nothing is removed
    gone = prune(storage, plan)

Three rules keep this safe. Nothing younger than the grace period goes, and whoever needs an old file makes it young
first (`Storage.keep`), which is looked at again at the moment of removal. What is visible goes before what it names:
outputs before the outputs they rest on, then batches, then parts, chunks and blobs; so a prune that is killed leaves
files that nobody names, never names without a file. And a run says that it works in a lineage before it reads there
(`used`): a prune that has removed the batches looks for that before it removes the parts.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal, get_args

from tasks.engine.atomic import DEAD_AFTER_S, is_draft
from tasks.engine.checksum import sha256_in_name
from tasks.engine.reachable import (
    Lineage,
    Listing,
    Reachable,
    Roots,
    blobs_in_parts,
    find_reachable,
    inputs_of,
    is_batch,
    is_mark,
    is_part,
    lineage_of,
    list_files,
    with_inputs,
)
from tasks.engine.storage import DRAFTS, Storage, StoredFile

Kind = Literal["outputs", "batches", "parts", "items", "blobs", "replies", "marks", "drafts"]
KINDS: tuple[Kind, ...] = get_args(Kind)
GRACE = timedelta(hours=24)  # not under two hours beside running flows: on object stores files are renewed hourly


@dataclass(frozen=True)
class PrunePlan:
    """What would go, or what went."""

    keep: Roots
    cutoff: float  # seconds since 1970; nothing written or renewed since then goes
    files: Mapping[Kind, tuple[StoredFile, ...]]

    @property
    def counts(self) -> dict[Kind, int]:
        """Files by kind."""
        return {kind: len(self.files.get(kind, ())) for kind in KINDS}

    @property
    def bytes(self) -> dict[Kind, int]:
        """Bytes by kind."""
        return {kind: sum(file.bytes for file in self.files.get(kind, ())) for kind in KINDS}


def plan_prune(storage: Storage, keep: Roots, older_than: timedelta = GRACE, *, replies: bool = False) -> PrunePlan:
    """What nobody needs: not `keep`, not the newest output of any stage nor what it rests on, and nothing young.

    `keep` is what other rooms have recorded (`roots_in`): releases, the ledger, frozen pages. Replies of models cost
    money, so they go only on demand (`replies`), those that `keep` does not name. Increments of harvests, releases,
    the ledger and frozen pages are never touched. Nothing is removed.
    """
    cutoff = time.time() - older_than.total_seconds()
    listing = list_files(storage)
    files = _unneeded(listing, find_reachable(storage, listing, keep, cutoff))
    files["drafts"] = _dead_drafts(storage)
    if replies:
        files["replies"] = [
            file
            for file in storage.files("replies")
            if (key := sha256_in_name(file.path)) is not None and key not in keep.digests
        ]
    old = {kind: tuple(file for file in found if file.modified < cutoff) for kind, found in files.items()}
    return PrunePlan(keep, cutoff, old)


def prune(storage: Storage, plan: PrunePlan) -> PrunePlan:
    """Remove what was planned, unless somebody has come to need it since; returns what went.

    Flows may run beside it, and it may be killed at any moment.
    """
    went: dict[Kind, tuple[StoredFile, ...]] = {}

    def remove(kind: Kind, files: Iterable[StoredFile]) -> None:
        went[kind] = tuple(file for file in files if storage.remove(file.path, plan.cutoff))

    went["outputs"] = _remove_outputs(storage, plan)
    listing = list_files(storage)
    now = _unneeded(listing, find_reachable(storage, listing, plan.keep, plan.cutoff))
    still = {kind: sorted({*plan.files.get(kind, ())} & {*now.get(kind, ())}, key=_path) for kind in KINDS}
    remove("batches", still["batches"])
    late = _used_since(storage, plan.cutoff) & {lineage_of(file.path) for file in still["batches"]}
    spared = [file for file in still["parts"] if _may_be_named_in(file, late)]
    for file in spared:  # whoever read the batches knows it, and the next prune will find none that names it
        storage.renew(file.path)
    remove("parts", set(still["parts"]) - set(spared))
    remove("items", still["items"])
    needed = blobs_in_parts(storage, [file.path for file in spared])
    remove("blobs", (file for file in still["blobs"] if _name(file) not in needed))
    for kind in ("replies", "marks", "drafts"):
        remove(kind, plan.files.get(kind, ()))
    return replace(plan, files=went)


def _unneeded(listing: Listing, needed: Reachable) -> dict[Kind, list[StoredFile]]:
    stages = listing.stages
    return {
        "outputs": [file for file in listing.outputs if file.path not in needed.outputs],
        "batches": [file for file in stages if is_batch(file.path) and lineage_of(file.path) not in needed.lineages],
        "parts": [file for file in stages if is_part(file.path) and file.path not in needed.parts],
        "items": [file for file in listing.items if file.path not in needed.chunks],
        "blobs": [file for file in listing.blobs if _name(file) not in needed.blobs],
        "marks": [file for file in stages if is_mark(file.path) and lineage_of(file.path) not in needed.lineages],
    }


def _remove_outputs(storage: Storage, plan: PrunePlan) -> tuple[StoredFile, ...]:
    """Outputs before those they rest on; one that was renewed meanwhile keeps what it rests on."""
    doomed = {file.path: file for file in plan.files.get("outputs", ())}
    inputs = inputs_of(storage, list(doomed))
    spared: frozenset[str] = frozenset()
    went = []
    for path in _consumers_first(inputs):
        if path in spared:
            continue
        if storage.remove(path, plan.cutoff):
            went.append(doomed[path])
        else:
            spared |= with_inputs([path], inputs)
    return tuple(went)


def _consumers_first(inputs: Mapping[str, tuple[str, ...]]) -> list[str]:
    order: dict[str, None] = {}

    def visit(path: str) -> None:
        if path in inputs and path not in order:
            for source in inputs[path]:
                visit(source)
            order[path] = None

    for path in inputs:
        visit(path)
    return list(reversed(order))


def _used_since(storage: Storage, cutoff: float) -> set[Lineage | None]:
    marks = (file for file in storage.files("stages") if is_mark(file.path) and file.modified >= cutoff)
    return {lineage_of(file.path) for file in marks}


def _may_be_named_in(part: StoredFile, lineages: Collection[Lineage | None]) -> bool:
    own = lineage_of(part.path)
    if own is not None:
        return own in lineages
    stage = part.path.split("/")[1]  # a part that lies outside of lineages may be any's of its stage
    return any(lineage is not None and lineage[0] == stage for lineage in lineages)


def _dead_drafts(storage: Storage) -> list[StoredFile]:
    """Whoever writes one writes on, so what was left alone for long enough is nobody's, on whatever machine."""
    last = time.time() - DEAD_AFTER_S
    return [file for file in storage.files(DRAFTS) if is_draft(_name(file)) and file.modified < last]


def _path(file: StoredFile) -> str:
    return file.path


def _name(file: StoredFile) -> str:
    return file.path.rsplit("/", 1)[-1]
