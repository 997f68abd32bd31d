"""Parts of a page that only TaxoBench has."""

from __future__ import annotations

from pathlib import Path

from litgauge.tasks.benchmark import AnswerPart, Page, PagePart, Words
from litgauge.tasks.benchmarks.taxobench.page import grids
from litgauge.tasks.benchmarks.taxobench.page.ablation import ablation
from litgauge.tasks.benchmarks.taxobench.page.beside_paper import beside_paper
from litgauge.tasks.benchmarks.taxobench.page.by_mode import paper_tables
from litgauge.tasks.benchmarks.taxobench.page.calibration import calibration
from litgauge.tasks.benchmarks.taxobench.page.error_types import error_types
from litgauge.tasks.benchmarks.taxobench.page.losses import losses
from litgauge.tasks.benchmarks.taxobench.page.recall_structure import recall_structure
from litgauge.tasks.benchmarks.taxobench.page.tree_views import MARKS, tally, task_titles, tree_views, written
from litgauge.tasks.benchmarks.taxobench.page.trivial_trees import HOMOGENEITY, beside_trivial

PAGE = Page(
    templates=Path(__file__).parent / "templates",
    parts=(
        PagePart(
            "tables",
            "Tables 2 and 4: each mode by itself",
            "paper_tables.html",
            paper_tables,
            first=True,
            grids=grids.paper_grids,
            value=grids.modes_value,
        ),
        PagePart(
            "trivial",
            "Beside trivial trees",
            "trivial.html",
            beside_trivial,
            first=True,
            grids=grids.trivial_grids,
            value=grids.trivial_value,
        ),
        PagePart(
            "calibrated",
            "Between trivial trees and two experts",
            "calibration.html",
            calibration,
            grids=grids.calibrated_grids,
            value=grids.calibrated_value,
        ),
        HOMOGENEITY,
        PagePart(
            "paper",
            "Beside the paper’s tables",
            "beside_paper.html",
            beside_paper,
            grids=grids.beside_paper_grids,
            value=grids.beside_paper_value,
        ),
        PagePart(
            "inputs",
            "What more information does",
            "ablation.html",
            ablation,
            grids=grids.input_grids,
            value=grids.inputs_value,
        ),
        PagePart(
            "losses",
            "Where papers are lost",
            "losses.html",
            losses,
            grids=grids.loss_grids,
            value=grids.losses_value,
        ),
        PagePart(
            "recall",
            "Recall and structure",
            "recall_structure.html",
            recall_structure,
            grids=grids.recall_grids,
            value=grids.recall_value,
        ),
        PagePart(
            "errors",
            "Types of errors",
            "error_types.html",
            error_types,
            grids=grids.error_grids,
            value=grids.errors_value,
        ),
    ),
    answer=AnswerPart("answer.html", tree_views, MARKS, tally, task_titles, written),
    words=Words(answer="tree", answers="trees", cluster="survey", clusters="surveys", pieces="papers"),
    columns={"mode": "Mode"},
    leaderboard="tables",
    answers_first=True,
)
