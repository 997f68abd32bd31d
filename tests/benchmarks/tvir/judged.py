"""A score run of one report of TVIR: two figures, everything judged, or the judge failed on everything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from litgauge.tasks.benchmarks.tvir.release_rows import TvirRows
from litgauge.tasks.benchmarks.tvir.rows import (
    RUN_TABLES,
    ChecklistItem,
    ItemVerdict,
    ReportGrade,
    ReportTask,
    SupportVerdict,
)
from litgauge.tasks.benchmarks.tvir.settings import ANALYSIS, COMPOSITION, WRITING
from litgauge.tasks.figures.rows import (
    CAPTION,
    CHART_CHECKS,
    INTEGRATION,
    ChartCheck,
    FigureFacts,
    FigureGrade,
    FigureReading,
    IssueCount,
)
from litgauge.tasks.records import AgentReport, Figure, FigurePicture, Statement
from litgauge.tasks.records.figures import PictureMeasures, StructuralError

REPORT = "me/owls"
WHY = "time-out"
BY = ("q@1", "judge", "")
GRADED = {"wq": WRITING, "adb": ANALYSIS, "mc": COMPOSITION}
FIGURES = {"fcq": CAPTION, "fci": INTEGRATION}

TASK = ReportTask("owls", "As a keeper, draw a chart of owls in 2025.", "en", "low", "Law & Policy", "owls", "")
ITEMS = tuple(ChecklistItem("owls", number, "Owls", f"Does it say {number}?", False, "") for number in range(3))


def release(*tasks: ReportTask) -> TvirRows:
    tasks = tasks or (TASK,)
    return TvirRows("tvir@1", "", tasks, {task.task_id: ITEMS for task in tasks})


def figure(number: int, kind: str = "image", **changes: Any) -> Figure:
    made = Figure(
        REPORT,
        number,
        0,
        9,
        "markdown",
        f"Figure {number}",
        "Owls",
        2,
        6,
        "line",
        "",
        -1,
        -1,
        "",
        ("See it.",),
        kind,
        "path",
    )  # type: ignore[arg-type]
    return replace(made, **changes)


def picture(number: int, status: str = "ok") -> FigurePicture:
    return FigurePicture(
        REPORT,
        number,
        0,
        "a.png",
        0,
        5,
        status,
        "",
        "",
        "image/png",
        9,
        800,
        600,
        1,
        "",
        "",
        "",
        0,
        0,
        0,  # type: ignore[arg-type]
    )


def measures(number: int, quality: float = 0.8, phash: int = 0) -> PictureMeasures:
    return PictureMeasures(
        REPORT, number, 0, *[quality] * 6, 0.62, 120, f"{phash:016x}", f"{phash:064x}", str(number),
        0.1, False, False,
    )  # fmt: skip


def issues(figure: int = -1, count: int | None = 0, outcome: str = "judged", repeat: int = 1) -> IssueCount:
    return IssueCount(REPORT, figure, repeat, outcome, count, count, "" if outcome == "judged" else WHY, *BY)  # type: ignore[arg-type]


def supports(*outcomes: str, repeat: int = 1) -> list[SupportVerdict]:
    return [
        SupportVerdict(REPORT, number, repeat, outcome, ("https://a.example",), "", WHY, *BY)  # type: ignore[arg-type]
        for number, outcome in enumerate(outcomes)
    ]


def items(*scores: float | None, repeat: int = 1) -> list[ItemVerdict]:
    return [ItemVerdict(REPORT, number, repeat, score, WHY, *BY) for number, score in enumerate(scores)]


def report_grades(score: int | None, repeat: int = 1) -> list[ReportGrade]:
    return [
        ReportGrade(REPORT, metric, name, repeat, score, score, WHY, 5, *BY)  # type: ignore[arg-type]
        for metric, names in GRADED.items()
        for name in names
    ]


def figure_grades(figure: int, score: int | None, repeat: int = 1) -> list[FigureGrade]:
    return [
        FigureGrade(REPORT, figure, metric, name, repeat, score, WHY, *BY)  # type: ignore[arg-type]
        for metric, names in FIGURES.items()
        for name in names
    ]


def chart_checks(figure: int, score: int | None, repeat: int = 1) -> list[ChartCheck]:
    return [ChartCheck(REPORT, figure, name, repeat, score, WHY, *BY) for name in CHART_CHECKS]


def facts(number: int, **changes: Any) -> FigureFacts:
    made = FigureFacts(REPORT, number, "none", 0, 0, 0, None, "unknown", "", "Owls at dusk", "https://a.example", "CC0")
    return replace(made, **changes)


def report(text: str = "Owls fly [1].") -> AgentReport:
    return AgentReport(REPORT, "me", "owls", "owls", "owls/report.md", "markdown", text, "0" * 64)


def judged_rows(**tables: Any) -> dict[str, Any]:
    """The rows of a run with one image (figure 0) and one chart (figure 1), all judged; some tables replaced."""
    rows: Mapping[str, Any] = {
        "reports": [report()],
        "statements": [Statement(REPORT, 0, 0, 9, "Owls fly", "", True, "rules")],
        "figure_readings": [FigureReading(REPORT, "owls", 2)],
        "figures": [figure(0), figure(1, "chart")],
        "figure_facts": [facts(0), facts(1, data="table", numbers=4, compared=5, agreeing=4, in_pages=3)],
        "figure_pictures": [picture(0), picture(1)],
        "picture_measures": [measures(0)],
        "structural_errors": [StructuralError(REPORT, 0, "completeness", "picture-unusable", 0, 5, "it is broken")],
        "support": supports("supported", "partial", "unsupported", "unreachable"),
        "items": items(1, 0.5, 0),
        "report_grades": report_grades(7),
        "consistency": [issues(count=3)],
        "chart_sources": [issues(1, 1)],
        "figure_grades": [*figure_grades(0, 8), *figure_grades(1, 6)],
        "chart_checks": chart_checks(1, 1),
    }
    return {**{table.name: () for table in RUN_TABLES}, **rows, **tables}


def failed_rows() -> dict[str, Any]:
    """The rows of a run on which the judge failed throughout."""
    return judged_rows(
        support=supports("failed", "failed"),
        items=items(None, None, None),
        report_grades=report_grades(None),
        consistency=[issues(-1, None, "failed")],
        chart_sources=[issues(1, None, "failed")],
        figure_grades=[*figure_grades(0, None), *figure_grades(1, None)],
        chart_checks=chart_checks(1, None),
    )


def missing_rows() -> dict[str, Any]:
    """The rows of a run without any report."""
    return {table.name: () for table in RUN_TABLES}
