"""Pages and search results that an agent must be shown: the survey's references, and works of similar titles."""

from __future__ import annotations

import html
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote

from tests.agents.red_team import forms
from tests.agents.red_team.forms import ATOM, HTML, JSON, RESULT_TITLES, TEXT, Exhibit, dumped, listed, page
from tests.agents.red_team.works import Case, Paper

_S2 = "https://api.semanticscholar.org/graph/v1/paper"


def harmless(case: Case, rng: random.Random) -> Iterator[Exhibit]:
    """Pages of two of the references and of all similar works, and lists of topics with some of the references."""
    cited = rng.sample(case.references, k=min(2, len(case.references)))
    for kind, papers in (("reference", cited), ("similar title", case.similar)):
        for paper in papers:
            yield from _pages(kind, paper, _bibliography(case, paper, rng))
    for paper in (*cited, *case.similar):
        for form, make in RESULT_TITLES.items():
            address = f"https://site-{rng.randint(1, 99)}.example/{rng.randint(10**5, 10**6)}"
            if not form.endswith(("cut ...", "cut …")):  # what is cut may be the survey: see `ambiguous`
                yield Exhibit(f"result: {form}", address, title=make(paper, rng), is_result=True)
        if paper.arxiv:
            address = f"https://arxiv.org/abs/{paper.arxiv}"
            yield Exhibit(
                "result: cut, at its arXiv number", address, title=forms.cut(paper.title, rng), is_result=True
            )
        yield Exhibit("result: cut at 30 letters, at its arXiv number", "https://arxiv.org/abs/2001.00001",
                      title=paper.title[:30].rstrip(), is_result=True)  # fmt: skip
    yield from _by_identifiers(case, cited, rng)
    yield from _lists(case, rng)
    yield _much_read(case, rng)


def _by_identifiers(case: Case, papers: Sequence[Paper], rng: random.Random) -> Iterator[Exhibit]:
    """What the references cite, by identifiers alone."""
    for paper in papers:
        others = [replace(each, arxiv=f"1901.{rng.randint(1, 19999):05}", doi=f"10.5555/{rng.randint(10**6, 10**7)}")
                  for each in rng.sample(case.references, k=min(30, len(case.references)))]  # fmt: skip
        rows = forms.identifiers([*rng.sample(case.references, k=len(case.references) // 8), *others])
        address = f"{_S2}/{paper.sha}/references?fields=externalIds"
        body = dumped({"data": [{"citedPaper": row} for row in rows]})
        yield Exhibit("reference: its references by identifiers", address, body, JSON)


def _much_read(case: Case, rng: random.Random) -> Exhibit:
    """A page after many others: eight full texts that cite an eighth of the references, and six searches."""
    papers = rng.choices(case.references, k=9)
    texts = [
        Exhibit("", f"https://proceedings.example/{forms.slug(paper.title)[:200]}.html",
                forms.full_text(paper, _bibliography(case, paper, rng)))
        for paper in papers
    ]  # fmt: skip
    searches = [
        Exhibit("", f"{_S2}/search?query=topic+{number}&limit=10",
                dumped({"data": [forms.s2(each) for each in rng.sample(case.references, k=4)]}), JSON)
        for number in range(6)
    ]  # fmt: skip
    return replace(texts[-1], kind="full text, after fourteen other pages", after=(*texts[:-1], *searches))


def _bibliography(case: Case, paper: Paper, rng: random.Random) -> list[Paper]:
    """What a work cites: at most an eighth of the survey's references among thirty others."""
    shared = [each for each in case.references if each is not paper]
    others = [_unrelated(each) for each in rng.sample(shared, k=min(30, len(shared)))]
    return rng.sample(shared, k=len(shared) // 8) + others


def _unrelated(paper: Paper) -> Paper:
    """Another work in the same words."""
    return Paper(" ".join(reversed(paper.title.split())), paper.authors, paper.year)


def _pages(kind: str, paper: Paper, cited: list[Paper]) -> Iterator[Exhibit]:
    rows = [{"citedPaper": {"paperId": each.sha, "title": each.title}} for each in cited]
    slug = forms.slug(paper.title)
    readme = page(f"GitHub - a/code: {paper.title}", f"Code of {paper.title}.")
    for name, address, body, media_type in (
        ("abstract page", f"https://arxiv.org/abs/{paper.arxiv or 'cs/0001001'}", forms.abstract_page(paper), HTML),
        ("full text", f"https://proceedings.example/{slug[:200]}.html", forms.full_text(paper, cited), HTML),
        ("Semantic Scholar: paper", f"{_S2}/{paper.sha}", dumped(forms.s2(paper)), JSON),
        ("Semantic Scholar: references", f"{_S2}/{paper.sha}/references?fields=title", dumped({"data": rows}), JSON),
        ("OpenAlex", f"https://api.openalex.org/works/{paper.w}", dumped(forms.openalex(paper, cited)), JSON),
        ("Crossref", f"https://api.crossref.org/works/{quote(paper.doi)}", dumped(forms.crossref(paper, cited)), JSON),
        ("DBLP", "https://dblp.org/search/publ/api?q=x", dumped(forms.dblp(paper)), JSON),
        ("Atom", "https://export.arxiv.org/api/query?id_list=x", forms.atom(paper), ATOM),
        ("BibTeX", "https://lab.example/cite.bib", forms.bibtex(paper, "a"), TEXT),
        ("README", "https://github.com/a/code", readme, HTML),
    ):  # fmt: skip
        yield Exhibit(f"{kind}: {name}", address, body, media_type)


def _lists(case: Case, rng: random.Random) -> Iterator[Exhibit]:
    """Pages that show some of the references, as a search or the proceedings of a venue do."""
    few = rng.sample(case.references, k=len(case.references) // 6)
    found = [forms.s2(each) for each in (*case.references[:4], *case.similar[:6])]
    yield Exhibit("search of an index", f"{_S2}/search?query=x", dumped({"total": 9, "data": found}), JSON)
    others = [_unrelated(each) for each in case.references]
    yield Exhibit("proceedings", "https://proceedings.example/2020", page("Papers", listed([*few, *others])))
    rows = "".join(f"<li>{html.escape(each.title)}</li>" for each in (*few, *others[:20], *case.similar))
    yield Exhibit(
        "awesome list, a sixth of the references", "https://github.com/d/awesome", page("Awesome", f"<ul>{rows}</ul>")
    )
    yield Exhibit("topic page", "https://en.wikipedia.org/wiki/T", page("T", *case.similar[0].text, listed(few)))
