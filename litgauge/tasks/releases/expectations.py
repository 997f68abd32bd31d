"""Expectations of a build or refresh: how much may go, come, or be unreadable before a person looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.base.errors import DamagedFile, ReleaseError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import QUARANTINE, Quarantined
from litgauge.tasks.releases.diff import ReleaseDiff, diff
from litgauge.tasks.releases.release import StoredRelease, published_numbers, read_release
from litgauge.tasks.text.markdown import escaped

LOOKED_BACK = 8  # releases that a size is compared with
_ONE, _TEN = 1, 10  # rows that a small data set may always lose or get, unless the share is 0


class ExpectationSettings(BaseModel):
    """What a build or refresh may change by itself; a release beyond it is held until a person accepts it."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Expectations")

    surveys_lost: float = Field(
        0.05,
        ge=0,
        le=1,
        title="Surveys lost",
        description="Share of the last release's surveys that may go, opt-outs apart; one may, unless this is 0.",
    )
    references_lost: float = Field(
        0.05,
        ge=0,
        le=1,
        title="References lost",
        description="Share of the references that may go from surveys that stay; ten may, unless this is 0.",
    )
    unreadable: float = Field(
        0.05,
        ge=0,
        le=1,
        title="Unreadable",
        description="Surveys whose newest record has become unreadable since the last release, as a share of all; one "
        "may, unless this is 0.",
    )
    shrunk: float = Field(
        0.1,
        ge=0,
        le=1,
        title="Smaller",
        description=f"Share of surveys that may be missing against the largest of the last {LOOKED_BACK} releases.",
    )
    grown: float = Field(
        0.5,
        ge=0,
        title="Larger",
        description=f"Share by which surveys may outnumber the largest of the last {LOOKED_BACK} releases; ten may, "
        "unless this is 0.",
    )


@dataclass(frozen=True)
class Comparison:
    """A release that is about to be made, beside the last one of its name."""

    difference: ReleaseDiff
    broken: tuple[str, ...]  # expectations, in words


def compare(before: StoredRelease, candidate: StoredRelease, settings: ExpectationSettings) -> Comparison:
    """Return what the candidate changes, and which expectations it breaks.

    Raises ReleaseError if the last release cannot be read: nobody could say what would be lost.
    """
    difference = diff(before, candidate)
    return Comparison(difference, tuple(_broken(before, candidate, difference, settings)))


_SELECTING = ("harvest", "surveys")  # stages whose settings say which papers are wanted


def selects_alike(before: StoredRelease, candidate: StoredRelease) -> bool:
    """Return whether both came of the same settings of selection."""
    former, now = ({of.stage: of.settings for of in release.manifest.lineage} for release in (before, candidate))
    return all(former.get(stage) == now.get(stage) for stage in _SELECTING)


def broken_list(broken: tuple[str, ...]) -> str:
    """Return the expectations as a list in Markdown."""
    return "\n".join(f"- {escaped(line)}" for line in broken)


def hold(storage: Storage, candidate: StoredRelease, broken: tuple[str, ...]) -> None:
    """Keep a note of a release that waits for a person to accept it."""
    manifest = candidate.manifest
    note = {"digest": manifest.digest, "release": manifest.release, "held": manifest.created, "broken": broken}
    storage.keep(f"{_folder(manifest.benchmark)}/{manifest.digest}.json", msgspec.json.encode(note))


def held_digests(storage: Storage, series: str) -> set[str]:
    """Return the digests of releases of this name that wait to be accepted."""
    return {name.removesuffix(".json") for name in storage.names(_folder(series)) if name.endswith(".json")}


def let_go(storage: Storage, series: str) -> None:
    """Forget what waited: a later release of this name has been made."""
    for digest in held_digests(storage, series):
        storage.remove(f"{_folder(series)}/{digest}.json", float("inf"))


def _folder(series: str) -> str:
    return f"held/{series}"


def _broken(
    before: StoredRelease, candidate: StoredRelease, difference: ReleaseDiff, settings: ExpectationSettings
) -> Iterator[str]:
    surveys, references = difference.tables["surveys"], difference.tables["references"]
    went = [row for row in difference.changes if row.change == "went"]
    lost_surveys = {row.survey_id: row.cause for row in went if row.table == "surveys"}
    loss = sum(cause != "opted-out" for cause in lost_surveys.values())
    yield from _too_many(loss, surveys.before, settings.surveys_lost, _ONE, "surveys would go", "surveys_lost")
    loss = sum(row.table == "references" and row.survey_id not in lost_surveys for row in went)
    what = "references would go from surveys that stay"
    yield from _too_many(loss, references.before, settings.references_lost, _TEN, what, "references_lost")
    unreadable = len(_unreadable(candidate) - _unreadable(before))
    what = "surveys have newest records that cannot be read"
    yield from _too_many(unreadable, surveys.before, settings.unreadable, _ONE, what, "unreadable")
    largest = max(_sizes(before))
    less, more = largest - surveys.after, surveys.after - largest
    what = f"surveys fewer than in the largest of the last {LOOKED_BACK} releases"
    yield from _too_many(less, largest, settings.shrunk, _ONE, what, "shrunk")
    what = f"surveys more than in the largest of the last {LOOKED_BACK} releases"
    yield from _too_many(more, largest, settings.grown, _TEN, what, "grown")


def _too_many(count: int, of: int, share: float, least: int, what: str, setting: str) -> Iterator[str]:
    most = max(least, int(share * of)) if share else 0
    if count > most:
        yield f"{count:,} of {of:,} {what}; at most {most:,} may (expectations.{setting})"


def _unreadable(release: StoredRelease) -> set[str]:
    return {row.survey_id for row in release.rows(QUARANTINE.name, Quarantined) if row.rule == "unreadable"}


def _sizes(latest: StoredRelease) -> Iterator[int]:
    """Yield the number of surveys in each of the last releases of this name that can be read."""
    series = latest.manifest.benchmark
    for number in published_numbers(latest.storage, series)[-LOOKED_BACK:]:
        try:
            manifest = read_release(latest.storage, series, number).manifest
        except (ReleaseError, DamagedFile):
            continue
        yield manifest.tables["surveys"].rows
