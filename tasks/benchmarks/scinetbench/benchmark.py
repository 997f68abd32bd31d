"""SciNetBench, declared (arXiv 2601.03260)."""

from __future__ import annotations

from tasks.benchmark import Benchmark, Example, Flows, Scoring, grade_labels, metrics_in
from tasks.benchmarks.scinetbench import metrics
from tasks.benchmarks.scinetbench.about import ABOUT
from tasks.benchmarks.scinetbench.answers.reading import ANSWERS
from tasks.benchmarks.scinetbench.assembly import assemble
from tasks.benchmarks.scinetbench.judging import GRADES
from tasks.benchmarks.scinetbench.left_out import left_out
from tasks.benchmarks.scinetbench.page import PAGE
from tasks.benchmarks.scinetbench.release_rows import load_release_rows
from tasks.benchmarks.scinetbench.scoring import count_rows, derive, readdress, task_results
from tasks.benchmarks.scinetbench.statistics import release_statistics
from tasks.benchmarks.scinetbench.tables import RELEASE_TABLES, RUN_TABLES

SCINETBENCH = Benchmark(
    name="scinetbench",
    title="SciNetBench",
    paper="arXiv 2601.03260",
    tables=RELEASE_TABLES,
    about=ABOUT,
    assemble=assemble,
    load=load_release_rows,
    answers=ANSWERS,
    scoring=Scoring(
        tables=RUN_TABLES,
        derive=derive,
        results=task_results,
        readdress=readdress,
        count=count_rows,
        verdicts=grade_labels(
            "grades",
            kind=lambda grade: grade.quality,
            item=lambda grade: grade.task_id if grade.work is None else f"W{grade.work}",
        ),
        metrics=metrics_in(metrics),
        headline=("novelty_sos", "cite_acc", "consistency"),
        judged={"grades": GRADES.role},
        groups=("kind", "relation"),
        paper_table="Tables 1 to 3 of the paper",
    ),
    flows=Flows(
        build="flows.scinetbench.build:build_scinetbench",
        build_config="flows.scinetbench.config:NetworkBuildConfig",
        score="flows.scinetbench.score:score_lists",
        score_config="flows.scinetbench.config:NetworkScoreConfig",
        commands="flows.scinetbench.commands:app",
        demo="flows.scinetbench.demo:run_demo",
    ),
    example=Example("data/sample/scinetbench/agents/careful", agent="bm25"),
    task_columns=("kind", "relation"),
    card_tags=("citation-network", "literature-retrieval"),
    statistics=release_statistics,
    quarantine=left_out,
    page=PAGE,
    agents={
        "retrieval-embeddings": "tasks.benchmarks.scinetbench.retrieval.embeddings:EMBEDDINGS",
        "retrieval-bm25": "tasks.benchmarks.scinetbench.retrieval.bm25:BM25",
        "retrieval-most-cited": "tasks.benchmarks.scinetbench.retrieval.most_cited:MOST_CITED",
    },
)
