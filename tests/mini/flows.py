"""The miniature benchmark's pipelines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from prefect import flow
from pydantic import BaseModel, ConfigDict

from litgauge.flows.pipeline.freeze import Freezing, freeze
from litgauge.flows.pipeline.run import prepare, run_pipeline
from litgauge.tasks.benchmark.plain import StageTables
from litgauge.tasks.engine.definition import Context, ItemInput, Stage, each
from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from tests.mini.benchmark import ABOUT, MINI
from tests.mini.rows import Hunt, Relevant, Topic

POINTS = 2  # of a paper


class MiniBuild(BaseModel):
    """Where the topics are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["mini"] = "mini"
    name: str = "mini"
    topics: str = "topics.json"  # {topic: {"field": …, "papers": […]}}
    grows: bool = False


def _hunt(item: ItemInput, _context: Context) -> dict[str, list[Any]]:
    topic = item.only_row(Topic)
    name, _, papers = topic.words.partition(":")
    relevant = [Relevant(topic.topic_id, paper, POINTS, "by hand") for paper in papers.split()]
    return {
        "topics": [Topic(topic.topic_id, name, topic.field)],
        "relevant": relevant,
        "hunts": [Hunt(f"hunt-{topic.topic_id}", topic.topic_id, len(relevant))],
    }


HUNT = Stage(
    "hunt",
    reads={"topics": Topic},
    writes={"topics": Topic, "relevant": Relevant, "hunts": Hunt},
    compute=each(_hunt),
)


@flow(name="build-mini", persist_result=False)
def build_mini(config: MiniBuild = MiniBuild(), storage: str = "data") -> dict[str, Any]:  # noqa: B008
    """Build a release of hunts."""
    return run_pipeline(lambda run: _build(run, config), prepare(config, storage))


def _build(run: Run, config: MiniBuild) -> dict[str, Any]:
    listed: dict[str, Any] = json.loads(Path(config.topics).read_text(encoding="utf-8"))
    rows = {name: Topic(name, f"{name}:{' '.join(one['papers'])}", one["field"]) for name, one in listed.items()}
    topics = write_rows(run.storage, "topics", "topics", Topic, rows)
    hunts = run_stage(HUNT, run, None, [[topics]])
    return freeze(Freezing(run, MINI, StageTables((hunts,)), config.name, ABOUT))
