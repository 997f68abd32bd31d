"""Every sheet that is declared, with rows, what a person fills in, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.benchmarks.reportbench.build.domains.review import DOMAIN_REVIEW, read_review, review_rows
from litgauge.tasks.benchmarks.reportbench.build.domains.sample import LEVELS
from litgauge.tasks.benchmarks.reportbench.build.prompts.review import PROMPT_REVIEW, prompt_rows, read_votes
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt
from litgauge.tasks.benchmarks.scinetbench.people import MEMBERS, QUERIES
from litgauge.tasks.benchmarks.scinetbench.people import read_review as read_queries
from litgauge.tasks.sheets import Sheet, picture_cell
from litgauge.tasks.sheets.grades import GradedItem, GradeScale, grade_sheet, read_grades
from litgauge.tasks.sheets.labels import AUDIT, AuditItem, audit_rows, draw_audit, read_labels
from litgauge.tasks.sheets.ranks import RankedItem, draw_subjects, rank_sheet, read_rankings

Row = Mapping[str, str]
NASTY = '=SUM(A1)\n“zwei”; "Zeilen",\tÜber 2301.10 | é'
"""A text with all that separates cells, with a formula, and with letters that Windows-1252 has."""
SCALE = GradeScale(("coverage", "logic"), also={"semantic_coverage": "coverage"})
GRADED = [
    GradedItem(f"task-{number}", "me", "judge", f"s{number}", {"topic": NASTY, "tree": f"- {number}\n  - so"}, {})
    for number in range(4)
]
CHART_SCALE = GradeScale(("coverage", "logic"), pictures=("chart",))
CHARTS = [
    GradedItem(
        f"t{number}", "me", "judge", "c", {"chart": picture_cell(f"{number:064x}", "image/png"), "text": NASTY}, {}
    )
    for number in range(3)
]
RANKED = [
    RankedItem(topic, f"={topic}", system, f"{topic}-{system}", f"{topic} by {system}", "me")
    for topic in ("owls", "gulls")
    for system in ("none", "ego")
]


@dataclass(frozen=True)
class Example:
    """A sheet, and a person's work on it."""

    sheet: Sheet
    rows: Sequence[Row]
    answers: Sequence[Row]  # to each row
    read: Callable[[Path], object]
    wrong: tuple[str, str]  # a column, and what it may not hold
    item: tuple[str, ...]  # the columns without which nobody knows what a row is about
    file: str = "ada"  # name of the file, without its suffix

    def filled(self) -> list[dict[str, str]]:
        """Return the rows as they are handed back."""
        empty = dict.fromkeys((column.name for column in self.sheet.columns), "")
        return [{**empty, **row, **answer} for row, answer in zip(self.rows, self.answers, strict=True)]


def labels() -> Example:
    """Return the audit of verdicts."""
    items = [
        AuditItem(kind, "2301.10", number, "https://a.example/?a=1;b", NASTY, "-1", verdict)
        for number, (kind, verdict) in enumerate(
            [("cited", "supported"), ("cited", "unreachable"), ("uncited", "true")]
        )
    ]
    rows = audit_rows(draw_audit(items, 3, seed=0))
    answers = [
        {"label": {"cited": " Not-Supported", "uncited": "FALSE"}[row["kind"]], "comment": "+ é"} for row in rows
    ]
    return Example(AUDIT, rows, [*answers[:2], {"comment": "?"}], read_labels, ("label", "maybe"), ("report_id",))


def grades() -> Example:
    """Return the sheet of grades."""
    sheet, rows = grade_sheet(GRADED, SCALE)
    answers = [{"coverage": "4", "logic": "5"}, {"coverage": "1"}, {"comment": "=é"}, {"logic": "2"}]
    return Example(sheet, rows, answers, lambda path: read_grades([path], SCALE, GRADED), ("logic", "4.5"), ("item",))


def charts() -> Example:
    """Return the sheet of grades of charts, which it shows."""
    sheet, rows = grade_sheet(CHARTS, CHART_SCALE)
    answers = [{"coverage": "4"}, {"logic": "1", "comment": "blurred"}, {}]
    return Example(
        sheet, rows, answers, lambda path: read_grades([path], CHART_SCALE, CHARTS), ("coverage", "0"), ("item",)
    )


def ranks() -> Example:
    """Return the sheet of ranks."""
    sheet, rows = rank_sheet(draw_subjects(RANKED, 9, seed=0), "sheet-reviews")
    answers = [{"rank": "2"}, {"rank": "1", "comment": "é"}, {"rank": "1"}, {"rank": "1"}]
    return Example(sheet, rows, answers, lambda path: read_rankings([path], RANKED), ("rank", "best"), ("item",))


def domains() -> Example:
    """Return the correction of domains."""
    surveys = [DomainLabel(f"2301.000{n}0", "Unknown", NASTY, "offline", "q@1") for n in range(3)]
    answers = [{"expert_domain": "D", "comment": "é"}, {}, {"expert_domain": "culture, media, and digital content"}]
    rows = review_rows(surveys, {"2301.00010": NASTY})
    return Example(DOMAIN_REVIEW, rows, answers, read_review, ("expert_domain", "Cooking"), ("survey_id",))


def prompts() -> Example:
    """Return the review of prompts."""
    rows = list(prompt_rows([Prompt("2301.00010", level, NASTY, "", "2023-01", "m", "q") for level in LEVELS], {}, ""))
    answers = [{"fits": "yes", "hidden": "no", "reason": "é"}, {"clear": "1"}, {}]
    read = lambda path: read_votes(path.parent)  # noqa: E731
    return Example(PROMPT_REVIEW, rows, answers, read, ("clear", "perhaps"), ("prompt_id",))


def members() -> Example:
    """Return the review of sub-fields."""
    rows = [{"sub_field": "owls", "work": f"W{n}", "title": NASTY, "by_rule": "owl"} for n in range(3)]
    answers = [{"label_1": "yes", "label_2": "1"}, {"label_1": "No", "comment": "é"}, {"label_2": "yes"}]
    read = lambda path: read_queries(path.parent)  # noqa: E731
    return Example(MEMBERS, rows, answers, read, ("label_2", "maybe"), ("sub_field", "work"), "sub-fields")


def queries() -> Example:
    """Return the review of queries."""
    rows = [{"task_id": f"ego-{n}", "relation": "cites", "prompt": NASTY} for n in range(3)]
    answers = [{"label_1": "keep"}, {"label_1": "no", "label_2": "yes"}, {"label_1": "yes", "reworded": "=Why é?\nSo."}]
    read = lambda path: read_queries(path.parent)  # noqa: E731
    return Example(QUERIES, rows, answers, read, ("label_1", "maybe"), ("task_id",), "ego-centric")


EXAMPLES = (labels, grades, charts, ranks, domains, prompts, members, queries)
