"""Behind the commands around score runs: score, rescore, audit, leaderboard, compare, report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from litgauge.flows.cli.console import err, kept_in, out, print_json
from litgauge.flows.cli.output_files import check_file, whole_file
from litgauge.flows.options import RescoreOptions, ScoreOptions
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Benchmark
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.kept_verdicts import verdict_of
from litgauge.tasks.html.leaderboard import compare_table, leaderboard_json, leaderboard_table
from litgauge.tasks.ledger import (
    LoadedRun,
    agent_of_answers,
    compare_runs,
    dated_before_the_last,
    explain_change,
    find_score_run,
    leaderboard,
    load_newest,
    load_score_run,
    older_runs,
)
from litgauge.tasks.records import judged_by
from litgauge.tasks.releases.release import load

SHOWN = 8  # lines of what was left out, on the terminal


def score_from_options(options: ScoreOptions) -> dict[str, Any]:
    """Score as the options of the command say, with progress on the terminal. Raises as `run_score`."""
    from litgauge.flows.cli.own_settings import settings_of  # loads YAML
    from litgauge.flows.configs import judge_file
    from litgauge.flows.runtime.engine import engine_options

    settings = settings_of(options.more or ())
    judge_changes = settings.pop("judge", {})
    if judge_changes and (options.judge is None or not isinstance(judge_changes, dict)):
        raise UnusableInput(
            "a setting of a judge is one of its file", where="--set judge", next_step="Name one: --judge"
        )
    values: dict[str, Any] = {
        "run": options.run,
        "agent": options.agent or agent_of_answers(Storage(options.storage), options.run),
        **settings,
        **engine_options(options.engine, options.scheduler),
    }
    if options.judge is not None:
        values["judge"] = judge_file(options.judge)
    if options.pages is not None:
        values["pages"] = str(options.pages)
    values |= {name: False for name in ("fetch", "facts") if not getattr(options, name)}
    if options.retry_pages:
        values["retry_pages"] = True
    if options.ask_again:
        values["ask_again"] = True
    if options.forecast:
        values["forecast_only"] = True
    return run_score(options.release, values, options.storage, judge_changes)


def run_score(
    release: str, values: Mapping[str, Any], storage: str, judge_changes: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """Score, with progress on the terminal; `values` are the settings that the user named, and those of the judge.

    Raises UnusableInput if the release's benchmark has no use for one of them.
    """
    from litgauge.flows.configs import score_config
    from litgauge.flows.runtime.temporary_server import begin_prefect

    benchmark = load(Storage(storage), release).benchmark
    begin_prefect()  # beside the imports of what scores
    from litgauge.flows.ui.score_forms import pages_of

    read = pages_of(Storage(storage), benchmark, str(values["run"]))
    named = {"release": release, **({"pages": read} if read else {}), **values}
    config = score_config(benchmark, named, judge_changes=judge_changes)
    return _run(benchmark, config, storage)


def run_rescore(options: RescoreOptions) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Score a run's answers again, with another release, judge or metric code; the result, and what changed why."""
    from litgauge.flows.configs import judge_file
    from litgauge.flows.runtime.engine import engine_options
    from litgauge.flows.runtime.temporary_server import begin_prefect

    storage = options.storage
    place = Storage(storage)
    judge = None if options.judge is None else judge_file(options.judge)
    old = find_score_run(place, options.run)
    engine = engine_options(options.engine, options.scheduler)
    begin_prefect()  # beside the imports of what scores
    from litgauge.flows.ui.score_forms import rescore_config

    benchmark, config = rescore_config(options.release, options.run, judge, storage, engine)
    result = _run(benchmark, config, storage, options.run)
    changes = explain_change(
        load_score_run(place, old),
        load_score_run(place, result["run"]),
        benchmark.load(load(place, old.release)),
        benchmark.load(load(place, result["release"])),
    )
    return result, [asdict(change) for change in changes]


def print_score(result: dict[str, Any], storage: str = "data") -> None:
    """Print a score run's numbers, what was left out of it, and where to look."""
    counts = result["counts"]
    out.print(
        Text.assemble(
            (result["agent"], "bold"),
            f" on {result['release']}, {judged_by(result['judge'])}: score run {result['run']}",
        ),
        soft_wrap=True,
    )
    own = [f"{count} {name.replace('_', ' ')}" for name, count in counts.items() if count and name not in _COMMON]
    if spent := _spent(result["spent"]):
        out.print(spent, soft_wrap=True)
    out.print(_tasks(counts) + (f"; {', '.join(own)}" if own else ""), soft_wrap=True)
    unscored = result["unscored"]
    grid = Table("metric", "mean", *(["tasks unscored"] if unscored else []))
    for name, value in result["scores"].items():
        failed = [str(unscored.get(name, ""))] if unscored else []
        grid.add_row(name, "–" if value is None else f"{value:.3f}", *failed)
    out.print(grid)
    if counts.get("left_by_budget"):
        ended = Text.assemble((f"The budget ended before {counts['left_by_budget']:,} verdicts", "bold"))
        ended.append(
            ", which are unscored. The same command continues with them, and nothing is paid for twice. Calls "
            "that broke off may have been billed, and count towards the budget with the most that they can have cost."
        )
        out.print(ended, soft_wrap=True)
    for kind, lines in result["listed"].items():
        grouped = _alike(lines)
        if grouped:
            more = " …" if len(grouped) > SHOWN else ""
            out.print(f"{kind}: {'; '.join(grouped[:SHOWN])}{more}", soft_wrap=True)
    release, place = result["release"], kept_in(storage)
    out.print(
        f"Next: litgauge leaderboard {release}{place}, or all of it as a page: litgauge report {release}{place}",
        soft_wrap=True,
    )


def _alike(lines: Sequence[str]) -> list[str]:
    """Lines of the form "where: what", those of one reason as one.

    >>> _alike(["a.md: no-task: none", "c.md: empty", "b.md: no-task: none"])
    ['2 (a.md, b.md): no-task: none', 'c.md: empty']
    """
    places: dict[str, list[str]] = {}
    for line in lines:
        where, _, what = line.partition(": ")
        places.setdefault(what, []).append(where)
    lines_by_reason = []
    for what, of in places.items():
        more = ", …" if len(of) > SHOWN else ""
        where = of[0] if len(of) == 1 else f"{len(of)} ({', '.join(of[:SHOWN])}{more})"
        lines_by_reason.append(f"{where}: {what}" if what else where)
    return lines_by_reason


_COMMON = ("tasks", "scored", "unscored", "in_part", "missing", "not_asked")


def _tasks(counts: Mapping[str, int]) -> str:
    """Return how many tasks came out how.

    >>> _tasks({"scored": 2, "unscored": 3, "in_part": 2, "missing": 0})
    '2 tasks scored, 2 scored in part (the table says in which metrics not), 1 unscored (our fault), 0 missing'
    """
    in_part = counts.get("in_part", 0)
    return (
        f"{counts['scored']} tasks scored, "
        + (f"{in_part} scored in part (the table says in which metrics not), " if in_part else "")
        + f"{counts['unscored'] - in_part} unscored (our fault), {counts['missing']} missing"
        + (f", {counts['not_asked']} not asked" if counts.get("not_asked") else "")
    )


def _spent(spent: Mapping[str, Any]) -> str:
    """Return what a run was charged for; "" where rules answered everything."""
    if not (spent["calls"] or spent["searches"] or spent["cached"]):
        return ""
    return (
        f"${spent['usd']:.2f} for {spent['calls']:,} calls and {spent['searches']:,} searches of the web; "
        f"{spent['cached']:,} answers were stored"
    )


def print_forecast(result: dict[str, Any]) -> None:
    """Print what a score run would ask and cost."""
    forecast = result["forecast"]
    if not forecast["questions"]:
        out.print("Rules answer all questions, or everything is judged already: nothing has to be paid.")
        return
    grid = Table("question", "model", "calls", "stored", "about", "at most")
    for line in (*forecast["questions"], {"question": "together", "model": "", **forecast}):
        money = ["unknown" if usd is None else f"${usd:,.2f}" for usd in (line["usd_expected"], line["usd_most"])]
        grid.add_row(line["question"], line["model"], f"{line['calls']:,}", f"{line['stored']:,}", *money)
    out.print(
        f"{forecast['reports']:,} {forecast['what']} of {result['agent']} to judge on {result['release']}",
        soft_wrap=True,
    )
    out.print(grid)
    if forecast["budget_usd"] is not None:
        out.print(f"The budget is ${forecast['budget_usd']:,.2f}, and pays for about {forecast['lasts']:.0%} of it.")


def print_changes(changes: list[dict[str, Any]]) -> None:
    """Print what part of each metric's change came from where; metrics without a number in both runs are left out."""
    grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))  # fits into 80 columns
    for heading in ("metric", "old", "new", "by code", "by release", "by judge"):
        grid.add_column(heading, no_wrap=True, justify="left" if heading == "metric" else "right")
    for change in changes:
        if change["old"] is None and change["new"] is None:
            continue
        numbers = [change[name] for name in ("old", "new", "by_code", "by_release", "by_judge")]
        grid.add_row(change["metric"], *("–" if number is None else f"{number:.3f}" for number in numbers))
    out.print(grid)
    swapped = ", ".join(dict.fromkeys(what for change in changes for what in change["swapped"])) or "nothing"
    out.print(f"Between the two runs differ: {swapped}.", soft_wrap=True)


def print_leaderboard(release: str, storage: str, *, as_json: bool) -> None:
    """Print all agents on a release."""
    runs = _newest(Storage(storage), release, summarised=True)
    board = leaderboard(runs, load(Storage(storage), runs[0].run.release).manifest.about.caution)
    if as_json:
        print_json(leaderboard_json(board))
    else:
        out.print(leaderboard_table(board, verdict_of(Storage(storage), runs)))


def print_comparison(
    release: str, first: str, second: str, storage: str, *, judge: str | None = None, as_json: bool = False
) -> None:
    """Print the paired comparison of two agents, by one judge where both were judged by it.

    Raises UnusableInput if one of them was not scored, or they have more than one judge in common and none is named.
    """
    runs = _newest(Storage(storage), release, ["scores"])
    a, b = _by_one_judge(runs, first, second, judge, release)
    if as_json:
        print_json([asdict(comparison) for comparison in compare_runs(a, b)])
    else:
        out.print(compare_table(a, b))


def _by_one_judge(
    runs: Sequence[LoadedRun], first: str, second: str, judge: str | None, release: str
) -> tuple[LoadedRun, LoadedRun]:
    """Return the newest runs of two agents by the judge that is named, or that both have; else their newest ones."""
    runs_by_judge: list[dict[str, LoadedRun]] = []
    for agent in (first, second):
        of_agent = {run.run.judge: run for run in runs if run.run.agent == agent and judge in (None, run.run.judge)}
        if not of_agent:
            scored = ", ".join(sorted({f"{run.run.agent} by {run.run.judge}" for run in runs})) or "none"
            raise UnusableInput(
                f"it has no score run{f' by {judge}' if judge else ''} (scored are: {scored})",
                where=f"agent {agent}",
                next_step=f"Run litgauge score {release} --run DIR --agent {agent}",
            )
        runs_by_judge.append(of_agent)
    common = [name for name in runs_by_judge[0] if name in runs_by_judge[1]]
    if len(common) > 1:
        raise UnusableInput(
            f"both were judged by {' and by '.join(common)}", where=f"{first}, {second}", next_step="Name one: --judge"
        )
    a, b = (of_agent[common[0]] if common else [*of_agent.values()][-1] for of_agent in runs_by_judge)
    return a, b


def write_report(release: str, path: Path, storage: str, *, pages: bool = False) -> Path:
    """Write the page that shows a release's score runs; it appears whole.

    With `pages` first the folder beside it, in which every cited page stands as it was frozen, and every picture of an
    answer as it was given.
    """
    from litgauge.flows.cli.frozen_files import beside, folder_beside, write_frozen, write_pictures
    from litgauge.tasks.html.report import render_report

    check_file(path)
    folder = folder_beside(path) if pages else None
    place = Storage(storage)
    stored = load(place, release)
    runs = _newest(place, stored.name)
    if folder:
        out.print(f"{write_frozen(folder, runs, place):,} frozen pages in {folder}", soft_wrap=True)
        if pictures := write_pictures(folder, runs, place):
            out.print(f"{pictures:,} pictures of answers in {folder}", soft_wrap=True)
    page = render_report(
        stored.benchmark.load(stored),
        runs,
        storage=place,
        generated=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        neighbours=beside(folder),
        caution=stored.manifest.about.caution,
    )
    with whole_file(path) as stream:
        stream.write(page)
    return path


def _run(benchmark: Benchmark, config: Any, storage: str, rescores: str = "") -> dict[str, Any]:
    from litgauge.flows.cli.progress import TerminalProgress
    from litgauge.flows.configs import imported
    from litgauge.flows.runtime.temporary_server import have_prefect
    from litgauge.tasks.engine.progress import listening

    have_prefect()
    with TerminalProgress(err) as progress, listening(progress):
        result: dict[str, Any] = imported(benchmark.flows.score)(config=config, storage=storage, rescores=rescores)
    return result


def _newest(
    storage: Storage, release: str, tables: Sequence[str] | None = None, *, summarised: bool = False
) -> list[LoadedRun]:
    name = load(storage, release).name
    runs, left_out = load_newest(storage, name, tables, summarised=summarised)
    for damage in left_out:
        err.print(Text(f"left out: {damage}"), soft_wrap=True)
    if not runs:
        older = older_runs(storage, name)
        note = f"; {len(older)} runs of an older litgauge are not read: {', '.join(older[:5])}" if older else ""
        raise UnusableInput(f"no agent was scored on it yet{note}", where=name, next_step=f"Run litgauge score {name}")
    if dated := dated_before_the_last(loaded.run for loaded in runs):
        ids = ", ".join(run.run_id for run in dated)
        note = "a clock was wrong: these runs are dated before one that the ledger counted earlier; its count decides"
        err.print(Text(f"{note}: {ids}"), soft_wrap=True)
    return runs
