"""TaxoBench, declared (arXiv 2601.12369)."""

from __future__ import annotations

from litgauge.tasks.base.late_names import late_value
from litgauge.tasks.benchmark import Benchmark, Counted, Example, Flows, Scoring, grade_labels, metrics_in
from litgauge.tasks.benchmarks.taxobench import metrics
from litgauge.tasks.benchmarks.taxobench.about import ABOUT, release_statistics, unreviewed_note
from litgauge.tasks.benchmarks.taxobench.answers import ANSWERS
from litgauge.tasks.benchmarks.taxobench.build.assembly import assemble
from litgauge.tasks.benchmarks.taxobench.build.rows import CANDIDATES, PROVENANCE, TOPIC_EDGES
from litgauge.tasks.benchmarks.taxobench.judging import TREE_GRADES
from litgauge.tasks.benchmarks.taxobench.release_rows import load_release_rows
from litgauge.tasks.benchmarks.taxobench.rows import INPUTS, PARTS_GIVEN, RELEASE_TABLES, REVIEWS, RUN_TABLES
from litgauge.tasks.benchmarks.taxobench.scoring import GRADING, count_rows, readdress, task_results

COUNTED = (
    Counted("harvest", "papers that pass the rules"),
    Counted("surveys", "surveys of the literature"),
    Counted("sources", "with a source"),
    Counted("references", "with references"),
    Counted("candidate-trees", "with trees in their source"),
    Counted("chosen-trees", "with a taxonomy", paper=72),
)
"""The paper counts 72 surveys (2.2)."""

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
        build="litgauge.flows.taxobench.build:build_taxobench",
        build_config="litgauge.flows.taxobench.config:TaxoBuildConfig",
        score="litgauge.flows.taxobench.score:score_trees",
        score_config="litgauge.flows.taxobench.config:TaxoScoreConfig",
        own_deployments=("litgauge.flows.taxobench.inputs_form:inputs_deployment",),
        commands="litgauge.flows.taxobench.commands:app",
        demo="litgauge.flows.taxobench.demo:run_demo",
    ),
    example=Example("data/sample/taxobench/agents/careful", agent="bottom-up", model="offline"),
    card_notes=unreviewed_note,
    task_columns=("mode",),
    imports={"taxobench": "litgauge.tasks.benchmarks.taxobench.importing:import_published"},
    card_tags=("survey", "taxonomy"),
    counted=COUNTED,
    statistics=release_statistics,
    page=late_value("litgauge.tasks.benchmarks.taxobench.page:PAGE"),
    agents={
        "bottom-up": "litgauge.tasks.benchmarks.taxobench.agents:BOTTOM_UP",
    },
)
