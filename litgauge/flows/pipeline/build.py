"""Builds of any benchmark: their settings, their runs, and the stages from harvest to references."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, TypeVar

from pydantic import AfterValidator, ConfigDict, Field

from litgauge.flows.pipeline.run import FailedShare, config_name, prefect_secret, prepare, run_pipeline
from litgauge.flows.runtime.engine import EngineSettings
from litgauge.tasks.base.shipped_files import own_or_shipped
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.harvest.increments import increments
from litgauge.tasks.harvest.optout import opted_out, read_opt_outs
from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings, SourceSettings
from litgauge.tasks.harvest.stage import fetch_sources, harvest, select_surveys
from litgauge.tasks.latex.settings import ExtractionSettings
from litgauge.tasks.latex.stage import ReferenceStageSettings, extract_references
from litgauge.tasks.llm.door import open_door
from litgauge.tasks.llm.replies import Replies
from litgauge.tasks.llm.settings import ModelSettings
from litgauge.tasks.records import PersonName
from litgauge.tasks.text.name_rules import valid_name

SeriesName = Annotated[
    str,
    AfterValidator(valid_name),
    Field(
        max_length=100,
        pattern=r"^[a-z0-9][a-z0-9._-]*$",
        title="Name",
        description="Name of this benchmark; its releases are numbered under it.",
    ),
]


class BuildSettings(EngineSettings):
    """Settings of every build. A benchmark adds its `kind` and what its own stages need."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Build", hide_input_in_errors=True)

    kind: str = Field(title="Kind", description="Benchmark to build.")
    benchmark: SeriesName
    max_failed_share: FailedShare = 0.1


class SurveyBuildSettings(BuildSettings):
    """Settings of a build from survey papers, in the order of the pipeline."""

    harvest: HarvestSettings = Field(HarvestSettings(), title="Harvest", description="Where surveys come from.")
    selection: SelectionSettings = Field(
        SelectionSettings(), title="Selection", description="Which harvested papers count as surveys."
    )
    sources: SourceSettings = Field(SourceSettings(), title="Sources", description="How e-prints are fetched.")
    references: ExtractionSettings = Field(
        ExtractionSettings(), title="References", description="How cited works are read out of a source."
    )
    model: ModelSettings = Field(ModelSettings(), title="Model", description="Who answers the questions.")
    opt_out: str | None = Field(
        "configs/opt_out.yaml", title="Opt-out list", description="Authors and papers that are left out of releases."
    )


Result = TypeVar("Result")
Config = TypeVar("Config", bound=BuildSettings)
SurveyConfig = TypeVar("SurveyConfig", bound=SurveyBuildSettings)


@dataclass(frozen=True)
class CitedSurveys:
    """Outputs of the stages from harvest to references."""

    harvested: StageOutput
    surveys: StageOutput
    sources: StageOutput
    references: StageOutput


def run_build(
    stages: Callable[[Run, Config], Result],
    config: Config,
    storage_url: str,
    *,
    model: ModelSettings | None = None,
    models: Mapping[str, ModelSettings] | None = None,
    request_intervals_s: Mapping[str, float] | None = None,
) -> Result:
    """Open a run of a build, and return what `stages` returns for it.

    `model` answers the questions of its stages, `models` single ones by their names. `request_intervals_s` holds the
    least seconds between two requests to arXiv, by stage.
    """
    start = prepare(config, storage_url)
    models = models or {}
    door = open_door(model, replies=Replies(start.storage), secrets=prefect_secret, models=models) if model else None
    return run_pipeline(
        lambda run: stages(run, config),
        start,
        door,
        answering=model.answering if model else {},
        answering_each={name: settings.answering for name, settings in models.items()},
        max_failed_share=config.max_failed_share,
        request_intervals_s=request_intervals_s,
        building=(config.kind, config.benchmark),
    )


survey_build_name = config_name(
    lambda config: f"{config['benchmark']} from {config['harvest']['path']}, {config['model']['model'] or 'offline'}"
)
"""Name of a build from survey papers in Prefect's UI: benchmark, input and model."""


def run_survey_build(
    stages: Callable[[Run, SurveyConfig], Result],
    config: SurveyConfig,
    storage_url: str,
    *,
    models: Mapping[str, ModelSettings] | None = None,
    downloads: Iterable[str] = (),
) -> Result:
    """Return what `run_build` does; `downloads` are stages of the build that ask arXiv, besides the shared ones."""
    intervals = {
        "harvest": config.harvest.request_interval_s,
        **dict.fromkeys(("sources", *downloads), config.sources.request_interval_s),
    }
    return run_build(stages, config, storage_url, model=config.model, models=models, request_intervals_s=intervals)


def read_surveys(
    run: Run,
    config: SurveyBuildSettings,
    *,
    min_references: int = 1,
    passed_over: Mapping[str, int] = MappingProxyType({}),
) -> CitedSurveys:
    """Harvest papers, select surveys, fetch their sources, and read the references that they cite.

    `passed_over` is how many of the newest records of a survey do not count.
    """
    harvested = harvest(run, config.harvest, config.selection, increments(run.storage, config.harvest))
    surveys = select_surveys(run, harvested, config.selection, _opt_outs(run, harvested, config.opt_out), passed_over)
    sources = fetch_sources(run, surveys, config.harvest, config.sources)
    settings = ReferenceStageSettings(extraction=config.references, min_references=min_references)
    return CitedSurveys(harvested, surveys, sources, extract_references(run, sources, settings))


@dataclass(frozen=True, slots=True)
class _Named:
    """Columns of a survey by which an opt-out request may name it."""

    survey_id: str
    doi: str | None
    authors: tuple[PersonName, ...]


def _opt_outs(run: Run, harvested: StageOutput, path: str | None) -> dict[str, str]:
    """Return the harvested surveys whose authors asked to be left out, each with its reason."""
    if path is None:
        return {}
    requests = read_opt_outs(Path(own_or_shipped(path)))
    return opted_out(requests, read_rows(run.storage, harvested, "surveys", _Named)) if requests.requests else {}
