"""inspect_ai both ways: a release as its task, and its log as an agent run."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai import Task, eval_async
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from litgauge.flows.agents.inspect_logs import import_inspect_log
from litgauge.tasks.agents.inspect.task import release_task
from litgauge.tasks.agents.reward import CitationRewards
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import load_trajectory
from litgauge.tasks.records.trajectories import AgentCall, AgentOutcome
from litgauge.tasks.releases.release import StoredRelease, load
from tests.agents.runs import given, small_release

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # the package's own, about tenacity and its streams
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SURVEY = "https://arxiv.org/abs/2101.00000"
PAGE = "https://arxiv.org/abs/1706.03762"
REPORT = f"# Report\n\nIt is known [a paper]({PAGE}).\n\n## References\n\n1. Ames, Ada. Of subject 0. 2019.\n"


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> StoredRelease:
    return small_release(tmp_path_factory.mktemp("inspect"), 2)


def counted(output: ModelOutput) -> ModelOutput:
    usage = ModelUsage(input_tokens=100, input_tokens_cache_read=20, output_tokens=30, total_tokens=150)
    return output.model_copy(update={"usage": usage})


def call(tool: str, **arguments: str) -> ModelOutput:
    return counted(ModelOutput.for_tool_call("mockllm/model", tool, arguments))


def says(text: str) -> ModelOutput:
    return counted(ModelOutput.from_content("mockllm/model", text))


def evaluated(task: Task, replies: list[ModelOutput], folder: Path, **limits: int) -> EvalLog:
    model = get_model("mockllm/model", custom_outputs=replies)
    work = eval_async(task, model=model, log_dir=str(folder), max_samples=1, **limits)
    (log,) = asyncio.run(work)
    assert log.status == "success", log.error
    return log


@pytest.fixture
def task(release: StoredRelease, tmp_path: Path) -> Task:
    """The release's, whose pages are a known work and the survey of its first task."""
    folder = tmp_path / "pages"
    folder.mkdir()
    title = given(release)[0].withheld[0].title
    texts = {PAGE: "<title>Attention Is All You Need</title><p>It is known.", SURVEY: f"<title>{title}</title><p>All."}
    for number, text in enumerate(texts.values()):
        (folder / f"{number}.html").write_text(f"<html><body>{text} {'Words. ' * 99}</p></body></html>")
    index = {url: {"status": 200, "content_type": "text/html", "file": f"{number}.html"}
             for number, url in enumerate(texts)}  # fmt: skip
    (folder / "index.json").write_text(json.dumps(index))
    return release_task(release.name, storage=release.storage.url, search="none", pages=str(folder))


def test_a_release_is_a_task_and_its_log_an_agent_run(release: StoredRelease, task: Task, tmp_path: Path) -> None:
    replies = [
        call("read_page", url=PAGE), call("read_page", url=SURVEY), says(REPORT),
        says("I'm sorry, I cannot help with that."),
    ]  # fmt: skip
    log = evaluated(task, replies, tmp_path)
    assert log.samples is not None
    scores = [next(iter(sample.scores.values())).value for sample in log.samples if sample.scores]
    assert scores == [
        {"f1": pytest.approx(2 / 3), "precision": 0.5, "recall": 1.0}, {"f1": 0.0, "precision": 0.0, "recall": 0.0},
    ]  # fmt: skip

    storage = release.storage.url
    kept = import_inspect_log(log.location, release.name, storage, name="mock")
    rows = load_trajectory(Storage(storage), kept["run"])
    outcomes: list[AgentOutcome] = list(rows["outcomes"])
    calls: list[AgentCall] = list(rows["calls"])
    assert [one.outcome for one in outcomes] == ["answered", "refusal"]
    assert (outcomes[0].cited, outcomes[0].cited_read, outcomes[0].cited_unmet) == (1, 1, 0)
    assert [(one.tool, one.status) for one in calls] == [
        ("model", "ok"), ("read_page", "ok"), ("model", "ok"), ("read_page", "error"), ("model", "ok"), ("model", "ok"),
    ]  # fmt: skip
    assert calls[1].addresses == (PAGE,)
    assert {(one.prompt_tokens, one.completion_tokens) for one in calls if one.tool == "model"} == {(120, 30)}
    assert [(row.url, row.shown) for row in rows["withheld"]] == [(SURVEY, False)]
    assert import_inspect_log(log.location, release.name, storage, name="mock")["run"] == kept["run"]


def test_a_limit_is_an_outcome(release: StoredRelease, task: Task, tmp_path: Path) -> None:
    replies = [call("read_page", url=PAGE) for _ in range(12)]
    log = evaluated(task, replies, tmp_path, message_limit=4, limit=1)
    kept = import_inspect_log(log.location, release.name, release.storage.url, name="limited")
    assert kept["counts"]["tool-limit"] == 1
    assert kept["counts"]["not-run"] == 1


def test_what_is_no_log_of_the_release_is_refused(release: StoredRelease, tmp_path: Path) -> None:
    wrong = tmp_path / "a.eval"
    wrong.write_text("nothing")
    with pytest.raises(UnusableInput, match="no log of inspect_ai"):
        import_inspect_log(str(wrong), release.name, release.storage.url)


def test_the_reward_of_an_answer(release: StoredRelease) -> None:
    rewards = CitationRewards(load(release.storage, release.name))
    task = given(release)[0].task_id
    assert rewards.reward(task, "I know nothing.").f1 == 0
    assert rewards.reward(task, "# R\n\nSeen [1].\n\n## References\n\n[1] Ames, Ada. Of subject 0. 2019.\n").f1 == 1
