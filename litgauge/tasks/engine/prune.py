"""Remove files that nothing needs, also while flows run.

    plan = plan_prune(storage, roots_in(storage, ["releases", "ledger", "evidence"]))     removes nothing
    removed = prune(storage, plan)

Three rules keep this safe. Nothing younger than the grace period is removed; a run that needs an old file renews it
first (`Storage.keep`), and the age is checked again at the moment of removal. Files are removed before the files that
they name: outputs before their inputs, then batches, then parts, chunks and blobs. So a killed prune leaves files that
nothing names, but never a name without a file. And a run touches `used` of a lineage before it reads there: after it
has removed the batches, a prune checks that before it removes the parts.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from typing import Literal, get_args

from litgauge.tasks.engine.atomic import ABANDONED_AFTER_S, is_temporary
from litgauge.tasks.engine.checksum import sha256_in_name
from litgauge.tasks.engine.reachable import (
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
from litgauge.tasks.engine.storage import TEMPORARY, Storage, StoredFile

Kind = Literal["outputs", "batches", "parts", "items", "blobs", "replies", "marks", "drafts", "texts", "assembled"]
KINDS: tuple[Kind, ...] = get_args(Kind)
GRACE = timedelta(hours=24)  # at least two hours beside running flows, since object stores renew files hourly


@dataclass(frozen=True)
class PrunePlan:
    """Files that would be removed, or that were."""

    keep: Roots
    cutoff: float  # seconds since 1970; files written or renewed since then stay
    files: Mapping[Kind, tuple[StoredFile, ...]]

    @property
    def counts(self) -> dict[Kind, int]:
        """Number of files by kind."""
        return {kind: len(self.files.get(kind, ())) for kind in KINDS}

    @property
    def code(self) -> str:
        """Eight letters and digits that name exactly these files; only who has seen the plan knows them. "" if none."""
        paths = sorted(file.path for group in self.files.values() for file in group)
        return sha256("\n".join(paths).encode()).hexdigest()[:8] if paths else ""

    @property
    def bytes(self) -> dict[Kind, int]:
        """Size in bytes by kind."""
        return {kind: sum(file.bytes for file in self.files.get(kind, ())) for kind in KINDS}


def plan_prune(storage: Storage, keep: Roots, older_than: timedelta = GRACE, *, replies: bool = False) -> PrunePlan:
    """Return the files that nothing needs; removes none.

    Needed are the files that `keep` names (`roots_in` releases, the ledger, frozen pages), the newest output of every
    stage with its inputs, and everything younger than `older_than`. Texts of sources, and notes of what parts of
    releases were made from, are listed if nobody has used them since, since they can be made again; what GROBID
    answered is not. Replies of models cost money, so they are listed only with `replies=True`, and only those that
    `keep` does not name.
    """
    cutoff = time.time() - older_than.total_seconds()
    listing = list_files(storage)
    files = _unneeded(listing, find_reachable(storage, listing, keep, cutoff))
    files["drafts"] = _abandoned_files(storage)
    files["texts"] = list(storage.files("documents/texts"))  # renewed by whoever uses one
    files["assembled"] = list(storage.files("assembled"))  # likewise
    if replies:
        files["replies"] = [
            file
            for file in storage.files("replies")
            if (key := sha256_in_name(file.path)) is not None and key not in keep.digests
        ]
    old = {kind: tuple(file for file in group if file.modified < cutoff) for kind, group in files.items()}
    return PrunePlan(keep, cutoff, old)


def prune(storage: Storage, plan: PrunePlan) -> PrunePlan:
    """Remove the planned files that are still unneeded, and return the removed ones.

    Flows may run at the same time, and a prune may be killed at any moment.
    """
    removed: dict[Kind, tuple[StoredFile, ...]] = {}

    def remove(kind: Kind, files: Iterable[StoredFile]) -> None:
        removed[kind] = tuple(file for file in files if storage.remove(file.path, plan.cutoff))

    removed["outputs"] = _remove_outputs(storage, plan)
    listing = list_files(storage)
    now = _unneeded(listing, find_reachable(storage, listing, plan.keep, plan.cutoff))
    still = {kind: sorted({*plan.files.get(kind, ())} & {*now.get(kind, ())}, key=_path) for kind in KINDS}
    remove("batches", still["batches"])
    late = _used_since(storage, plan.cutoff) & {lineage_of(file.path) for file in still["batches"]}
    needed_parts = [file for file in still["parts"] if _may_be_named_in(file, late)]
    for file in needed_parts:  # a run that read the batches needs it, but the next prune finds no batch that names it
        storage.renew(file.path)
    remove("parts", set(still["parts"]) - set(needed_parts))
    remove("items", still["items"])
    needed_blobs = blobs_in_parts(storage, [file.path for file in needed_parts])
    remove("blobs", (file for file in still["blobs"] if _name(file) not in needed_blobs))
    for kind in ("replies", "marks", "drafts", "texts", "assembled"):
        remove(kind, plan.files.get(kind, ()))
    return replace(plan, files=removed)


def _unneeded(listing: Listing, reachable: Reachable) -> dict[Kind, list[StoredFile]]:
    stages = listing.stages
    return {
        "outputs": [file for file in listing.outputs if file.path not in reachable.outputs],
        "batches": [file for file in stages if is_batch(file.path) and lineage_of(file.path) not in reachable.lineages],
        "parts": [file for file in stages if is_part(file.path) and file.path not in reachable.parts],
        "items": [file for file in listing.items if file.path not in reachable.chunks],
        "blobs": [file for file in listing.blobs if _name(file) not in reachable.blobs],
        "marks": [file for file in stages if is_mark(file.path) and lineage_of(file.path) not in reachable.lineages],
    }


def _remove_outputs(storage: Storage, plan: PrunePlan) -> tuple[StoredFile, ...]:
    """Remove outputs before their inputs; one that was renewed meanwhile keeps its inputs."""
    planned = {file.path: file for file in plan.files.get("outputs", ())}
    inputs = inputs_of(storage, list(planned))
    needed_paths: frozenset[str] = frozenset()
    removed = []
    for path in _consumers_first(inputs):
        if path in needed_paths:
            continue
        if storage.remove(path, plan.cutoff):
            removed.append(planned[path])
        else:
            needed_paths |= with_inputs([path], inputs)
    return tuple(removed)


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
    stage = part.path.split("/")[1]  # a part outside of lineages may belong to any lineage of its stage
    return any(lineage is not None and lineage[0] == stage for lineage in lineages)


def _abandoned_files(storage: Storage) -> list[StoredFile]:
    """Return temporary files that no writer on any machine has changed for a day."""
    last = time.time() - ABANDONED_AFTER_S
    return [file for file in storage.files(TEMPORARY) if is_temporary(_name(file)) and file.modified < last]


def _path(file: StoredFile) -> str:
    return file.path


def _name(file: StoredFile) -> str:
    return file.path.rsplit("/", 1)[-1]
