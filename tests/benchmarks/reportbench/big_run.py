"""A run as big as the paper's: 100 reports of 130 statements, with texts of hostile and usual length."""

from __future__ import annotations

from dataclasses import replace

from tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from tasks.benchmarks.reportbench.release_rows import ReleaseRows
from tasks.benchmarks.reportbench.run_tables import RunTables
from tasks.declaration import score_rows
from tasks.ledger import LoadedRun
from tests.benchmarks.reportbench.sample_run import release, sample_run


def big_release(reports: int = 100) -> ReleaseRows:
    """The sample's tasks, again and again under other numbers."""
    small = release()
    tasks = [replace(small.tasks[number % len(small.tasks)], task_id=f"task-{number}") for number in range(reports)]
    return replace(small, tasks=tuple(tasks), digest="b1" * 32)


def big_run(agent: str = "careless", reports: int = 100, statements: int = 130) -> tuple[LoadedRun, ReleaseRows]:
    """An agent's run on the big release: each report is one of the sample's, its statements repeated."""
    small, big = sample_run(agent), big_release(reports)
    own = RunTables.of(small.rows)
    tables = RunTables(pages=own.pages, page_verdicts=own.page_verdicts)
    parts = {task.task_id: _blown_up(own, task.survey_id, task.task_id, statements) for task in big.tasks}
    merged = {
        name: tuple(row for part in parts.values() for row in part.rows()[name]) or getattr(tables, name)
        for name in tables.rows()
    }
    rows, counts = score_rows(REPORTBENCH.scoring, merged, big)
    return LoadedRun(replace(small.run, release_digest=big.digest, counts=counts), rows), big


def _blown_up(tables: RunTables, survey: str, task: str, statements: int) -> RunTables:
    reports = [row for row in tables.reports if row.survey_id == survey]
    if not reports:
        return RunTables()
    old, new = reports[0].report_id, f"{reports[0].agent}/{task}"
    own = [row for row in tables.statements if row.report_id == old]
    if not own:
        return RunTables(reports=(replace(reports[0], report_id=new, task_id=task),))
    repeats = -(-statements // len(own))
    shift = [(round_, number) for round_ in range(repeats) for number in range(len(own))][:statements]
    number_of = {place: index for index, place in enumerate(shift)}

    def again(rows: tuple, name: str) -> tuple:  # type: ignore[type-arg]
        return tuple(
            replace(row, report_id=new, **{name: number_of[round_, getattr(row, name)]})
            for round_ in range(repeats)
            for row in rows
            if row.report_id == old and (round_, getattr(row, name)) in number_of
        )

    return RunTables(
        reports=(replace(reports[0], report_id=new, task_id=task),),
        statements=again(tables.statements, "number"),
        links=again(tables.links, "statement"),
        works=tuple(replace(row, report_id=new) for row in tables.works if row.report_id == old),
        pairs=again(tables.pairs, "statement"),
        facts=again(tables.facts, "statement"),
    )
