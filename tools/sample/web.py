"""The small web that the made-up agents cite: addresses, and the pages behind them."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tools.sample.pdf import pdf_of

_PUBLISHER = "https://publisher.example.org/doi/"
_HTML, _PDF = "text/html; charset=utf-8", "application/pdf"


@dataclass(frozen=True, slots=True)
class Work:
    """A scholarly work: its facts, and what its page says in our words (None: it has no page)."""

    key: str
    title: str
    authors: tuple[str, ...]
    et_al: bool
    year: int
    venue: str | None
    doi: str | None
    arxiv_id: str | None
    page: str | None
    date: str | None = None  # "YYYY/MM/DD", where the day matters

    @property
    def address(self) -> str:
        """Where the work is found: arXiv, or else its DOI."""
        return f"https://arxiv.org/abs/{self.arxiv_id}" if self.arxiv_id else f"https://doi.org/{self.doi}"

    @property
    def short(self) -> str:
        """Surname and year, as in a citation."""
        surnames = [author.partition(",")[0] for author in self.authors]
        others = " et al." if self.et_al or len(surnames) > 2 else f" and {surnames[1]}" if len(surnames) == 2 else ""
        return f"{surnames[0]}{others}, {self.year}"


@dataclass(frozen=True, slots=True)
class Web:
    """What each name that a report may cite stands for."""

    works: dict[str, Work]
    surveys: dict[str, dict[str, Any]]  # the corpus's rows, last version
    addresses: dict[str, str]
    careless_addresses: dict[str, str]
    self_addresses: dict[str, str]
    articles: dict[str, list[str]]
    encyclopedia: dict[str, str]

    def address(self, name: str, agent: str, survey_id: str) -> str:
        """The address that the agent cites for the name."""
        if name == "self":
            return self.self_addresses[survey_id]
        if name.startswith("dead:"):
            return f"https://doi.org/10.5555/litgauge.{name.removeprefix('dead:')}"
        if agent == "careless" and name in self.careless_addresses:
            return self.careless_addresses[name]
        return self.addresses.get(name) or self.works[name].address

    def work(self, name: str) -> Work | None:
        """The work behind the name; None for anything else."""
        return self.works.get(name.removeprefix("pdf:"))

    def survey_title(self, survey_id: str) -> str:
        """The title of the survey on one line."""
        return " ".join(self.surveys[survey_id]["title"].split())

    def encyclopedia_address(self, survey_id: str) -> str:
        """The page on which the facts without citation can be checked."""
        return f"https://encyclopedia.example.org/{self.encyclopedia[survey_id]}"


def read_web(sample: Path) -> Web:
    """The web that works.jsonl, web.json and the sample's surveys.jsonl describe."""
    here = Path(__file__).resolve().parent
    works = [json.loads(line) for line in (here / "works.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [json.loads(line) for line in (sample / "surveys.jsonl").read_text(encoding="utf-8").splitlines()]
    names = json.loads((here / "web.json").read_text(encoding="utf-8"))
    return Web(
        works={work["key"]: Work(**{**work, "authors": tuple(work["authors"])}) for work in works},
        surveys={row["id"]: row for row in rows},
        addresses=names["addresses"],
        careless_addresses=names["careless_addresses"],
        self_addresses=names["self"],
        articles=names["articles"],
        encyclopedia=names["encyclopedia"],
    )


class Pages:
    """Files and index entries, collected while the reports are rendered."""

    def __init__(self, web: Web) -> None:
        self._web = web
        self.files: dict[str, bytes] = {"not-found.html": _page("Not found", "<p>There is no such page.</p>").encode()}
        self.index: dict[str, dict[str, Any]] = {}

    def add(self, name: str, agent: str, survey_id: str) -> None:
        """Puts the page behind the name on the web, under the address that the agent cites."""
        address = self._web.address(name, agent, survey_id)
        if name.startswith("dead:") or name.startswith("gone:"):
            self.index[address] = _entry("not-found.html", status=404 if name.startswith("dead:") else 410)
        elif name == "loopback":
            return  # never opened, so there is nothing to serve
        elif name == "timeout":
            self.index[address] = {"error": "timeout"}
        elif name == "self":
            self._survey(address, survey_id)
        elif name in self._web.articles:
            title, text = self._web.articles[name]
            self._put(address, name.replace(":", "-") + ".html", _page(title, f"<p>{html.escape(text)}</p>").encode())
        elif name.startswith("pdf:"):
            paper = self._web.works[name.removeprefix("pdf:")]
            self._put(address, f"{paper.key}.pdf", pdf_of(f"# {paper.title}\n\n## Abstract\n{paper.page}\n"), _PDF)
        elif work := self._web.work(name):
            self._work(address, work)

    def encyclopedia(self, survey_id: str, facts: list[str]) -> None:
        """The page that settles the survey's statements without citation."""
        address = self._web.encyclopedia_address(survey_id)
        topic = address.rpartition("/")[2]
        body = "\n".join(f"<p>{html.escape(fact)}</p>" for fact in dict.fromkeys(facts))
        title = f"{topic.replace('-', ' ').capitalize()}: an encyclopedia"
        self._put(address, f"encyclopedia-{topic}.html", _page(title, body).encode())

    def _work(self, address: str, work: Work) -> None:
        target = address
        if address.startswith("https://doi.org/"):
            target = _PUBLISHER + unquote(address.removeprefix("https://doi.org/"))
            self.index[address] = {"status": 302, "location": target}
        self._put(target, f"{work.key}.html", _scholarly(work).encode())

    def _survey(self, address: str, survey_id: str) -> None:
        row = self._web.surveys[survey_id]
        target = f"https://arxiv.org/abs/{survey_id}"
        if address.startswith("https://doi.org/"):
            self.index[address] = {"status": 302, "location": target}
            address = target
        authors = tuple(f"{family}, {given}" for family, given, _ in row["authors_parsed"] or [])
        work = Work(
            f"survey-{survey_id}",
            self._web.survey_title(survey_id),
            authors,
            et_al=False,
            year=int(row["update_date"][:4]),
            venue=None,
            doi=None,
            arxiv_id=survey_id,
            page=" ".join(row["abstract"].split()),
        )
        self._put(address, f"{work.key}.html", _scholarly(work).encode())

    def _put(self, address: str, file: str, data: bytes, content_type: str = _HTML) -> None:
        self.files[file] = data
        self.index[address] = _entry(file, content_type=content_type)


def _entry(file: str, status: int = 200, content_type: str = _HTML) -> dict[str, Any]:
    return {"status": status, "content_type": content_type, "file": file}


def _scholarly(work: Work) -> str:
    tags = [
        ("citation_title", work.title),
        *(("citation_author", author) for author in work.authors),
        ("citation_date", work.date or str(work.year)),
    ]
    tags += [
        (name, value)
        for name, value in (
            ("citation_doi", work.doi),
            ("citation_arxiv_id", work.arxiv_id),
            ("citation_journal_title", work.venue),
        )
        if value
    ]
    head = "".join(f'\n<meta name="{name}" content="{html.escape(value)}">' for name, value in tags)
    authors = "; ".join(work.authors) + ("; and others" if work.et_al else "") + f" ({work.year})"
    return _page(
        work.title,
        f'<p class="authors">{html.escape(authors)}</p>\n<h2>Summary</h2>\n'
        f'<p class="abstract">{html.escape(work.page or "")}</p>',
        head,
    )


def _page(title: str, body: str, head: str = "") -> str:
    shown = html.escape(title)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{shown}</title>{head}\n</head>\n<body>\n<main>\n<h1>{shown}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )
