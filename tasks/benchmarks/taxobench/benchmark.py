"""TaxoBench, declared (arXiv 2601.12369)."""

from __future__ import annotations

from tasks.benchmark import Benchmark, Example, Flows, Scoring, grade_labels, metrics_in
from tasks.benchmarks.taxobench import metrics
from tasks.benchmarks.taxobench.about import ABOUT, release_statistics, unreviewed_note
from tasks.benchmarks.taxobench.answers import ANSWERS
from tasks.benchmarks.taxobench.build.assembly import assemble
from tasks.benchmarks.taxobench.build.rows import CANDIDATES, PROVENANCE, TOPIC_EDGES
from tasks.benchmarks.taxobench.judging import TREE_GRADES
from tasks.benchmarks.taxobench.page import PAGE
from tasks.benchmarks.taxobench.release_rows import load_release_rows
from tasks.benchmarks.taxobench.rows import INPUTS, PARTS_GIVEN, RELEASE_TABLES, REVIEWS, RUN_TABLES
from tasks.benchmarks.taxobench.scoring import GRADING, count_rows, readdress, task_results

TAXOBENCH = Benchmark(
    name="taxobench",
    title="TaxoBench",
    paper="arXiv 2601.12369",
    tables=(*RELEASE_TABLES, CANDIDATES, PROVENANCE, TOPIC_EDGES, INPUTS, REVIEWS, PARTS_GIVEN),
    about=ABOUT,
    assemble=assemble,
    load=load_release_rows,
    answers=ANSWERS,
    scoring=Scoring(
        tables=RUN_TABLES,
        results=task_results,
        readdress=readdress,
        count=count_rows,
        verdicts=grade_labels("tree_grades"),
        grading=GRADING,
        metrics=metrics_in(metrics),
        headline=("ari", "recall"),
        judged={"grades": TREE_GRADES.role},
        groups=("mode",),
        paper_table="Table 2 of the paper",
    ),
    flows=Flows(
        build="flows.taxobench.build:build_taxobench",
        build_config="flows.taxobench.config:TaxoBuildConfig",
        score="flows.taxobench.score:score_trees",
        score_config="flows.taxobench.config:TaxoScoreConfig",
        own_deployments=("flows.taxobench.inputs_form:inputs_deployment",),
        commands="flows.taxobench.commands:app",
        demo="flows.taxobench.demo:run_demo",
    ),
    example=Example("data/sample/taxobench/agents/careful", agent="bottom-up", model="offline"),
    card_notes=unreviewed_note,
    task_columns=("mode",),
    imports={"taxobench": "tasks.benchmarks.taxobench.importing:import_published"},
    card_tags=("survey", "taxonomy"),
    statistics=release_statistics,
    page=PAGE,
    agents={
        "bottom-up": "tasks.benchmarks.taxobench.agents:BOTTOM_UP",
    },
)
