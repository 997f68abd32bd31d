"""TopFive's build: from survey papers to a release. Scores need no pipeline of its own."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from prefect import flow

from litgauge.flows.pipeline.build import SeriesName, SurveyBuildSettings, read_surveys, run_survey_build
from litgauge.flows.pipeline.freeze import Freezing, freeze
from litgauge.tasks.benchmark.plain import StageTables
from litgauge.tasks.engine import Context, ItemInput, Stage, each
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.records import Citation, Reference, Survey
from tests.topfive.benchmark import TOPFIVE, WANTED
from tests.topfive.rows import TopTask, TopWork


class TopFiveBuild(SurveyBuildSettings):
    """One build of TopFive."""

    kind: Literal["topfive"] = "topfive"
    benchmark: SeriesName = "topfive"


def _top_works(item: ItemInput, _context: Context) -> dict[str, list[Any]]:
    survey = item.only_row(Survey)
    places = Counter(citation.key for citation in item.all(Citation))
    cited = {one: sum(places[key] for key in (one.key, *one.aliases)) for one in item.all(Reference) if one.title}
    top = sorted(cited, key=lambda one: (-cited[one], one.key))[:WANTED]
    works = [TopWork(survey.survey_id, place, one.title or "", cited[one]) for place, one in enumerate(top, 1)]
    return {"works": works, "tasks": [TopTask(f"top-{survey.survey_id}", survey.survey_id, survey.title)]}


TOP_WORKS = Stage(
    "top-works",
    reads={"surveys": Survey, "references": Reference, "citations": Citation},
    writes={"works": TopWork, "tasks": TopTask},
    compute=each(_top_works),
)


@flow(name="build-topfive", persist_result=False)
def build_topfive(config: TopFiveBuild = TopFiveBuild(), storage: str = "data") -> dict[str, Any]:  # noqa: B008
    """Build a release of TopFive from survey papers."""
    return run_survey_build(build, config, storage)


def build(run: Run, config: TopFiveBuild) -> dict[str, Any]:
    """Run all stages, from harvest to release."""
    read = read_surveys(run, config, min_references=WANTED)
    top = run_stage(TOP_WORKS, run, None, [[read.surveys], [read.references]])
    return freeze(Freezing(run, TOPFIVE, StageTables((top,)), config.benchmark, TOPFIVE.about))
