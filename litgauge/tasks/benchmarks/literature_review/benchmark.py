"""Literature-review study, declared as a benchmark of its own (SciNetBench, arXiv 2601.03260, section 6)."""

from __future__ import annotations

from litgauge.tasks.base.late_names import late_value
from litgauge.tasks.benchmark import Benchmark, Example, Flows, Scoring, grade_labels, metrics_in
from litgauge.tasks.benchmarks.literature_review import metrics
from litgauge.tasks.benchmarks.literature_review.answers import ANSWERS, written_reports
from litgauge.tasks.benchmarks.literature_review.build.assembly import ABOUT, assemble, left_out, study_statistics
from litgauge.tasks.benchmarks.literature_review.judging import REVIEW_GRADES
from litgauge.tasks.benchmarks.literature_review.preferences import PREFERRING
from litgauge.tasks.benchmarks.literature_review.release_rows import load_study
from litgauge.tasks.benchmarks.literature_review.rows import RELEASE_TABLES, RUN_TABLES
from litgauge.tasks.benchmarks.literature_review.scoring import count_rows, readdress, task_results
from litgauge.tasks.figures.scored import with_figures

LITERATURE_REVIEW = with_figures(
    Benchmark(
        name="literature-review",
        title="Literature reviews (SciNetBench)",
        paper="arXiv 2601.03260, section 6",
        tables=RELEASE_TABLES,
        about=ABOUT,
        assemble=assemble,
        load=load_study,
        answers=ANSWERS,
        scoring=Scoring(
            tables=RUN_TABLES,
            results=task_results,
            readdress=readdress,
            count=count_rows,
            ranking=PREFERRING,
            verdicts=grade_labels("grades"),
            metrics=metrics_in(metrics),
            headline=("quality",),
            judged={"grades": REVIEW_GRADES.role},
            groups=("setting",),
            paper_table="Figure 5 of the paper",
        ),
        flows=Flows(
            build="litgauge.flows.literature_review.build:build_study",
            build_config="litgauge.flows.literature_review.config:StudyBuildConfig",
            score="litgauge.flows.literature_review.score:score_reviews",
            score_config="litgauge.flows.literature_review.config:StudyScoreConfig",
        ),
        example=Example(agent="review-writer", model="offline"),
        task_columns=("setting",),
        card_tags=("citation-network", "literature-review"),
        statistics=study_statistics,
        quarantine=left_out,
        page=late_value("litgauge.tasks.benchmarks.literature_review.page:PAGE"),
        needs="scinetbench",
        agents={
            "review-writer": "litgauge.tasks.benchmarks.literature_review.writer:REVIEW_WRITER",
        },
    ),
    reports=written_reports,
)
