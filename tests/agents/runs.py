"""A release of a few tasks, and agents run on it without Prefect."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from litgauge.tasks.agents.base_model import BaseModelSettings
from litgauge.tasks.agents.settings import AgentSettings
from litgauge.tasks.agents.task_run import TaskContext, TaskRecord, answer_task
from litgauge.tasks.agents.toolbox import Toolbox, open_toolbox
from litgauge.tasks.base.errors import ItemError
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.reportbench.published.importing import import_published
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease, load
from tests.llm.openai_server import OpenAIServer
from tests.llm.questions import KEY_ENV

PAGES = Path(__file__).resolve().parents[2] / "data" / "sample" / "pages"


def small_release(folder: Path, tasks: int) -> StoredRelease:
    """A published benchmark of so many tasks, imported into `folder`/store."""
    published = folder / "published"
    (published / "gt").mkdir(parents=True)
    rows = []
    for number in range(tasks):
        name = f"2101.{number:05d}"
        row = {
            "arxiv_id": name, "title": f"A survey of subject {number}", "abstract": None, "categories": "cs.CV",
            "authors_parsed": [["Ames", "Ada", ""]], "license": None, "doi": None, "application_domain": "Kites",
            "versions": [{"version": "v1", "created": "Mon, 4 Jan 2021 10:00:00 GMT"}],
            "prompt": f"What has been found out about subject number {number}, and how has it been measured?",
        }  # fmt: skip
        rows.append(json.dumps(row))
        entry = {"bib_id": "one", "title": f"Of subject {number}", "author": "Ames, Ada", "meta_info": {}}
        (published / "gt" / f"{name}.jsonl").write_text(json.dumps(entry) + "\n", encoding="utf-8")
    (published / "ReportBench_v1.1.jsonl").write_text("\n".join(rows), encoding="utf-8")
    storage = Storage(str(folder / "store"))
    import_published(storage, published)
    return load(storage, "reportbench-v1.1")


def agent_for(server: OpenAIServer, **changes: Any) -> BaseModelSettings:
    """A base model with the reader of pages, over the sample's pages."""
    model = {
        "provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV,
        "timeout_s": 5.0, "backoff_s": 0.001, "backoff_max_s": 0.01, "retries": 12,
        **changes.pop("model", {}),
    }  # fmt: skip
    values = {"model": model, "pages": str(PAGES), "search": {"provider": "none"}, **changes}
    return BaseModelSettings.model_validate(values)


def given(release: StoredRelease) -> Sequence[GivenTask]:
    """The tasks of a release, as an agent gets them."""
    found: Sequence[GivenTask] = release.benchmark.answers.given_tasks(release.benchmark.load(release))
    return found


async def run(
    settings: AgentSettings, release: StoredRelease, tasks: Sequence[GivenTask] | None = None, replays: str = ""
) -> tuple[list[TaskRecord | ItemError], Toolbox]:
    """What comes of the tasks, those that we fail on as their error."""
    toolbox = open_toolbox(settings, release, replays=replays)
    async with toolbox.means() as means:
        work = TaskContext(toolbox.agent, means, asyncio.Semaphore(toolbox.tasks_at_once))
        return list(await asyncio.gather(*(_one(task, work) for task in tasks or given(release)))), toolbox


async def _one(task: GivenTask, work: TaskContext) -> TaskRecord | ItemError:
    try:
        return await answer_task(task, work)
    except ItemError as error:
        return error


def texts(found: Sequence[TaskRecord | ItemError]) -> list[str]:
    """The answers; the error in the place of one that we failed on."""
    return [str(one) if isinstance(one, ItemError) else one.text.text for one in found]
