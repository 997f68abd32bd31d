"""The three agents. They search and read through the same session as any other agent, and are recorded alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.offline.topics import forbidden_title, queries_of
from litgauge.tasks.agents.outcome import AgentAnswer, ToolError
from litgauge.tasks.agents.search.engine import SearchHit
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import AgentSettings, ToolSettings
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.text import normalise_arxiv_id
from litgauge.tasks.text.sentences import sentences
from litgauge.tasks.text.words import stems

_PAGES_A_QUERY = 3  # that the good agent reads
_SENTENCES_A_PAGE = 2
_UNREAD = 6  # works that the hasty agent cites
_FEWEST_WORDS, _MOST_CHARS = 7, 400
_READ_CHARS = 20_000  # of a page


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence, and what it cites."""

    text: str
    title: str = ""
    url: str = ""  # "" for a sentence without citation


class OfflineSettings(AgentSettings, ToolSettings):
    """Rules with the two tools; a search without a network is the usual one."""

    kind: Literal["offline-good", "offline-hasty", "offline-cheating"] = Field(title="Kind")


class OfflineAgent:
    """Base of the three: they write reports in Markdown only."""

    def __init__(self, settings: OfflineSettings) -> None:
        self._settings = settings

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent`."""
        queries = queries_of(task.text, max(1, self._settings.max_calls // (1 + _PAGES_A_QUERY)))
        if session.means.answers.suffix != ".md":
            return AgentAnswer("", "no-answer", "the offline agents write reports in Markdown alone")
        if not queries:
            return AgentAnswer("", "no-answer", "the task names nothing to search for")
        text = await self.write(task, queries, session)
        if "](" not in text:
            return AgentAnswer(text, "no-citations", "nothing was found that could be cited")
        return AgentAnswer(text)

    async def write(self, task: GivenTask, queries: Sequence[str], session: Session) -> str:
        """The report."""
        raise NotImplementedError


class GoodAgent(OfflineAgent):
    """Searches for every part of the task, reads the results, and writes only sentences from them."""

    async def write(self, task: GivenTask, queries: Sequence[str], session: Session) -> str:  # noqa: ARG002
        """See `OfflineAgent`."""
        read_urls: set[str] = set()
        sections = [(_heading(query), await self._section(query, read_urls, session)) for query in queries]
        return report(_heading(queries[0]), sections)

    async def _section(self, query: str, read_urls: set[str], session: Session) -> list[CitedSentence]:
        section: list[CitedSentence] = []
        read = 0
        for hit in await _citable(query, session):
            if hit.url in read_urls:
                continue
            if read == _PAGES_A_QUERY or not session.calls_left:
                break
            read_urls.add(hit.url)
            try:
                page = await session.read_page(hit.url)
            except ToolError:
                continue
            read += 1
            quotes = relevant_sentences(query, page.text, _SENTENCES_A_PAGE)
            section += [CitedSentence(quote, hit.title, hit.url) for quote in quotes]
        return section


class HastyAgent(OfflineAgent):
    """Searches once, opens no page, and takes titles for findings."""

    async def write(self, task: GivenTask, queries: Sequence[str], session: Session) -> str:  # noqa: ARG002
        """See `OfflineAgent`."""
        hits = (await _citable(queries[0], session))[:_UNREAD]
        cited = [
            CitedSentence(f"All later work on {queries[0].lower()[:80]} builds on this", *_named(hit)) for hit in hits
        ]
        own = [CitedSentence(f"It is generally agreed that {query.lower()[:80]} is solved.") for query in queries[1:]]
        return report(_heading(queries[0]), [("What is known", cited), ("In short", own)])


class CheatingAgent(OfflineAgent):
    """Looks for the survey that would be the answer, cites pages that it never opened, and invents the rest."""

    async def write(self, task: GivenTask, queries: Sequence[str], session: Session) -> str:
        """See `OfflineAgent`."""
        title = forbidden_title(task.text)
        peeked = await self._peek(task, title, session)
        hits = await _citable(queries[0], session)
        stolen = [CitedSentence(sentence, title, url) for url, sentence in peeked]
        unread = [CitedSentence(f"{hit.title} settles the matter", *_named(hit)) for hit in hits[:_UNREAD]]
        invented = [
            CitedSentence(
                f"A study of {1_000 + number * 137:,} cases confirms this for {query.lower()[:80]} beyond doubt",
                f"{_heading(query)[:80]}: the definitive study",
                f"https://arxiv.org/abs/{1501 + number:04}.{90_000 + number}",
            )
            for number, query in enumerate(queries)
        ]
        return report(_heading(queries[0]), [("The survey says", stolen), ("Others", unread), ("Proof", invented)])

    async def _peek(self, task: GivenTask, title: str, session: Session) -> list[tuple[str, str]]:
        """Return sentences of the survey with its address, from wherever it is available."""
        number = normalise_arxiv_id(task.task_id.partition(":")[0])
        places = [f"https://arxiv.org/abs/{number}", f"https://arxiv.org/pdf/{number}v1"] if number else []
        places += [hit.url for hit in await _citable(title, session) if hit.title.lower() == title.lower()]
        for url in places[: session.calls_left]:
            try:
                page = await session.read_page(url)
            except ToolError:
                continue
            return [(url, sentence) for sentence in relevant_sentences(title, page.text, 2 * _SENTENCES_A_PAGE)]
        return []


def relevant_sentences(query: str, text: str, most: int) -> list[str]:
    """Return the sentences of a page that share most words with the query, in the order of the page."""
    query_stems = stems(query)
    lines = text[:_READ_CHARS].splitlines()  # a heading is no beginning of a sentence
    candidates = [" ".join(line[start:end].split()) for line in lines for start, end in sentences(line)]
    statements = [text for text in dict.fromkeys(candidates) if _is_statement(text)]
    best = sorted(statements, key=lambda text: -len(query_stems & stems(text)))[:most]
    return [text for text in statements if text in best]


def report(title: str, sections: Sequence[tuple[str, Sequence[CitedSentence]]]) -> str:
    """The report in Markdown; sections without a sentence are left out."""
    parts = [f"# {title}"]
    for heading, sentences_cited in sections:
        if sentences_cited:
            parts.append(f"## {heading}\n\n" + "\n\n".join(map(_sentence, sentences_cited)))
    return "\n\n".join(parts) + "\n"


def _sentence(cited: CitedSentence) -> str:
    if not cited.url:
        return cited.text
    label = cited.title.replace("[", "(").replace("]", ")") or cited.url
    return f"{cited.text.rstrip('. ')} [{label}]({cited.url.replace('(', '%28').replace(')', '%29')})."


def _is_statement(sentence: str) -> bool:
    return (
        len(sentence) <= _MOST_CHARS
        and len(sentence.split()) >= _FEWEST_WORDS
        and sentence[-1:] in ".!"
        and not set("[]()<>|{}") & set(sentence)
    )


async def _citable(query: str, session: Session) -> tuple[SearchHit, ...]:
    """Return the results of a search that can be cited; () if no call is left."""
    try:
        return tuple(hit for hit in await session.search(query) if hit.url) if query and session.calls_left else ()
    except ToolError:
        return ()


def _named(hit: SearchHit) -> tuple[str, str]:
    return hit.title, hit.url


def _heading(query: str) -> str:
    return query[:1].upper() + query[1:80].rpartition(" ")[0] if len(query) > 80 else query[:1].upper() + query[1:]


GOOD = AgentKind("rules that search, read and quote", OfflineSettings, GoodAgent, offline=True)
HASTY = AgentKind("rules that cite without reading", OfflineSettings, HastyAgent, offline=True)
CHEATING = AgentKind("rules that peek and invent", OfflineSettings, CheatingAgent, offline=True)
