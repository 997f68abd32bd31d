"""ReportBench, declared (arXiv 2508.15804)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import LateFunction, late_value
from litgauge.tasks.benchmark import Benchmark, Counted, Example, Flows, Scoring, metrics_in, summed
from litgauge.tasks.benchmarks.reportbench import metrics
from litgauge.tasks.benchmarks.reportbench.about import ABOUT
from litgauge.tasks.benchmarks.reportbench.answers import ANSWERS
from litgauge.tasks.benchmarks.reportbench.change_reasons import COMPARED
from litgauge.tasks.benchmarks.reportbench.release_rows import load_release_rows
from litgauge.tasks.benchmarks.reportbench.rows import RELEASE_TABLES
from litgauge.tasks.benchmarks.reportbench.run_rows import RUN_TABLES
from litgauge.tasks.figures.scored import with_figures

if TYPE_CHECKING:
    import pyarrow as pa

_ROOM = "litgauge.tasks.benchmarks.reportbench"
_QUESTIONED = (("prompts", "prompts were written"), ("domains", "domain labels were given"))


def broken(tables: Mapping[str, pa.Table]) -> Iterator[str]:
    """Citations that lead nowhere, and tasks whose prompt is no prompt of their survey."""
    from litgauge.tasks.benchmarks.reportbench.build.citation_keys import lost_citations

    yield from summed("citations: {} of a reference that the release does not hold", lost_citations(tables))
    yield from summed("tasks: {} whose prompt is no prompt of its survey", _lost_prompts(tables))


def offline_note(tables: Mapping[str, pa.Table]) -> str:
    """Return what the card must say where rules stood in for a model."""
    import pyarrow as pa
    import pyarrow.compute as pc

    lines = []
    for name, what in _QUESTIONED:
        models = tables[name]["model"] if name in tables else pa.chunked_array([[]], pa.string())
        offline = pc.sum(pc.equal(models, "offline")).as_py() or 0
        if offline:
            lines.append(
                f"> **Offline provider:** {offline} of {len(models)} {what} by deterministic rules, without "
                "any model. They try out the system; do not compare agents by them."
            )
    return "\n>\n".join(lines) + "\n" if lines else ""


def _lost_prompts(tables: Mapping[str, pa.Table]) -> Iterator[str]:
    texts = set()
    for row in tables["prompts"].select(["survey_id", "body", "rules"]).to_pylist():
        texts |= {(row["survey_id"], row["body"]), (row["survey_id"], f"{row['body']}\n\n{row['rules']}")}
    for row in tables["tasks"].select(["task_id", "survey_id", "prompt", "level"]).to_pylist():
        # The level of an imported prompt is not known, so it cannot stand among the prompts.
        if row["level"] is not None and (row["survey_id"], row["prompt"]) not in texts:
            yield row["task_id"]


COUNTED = (
    Counted("harvest", "papers that pass the rules"),
    Counted("surveys", "surveys of the literature"),
    Counted("sources", "with a source"),
    Counted("references"),  # what it gives up is read as a PDF
    Counted("pdf-references", "with references", paper=678),
    Counted("fulltext", "with a text"),
    Counted("prompts", "with prompts", paper=678),
    Counted("domains", "with a domain", paper=678),
    Counted("sample", "tasks", paper=100),
)
"""The paper counts 678 surveys kept (2.1.1), the same in figure 2, and 100 tasks (2.1.3)."""

REPORTBENCH = with_figures(
    Benchmark(
        name="reportbench",
        title="ReportBench",
        paper="arXiv 2508.15804",
        tables=RELEASE_TABLES,
        about=ABOUT,
        assemble=LateFunction(f"{_ROOM}.build.assembly:assemble"),
        load=load_release_rows,
        answers=ANSWERS,
        scoring=Scoring(
            tables=RUN_TABLES,
            derive=LateFunction(f"{_ROOM}.scoring:derive"),
            results=LateFunction(f"{_ROOM}.scoring:task_results"),
            readdress=LateFunction("litgauge.tasks.reports.ingest:readdress_reports"),
            count=LateFunction(f"{_ROOM}.scoring:count_rows"),
            audit=LateFunction(f"{_ROOM}.judging:audit_items"),
            audited={"cited": "match_rate", "uncited": "factual_accuracy"},
            verdicts=LateFunction(f"{_ROOM}.judging:verdicts"),
            votings=LateFunction(f"{_ROOM}.judging:votings"),
            metrics=metrics_in(metrics),
            headline=("f1", "match_rate"),
            judged={"pairs": "pairs", "joint": "joint", "facts": "facts"},
            groups=("domain", "level"),
            paper_table="Table 1 of the paper",
        ),
        flows=Flows(
            build="litgauge.flows.reportbench.build:build_reportbench",
            build_config="litgauge.flows.reportbench.config:BuildConfig",
            refresh="litgauge.flows.reportbench.refresh:refresh_reportbench",
            score="litgauge.flows.reportbench.score:score_reports",
            score_config="litgauge.flows.reportbench.config:ScoreConfig",
            commands="litgauge.flows.reportbench.commands:app",
            demo="litgauge.flows.reportbench.demo:run_demo",
        ),
        example=Example("data/sample/agents/careful", pages="data/sample/pages", agent="offline-good"),
        task_columns=("prompt",),
        imports={"reportbench-v1.1": "litgauge.tasks.benchmarks.reportbench.published.importing:import_published"},
        broken=broken,
        card_notes=offline_note,
        card_tags=("survey", "citations"),
        quarantine=LateFunction(f"{_ROOM}.build.quarantine:build_quarantine"),
        counted=COUNTED,
        compared=COMPARED,
        reasons=LateFunction(f"{_ROOM}.change_reasons:ReportbenchReasons"),
        page=late_value(f"{_ROOM}.page:PAGE"),
    ),
)
