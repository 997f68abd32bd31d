"""Domain stage, and the balanced sample of tasks."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from litgauge.tasks.benchmarks.reportbench.build.domains import (
    DOMAIN_QUESTION,
    DomainSettings,
    Draw,
    SampleSettings,
    classify,
    downsample,
    read_review,
    review_files,
    with_experts,
)
from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import DOMAINS_FILE
from litgauge.tasks.benchmarks.reportbench.build.domains.classify import inputs_of
from litgauge.tasks.benchmarks.reportbench.build.prompts.review import not_refused, prompt_review_files, read_votes
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt, ReleaseTask, SampleChoice
from litgauge.tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, each, each_async
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.plan import plan_whole
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.llm.door import asker
from litgauge.tasks.records import FullText, Survey


class SampleCall(BaseModel):
    """Settings that the sample reads of a config."""

    model_config = ConfigDict(frozen=True)

    sample: SampleSettings
    review: str | None  # the experts' labels
    review_digest: str  # of both reviews


def classify_domains(run: Run, surveys: StageOutput, fulltexts: StageOutput, settings: DomainSettings) -> StageOutput:
    """Return the application domain of every survey, by its title and abstract."""
    deciding = settings.model_dump(mode="json", exclude={"review"}) | run.lineage_of([DOMAIN_QUESTION])
    deciding["catalog"] = hashlib.sha256(DOMAINS_FILE.read_bytes()).hexdigest()
    return run_stage(DOMAINS, run, settings, [[surveys], [fulltexts]], deciding=deciding)


def down_sample(
    run: Run, domains: StageOutput, prompts: StageOutput, settings: DomainSettings, sample: SampleSettings
) -> StageOutput:
    """A sample of tasks, as even over the domains as the supply allows, one prompt each; what experts say wins."""
    digest = _digest(settings.review, sample.prompt_review)
    call = SampleCall(sample=sample, review=settings.review, review_digest=digest)
    whole = plan_whole(run.storage, [domains, prompts], SAMPLE.reads, "all")
    deciding = call.model_dump(mode="json", exclude={"review": True, "sample": {"prompt_review"}})
    return run_stage(SAMPLE, run, call, [[domains], [prompts]], items=[whole], deciding=deciding)


def _survey(item: ItemInput) -> Survey:
    text = item.only_row(FullText)
    return item.only_row(Survey).completed(text.title, text.abstract, text.authors, text.written)


def _questions(item: ItemInput, context: Context) -> list[Asked]:
    return [(DOMAIN_QUESTION, inputs_of(_survey(item), context.settings))]


async def _classify(item: ItemInput, context: Context) -> Rows:
    return {"domains": [await classify(_survey(item), asker(context), context.settings)]}


def _sample(item: ItemInput, context: Context) -> Rows:
    call: SampleCall = context.settings
    labels = item.all(DomainLabel)
    if call.review is not None:
        labels = with_experts(labels, read_review(Path(call.review)))
    prompts = item.all(Prompt)
    if call.sample.prompt_review is not None:
        prompts = not_refused(prompts, Path(call.sample.prompt_review))
    choices = downsample(labels, prompts, call.sample.size, call.sample.seed, unknown=call.sample.unknown)
    return {
        "domains": labels,
        "tasks": [choice.task for choice in choices if choice.task is not None],
        "choices": [_row(choice) for choice in choices],
    }


def _row(choice: Draw) -> SampleChoice:
    return SampleChoice(choice.survey_id, choice.domain, choice.task is not None, choice.reason)


def _digest(review: str | None, prompt_review: str | None) -> str:
    """Return the digest of what experts said; what cannot be read is said before anything is computed."""
    files: list[Path] = []
    if review is not None:
        read_review(Path(review))
        files += review_files(Path(review))
    if prompt_review is not None:
        read_votes(Path(prompt_review))
        files += prompt_review_files(Path(prompt_review))
    contents = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    return hashlib.sha256(" ".join(contents).encode()).hexdigest() if files else ""


DOMAINS = Stage(
    "domains",
    reads={"surveys": Survey, "fulltexts": FullText},
    writes={"domains": DomainLabel},
    compute=each_async(_classify),
    batch=50,
    asks=_questions,
    retries=AFTER_FAULTS,
)
SAMPLE = Stage(
    "sample",
    reads={"domains": DomainLabel, "prompts": Prompt},
    writes={"domains": DomainLabel, "tasks": ReleaseTask, "choices": SampleChoice},
    compute=each(_sample),
    batch=1,
)
