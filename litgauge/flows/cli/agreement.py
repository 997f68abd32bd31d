"""Behind `litgauge agreement`: how far runs of several judges, and people, agree on verdicts and on systems."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from rich.table import Table

from litgauge.flows.cli.console import out, print_json
from litgauge.flows.cli.grade_sheets import graded_items, number_text
from litgauge.flows.cli.grids import print_grid
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import LoadedRun, find_score_run, load_score_run
from litgauge.tasks.ledger.system_agreement import (
    RaterScores,
    judges_scores,
    people_scores,
    system_agreements,
    systems_grid,
)
from litgauge.tasks.releases.release import load
from litgauge.tasks.sheets.grades import read_grades
from litgauge.tasks.sheets.labels import read_labels
from litgauge.tasks.statistics import JudgedItem, KindAgreement, TwoRaters, agreements, vote_agreements


def print_agreement(
    release: str, runs: Sequence[str], labels: Sequence[Path], storage: str, *, as_json: bool = False
) -> None:
    """Print the agreement of score runs and of people's labels, on systems, too, and of the votes within each run.

    Raises UnusableInput for a run of another release, for labels that cannot be used, and where no two raters judged
    the same thing and nothing was voted on twice.
    """
    loaded = [_loaded(Storage(storage), release, run_id) for run_id in dict.fromkeys(runs)]
    raters: dict[str, Iterable[JudgedItem]] = {
        f"{run.run.judge} ({run.run.run_id})": tuple(run.benchmark.scoring.verdicts(run.rows)) for run in loaded
    }
    people = _people(release, runs, labels, storage)
    raters |= people.labels
    benchmark = load(Storage(storage), release).benchmark
    between, systems = agreements(raters), system_agreements(judges_scores(loaded, benchmark), people.scores)
    votes = {run.run.run_id: vote_agreements(run.benchmark.scoring.votings(run.rows)) for run in loaded}
    if len(raters) > 1 and not between and not systems:
        raise UnusableInput(
            "no two of them judged the same item",
            where=", ".join(raters),
            next_step="Name runs of the same answers (`litgauge rescore --judge` makes one) and labels of these, or "
            "runs of three agents or more by each judge",
        )
    if not between and not systems and not any(votes.values()):
        raise UnusableInput(
            "one judge whose votes cannot be compared: nothing was voted on twice",
            where=", ".join(raters),
            next_step="Name a second --run, or --labels",
        )
    if as_json:
        own = {run: [asdict(kind) for kind in kinds] for run, kinds in votes.items()}
        on_systems = [system.as_object() for system in systems]
        print_json({"agreement": [asdict(kind) for kind in between], "systems": on_systems, "votes": own})
        return
    _show("Between judges", between)
    if systems:
        print_grid(systems_grid(systems, benchmark, "Agreement on systems"))
    for run, kinds in votes.items():
        _show(f"Votes within {run}", kinds)


@dataclass(frozen=True)
class _People:
    labels: Mapping[str, Iterable[JudgedItem]]  # by rater
    scores: Mapping[str, RaterScores] = field(default_factory=dict)


def _people(release: str, runs: Sequence[str], labels: Sequence[Path], storage: str) -> _People:
    """Return people's labels by rater: a file each or, where the judge gives grades, whoever filled in a sheet."""
    loaded = load(Storage(storage), release)
    grading = loaded.benchmark.scoring.grading
    if grading is None or not labels:
        return _People({str(path): read_labels(path) for path in labels})
    items = graded_items(loaded, runs, Storage(storage))
    task = {item.item: item.task_id for item in items}
    items_by_rater: dict[str, list[JudgedItem]] = defaultdict(list)
    grades = read_grades(labels, grading.scale, items).grades
    for grade in grades:
        kind = f"{grading.kinds}{grade.dimension}"
        items_by_rater[grade.rater].append(JudgedItem(kind, (task[grade.item],), str(grade.grade)))
    return _People(items_by_rater, people_scores(grades, items))


def _loaded(storage: Storage, release: str, run_id: str) -> LoadedRun:
    run, name = find_score_run(storage, run_id), load(storage, release).name
    if run.release != name:
        raise UnusableInput(f"the run is of {run.release}", where=run_id, next_step=f"Name {run.release} instead")
    return load_score_run(storage, run)


def _show(title: str, kinds: Sequence[KindAgreement]) -> None:
    if not kinds:
        return
    grid = Table("verdicts", "raters", "items", "agree", "Fleiss", "Krippendorff", title=title, title_justify="left")
    for kind in kinds:
        shares = [number_text(value) for value in (kind.raw, kind.fleiss, kind.krippendorff)]
        grid.add_row(kind.kind, str(len(kind.raters)), str(kind.items), *shares)
    out.print(grid)
    for kind in kinds:
        for two in kind.between:
            if two.items:
                out.print(f"{kind.kind}: {two.one} (rows), {two.other} (columns)", soft_wrap=True)
                out.print(_confusion(two))


def _confusion(two: TwoRaters) -> Table:
    counts = {(first, second): count for first, second, count in two.confusion}
    rows, columns = (sorted({pair[side] for pair in counts}) for side in (0, 1))
    caption = f"{two.items} items, agree {number_text(two.raw)}, Cohen's kappa {number_text(two.kappa)}"
    if two.linear is not None:
        caption += f", weighted {number_text(two.linear)} (linear), {number_text(two.quadratic)} (quadratic)"
    grid = Table("", *columns, caption=caption, caption_justify="left")
    for row in rows:
        grid.add_row(row, *(str(counts.get((row, column), 0)) for column in columns))
    return grid
