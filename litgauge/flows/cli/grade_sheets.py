"""Behind `litgauge audit` where a judge gives grades: the sheet for people, and how far they and the judge agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rich.table import Table

from litgauge.flows.cli.console import err, out, print_json
from litgauge.flows.cli.sheet_files import check_new_sheet, write_sheet
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import PeopleGrading
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import LoadedRun, find_score_run, load_newest, load_score_run
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.sheets.grade_agreement import RaterAgreement, agree_with_people
from litgauge.tasks.sheets.grades import GradedItem, draw_items, grade_sheet, read_grades
from litgauge.tasks.statistics import Interval, Kappa


def write_grade_sheet(release: StoredRelease, runs: Sequence[str], path: Path, size: int, storage: str) -> None:
    """Write the sheet, in the format of its suffix. Without runs, of every agent's newest."""
    check_new_sheet(path)
    grading = _grading(release)
    place = Storage(storage)
    drawn = draw_items(graded_items(release, runs, place), size, seed=0)
    if not drawn:
        raise UnusableInput("these runs hold nothing that could be graded", where=", ".join(runs) or release.name)
    write_sheet(path, *grade_sheet(drawn, grading.scale), place)
    run_options = "".join(f" --run {run}" for run in runs)
    scale = grading.scale
    out.print(
        f"{len(drawn)} {release.benchmark.page.words.answers} in {path}, without agents' names. Each person fills in "
        f"{', '.join(scale.dimensions)} with {scale.lowest} to {scale.highest} in a copy; then: "
        f"litgauge audit {release.name}{run_options} --read {path}",
        soft_wrap=True,
    )


def print_people(
    release: StoredRelease, runs: Sequence[str], paths: Sequence[Path], storage: str, *, as_json: bool
) -> None:
    """Print how judge and people agree. Raises UnusableInput for a grade that is none, with its file and line."""
    grading = _grading(release)
    items = graded_items(release, runs, Storage(storage))
    sheet = read_grades(paths, grading.scale, items)
    graded = {grade.item for grade in sheet.grades}
    agreements = agree_with_people(items, sheet.grades, grading.scale)
    if not any(item.grades for item in items if item.item in graded):
        err.print(
            "No judge has graded what these people graded, so they are compared with each other alone: litgauge "
            "rescore --judge FILE asks one",
            soft_wrap=True,
        )
    if as_json:
        summary = {"release": release.name, "graded": len(graded), "unlabelled": sheet.unlabelled}
        print_json({**summary, "agreement": [as_object(agreement) for agreement in agreements]})
        return
    for agreement in agreements:
        out.print(_table(agreement))
    blanks = f"; {sheet.unlabelled:,} grades were left open" if sheet.unlabelled else ""
    clusters = release.benchmark.page.words.clusters
    out.print(
        f"{len(graded):,} {release.benchmark.page.words.answers} graded by people{blanks}. Both: how many both raters "
        "graded. Kappa: plain, and weighted by the distance of two grades and by its square, each above its 95 % "
        f"bootstrap interval over {clusters}; a dash where it is undefined, as where all grades are equal. With few "
        "grades the intervals are wide.",
        soft_wrap=True,
    )


def graded_items(release: StoredRelease, runs: Sequence[str], storage: Storage) -> list[GradedItem]:
    """Return what the runs hold that people can grade; of an agent's runs by one judge the last one that is named."""
    grading = _grading(release)
    loaded = runs_named(release, runs, storage)
    rows = release.benchmark.load(release)
    newest = {(run.run.agent, run.run.judge): run for run in loaded}
    return [
        replace(item, agent=run.run.agent, judge=run.run.judge)
        for run in newest.values()
        for item in grading.items(run.rows, rows)
    ]


def runs_named(release: StoredRelease, runs: Sequence[str], storage: Storage) -> Iterable[LoadedRun]:
    """These score runs of a release; every agent's newest where none is named. Raises UnusableInput for another's."""
    if not runs:
        return load_newest(storage, release.name)[0]
    named = [find_score_run(storage, run_id) for run_id in dict.fromkeys(runs)]
    for run in named:
        if run.release != release.name:
            raise UnusableInput(
                f"the run is of {run.release}", where=run.run_id, next_step=f"Name {run.release} instead"
            )
    return [load_score_run(storage, run) for run in named]


def as_object(agreement: RaterAgreement) -> dict[str, Any]:
    """For programs: of each dimension, and their means."""
    dimensions = {
        dimension.dimension: {
            "items": dimension.result.items,
            "clusters": dimension.result.clusters,
            "raw": dimension.result.raw,
            "within_one": dimension.result.within_one,
            "difference": dimension.result.difference,
            **_kappas(dimension.result.plain, dimension.result.linear, dimension.result.quadratic),
        }
        for dimension in agreement.dimensions
    }
    return {
        "one": agreement.first,
        "other": agreement.second,
        "dimensions": dimensions,
        "mean": _kappas(agreement.plain, agreement.linear, agreement.quadratic),
    }


def _kappas(plain: Kappa, linear: Kappa, quadratic: Kappa) -> dict[str, Any]:
    return {"kappa": asdict(plain), "linear": asdict(linear), "quadratic": asdict(quadratic)}


def _grading(release: StoredRelease) -> PeopleGrading:
    grading = release.benchmark.scoring.grading
    if grading is None:
        raise UnusableInput(f"no judge of {release.benchmark.title} gives grades", where=release.name)
    return grading


def _table(agreement: RaterAgreement) -> Table:
    grid = Table(title=f"{agreement.first} and {agreement.second}", title_justify="left")
    for heading in ("", "both", "agree", "kappa", "linear", "quadratic"):
        grid.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for dimension in agreement.dimensions:
        kappas = (dimension.result.plain, dimension.result.linear, dimension.result.quadratic)
        grid.add_row(
            dimension.dimension,
            str(dimension.result.items),
            number_text(dimension.result.raw),
            *map(kappa_text, kappas),
        )
    grid.add_section()
    grid.add_row("mean", "", "", *map(kappa_text, (agreement.plain, agreement.linear, agreement.quadratic)))
    return grid


def kappa_text(kappa: Kappa) -> str:
    """Return a kappa with its interval."""
    return f"{number_text(kappa.value)}{interval_text(kappa.interval)}"


def interval_text(interval: Interval | None) -> str:
    """Return an interval on a line of its own, "" if there is none."""
    return "" if interval is None else f"\n{interval.low:.2f} to {interval.high:.2f}"


def number_text(value: float | None) -> str:
    """Return a number with two digits, a dash where it is not defined."""
    return "–" if value is None else f"{value:.2f}"
