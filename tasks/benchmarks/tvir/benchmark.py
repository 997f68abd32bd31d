"""TVIR, declared (arXiv 2606.02320)."""

from __future__ import annotations

from tasks.benchmark import Benchmark, Example, Flows, Scoring
from tasks.benchmark.plain import assemble_tables
from tasks.benchmarks.tvir.about import ABOUT, broken_tasks, task_statistics
from tasks.benchmarks.tvir.answers import ANSWERS
from tasks.benchmarks.tvir.metrics import METRICS
from tasks.benchmarks.tvir.page import PAGE
from tasks.benchmarks.tvir.people import GRADING
from tasks.benchmarks.tvir.release_rows import load_release_rows
from tasks.benchmarks.tvir.rows import RELEASE_TABLES, RUN_TABLES
from tasks.benchmarks.tvir.scoring import JUDGED, count_rows, task_results, verdicts
from tasks.reports.ingest import readdress_reports

TVIR = Benchmark(
    name="tvir",
    title="TVIR",
    paper="arXiv 2606.02320",
    tables=RELEASE_TABLES,
    about=ABOUT,
    assemble=assemble_tables(*RELEASE_TABLES),
    load=load_release_rows,
    answers=ANSWERS,
    scoring=Scoring(
        tables=RUN_TABLES,
        results=task_results,
        readdress=readdress_reports,
        count=count_rows,
        grading=GRADING,
        verdicts=verdicts,
        metrics=METRICS,
        headline=("overall", "ta", "va"),
        judged={part: part for part in JUDGED},
        groups=("language", "level", "domain"),
        paper_table="Table 1 of the paper",
    ),
    flows=Flows(
        build="flows.tvir.build:build_tvir",
        build_config="flows.tvir.config:TvirBuildConfig",
        commands="flows.tvir.commands:app",
        score="flows.tvir.score:score_tvir",
        score_config="flows.tvir.config:TvirScoreConfig",
        demo="flows.tvir.demo:run_demo",
    ),
    example=Example(
        "data/sample/tvir/agents/careful", pages="data/sample/tvir/pages", agent="single-shot", model="offline"
    ),
    agents={"tvir-agent": "tasks.benchmarks.tvir.agents.agent:TVIR_AGENT"},
    imports={"tvir": "tasks.benchmarks.tvir.importing:import_published"},
    card_tags=("deep-research", "figures"),
    broken=broken_tasks,
    statistics=task_statistics,
    page=PAGE,
)
