"""Behind `litgauge audit` where answers stand side by side: the sheet for people to rank them, and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.table import Table
from rich.text import Text

from litgauge.flows.cli.console import out, print_json
from litgauge.flows.cli.grade_sheets import interval_text, kappa_text, number_text, runs_named
from litgauge.flows.cli.grids import print_grid
from litgauge.flows.cli.output_files import check_folder, whole_file
from litgauge.flows.cli.sheet_files import check_new_sheet, write_sheet
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import PeopleRanking
from litgauge.tasks.benchmark.analysis import preferences_grid
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.sheets.ranks import PersonRanking, RankedItem, draw_subjects, rank_sheet, read_rankings
from litgauge.tasks.statistics import RankAgreement, Ranking, preferences, rank_agreements

SEED = 0
"""Of the order in which subjects and answers stand on a sheet."""


@dataclass(frozen=True)
class RankedAnswers:
    """Answers that stand side by side, and how judges rank them."""

    items: Sequence[RankedItem]  # one a system and subject
    judges: Sequence[Ranking]  # of systems
    systems: Sequence[str]
    base: str


def write_rank_sheet(release: StoredRelease, runs: Sequence[str], path: Path, size: int, storage: str) -> None:
    """Write the sheet, and the answers as files in a folder beside it. Without runs, of every agent's newest."""
    check_new_sheet(path)
    folder = check_folder(path.with_name(f"{path.stem}-{release.benchmark.page.words.answers.replace(' ', '-')}"))
    if folder.exists() and any(folder.iterdir()):
        raise UnusableInput("there are files in it already", where=str(folder), next_step="Name another file")
    sheet = draw_subjects(_compared(release, runs, Storage(storage)).items, size, seed=SEED)
    if not sheet:
        raise UnusableInput("on no topic there are two that could be ranked", where=", ".join(runs) or release.name)
    folder.mkdir(parents=True, exist_ok=True)
    for ranked in (item for of in sheet.values() for item in of):
        with whole_file(folder / ranked.file) as stream:
            stream.write(ranked.text)
    write_sheet(path, *rank_sheet(sheet, folder.name))
    run_options = "".join(f" --run {run}" for run in runs)
    words = release.benchmark.page.words
    out.print(
        f"{sum(map(len, sheet.values()))} {words.answers} on {len(sheet)} {words.clusters} in {path}, their texts in "
        f"{folder}, in an order drawn by seed {SEED}, without agents' names. Each person fills in rank in a copy, 1 "
        f"for the best on each topic and equal numbers for ties; then: litgauge audit "
        f"{release.name}{run_options} --read {path}",
        soft_wrap=True,
    )


def print_rankings(
    release: StoredRelease, runs: Sequence[str], paths: Sequence[Path], storage: str, *, as_json: bool
) -> None:
    """Print what people prefer, and how they agree with the judge and each other.

    Raises UnusableInput for a rank that is none, with its file and line.
    """
    answers = _compared(release, runs, Storage(storage))
    sheet = read_rankings(paths, answers.items)
    if not sheet.rankings:
        raise UnusableInput("there is no rank in it", where=", ".join(map(str, paths)), next_step="Fill in rank")
    people = _of_systems(sheet.rankings, answers.items)
    preferred = preferences(people, answers.systems, answers.base)
    agreement = rank_agreements(people, answers.judges)
    if as_json:
        print_json(
            {
                "release": release.name,
                "raters": sorted({person.rater for person in people}),
                "unlabelled": sheet.unlabelled,
                "preferences": {"base": answers.base, **asdict(preferred)},
                "agreement": [asdict(pair) for pair in agreement],
            }
        )
        return
    raters = list(dict.fromkeys(person.rater for person in people))
    print_grid(preferences_grid(f"Table 4: ranks by {', '.join(raters)}", preferred, answers.base))
    out.print(_agreement_table(agreement))
    blanks = f" {sheet.unlabelled:,} lines were left open." if sheet.unlabelled else ""
    out.print(
        "Tau-b: Kendall's, the mean over topics, with its 95 % bootstrap interval over topics; kappas are of the ranks "
        f"among what both ranked. With few ranks the intervals are wide.{blanks} To keep these ranks with a run, and "
        'on its page: litgauge score … --set "ranks=[FILE, …]"',
        soft_wrap=True,
    )


def _compared(release: StoredRelease, runs: Sequence[str], storage: Storage) -> RankedAnswers:
    """Return what the runs hold; of an agent with several the answers of the last one that is named."""
    comparison = release.benchmark.scoring.ranking
    if comparison is None:
        raise UnusableInput(f"nothing is ranked in {release.benchmark.title}", where=release.name)
    rows = release.benchmark.load(release)
    loaded = runs_named(release, runs, storage)
    answers = {run.run.agent: run.run.answers for run in loaded}
    several = len(answers) > 1
    items: dict[tuple[str, str], RankedItem] = {}
    judged: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for run in loaded:
        agent = run.run.agent
        if run.run.answers != answers[agent]:
            continue
        for item in comparison.items(run.rows, rows):
            items[agent, item.task_id] = _with_agent(item, agent, several=several)
        for ranking in comparison.judges(run.rows, rows):
            apart = several and ranking.rater not in comparison.across
            rater = f"{run.run.judge}, {ranking.rater}" + (f", of {agent}" if apart else "")
            ranks = {items[agent, task].system: rank for task, rank in ranking.ranks.items() if (agent, task) in items}
            judged[rater, ranking.subject] |= ranks
    base = next((item.system for item in items.values() if _is_base(item, comparison)), "")
    systems = list(dict.fromkeys(item.system for item in items.values()))
    judges = [Ranking(*judge, ranks) for judge, ranks in judged.items()]
    return RankedAnswers(list(items.values()), judges, systems, base or next(iter(systems), ""))


def _with_agent(item: RankedItem, agent: str, *, several: bool) -> RankedItem:
    system = f"{agent}, {item.system}" if several else item.system
    return RankedItem(item.subject, item.title, system, item.task_id, item.text, agent)


def _is_base(item: RankedItem, comparison: PeopleRanking) -> bool:
    return item.system.removeprefix(f"{item.agent}, ") == comparison.base


def _of_systems(rankings: Sequence[PersonRanking], items: Sequence[RankedItem]) -> list[Ranking]:
    """People's rankings by what is compared: what is the same to the letter has the same rank."""
    systems: dict[str, list[str]] = {}
    for item in items:
        systems.setdefault(item.item, []).append(item.system)
    return [
        Ranking(
            ranking.rater,
            ranking.subject,
            {name: rank for item, rank in ranking.ranks.items() for name in systems[item]},
        )
        for ranking in rankings
    ]


def _agreement_table(agreements: Sequence[RankAgreement]) -> Table:
    grid = Table(title="Agreement", title_justify="left")
    grid.add_column("", min_width=14)
    for heading in ("topics", "tau-b", "kappa", "linear", "quadratic"):
        grid.add_column(heading, justify="right", no_wrap=True)
    for agreement in agreements:
        kappas = map(kappa_text, (agreement.ranks.plain, agreement.ranks.linear, agreement.ranks.quadratic))
        tau = f"{number_text(agreement.tau)}{interval_text(agreement.interval)}"
        grid.add_row(Text(f"{agreement.one} and {agreement.other}"), str(agreement.subjects), tau, *kappas)
    return grid
