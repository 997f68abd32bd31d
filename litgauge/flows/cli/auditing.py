"""Behind `litgauge audit`: samples for people, and how far they and the judge agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from litgauge.flows.cli.console import out, print_json
from litgauge.flows.cli.grade_sheets import print_people, write_grade_sheet
from litgauge.flows.cli.rank_sheets import print_rankings, write_rank_sheet
from litgauge.flows.cli.sheet_files import check_new_sheet, write_sheet
from litgauge.tasks.base.errors import UnknownRelease, UnusableInput
from litgauge.tasks.benchmark import Scoring, known_benchmarks
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import find_score_run, keep_corrections, load_score_run
from litgauge.tasks.releases.release import StoredRelease, load
from litgauge.tasks.sheets.labels import AUDIT, LABELS, audit_rows, corrections, draw_audit, read_audit
from litgauge.tasks.statistics import summaries


def audit_run(
    release: str, runs: Sequence[str], to: Path | None, read: Sequence[Path], size: int, storage: str, *, as_json: bool
) -> None:
    """Write a sample for people, or read it back: answers to rank side by side, to grade as a judge does, or verdicts.

    Raises UnusableInput where the options do not say which.
    """
    if bool(read) == (to is not None):
        raise UnusableInput(
            "it is to write a sample, or to read one",
            where="litgauge audit",
            next_step="Name either --run and --out, or --read",
        )
    if (stored := _release_with(lambda scoring: scoring.ranking is not None, release, storage)) is not None:
        if to is not None:
            write_rank_sheet(stored, runs, to, size, storage)
        else:
            print_rankings(stored, runs, read, storage, as_json=as_json)
    elif (stored := _release_with(lambda scoring: scoring.grading is not None, release, storage)) is not None:
        if to is not None:
            write_grade_sheet(stored, runs, to, size, storage)
        else:
            print_people(stored, runs, read, storage, as_json=as_json)
    elif to is not None:
        if len(runs) != 1:
            raise UnusableInput("a sample is of one run", where="litgauge audit", next_step="Name it with --run")
        write_audit(release, runs[0], to, size, storage)
    elif len(read) == 1:
        if runs:
            keep_labels(runs, read[0], storage)
        print_audit(read[0], as_json=as_json)
    else:
        raise UnusableInput("a sample is one file", where="litgauge audit", next_step="Name one --read")


def _release_with(accepts: Callable[[Scoring], bool], name: str, storage: str) -> StoredRelease | None:
    """Return the release, if its benchmark is one in which people do this.

    None is needed to read labels of verdicts back.
    """
    try:
        stored = load(Storage(storage), name)
    except UnknownRelease:
        benchmark = known_benchmarks().get(name.partition("@")[0])
        if benchmark is None or not accepts(benchmark.scoring):
            return None
        raise
    return stored if accepts(stored.benchmark.scoring) else None


def write_audit(release: str, run_id: str, path: Path, size: int, storage: str) -> None:
    """Write a sample of a run's verdicts for people to label."""
    check_new_sheet(path)
    place = Storage(storage)
    run = find_score_run(place, run_id)
    if run.release != load(place, release).name:
        raise UnusableInput(f"the run is of {run.release}", where=run_id, next_step=f"Name {run.release} instead")
    loaded = load_score_run(place, run)
    drawn = draw_audit(loaded.benchmark.scoring.audit(loaded.rows), size, seed=0)
    write_sheet(path, AUDIT, audit_rows(drawn))
    out.print(
        f"{len(drawn)} verdicts in {path}; fill in `label`, then: "
        f"litgauge audit {release} --run {run_id} --read {path}",
        soft_wrap=True,
    )


def keep_labels(runs: Sequence[str], path: Path, storage: str) -> None:
    """Keep what the labels of a run's verdicts add to its means, which leaderboard and page show from now on."""
    if len(runs) != 1:
        raise UnusableInput("a sample is of one run", where="litgauge audit", next_step="Name one --run")
    place = Storage(storage)
    loaded = load_score_run(place, find_score_run(place, runs[0]))
    scoring = loaded.benchmark.scoring
    means = summaries(loaded.rows["scores"])
    reports = {kind: means[metric].scored + means[metric].missing for kind, metric in scoring.audited.items()}
    labels = corrections(path, scoring.audit(loaded.rows), reports)
    keep_corrections(place, loaded.run, {scoring.audited[kind]: added for kind, added in labels.items()})


def print_audit(path: Path, *, as_json: bool) -> None:
    """Print how judge and people agree."""
    agreements = read_audit(path)
    if as_json:
        print_json([asdict(agreement) for agreement in agreements])
        return
    grid = Table("verdicts", "labelled", "agreed", "share", "weighted", "kappa")
    for agreement in agreements:
        shares = [
            "–" if value is None else f"{value:.2f}" for value in (agreement.raw, agreement.weighted, agreement.kappa)
        ]
        grid.add_row(agreement.kind, str(agreement.labelled), str(agreement.agreed), *shares)
    out.print(grid)
    for agreement in agreements:
        if share := agreement.share:
            out.print(
                f"{agreement.kind}: {LABELS[agreement.kind][0]} by the judge {share.judged:.3f}, corrected by these "
                f"labels {share.corrected:.3f} (95 % interval {share.low:.3f}–{share.high:.3f})",
                soft_wrap=True,
            )
