"""TVIR's construction: from experts' topics to reviewed tasks with checklists (arXiv 2606.02320, section 3.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from prefect import flow

from litgauge.flows.pipeline.build import run_build
from litgauge.flows.pipeline.freeze import Freezing, freeze
from litgauge.flows.pipeline.run import config_name
from litgauge.flows.tvir.config import TvirBuildConfig
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.base.shipped_files import own_or_shipped
from litgauge.tasks.benchmark import About
from litgauge.tasks.benchmark.plain import StageTables
from litgauge.tasks.benchmarks.tvir.about import ABOUT
from litgauge.tasks.benchmarks.tvir.benchmark import TVIR
from litgauge.tasks.benchmarks.tvir.build.review import Review, chosen_drafts, read_review
from litgauge.tasks.benchmarks.tvir.build.stage import compile_checklists, draft_tasks
from litgauge.tasks.benchmarks.tvir.build.topics import check_quota, read_topics
from litgauge.tasks.benchmarks.tvir.rows import Draft, ReportTask, ReviewVote
from litgauge.tasks.engine.outputs import read_rows, write_rows
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.run import Run

run_name = config_name(lambda config: f"{config['benchmark']} from {config['topics']}")


@flow(name="build-tvir", flow_run_name=run_name, persist_result=False)
def build_tvir(config: TvirBuildConfig = TvirBuildConfig(), storage: str = "data") -> dict[str, Any]:  # noqa: B008
    """Draft tasks on experts' topics, and release those that experts accept, each with its checklist.

    Whatever an earlier run finished is reused, topic by topic. `litgauge tvir review` writes the drafts for experts;
    their sheets, named in the config, decide what the next build releases.

    Args:
        config: topics, reviews, and the model that drafts
        storage: where everything is kept, a folder or s3://bucket/path

    Returns {"release", "path", "digest", "new", "tables": {name: rows}, "waiting": {topic: why it has no task}};
    "release" is empty where no task is accepted yet.
    """
    return run_build(build, config, storage, model=config.model)


def build(run: Run, config: TvirBuildConfig) -> dict[str, Any]:
    """All stages, from topics to release."""
    # Expert topic proposal
    path = Path(own_or_shipped(config.topics))
    topics = {topic.topic_id: topic for topic in read_topics(path)}
    if config.quota:
        check_quota(list(topics.values()), path)
    # Task drafting, with the mechanical checks
    drafted = draft_tasks(run, topics)
    first = list(read_rows(run.storage, drafted, "drafts", Draft))
    # Multi-expert review and revision
    review = read_review(Path(config.review.folder), first, topics) if config.review.folder else Review()
    drafts = [*first, *review.revisions]
    unreviewed = config.review.unreviewed == "include"
    chosen, waiting = chosen_drafts(drafts, review.votes, config.review.experts, unreviewed=unreviewed)
    if not chosen:
        return _nothing_accepted(waiting, config)
    # Checklist compilation
    tasks = {
        name: ReportTask(name, draft.prompt, topic.language, topic.level, topic.domain, topic.topic, topic.date)
        for name, draft in chosen.items()
        for topic in [topics[name]]
    }
    compiled = compile_checklists(run, tasks)
    draft_rows = write_rows(run.storage, "drafts", "drafts", Draft, {draft.draft_id: draft for draft in drafts})
    votes = {f"{vote.draft_id} {vote.aspect} {vote.reviewer}": vote for vote in review.votes}
    cast = write_rows(run.storage, "reviews", "reviews", ReviewVote, votes)
    about = ABOUT if config.model.provider != "offline" else _offline(unreviewed)
    if waiting:
        tell(Note("review", f"{len(waiting)} of {len(topics)} topics have no task yet: {_shown(waiting)}"))
    released = freeze(Freezing(run, TVIR, StageTables((compiled, draft_rows, cast)), config.benchmark, about))
    return released | {"waiting": waiting, "caution": about.caution}


def _nothing_accepted(waiting: dict[str, str], config: TvirBuildConfig) -> dict[str, Any]:
    """A build whose drafts all wait: they are kept, and nothing is released."""
    if not waiting:
        raise UnusableInput(
            "no topic has a draft", where=config.topics, data="Nothing was released", next_step="Build again"
        )
    tell(Note("review", f"no task is accepted yet: {_shown(waiting)}. Next: litgauge tvir review"))
    return {"release": "", "path": "", "digest": "", "new": False, "tables": {}, "waiting": waiting}


def _shown(waiting: dict[str, str]) -> str:
    few = [f"{name} ({why})" for name, why in list(waiting.items())[:3]]
    return ", ".join(few) + (f" and {len(waiting) - 3} more" if len(waiting) > 3 else "")


def _offline(unreviewed: bool) -> About:
    origin = "Tasks and checklists were made of templates by rules, without any model."
    caution = f"{origin} They try out the system: do not compare agents by them."
    reviewed = "" if unreviewed else " Experts reviewed them."
    return msgspec.structs.replace(ABOUT, made=f"{origin}{reviewed}", caution=caution)
