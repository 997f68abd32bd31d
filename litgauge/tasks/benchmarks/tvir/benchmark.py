"""TVIR, declared (arXiv 2606.02320)."""

from __future__ import annotations

from litgauge.tasks.base.late_names import late_value
from litgauge.tasks.benchmark import Benchmark, Example, Flows, Scoring
from litgauge.tasks.benchmark.plain import assemble_tables
from litgauge.tasks.benchmarks.tvir.about import ABOUT, broken_tasks, task_statistics
from litgauge.tasks.benchmarks.tvir.answers import ANSWERS
from litgauge.tasks.benchmarks.tvir.metrics import METRICS
from litgauge.tasks.benchmarks.tvir.people import GRADING
from litgauge.tasks.benchmarks.tvir.release_rows import load_release_rows
from litgauge.tasks.benchmarks.tvir.rows import RELEASE_TABLES, RUN_TABLES
from litgauge.tasks.benchmarks.tvir.scoring import JUDGED, count_rows, task_results, verdicts
from litgauge.tasks.reports.ingest import readdress_reports

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
        build="litgauge.flows.tvir.build:build_tvir",
        build_config="litgauge.flows.tvir.config:TvirBuildConfig",
        commands="litgauge.flows.tvir.commands:app",
        score="litgauge.flows.tvir.score:score_tvir",
        score_config="litgauge.flows.tvir.config:TvirScoreConfig",
        demo="litgauge.flows.tvir.demo:run_demo",
    ),
    example=Example(
        "data/sample/tvir/agents/careful", pages="data/sample/tvir/pages", agent="single-shot", model="offline"
    ),
    agents={"tvir-agent": "litgauge.tasks.benchmarks.tvir.agents.agent:TVIR_AGENT"},
    imports={"tvir": "litgauge.tasks.benchmarks.tvir.importing:import_published"},
    card_tags=("deep-research", "figures"),
    broken=broken_tasks,
    statistics=task_statistics,
    page=late_value("litgauge.tasks.benchmarks.tvir.page:PAGE"),
)
