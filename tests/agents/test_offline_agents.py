"""The three agents that are rules: what each does with a small web, and that peeking gets nobody anywhere."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.agents.kinds import agent_kind
from litgauge.tasks.agents.offline.agents import CitedSentence, OfflineSettings, relevant_sentences, report
from litgauge.tasks.agents.offline.topics import forbidden_title, queries_of
from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.agents.page_reader import PageReader
from litgauge.tasks.agents.recorded_calls import RecordedCalls
from litgauge.tasks.agents.search import SearchHit
from litgauge.tasks.agents.search.local_index import Document, LocalIndex, LocalSearch
from litgauge.tasks.agents.session import Means, Session
from litgauge.tasks.benchmark import Answers, GivenTask
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge.stored_pages import fetcher_of
from litgauge.tasks.llm import Replies
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.web import EvidenceSettings, EvidenceStore, Fetcher

TITLE = "Matching Graphs: A Survey of What Is Known"
TASK = GivenTask(
    "2101.00001:paragraph",
    "Please survey the research on graph matching. Cover spectral relaxations, and learned matching. Rely only on "
    "literature published before June 2021.\n\nTwo rules hold for your answer:\n"
    f'- Do not use or cite the survey titled "{TITLE}", in any of its versions.\n- Answer in English.',
    "2021-06",
    (WorkIdentity(arxiv_id="2101.00001", title=TITLE),),
)
PAGES = {
    "https://arxiv.org/abs/1901.00001": (
        "Spectral relaxations",
        "Spectral relaxations of graph matching keep the two leading eigenvectors.",
    ),
    "https://arxiv.org/abs/1902.00002": (
        "Learned matching",
        "Learned matching of graphs needs few examples of every single kind.",
    ),
    "https://arxiv.org/abs/2101.00001": (TITLE, "This survey of graph matching names every work that is to be cited."),
    "https://mirror.example/survey": (TITLE, "This copy of the survey of graph matching names every work there is."),
}
ANSWERS = Answers(given_tasks=lambda _: (TASK,), naming="", parse=lambda *_: {})


@pytest.fixture
async def fetcher(tmp_path: Path) -> AsyncIterator[Fetcher]:
    index = {}
    for number, (url, (title, text)) in enumerate(PAGES.items()):
        (tmp_path / f"{number}.html").write_text(f"<title>{title}</title><h1>{title}</h1><p>{text}</p>")
        index[url] = {"status": 200, "content_type": "text/html", "file": f"{number}.html"}
    (tmp_path / "index.json").write_text(json.dumps(index))
    open_fetcher = fetcher_of(EvidenceSettings(arxiv_pdf=False), str(tmp_path), fetch=True)
    assert open_fetcher is not None
    async with open_fetcher() as opened:
        yield opened


async def answered(kind: str, fetcher: Fetcher, folder: Path, task: GivenTask = TASK) -> tuple[AgentAnswer, Session]:
    made = agent_kind(kind)
    settings = OfflineSettings.model_validate({"kind": kind, "max_calls": 12})
    documents = [Document(SearchHit(title, url, ""), text) for url, (title, text) in PAGES.items()]
    search = LocalSearch(dict, lambda: LocalIndex(documents), "")
    storage = Storage(str(folder / "store"))
    pages = PageReader(storage, EvidenceStore(storage), fetcher)
    session = Session(task, Means(ANSWERS, RecordedCalls(Replies(storage), kind), settings, search=search, pages=pages))
    return await made.make(settings).answer(task, session), session


@pytest.mark.slow
async def test_the_good_one_says_what_stands_on_the_pages_it_read(fetcher: Fetcher, tmp_path: Path) -> None:
    given, session = await answered("offline-good", fetcher, tmp_path)
    assert given.outcome == "answered"
    cited = {url for url in PAGES if f"({url})" in given.text}
    read = {call.addresses[0] for call in session.trajectory.calls if call.tool == "read_page" and call.status == "ok"}
    assert cited == read == {"https://arxiv.org/abs/1901.00001", "https://arxiv.org/abs/1902.00002"}
    assert "Spectral relaxations of graph matching keep the two leading eigenvectors [" in given.text


async def test_the_hasty_one_opens_nothing(fetcher: Fetcher, tmp_path: Path) -> None:
    given, session = await answered("offline-hasty", fetcher, tmp_path)
    assert "](https://arxiv.org/abs/1902.00002)" in given.text
    assert {call.tool for call in session.trajectory.calls} == {"search"}


@pytest.mark.slow
async def test_the_cheating_one_cannot_peek(fetcher: Fetcher, tmp_path: Path) -> None:
    given, session = await answered("offline-cheating", fetcher, tmp_path)
    assert "names every work" not in given.text
    assert "definitive study" in given.text
    tried = [call for call in session.trajectory.calls if call.tool == "read_page"]
    assert tried
    assert all(call.status == "error" and "survey itself" in call.detail for call in tried)
    assert {"https://arxiv.org/abs/2101.00001", "https://mirror.example/survey"} <= {
        one.url for one in session.withheld
    }


@pytest.mark.parametrize("kind", ["offline-good", "offline-hasty", "offline-cheating"])
async def test_a_task_that_they_have_nothing_to_say_to(kind: str, fetcher: Fetcher, tmp_path: Path) -> None:
    nothing, _ = await answered(kind, fetcher, tmp_path, GivenTask("1", "Please write a survey."))
    assert nothing.outcome == "no-answer"
    unknown, _ = await answered(kind, fetcher, tmp_path, GivenTask("1", "Please survey oceanographic zooplankton."))
    assert unknown.outcome == ("answered" if kind == "offline-cheating" else "no-citations")


def test_queries_are_about_the_task() -> None:
    assert queries_of(TASK.text, 3) == (
        "graph matching spectral relaxations learned",
        "graph matching",
        "spectral relaxations",
    )
    assert forbidden_title(TASK.text) == TITLE
    assert forbidden_title('Survey "the art of cooking well". No rules here.') == ""


texts = st.text(max_size=80) | st.sampled_from(
    [TASK.text, "", "rules:\n- a\n\nTwo rules hold:\n- x", "\ud800 . , ; \n\n"]
)


@pytest.mark.slow
@given(text=texts, query=texts, most=st.integers(1, 4))
def test_any_task_and_any_page_can_be_read(text: str, query: str, most: int) -> None:
    assert len(queries_of(text, most)) <= most
    forbidden_title(text)
    found = relevant_sentences(query, text, most)
    assert len(found) <= most
    assert report("x", [("y", [CitedSentence(one, query, "https://e.org/(a)") for one in found])]).startswith("# x")
