"""What a build is configured with: the settings of the rooms, in the order of the pipeline."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tasks.benchmarks.reportbench.domains.settings import DomainSettings, SampleSettings
from tasks.benchmarks.reportbench.prompts.settings import PromptSettings
from tasks.errors import ConfigError
from tasks.fulltext.settings import FulltextSettings
from tasks.harvest.settings import HarvestSettings, SelectionSettings, SourceSettings
from tasks.llm.settings import ModelSettings
from tasks.tex.settings import ExtractionSettings

CONFIGS = Path(__file__).resolve().parents[2] / "configs"


class BuildConfig(BaseModel):
    """One build of a benchmark, from harvest to release."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Build", hide_input_in_errors=True)

    benchmark: str = Field(
        "reportbench",
        pattern=r"^[a-z0-9][a-z0-9._-]*$",
        title="Benchmark",
        description="Name of the benchmark; its releases are numbered under it.",
    )
    harvest: HarvestSettings = Field(HarvestSettings(), title="Harvest", description="Where surveys come from.")
    selection: SelectionSettings = Field(
        SelectionSettings(), title="Selection", description="Which harvested papers count as published surveys."
    )
    sources: SourceSettings = Field(SourceSettings(), title="Sources", description="How e-prints are fetched.")
    references: ExtractionSettings = Field(
        ExtractionSettings(), title="References", description="How cited works are read out of a source."
    )
    min_references: int = Field(
        1, ge=1, title="Fewest references", description="A survey that cites fewer works is rejected."
    )
    fulltext: FulltextSettings = Field(
        FulltextSettings(), title="Full text", description="How texts are read; GROBID where a server is named."
    )
    prompts: PromptSettings = Field(PromptSettings(), title="Prompts", description="What prompts must be like.")
    domains: DomainSettings = Field(DomainSettings(), title="Domains", description="How surveys are classified.")
    sample: SampleSettings = Field(SampleSettings(), title="Sample", description="The balanced sample of tasks.")
    model: ModelSettings = Field(ModelSettings(), title="Model", description="Who answers the questions.")
    opt_out: str | None = Field(
        "configs/opt_out.yaml", title="Opt-out list", description="Authors and papers that are left out of releases."
    )
    max_failed_share: float = Field(
        0.1,
        ge=0,
        le=1,
        title="Allowed share of failed items",
        description="A stage with more failed items than this share fails; what was finished is kept.",
    )


def load_config(path: Path, model_path: Path | None = None) -> BuildConfig:
    """The build config in a YAML file, its model replaced by that of `model_path` if given.

    Raises ConfigError with the path to the key and what is allowed there.
    """
    values = _read_yaml(path)
    if model_path is not None:
        values["model"] = _read_yaml(model_path)
    try:
        return BuildConfig.model_validate(values)
    except ValidationError as error:
        problems = list(_problems(error))
        more = f" ({len(problems) - 1} more: {'; '.join(problems[1:])})" if len(problems) > 1 else ""
        raise ConfigError(
            problems[0] + more,
            where=str(path),
            data="Nothing was run",
            next_step="The files in configs/benchmarks show every key",
        ) from None


def _read_yaml(path: Path) -> dict[str, Any]:
    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        shipped = ", ".join(sorted(file.name for file in (CONFIGS / "benchmarks").glob("*.yaml")))
        raise ConfigError(
            f"cannot be read ({error.strerror})",
            where=str(path),
            next_step=f"Name a file, or one that ships in configs/benchmarks: {shipped}",
        ) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise ConfigError(f"is not YAML{line}: {getattr(error, 'problem', None) or error}", where=str(path)) from None
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ConfigError("must be a mapping of keys to values", where=str(path))
    return values


def _problems(error: ValidationError) -> Iterator[str]:
    for problem in error.errors(include_url=False, include_input=False):
        path = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            yield f"{path}: unknown key; {_allowed(problem['loc'])}"
        else:
            yield f"{path}: {problem['msg']}"


def _allowed(location: tuple[int | str, ...]) -> str:
    model: Any = BuildConfig
    for part in location[:-1]:
        field = model.model_fields.get(part) if hasattr(model, "model_fields") else None
        model = field.annotation if field is not None else None
    known = sorted(model.model_fields) if hasattr(model, "model_fields") else []
    near = difflib.get_close_matches(str(location[-1]), known, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"{hint}allowed here: {', '.join(known)}"


def as_parameters(config: BuildConfig) -> Mapping[str, Any]:
    """The config as plain values, as a deployment's parameters hold it."""
    return config.model_dump(mode="json")
