"""The commands around score runs: score, rescore, audit, leaderboard, compare, report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from flows.reportbench.score_config import ScoreConfig
from tasks.benchmarks.reportbench.release_rows import SourceLines, load_release_rows
from tasks.engine.storage import Storage
from tasks.errors import UnusableInput
from tasks.judge import JudgeSettings, read_judge
from tasks.ledger import (
    LoadedRun,
    explain_change,
    find_score_run,
    list_score_runs,
    load_agent_run,
    load_score_run,
    newest_runs,
)
from tasks.metrics import AuditItem, audit_csv, draw_audit, read_audit
from tasks.pages.leaderboard import compare_runs, compare_table, leaderboard, leaderboard_json, leaderboard_table
from tasks.pages.report import render_report
from tasks.records import PairVerdict
from tasks.releases.release import load

JUDGED = ("supported", "not-supported", "unreachable")  # what people can check


def score_config(
    release: str, run: Path, agent: str, judge: Path | None, pages: Path | None, **more: Any
) -> ScoreConfig:
    """The config of a score run from what the command line names."""
    settings = read_judge(judge) if judge is not None else JudgeSettings()
    stored = str(pages) if pages is not None else None
    return ScoreConfig(release=release, run=str(run), agent=agent, judge=settings, pages=stored, **more)


def run_score(config: ScoreConfig, storage: str, err: Console, rescores: str = "") -> dict[str, Any]:
    """Score, with progress on the terminal."""
    from flows.reportbench.score import score_reports
    from flows.terminal import TerminalProgress
    from tasks.engine.progress import listening

    with TerminalProgress(err) as progress, listening(progress):
        result: dict[str, Any] = score_reports(config=config, storage=storage, rescores=rescores)
    return result


def run_rescore(
    release: str, run_id: str, judge: Path | None, storage: str, err: Console
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Score a run's reports again, with another release, judge or metric code; the result, and what changed why."""
    place = Storage(storage)
    old = find_score_run(place, run_id)
    result = run_score(rescore_config(release, run_id, judge, storage), storage, err, rescores=run_id)
    changes = explain_change(
        load_score_run(place, old), load_score_run(place, result["run"]),
        load_release_rows(place, old.release), load_release_rows(place, result["release"]),
    )  # fmt: skip
    return result, [asdict(change) for change in changes]


def rescore_config(release: str, run_id: str, judge: Path | None, storage: str) -> ScoreConfig:
    """The config that repeats a score run on a release, with its own judge if no other is named."""
    place = Storage(storage)
    old = find_score_run(place, run_id)
    agent_run, _ = load_agent_run(place, old.agent_run)
    before = ScoreConfig.model_validate_json(old.settings)
    swapped: dict[str, Any] = {"release": release, "run": agent_run.source, "agent": old.agent}
    if judge is not None:
        swapped["judge"] = read_judge(judge)
    return before.model_copy(update=swapped)


def print_score(result: dict[str, Any], out: Console) -> None:
    """Print a score run's numbers and what was left out of it."""
    counts = result["counts"]
    out.print(
        f"[bold]{result['agent']}[/] on {result['release']}, judged by {result['judge']}: score run {result['run']}",
        soft_wrap=True,
    )
    out.print(
        f"{counts['scored']} tasks scored, {counts['unscored']} unscored (our fault), {counts['missing']} missing; "
        f"{counts['pairs']} cited pairs, {counts['facts']} statements without citation",
        soft_wrap=True,
    )
    grid = Table("metric", "mean")
    for name, value in result["scores"].items():
        grid.add_row(name, "–" if value is None else f"{value:.3f}")
    out.print(grid)
    for kind, lines in result["listed"].items():
        if lines:
            out.print(
                f"{kind}: {'; '.join(lines[:8])}" + (" …" if len(lines) > 8 else ""), markup=False, soft_wrap=True
            )


def print_changes(changes: list[dict[str, Any]], out: Console) -> None:
    """Print what part of each metric's change came from where."""
    grid = Table("metric", "old", "new", "by code", "by release", "by judge", "swapped")
    for change in changes:
        numbers = [change[name] for name in ("old", "new", "by_code", "by_release", "by_judge")]
        shown = ["–" if number is None else f"{number:.3f}" for number in numbers]
        grid.add_row(change["metric"], *shown, ", ".join(change["swapped"]))
    out.print(grid)


def print_leaderboard(release: str, storage: str, out: Console, *, as_json: bool) -> None:
    """Print all agents on a release."""
    rows = leaderboard(_newest(Storage(storage), release))
    if as_json:
        out.print_json(data=leaderboard_json(rows))
    else:
        out.print(leaderboard_table(rows))


def print_comparison(release: str, first: str, second: str, storage: str, out: Console, *, as_json: bool) -> None:
    """Print the paired comparison of two agents."""
    runs = {loaded.run.agent: loaded for loaded in _newest(Storage(storage), release)}
    for agent in (first, second):
        if agent not in runs:
            raise UnusableInput(
                f"it has no score run (scored are: {', '.join(sorted(runs)) or 'none'})", where=f"agent {agent}",
                next_step=f"Run litgauge score {release} --run DIR --agent {agent}",
            )  # fmt: skip
    if as_json:
        out.print_json(data=[asdict(found) for found in compare_runs(runs[first], runs[second])])
    else:
        out.print(compare_table(runs[first], runs[second]))


def write_report(release: str, path: Path, storage: str) -> Path:
    """Write the page that shows a release's score runs; it appears whole."""
    place = Storage(storage)
    rows = load_release_rows(place, release)
    page = render_report(
        rows, _newest(place, rows.name), sources=SourceLines(rows, place),
        generated=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    )  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.part")
    draft.write_text(page, encoding="utf-8")
    draft.replace(path)
    return path


def write_audit(release: str, run_id: str, path: Path, size: int, storage: str, out: Console) -> None:
    """Write a sample of a run's verdicts for people to label."""
    place = Storage(storage)
    run = find_score_run(place, run_id)
    if run.release != load(place, release).name:
        raise UnusableInput(f"the run is of {run.release}", where=run_id, next_step=f"Name {run.release} instead")
    drawn = draw_audit(_audit_items(load_score_run(place, run)), size, seed=0)
    path.write_text(audit_csv(drawn), encoding="utf-8")
    out.print(f"{len(drawn)} verdicts in {path}; fill in `label`, then: litgauge audit {release} --read {path}")


def print_audit(path: Path, out: Console, *, as_json: bool) -> None:
    """Print how judge and people agree."""
    found = read_audit(path)
    if as_json:
        out.print_json(data=[asdict(one) for one in found])
        return
    grid = Table("verdicts", "labelled", "agreed", "share", "weighted", "kappa")
    for one in found:
        shares = ["–" if value is None else f"{value:.2f}" for value in (one.raw, one.weighted, one.kappa)]
        grid.add_row(one.kind, str(one.labelled), str(one.agreed), *shares)
    out.print(grid)


def _newest(storage: Storage, release: str) -> list[LoadedRun]:
    name = load(storage, release).name
    runs = [load_score_run(storage, run) for run in newest_runs(list_score_runs(storage, release=name))]
    if not runs:
        raise UnusableInput("no agent was scored on it yet", where=name, next_step=f"Run litgauge score {name}")
    return runs


def _audit_items(loaded: LoadedRun) -> Iterator[AuditItem]:
    statements = {(row.report_id, row.number): row.text for row in loaded.tables.statements}
    for pair in loaded.tables.pairs:
        if pair.outcome in JUDGED:
            yield _of_pair(pair, statements[pair.report_id, pair.statement])
    for fact in loaded.tables.facts:
        if fact.truth in ("true", "false"):
            text = statements[fact.report_id, fact.statement]
            yield AuditItem("uncited", fact.report_id, fact.statement, "", text, "; ".join(fact.reasons), fact.truth)


def _of_pair(pair: PairVerdict, text: str) -> AuditItem:
    return AuditItem("cited", pair.report_id, pair.statement, pair.page, text, pair.passage, pair.outcome)
