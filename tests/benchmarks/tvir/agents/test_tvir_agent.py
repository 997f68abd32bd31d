"""The agent over a small web: by rules, and with a model on loopback that is good, faulty, or cut off."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.agents.kinds import agent_kind
from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.agents.search.local_documents import NO_DOCUMENTS
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.task_run import CitedPages, cited_pages
from litgauge.tasks.agents.toolbox import Toolbox, open_toolbox
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.tvir.agents.settings import TvirAgentSettings
from litgauge.tasks.engine.progress import Event, Note, listening
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records.trajectories import AgentCall
from litgauge.tasks.releases.release import StoredRelease, load
from tests.agents.runs import given
from tests.benchmarks.tvir.agents import world
from tests.benchmarks.tvir.agents.world import ANSWERS, KITES, PICTURE, WIND
from tests.llm.openai_server import ALL_FAULTS, KEY, Asked, Faults, OpenAIServer
from tests.llm.questions import KEY_ENV

pytestmark = pytest.mark.slow
Answered = tuple[AgentAnswer, tuple[AgentCall, ...]]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release in which nothing has been asked, and the small web; tests work on copies of the storage."""
    folder = tmp_path_factory.mktemp("tvir")
    world.small_release(folder)
    world.web_in(folder / "pages")
    return folder


@pytest.fixture
def pages(made: Path) -> str:
    return str(made / "pages")


@pytest.fixture
def release(made: Path, tmp_path: Path) -> StoredRelease:
    return _copy(made, tmp_path / "store")


def _copy(made: Path, to: Path) -> StoredRelease:
    shutil.copytree(made / "store", to)
    return load(Storage(str(to)), "tvir")


async def _answers(
    settings: TvirAgentSettings, release: StoredRelease, tasks: Sequence[GivenTask] = (), replays: str = ""
) -> tuple[list[Answered], Toolbox]:
    toolbox = open_toolbox(settings, release, replays=replays)
    found = []
    async with toolbox.means() as means:
        for task in tasks or given(release)[:1]:
            session = Session(task, means)
            found.append((await toolbox.agent.answer(task, session), session.trajectory.calls))
    return found, toolbox


async def _answer(settings: TvirAgentSettings, release: StoredRelease) -> AgentAnswer:
    ((answer, _),), _ = await _answers(settings, release)
    return answer


def _files(answer: AgentAnswer) -> dict[str, bytes]:
    return {file.name: file.data for file in answer.files}


def _figures(answer: AgentAnswer) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(_files(answer)["figures.json"])
    return record


async def test_rules_quote_show_and_draw(release: StoredRelease, pages: str) -> None:
    settings = world.offline_agent(pages)
    ((answer, calls), *_), toolbox = await _answers(settings, release)
    assert answer.outcome == "answered"
    assert 'In 2019 wind power capacity was 12 GW in the country <a href="#ref' in answer.text
    image, chart = _figures(answer)["figures"]
    assert (image["type"], image["url"], image["licence"]) == ("image", PICTURE, "CC BY 4.0")
    assert (chart["type"], chart["sources"][0]["url"]) == ("chart", WIND)
    files = _files(answer)
    assert files[chart["data"]].decode() == "Year,GW\n2019,12\n2020,15.5\n2021,21\n"
    assert b"data.csv" in files[chart["code"]]
    assert all(f'src="{figure["file"]}"' in answer.text and figure["file"] in files for figure in (image, chart))
    assert files[image["file"]] == (Path(pages) / "kite.png").read_bytes()
    assert "Figure 2: Wind power report (GW, 2019-2021). Source: " in answer.text
    assert "Figure 2 shows Wind power report (GW, 2019-2021) <a" in answer.text
    assert {call.tool for call in calls} == {"search", "read_page", "search_images", "read_picture", "draw_chart"}
    gone = settings.model_copy(update={"pages": "/nowhere"})
    assert await _answers(gone, release, replays=toolbox.recorded.deciding) == ([(answer, calls)], _Any())


class _Any:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


async def test_without_pages_it_is_said_that_there_is_nothing_to_search(release: StoredRelease) -> None:
    notes: list[Event] = []
    with listening(notes.append):
        answer = await _answer(world.offline_agent(None), release)
    assert answer.outcome == "no-answer"
    assert answer.detail.startswith("no section could be written; the search found nothing: ")
    assert [note.text for note in notes if isinstance(note, Note)] == [NO_DOCUMENTS]
    assert "--set pages=FOLDER" in NO_DOCUMENTS


async def test_a_model_plans_finds_draws_and_writes(release: StoredRelease, pages: str) -> None:
    with OpenAIServer(ANSWERS, talks=world.model) as server:
        settings = world.agent_for(server, pages)
        ((answer, calls),), toolbox = await _answers(settings, release)
        asked = server.log.requests
        ((again, _),), _ = await _answers(settings, release)
        assert server.log.requests == asked
        assert {body.get("temperature") for body in server.log.bodies if "response_format" not in body} == {0.3}
        (shown,) = server.log.pictures
    assert again == answer
    assert cited_pages(answer.text, calls) == CitedPages(cited=2, read=2, listed=0, unmet=0)
    assert (answer.outcome, answer.text[:26]) == ("answered", "# Wind power\n\n## Capacity\n")
    assert answer.detail == "image of section s2 not made: there is no such diagram"
    chart, image = _figures(answer)["figures"]
    assert (chart["file"], image["file"]) == ("charts/1-1-capacity.png", "images/2-1-a-kite.png")
    assert '<figcaption id="fig2">Figure 2: It.' in answer.text
    assert answer.text.count("https://") == 2
    files = _files(answer)
    assert (files[chart["code"]].decode(), files[chart["data"]].decode()) == (world.CODE, world.DATA)
    assert {name: data[:4] for name, data in files.items() if name.endswith(".png")} == dict.fromkeys(
        (chart["file"], image["file"]), b"\x89PNG"
    )
    assert (shown.width, shown.height) == (320, 240)
    told = [(call.tool, call.status) for call in calls]
    assert told.count(("draw_chart", "error")) == told.count(("draw_chart", "ok")) == 1
    assert "ZeroDivisionError" in next(call.detail for call in calls if call.tool == "draw_chart")
    gone = settings.model_copy(update={"pages": "/nowhere"})  # neither server nor pages are there any more
    replayed, _ = await _answers(gone, release, replays=toolbox.recorded.deciding)
    assert replayed == [(answer, calls)]


async def test_a_bad_endpoint_and_a_kill_change_nothing_and_nothing_is_paid_for_twice(
    made: Path, pages: str, tmp_path: Path
) -> None:
    kinds = tuple(kind for kind in ALL_FAULTS if kind not in ("time-out", "dribble", "wrong-types", "prose"))
    with OpenAIServer(ANSWERS, talks=world.model) as server:
        clean = await _answer(world.agent_for(server, pages), _copy(made, tmp_path / "clean"))
    whole = _copy(made, tmp_path / "whole")
    with OpenAIServer(ANSWERS, talks=world.model, faults=Faults(0.3, seed=5, kinds=kinds)) as server:
        first = await _answer(world.agent_for(server, pages, model={"max_replies": 10}), whole)
        replies = server.log.replies
        assert server.log.faults
    assert first == clean
    for held in (3, replies // 2):
        cut = _copy(made, tmp_path / f"cut-{held}")
        with OpenAIServer(
            ANSWERS, talks=world.model, faults=Faults(0.3, seed=5, kinds=kinds), hold_after=held
        ) as server:
            settings = world.agent_for(server, pages, model={"max_replies": 10, "timeout_s": 30.0})
            working = asyncio.create_task(_answer(settings, cut))
            while server.log.replies < held or not server.log.under_way:
                await asyncio.sleep(0.02)
            working.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await working
            server.release()
            assert await _answer(settings, cut) == clean
            assert server.log.replies <= replies + 1  # the one that was on its way


async def test_bad_use_of_tools_changes_nothing(made: Path, pages: str, tmp_path: Path) -> None:
    with OpenAIServer(ANSWERS, talks=world.model) as server:
        clean = await _answer(world.agent_for(server, pages), _copy(made, tmp_path / "clean"))
    with OpenAIServer(ANSWERS, talks=world.bad_model) as server:
        settings = world.agent_for(server, pages, image_turns=8)
        ((answer, calls),), _ = await _answers(settings, _copy(made, tmp_path / "bad"))
    assert answer == clean
    problems = {call.detail.partition(":")[0] for call in calls if call.status == "error"}
    assert {
        "there is no such tool",
        "the arguments are no JSON object",
        "you made this call before",
    } <= problems


async def test_a_model_that_sees_nothing_is_refused_before_anything_is_asked(
    release: StoredRelease, pages: str
) -> None:
    kind = agent_kind("tvir-agent")
    with OpenAIServer(ANSWERS, talks=world.model) as server:
        blind = world.agent_for(server, pages, model={"vision": False})
        with pytest.raises(UnusableInput, match="sees no pictures"):
            kind.check(blind, given(release))
        kind.check(blind.model_copy(update={"with_images": False}), given(release))
        kind.check(world.agent_for(server, pages), given(release))
    assert not server.log.requests


def _instead(mark: str, said: Mapping[str, Any], when: Callable[[Asked], bool] = lambda _: True) -> Any:
    """The good model, but in one stage."""

    def talks(asked: Asked, messages: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        return said if mark in asked.system and when(asked) else world.model(asked, messages)

    return talks


async def test_a_section_that_fails_is_left_out_and_said(release: StoredRelease, pages: str) -> None:
    talks = _instead(
        "You write one", {"content": "[to be inserted]"}, lambda asked: "How kites make power" in asked.user
    )
    with OpenAIServer(ANSWERS, talks=talks) as server:
        answer = await _answer(world.agent_for(server, pages), release)
    assert answer.outcome == "incomplete"
    assert answer.detail.startswith("section s2 (Kites): invalid-answer")
    assert "Kites\n" not in answer.text
    assert "inserted" not in answer.text
    assert [one["type"] for one in _figures(answer)["figures"]] == ["chart"]


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ({"content": "I have a plan: write."}, "invalid-answer"),
        ({"content": json.dumps({"title": "x", "sections": []})}, "invalid-answer"),
        ({"tool_calls": [("a", "search", '{"query": "x"}')]}, "loop"),
        ({"content": None, "finish_reason": "content_filter"}, "refusal"),
    ],
)
async def test_without_an_outline_there_is_no_report(
    said: Mapping[str, Any], outcome: str, release: StoredRelease, pages: str
) -> None:
    with OpenAIServer(ANSWERS, talks=_instead("You plan", said)) as server:
        answer = await _answer(world.agent_for(server, pages, planner_turns=4), release)
    assert (answer.outcome, answer.text, answer.files) == (outcome, "", ())


async def test_ablations_take_figures_and_notes_away(release: StoredRelease, pages: str) -> None:
    with OpenAIServer(ANSWERS, talks=world.model) as server:
        settings = world.agent_for(server, pages, with_images=False, with_charts=False, notes=False)
        answer = await _answer(settings, release)
        told = json.dumps(list(server.log.bodies))
    assert (answer.outcome, answer.files) == ("answered", ())
    assert '<figure>\\n<img src=\\"images' not in answer.text
    assert (
        "12, 15.5, 21 GW"
        not in told.split("You write one", 1)[1].split("How kites", 1)[0].split('name=\\"notes\\"')[1][:80]
    )


async def test_a_run_is_forecast(release: StoredRelease, pages: str) -> None:
    with OpenAIServer(ANSWERS, talks=world.model) as server:
        toolbox = open_toolbox(world.agent_for(server, pages), release)
        text = toolbox.forecast_asked([(task, {}) for task in given(release)])
    assert text is not None
    assert text.startswith("2 tasks; ")
    assert open_toolbox(world.offline_agent(pages), release).forecast_asked([(given(release)[0], {})]) is None
    assert agent_kind("tvir-agent").offline


async def test_a_task_in_chinese_by_rules(release: StoredRelease, pages: str) -> None:
    ((answer, _),), _ = await _answers(world.offline_agent(pages), release, given(release)[1:])
    assert answer.outcome == "answered"
    assert KITES in answer.text or WIND in answer.text
    assert "图 1: Kite over the sea" in answer.text
    assert "\n## 参考文献\n" in answer.text
