"""How indexes, sites and engines write a work: shared by pages that leak a survey and by pages that do not."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.agents.red_team.works import Paper

JSON, HTML, ATOM, TEXT = "application/json", "text/html; charset=utf-8", "application/atom+xml", "text/plain"


@dataclass(frozen=True)
class Exhibit:
    """A page that an agent opens, or a result of its search."""

    kind: str
    address: str
    body: str = ""
    media_type: str = HTML
    final: str = ""  # where a redirect led to
    title: str = ""  # of a search result
    snippet: str = ""
    date: str = ""
    is_result: bool = False
    after: tuple[Exhibit, ...] = ()  # pages that were opened before


def page(title: str, *parts: str, head: str = "") -> str:
    """A page of HTML; parts that begin with a tag stand as they are."""
    shown = "\n".join(part if part.startswith("<") else f"<p>{html.escape(part)}</p>" for part in parts)
    return f"<!doctype html><html><head><title>{html.escape(title)}</title>{head}</head><body>{shown}</body></html>"


def listed(papers: Sequence[Paper]) -> str:
    """A reference list in HTML, as journals print it."""
    rows = (f"<li>{html.escape(printed(paper))}</li>" for paper in papers)
    return f"<h2>References</h2><ol>{''.join(rows)}</ol>"


def printed(paper: Paper) -> str:
    """A printed reference."""
    return f"{', '.join(paper.authors)}. {paper.title}. {paper.year}."


def s2(paper: Paper) -> dict[str, object]:
    """A paper as Semantic Scholar's API gives it."""
    numbers = {"ArXiv": paper.arxiv, "DOI": paper.doi, "CorpusId": 200000 + len(paper.title) * 977}
    return {
        "paperId": paper.sha, "externalIds": {key: value for key, value in numbers.items() if value},
        "title": paper.title, "year": paper.year, "authors": [{"name": name} for name in paper.authors],
        "abstract": paper.abstract,
    }  # fmt: skip


def identifiers(papers: Sequence[Paper]) -> list[dict[str, object]]:
    """Cited papers as Semantic Scholar gives them by their identifiers alone."""
    return [{"paperId": each.sha, "externalIds": s2(each)["externalIds"]} for each in papers]


def inspire(cited: Sequence[Paper]) -> dict[str, object]:
    """What a work cites as INSPIRE gives it: the number of arXiv, else the DOI."""
    rows = [{"arxiv_eprint": each.arxiv} if each.arxiv else {"dois": [each.doi]} for each in cited]
    return {"metadata": {"references": [{"reference": row} for row in rows]}}


def openalex(paper: Paper, cited: Sequence[Paper] = ()) -> dict[str, object]:
    """A work as OpenAlex gives it."""
    words: dict[str, list[int]] = {}
    for place, word in enumerate(paper.abstract.split()):
        words.setdefault(word, []).append(place)
    return {
        "id": f"https://openalex.org/{paper.w}", "doi": f"https://doi.org/{paper.doi}" if paper.doi else None,
        "title": paper.title, "display_name": paper.title, "publication_year": paper.year,
        "referenced_works": [f"https://openalex.org/{each.w}" for each in cited], "abstract_inverted_index": words,
    }  # fmt: skip


def crossref(paper: Paper, cited: Sequence[Paper] = ()) -> dict[str, object]:
    """A work as Crossref gives it, its references in the three forms that stand there."""
    references = [
        {"key": f"ref{number}", "article-title": each.title, "year": str(each.year)} if number % 3 == 0
        else {"key": f"ref{number}", "unstructured": printed(each)} if number % 3 == 1
        else {"key": f"ref{number}", "DOI": each.doi, "volume-title": each.title}
        for number, each in enumerate(cited)
    ]  # fmt: skip
    message = {"DOI": paper.doi, "title": [paper.title], "reference": references, "reference-count": len(references)}
    return {"status": "ok", "message-type": "work", "message": message}


def dblp(paper: Paper) -> dict[str, object]:
    """The answer of DBLP's search."""
    info = {"title": f"{paper.title}.", "year": str(paper.year), "ee": f"https://doi.org/{paper.doi}"}
    return {"result": {"hits": {"@total": "1", "hit": [{"@score": "9", "info": info}]}}}


def atom(paper: Paper) -> str:
    """arXiv's feed; titles are broken over lines there."""
    words = paper.title.split()
    title = html.escape(" ".join(words[: len(words) // 2]) + "\n  " + " ".join(words[len(words) // 2 :]))
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>arXiv Query</title>'
        f"<entry><id>http://arxiv.org/abs/{paper.arxiv}v2</id><title>{title}</title>"
        f"<published>{paper.year}-03-01T00:00:00Z</published><summary>{html.escape(paper.abstract)}</summary></entry></feed>"
    )


def bibtex(paper: Paper, key: str) -> str:
    """An entry with the braces and TeX that people protect capitals with."""
    title = (
        re.sub(r"(?<!\$)\b([A-Z])", r"{\1}", paper.title).replace("é", "{\\'e}").replace("&", "\\&").replace("–", "--")
    )
    return (
        f"@article{{{key},\n  title = {{{title}}},\n  author = {{{' and '.join(paper.authors)}}},\n"
        f"  year = {{{paper.year}}}\n}}\n"
    )


def slug(title: str) -> str:
    """A title as it stands in addresses."""
    return "-".join(re.findall(r"[^\W_]+", title.casefold()))


def dumped(value: object) -> str:
    """JSON as servers write it: other letters as escapes."""
    return json.dumps(value)


def abstract_page(paper: Paper) -> str:
    """arXiv's page of a work."""
    return page(
        f"[{paper.arxiv}] {paper.title}", f"<h1>{html.escape(paper.title)}</h1>", ", ".join(paper.authors),
        paper.abstract, f"Cite as: arXiv:{paper.arxiv} [cs.LG]",
        head=f'<meta name="citation_title" content="{html.escape(paper.title)}">'
        f'<meta name="citation_arxiv_id" content="{paper.arxiv}">',
    )  # fmt: skip


def full_text(paper: Paper, cited: Sequence[Paper]) -> str:
    """The whole paper as HTML."""
    return page(paper.title, f"<h1>{html.escape(paper.title)}</h1>", *paper.text, listed(cited))


def cut(title: str, rng: random.Random, mark: str = " ...") -> str:
    """A title cut as engines cut it, at the end of a word at some fifty or more signs."""
    if len(title) < 56:
        return title
    return title[: rng.randint(50, len(title) - 4)].rsplit(" ", 1)[0] + mark


Form = Callable[[Paper, random.Random], str]
RESULT_TITLES: dict[str, Form] = {
    "plain": lambda p, _: p.title,
    "[PDF]": lambda p, _: f"[PDF] {p.title}",
    "(PDF) - ResearchGate": lambda p, _: f"(PDF) {p.title} - ResearchGate",
    "dblp": lambda p, _: f"dblp: {p.title}.",
    "[number] arXiv": lambda p, _: f"[{p.arxiv}] {p.title} - arXiv",
    "arXiv:number": lambda p, _: f"arXiv:{p.arxiv}v1 [cs.LG] 3 Mar {p.year}",
    "GitHub - a/b:": lambda p, r: f"GitHub - someone/{r.choice(('awesome', 'survey', 'papers'))}: {p.title}",
    "| Papers With Code": lambda p, _: f"{p.title} | Papers With Code",
    "Paper page -": lambda p, _: f"Paper page - {p.title}",
    "| Request PDF": lambda p, _: f"{p.title} | Request PDF",
    "| OpenReview": lambda p, _: f"{p.title} | OpenReview",
    "- ACL Anthology": lambda p, _: f"{p.title} - ACL Anthology",
    "| journal | publisher": lambda p, _: f"{p.title} | Journal of Invented Surveys | Springer Nature Link",
    "cut ...": lambda p, r: cut(p.title, r),
    "cut …": lambda p, r: cut(p.title, r, "…"),
    "[PDF] cut ...": lambda p, r: f"[PDF] {cut(p.title, r)}",
    "capitals": lambda p, _: p.title.upper(),
    "： and ＆": lambda p, _: p.title.replace(": ", "：").replace("&", "＆"),
    "notes in Chinese": lambda p, _: f"论文笔记：{p.title}（{p.year}）- 知乎",
    "post with quotes": lambda p, _: f"AK on X: “{p.title}” abs: https://t.co/x7",
    "video": lambda p, _: f"Paper Reading: {p.title} ({p.authors[0]} et al.) - YouTube",
    "slides": lambda p, _: f"{slug(p.title).replace('-', '_')}.pptx",
    "words run on": lambda p, _: f"{p.title.replace(' ', chr(160))} by {p.authors[0]} :: SSRN",
    "hyphens": lambda p, _: p.title.replace("-", "‐").replace("–", "-").replace("'", "’"),
}
"""The title of a result by engine and site."""
